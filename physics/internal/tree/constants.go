package tree

import "math"

// This file is the ledger of the limits of the tree: each with its unit, its reason and the test that
// exercises it.

const (
	// AllCategories (bits): the mask that admits every proxy that has any category. Queries without a filter take it.
	AllCategories = ^uint64(0)
	// none (index): no node. Leaves have it as first child, so that one comparison tells them apart.
	none = -1
	// freeHeight (levels): height of a node that is not in use. Validation tells such nodes by it.
	freeHeight = -1
	// maxHeight (levels): bound of the height, so that searches keep their stack in a fixed array. Insertion
	// and partial rebuilds reach it only with boxes nested into each other by the hundred;
	// the whole tree is then rebuilt. Exercised by TestDegenerate.
	maxHeight = 100
	// stackSize (nodes) is a power of two, so that masking an index with stackMask replaces its bounds check.
	// A search that descends into one child and keeps the other needs one entry per level, so it exceeds maxHeight.
	stackSize = 128
	// stackMask (bits): mask of an index of the stack. It replaces a bounds check.
	stackMask = stackSize - 1
	// maxWalk (nodes): how many nodes may wait in a Walk; a deeper tree loses branches of the picture only.
	maxWalk = 128
	// ReinsertShare (proxies): as long as fewer than one in ReinsertShare proxies move in a step, Move takes no
	// longer than Enlarge with a Rebuild, and keeps the tree better. Measured on large_world.
	ReinsertShare = 64
	// maxMidpointDepth (levels): depth from which a rebuild splits by count instead of by position. Positions
	// that halve again and again (a row of boxes at 1, 1/2, 1/4, …) would else give one level each. Exercised by TestDegenerate.
	maxMidpointDepth = 48
	// taskDepth (levels): how many levels lie above the tasks of a parallel rebuild at most, so that there are up to sixteen.
	// Exercised by TestParallelRebuild.
	taskDepth = 4
	// minTaskSize (entries): number of entries not worth a task of its own; building them takes five microseconds.
	minTaskSize = 128
	// missed (fraction): entry fraction of a box that a cast misses. It lies beyond every maxFraction.
	missed = float32(3e38)
	// slabMargin (factor): widens the interval inside a slab by more than the rounding of the three operations
	// that compute its ends, so that no box that the exact ray touches is missed. Exercised by TestCastFar.
	slabMargin = 1 + 1.0/(1<<21)
	// headerSize (bytes): begin of the encoding. It is the little-endian node count, proxy count and root.
	headerSize = 12
	// nodeSize (bytes): a node of the encoding. It is its box, children, category, parent, height and mark; after the
	// nodes comes the free list, which fills up the count.
	nodeSize = 24 + 8 + 8 + 4 + 4
	// maxNodes (nodes): what an int32 index can count twice. Exercised by TestDecodeRefuses.
	maxNodes = math.MaxInt32 / 2
)

package tree

import "math"

// This file is the ledger of the limits of the tree: each with its unit, its reason and the test that
// exercises it.

const (
	// AllCategories (bits): the mask that admits every proxy that has any category. Given by: the width of a mask.
	AllCategories = ^uint64(0)
	// none (index): no node. Given by: indices, which begin at 0.
	none = -1
	// freeHeight (levels): height of a node that is not in use. Given by: heights, which begin at 0.
	freeHeight = -1
	// maxHeight (levels): bound of the height, so that searches keep their stack in a fixed array. Insertion
	// and partial rebuilds reach it only with boxes nested into each other by the hundred;
	// the whole tree is then rebuilt. Tried: at 10 and at 1,000 TestDegenerate.
	maxHeight = 100
	// stackSize (nodes) is a power of two, so that masking an index with stackMask replaces its bounds check.
	// A search that descends into one child and keeps the other needs one entry per level, so it exceeds maxHeight.
	// Tried: at 64 TestDegenerate.
	stackSize = 128
	// stackMask (bits): mask of an index of the stack. Given by: stackSize.
	stackMask = stackSize - 1
	// leastFound (proxies): room that a search asks for that has none. Few searches find more. Tried: at 1 none fails.
	leastFound = 64
	// maxWalk (nodes): how many nodes may wait in a Walk. A deeper tree loses branches of the picture only. Tried: at
	// 12 and at 1,280 none fails.
	maxWalk = 128
	// ReinsertShare (proxies): as long as fewer than one in ReinsertShare proxies move in a step, Move takes no longer
	// than Enlarge with a Rebuild, and keeps the tree better. Measured on large_world. Tried: at 6 and at 640 none
	// fails, the result is the same.
	ReinsertShare = 64
	// maxMidpointDepth (levels): depth from which a rebuild splits by count instead of by position. Positions
	// that halve again and again (a row of boxes at 1, 1/2, 1/4, …) would else give one level each. Tried: at 5 and at
	// 480 none fails.
	maxMidpointDepth = 48
	// taskDepth (levels): how many levels lie above the tasks of a parallel rebuild at most, so that there are up to
	// sixteen. More tasks than workers even out their times. Tried: at 0 TestParallelRebuild; at 40 none fails.
	taskDepth = 4
	// minTaskSize (entries): number of entries not worth a task of its own. Building them takes five microseconds.
	// Tried: at 12 and at 1,280 none fails.
	minTaskSize = 128
	// missed (fraction): entry fraction of a box that a cast misses. It lies beyond every maxFraction. Tried: at 1e30
	// none fails.
	missed = float32(3e38)
	// slabMargin (factor): widens the interval inside a slab by more than the rounding of the three operations
	// that compute its ends, so that no box that the exact ray touches is missed. It is four
	// roundings. Tried: at 1 TestCastFar.
	slabMargin = 1 + 1.0/(1<<21)
	// headerSize (bytes): begin of the encoding. Given by: the little-endian node count, proxy count and root.
	headerSize = 12
	// nodeSize (bytes): a node of the encoding. Given by: its box, children, category, parent, height and mark; after
	// the nodes comes the free list, which fills up the count.
	nodeSize = 24 + 8 + 8 + 4 + 4
	// maxNodes (nodes): most nodes of a tree. Given by: an int32 index, which counts them twice.
	maxNodes = math.MaxInt32 / 2
)

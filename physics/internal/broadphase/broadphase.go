// Package broadphase finds the pairs of shapes that may touch.
//
// It keeps one tree of fat bounds per body type. A shape that leaves its fat bounds gets new ones and is put on Moved;
// at the start of a step every moved shape asks the trees for the shapes that it overlaps. Pairs found become contacts,
// which end when the fat bounds part again. Source: Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019.
//
// It owns the trees, the list of moved shapes, the set of pairs that have a contact, the shapes whose pairs wait in a
// deep-overlap cluster, and of the shared records the bounds of shapes and their fields Proxy, Margin, Moved and Waits.
package broadphase

import (
	"tumble/physics/internal/arena"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// Proxies are the part of the broad phase that decides how a world goes on, and so belongs to its snapshots.
type Proxies struct {
	Trees [state.BodyTypeCount]tree.Tree
	// Moved lists the shapes that left their fat bounds or are new, in a fixed order.
	Moved []int32
	// Waiting lists the shapes some of whose pairs wait until the deep-overlap cluster they are in has spread.
	Waiting []int32
	Pairs   PairSet
	// Changed is set when the overlaps of sensors may have changed since TakeChange.
	Changed bool
}

// BroadPhase is the broad phase of a world.
type BroadPhase struct {
	*state.State
	Proxies

	dt       float32 // length of the step (s)
	parallel bool    // several workers share the step

	blocks     []output
	blockCount int
	pairs      arena.Lists[Pair]
	chunk      []Pair // of Found
	// found are the results of searches, deepFound those that must overlap deeply with one shape.
	found, deepFound arena.PerWorker
	// pairsMost is how many pairs a block may find, 0 for any number, pairsOver says that one found more.
	pairsMost int
	pairsOver bool
	// deep counts deep overlaps by body; empty while nobody asked, see counts.
	deep   []int32
	packed packedCells
	moved  state.BitSet // the shapes in Moved, while pairs are looked for
	loose  []looseNode
}

// New returns the broad phase of a world without shapes.
func New(st *state.State) *BroadPhase { return &BroadPhase{State: st} }

// BeginStep begins a step of dt seconds, parallel if several workers share it.
func (bp *BroadPhase) BeginStep(dt float32, parallel bool) { bp.dt, bp.parallel = dt, parallel }

// TakeChange reports whether the overlaps of sensors may have changed since it was last asked.
func (bp *BroadPhase) TakeChange() bool {
	changed := bp.Changed
	bp.Changed = false
	return changed
}

// Shift moves the trees along with the origin of the world, which goes to offset (m).
func (bp *BroadPhase) Shift(offset vec.Vec3) {
	for kind := range bp.Trees {
		bp.Trees[kind].Shift(offset)
	}
}

// Pair is a pair of shapes that the search found. With None for B it says that some pairs of A have to wait.
type Pair struct{ A, B int32 }

// output holds the pairs that a block of the search found.
type output struct {
	pairs []Pair
	_     [64]byte // neighbours are written by different workers
}

// looseNode is a node that has to be marked in the tree of a body type, None for none.
type looseNode struct {
	kind state.BodyType
	node int32
}

// BufferMove asks for new pairs of the shape in the next step.
func (bp *BroadPhase) BufferMove(index int32) {
	s := &bp.Shapes[index]
	if s.Moved || s.Proxy == state.None {
		return
	}
	bp.NoteChange()
	s.Moved = true
	bp.Moved = append(bp.Moved, index)
}

// NoteChange says that the overlaps of sensors may have changed.
func (bp *BroadPhase) NoteChange() { bp.Changed = true }

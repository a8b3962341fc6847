// Package broadphase finds the pairs of shapes that may touch.
//
// It keeps one tree of fat bounds per body type. A shape that leaves its fat bounds gets new ones and is put on Moved;
// at the start of a step every moved shape asks the trees for what it overlaps. Pairs found become contacts, which end
// when the fat bounds part again. Source: Catto, "Dynamic Bounding Volume Hierarchies", GDC 2019.
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
	deep  []int32
	loose []looseNode
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

// ShiftBounds is Shift for the bounds of the shapes of a body that was moved already.
func (bp *BroadPhase) ShiftBounds(body int32, offset vec.Vec3) {
	for s := bp.Bodies[body].FirstShape; s != state.None; s = bp.Shapes[s].Next {
		b := &bp.Bounds[s]
		b.Fat = vec.AABB{Min: b.Fat.Min.Sub(offset), Max: b.Fat.Max.Sub(offset)}
		b.Tight = bp.Geometries[s].AABB(bp.Sims[body].Transform)
		if !b.Fat.Contains(b.Tight) {
			// far out the margin is not larger than the rounding
			bp.RefreshProxy(s)
		}
	}
}

// SetFat gives a shape the fat bounds b. It returns false, and nothing changes, if they do not hold the shape with the
// gap at which contacts begin, or exceed it by more than the room itself would ever let them.
func (bp *BroadPhase) SetFat(index int32, b vec.AABB) bool {
	r, held := &bp.Shapes[index], &bp.Bounds[index]
	// rounding far from the origin is as much as a millimetre
	const rounding = 2e-3
	// stretched ahead, and then by what the shape has turned since
	size := held.Tight.Half().Len()
	most := 2*bp.fatten(r) + rounding + float32((boundsReach+1)*(size+bp.fatten(r)))
	if r.Proxy == state.None || !b.IsValid() || !b.Contains(held.Tight) || !held.Tight.Expand(most).Contains(b) {
		return false
	}
	held.Fat = b
	bp.Trees[bp.Bodies[r.Body].Kind].Move(r.Proxy, b)
	bp.BufferMove(index)
	return true
}

// FreshFat returns the fat bounds that a shape with a proxy gets that is made where this one is.
func (bp *BroadPhase) FreshFat(index int32) vec.AABB {
	made := bp.Shapes[index]
	tight := bp.Geometries[index].AABB(bp.Sims[made.Body].Transform)
	made.Margin = fatMargin(tight)
	return tight.Expand(bp.fatten(&made))
}

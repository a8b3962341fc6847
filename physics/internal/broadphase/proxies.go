package broadphase

import (
	"slices"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// CreateProxy puts a new shape into the tree of its body's type.
func (bp *BroadPhase) CreateProxy(index int32) {
	s := &bp.Shapes[index]
	tight := bp.Geometries[index].AABB(bp.Sims[s.Body].Transform)
	s.Margin = fatMargin(tight)
	bp.Bounds[index] = state.ShapeBounds{Fat: tight.Expand(bp.fatten(s)), Tight: tight}
	s.Proxy = bp.Trees[bp.Bodies[s.Body].Kind].Create(bp.Bounds[index].Fat, treeCategory(s.Filter), index)
	bp.BufferMove(index)
}

// treeCategory is the part of a filter that the trees store. A shape without category may still collide by its group:
// every search must find the shape.
func treeCategory(f state.Filter) uint64 {
	if f.Category == 0 {
		return tree.AllCategories
	}
	return f.Category
}

// fatten is the distance (m) by which the fat bounds exceed the shape: the gap at which
// contacts are made, and for moving bodies the margin.
func (bp *BroadPhase) fatten(s *state.Shape) float32 {
	gap := float32(0.5 * bp.Settings.SpeculativeDistance)
	if bp.Bodies[s.Body].Kind == state.Static {
		return gap
	}
	return gap + s.Margin
}

// DestroyProxy takes a shape out of the broad phase.
func (bp *BroadPhase) DestroyProxy(index int32) {
	s := &bp.Shapes[index]
	if s.Proxy == state.None {
		return
	}
	bp.NoteChange()
	bp.Trees[bp.Bodies[s.Body].Kind].Destroy(s.Proxy)
	s.Proxy = state.None
	bp.stopWaiting(index)
	if s.Moved {
		bp.Moved = slices.DeleteFunc(bp.Moved, func(i int32) bool { return i == index })
		s.Moved = false
	}
}

// RefreshProxy gives the shape new fat bounds if it has left the old ones.
func (bp *BroadPhase) RefreshProxy(index int32) {
	s := &bp.Shapes[index]
	if s.Proxy == state.None {
		return
	}
	b := &bp.Bounds[index]
	b.Tight = bp.Geometries[index].AABB(bp.Sims[s.Body].Transform)
	if b.Fat.Contains(b.Tight) {
		return
	}
	b.Fat = b.Tight.Expand(bp.fatten(s))
	bp.Trees[bp.Bodies[s.Body].Kind].Move(s.Proxy, b.Fat)
	bp.BufferMove(index)
}

// RefattenAll gives every shape new fat bounds, after the gap at which contacts are made changed.
func (bp *BroadPhase) RefattenAll() {
	for i := range bp.Shapes {
		s := &bp.Shapes[i]
		if !s.Alive() || s.Proxy == state.None {
			continue
		}
		b := &bp.Bounds[i]
		b.Fat = b.Tight.Expand(bp.fatten(s))
		bp.Trees[bp.Bodies[s.Body].Kind].Move(s.Proxy, b.Fat)
		bp.BufferMove(int32(i))
	}
}

// Reunite lets the broad phase look for contacts between a body and one that no joint keeps
// away from it any more.
func (bp *BroadPhase) Reunite(a int32) {
	for s := bp.Bodies[a].FirstShape; s != state.None; s = bp.Shapes[s].Next {
		bp.BufferMove(s)
	}
}

// fatMargin is 5 cm, or an eighth of the largest half extent for smaller shapes: large
// enough that slow motion rarely leaves it, small enough to make few useless pairs.
func fatMargin(bounds vec.AABB) float32 {
	return vec.Min(MaxFatMargin, float32(0.125*bounds.Half().MaxComponent()))
}

// MaxFatMargin (m) is the largest margin.
const MaxFatMargin = 0.05

// AddPair says that two shapes have a contact.
func (bp *BroadPhase) AddPair(a, b int32) { bp.Pairs.Add(PairKey(a, b)) }

// RemovePair says that two shapes have no contact any more.
func (bp *BroadPhase) RemovePair(a, b int32) { bp.Pairs.Remove(PairKey(a, b)) }

// Refilter looks for new pairs of a shape whose filter changed.
func (bp *BroadPhase) Refilter(index int32) {
	s := &bp.Shapes[index]
	if s.Proxy != state.None {
		bp.Trees[bp.Bodies[s.Body].Kind].SetCategory(s.Proxy, treeCategory(s.Filter))
	}
	bp.BufferMove(index)
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

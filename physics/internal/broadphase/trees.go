package broadphase

import (
	"slices"
	"tumble/physics/internal/state"
)

const (
	// rebuildEvery is how many steps apart the parts of the trees in which something moved are built anew.
	rebuildEvery = 4
	// SharedTrees is the number of moved shapes from which on workers share the care of the trees. With fewer shapes
	// the work takes less time than idle workers spin before they park.
	SharedTrees = 32
)

// SharesTrees reports whether workers share the care of the trees.
func (bp *BroadPhase) SharesTrees() bool { return bp.parallel && len(bp.Moved) >= SharedTrees }

// EnlargeMoved lets the trees hold the new fat bounds of the moved shapes at once.
func (bp *BroadPhase) EnlargeMoved() {
	for _, index := range bp.Moved {
		bp.Enlarge(index)
	}
}

// Enlarge lets the tree hold the new fat bounds of a shape at once.
func (bp *BroadPhase) Enlarge(index int32) {
	s := &bp.Shapes[index]
	bp.Trees[bp.Bodies[s.Body].Kind].Enlarge(s.Proxy, bp.Bounds[index].Fat)
}

// Put puts the new fat bounds of the moved shapes into the trees. The trees may be searched after Tidy only.
func (bp *BroadPhase) Put() {
	for _, index := range bp.Moved {
		s := &bp.Shapes[index]
		t := &bp.Trees[bp.Bodies[s.Body].Kind]
		t.Mark(t.Put(s.Proxy, bp.Bounds[index].Fat))
	}
}

// BeginPut, PutRange for all moved shapes and EndPut are Put, of which workers share the second.
func (bp *BroadPhase) BeginPut() {
	bp.loose = slices.Grow(bp.loose[:0], len(bp.Moved))[:len(bp.Moved)]
}

// PutRange puts the fat bounds of the moved shapes begin to end (exclusive) into the trees.
func (bp *BroadPhase) PutRange(begin, end int) {
	for k := begin; k < end; k++ {
		index := bp.Moved[k]
		s := &bp.Shapes[index]
		kind := bp.Bodies[s.Body].Kind
		bp.loose[k] = looseNode{kind, bp.Trees[kind].Put(s.Proxy, bp.Bounds[index].Fat)}
	}
}

// EndPut marks the trees that PutRange changed.
func (bp *BroadPhase) EndPut() {
	for _, l := range bp.loose {
		if l.node != state.None {
			bp.Trees[l.kind].Mark(l.node)
		}
	}
}

// rebuilds reports whether trees are rebuilt in this step, not only refitted.
func (bp *BroadPhase) rebuilds() bool { return bp.Steps%rebuildEvery == 0 }

// Tidy makes the tree of a body type good for the searches of the next step.
func (bp *BroadPhase) Tidy(kind state.BodyType) {
	if bp.rebuilds() {
		bp.Trees[kind].Rebuild(false)
	} else {
		bp.Trees[kind].Refit()
	}
}

// BeginTidy is Tidy for several workers. It returns how many pieces of work there are for Work; when they are done,
// the tree's Next says how many follow, until there are none.
func (bp *BroadPhase) BeginTidy(kind state.BodyType) int {
	if bp.rebuilds() {
		return bp.Trees[kind].BeginRebuild()
	}
	return bp.Trees[kind].BeginRefit()
}

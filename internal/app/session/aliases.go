package session

import (
	"maps"

	"tumble/physics"
)

// aliases lead from the first keys of bodies and joints to the present ones, after removal and undo.
type aliases struct{ bodies, joints map[uint64]uint64 }

func (a *aliases) copy() aliases { return aliases{maps.Clone(a.bodies), maps.Clone(a.joints)} }

// first is the name of an object that has a key now.
func first(names map[uint64]uint64, now uint64) uint64 {
	for name, key := range names {
		if key == now {
			return name
		}
	}
	return now
}

func (a *aliases) name(b physics.Body) uint64 { return first(a.bodies, BodyKey(b)) }

func (a *aliases) nameJoint(j physics.Joint) uint64 { return first(a.joints, j.Order()) }

// rename gives an object that was made again the name that it had.
func (a *aliases) rename(name uint64, b physics.Body) {
	if a.bodies == nil {
		a.bodies = map[uint64]uint64{}
	}
	a.bodies[name] = BodyKey(b)
}

func (a *aliases) renameJoint(name uint64, j physics.Joint) {
	if a.joints == nil {
		a.joints = map[uint64]uint64{}
	}
	a.joints[name] = j.Order()
}

// body is the body of a name in a world.
func (a *aliases) body(w *physics.World, name uint64) (physics.Body, bool) {
	if key, ok := a.bodies[name]; ok {
		name = key
	}
	return bodyOf(w, name)
}

// bodyOf is the body with a key.
func bodyOf(w *physics.World, key uint64) (physics.Body, bool) {
	b, ok := w.BodyAt(int(uint32(key)))
	return b, ok && uint64(b.Generation()) == key>>32
}

// joint is the joint of a name in a world.
func (a *aliases) joint(w *physics.World, name uint64) (physics.Joint, bool) {
	if order, ok := a.joints[name]; ok {
		name = order
	}
	return jointOf(w, name)
}

// jointOf is the joint with an order.
func jointOf(w *physics.World, order uint64) (physics.Joint, bool) {
	for _, j := range w.Joints(nil) {
		if j.Order() == order {
			return j, true
		}
	}
	return physics.Joint{}, false
}

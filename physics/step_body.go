package physics

import "tumble/physics/internal/solve"

// addBody puts a body with the given values into the simulation, asleep.
func (w *World) addBody(values body, sim solve.Sim, name string) int32 {
	index := w.newBody(values, sim, name)
	w.updateMass(index)
	if values.kind == Dynamic && !values.disabled {
		w.createIsland(index)
	}
	return index
}

// removeBody takes a body with its shapes and joints out of the world.
func (w *World) removeBody(index int32) {
	r := &w.bodies[index]
	for r.firstJoint != none {
		w.destroyJoint(r.firstJoint>>1, true)
	}
	w.detachBody(index)
	for r.firstShape != none {
		w.removeShape(r.firstShape)
	}
	w.freeBody(index)
}

// moveBody puts a body elsewhere, brings it back if it was quarantined, and wakes it with what it touched.
func (w *World) moveBody(index int32, t Transform) {
	w.wakeTouching(index)
	w.placeBody(index, t)
	if r := &w.bodies[index]; r.frozen {
		r.frozen = false
		if !r.disabled {
			w.attachBody(index)
		}
	}
	w.wakeBody(index)
}

// placeBody writes the pose and all that follows from it: centre, inertia, bounds, proxies.
func (w *World) placeBody(index int32, t Transform) {
	t.Q = t.Q.Norm()
	w.sims[index].Transform = t
	w.sims[index].Moved()
	w.noteChange()
	for s := w.bodies[index].firstShape; s != none; s = w.shapes[s].next {
		w.refreshProxy(s)
	}
}

// changeType changes how a body moves, which keeps its velocities v and omega.
func (w *World) changeType(index int32, kind BodyType, v, omega Vec3) {
	r := &w.bodies[index]
	if !r.disabled {
		w.detachBody(index)
	}
	w.setType(index, kind)
	w.updateMass(index)
	if r.disabled {
		return
	}
	w.attachBody(index)
	w.wakeBody(index)
	if kind != Static {
		s := w.stateOf(r)
		s.V, s.W = v, omega
	}
}

func (w *World) disable(index int32) {
	w.detachBody(index)
	w.bodies[index].disabled = true
}

func (w *World) enable(index int32) {
	r := &w.bodies[index]
	r.disabled = false
	if !r.frozen {
		w.attachBody(index)
		w.wakeBody(index)
	}
	// even a body that does not move holds what hangs on it by a joint
	w.wakeTouching(index)
	w.wakeJoints(index)
}

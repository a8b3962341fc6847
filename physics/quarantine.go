package physics

// badBody is a body whose state became unusable in a step, and its place in World.moves.
type badBody struct{ index, move int32 }

// quarantineBodies freezes the bodies that finalizing found unusable. It comes last in a
// step, because it changes the order of World.awake, which World.moves follows.
func (w *World) quarantineBodies() {
	for _, bad := range w.scratch.bad {
		w.quarantine(bad.index)
		w.sink.repose(int(bad.move))
		w.sink.fellAsleep(int(bad.move))
	}
}

// quarantine freezes a body where it was before the step. It collides with nothing until
// SetTransform brings it back.
func (w *World) quarantine(index int32) {
	r, sim := &w.bodies[index], &w.sims[index]
	finite := true
	if s := w.stateOf(r); !s.V.IsFinite() || !s.W.IsFinite() || !sim.Transform.P.IsFinite() ||
		!sim.Transform.Q.IsUnit() {
		finite = false
	}
	sim.Transform.Q = sim.Q0
	sim.Transform.P = sim.Center0.Sub(sim.Q0.Rotate(sim.LocalCenter))
	sim.Moved()
	w.detachBody(index)
	w.forgetImpulses(r)
	r.frozen = true
	// its joints now hold the other bodies to a fixed place
	w.wakeJoints(index)
	w.quarantined++
	w.sink.quarantined(index, finite)
}

// detachBody takes a body out of the simulation: contacts, joints, broad phase, island,
// state. What touched it or hung on it wakes up.
func (w *World) detachBody(index int32) {
	r := &w.bodies[index]
	w.destroyBodyContacts(index, true)
	for key := r.firstJoint; key != none; key = w.joints[key>>1].edges[key&1].next {
		if o := w.joints[key>>1].other(key); o != none {
			w.wakeBody(o)
		}
	}
	for key := r.firstJoint; key != none; key = w.joints[key>>1].edges[key&1].next {
		j := &w.joints[key>>1]
		if j.color != none {
			w.ungraphJoint(key >> 1)
		}
		if j.linked {
			w.unlinkBodies(j.bodyA, j.bodyB)
			j.linked = false
		}
	}
	for s := r.firstShape; s != none; s = w.shapes[s].next {
		w.destroyProxy(s)
	}
	if r.awakeIndex != none {
		w.removeAwake(index)
	}
	if r.island != none {
		w.leaveIsland(index)
	}
}

// attachBody is the inverse of detachBody. The body sleeps afterwards.
func (w *World) attachBody(index int32) {
	r := &w.bodies[index]
	if r.kind == Dynamic {
		w.createIsland(index)
	}
	for s := r.firstShape; s != none; s = w.shapes[s].next {
		w.createProxy(s)
	}
	for key := r.firstJoint; key != none; key = w.joints[key>>1].edges[key&1].next {
		j := &w.joints[key>>1]
		if j.bodyA != none && w.movable(j.bodyA) && w.movable(j.bodyB) {
			w.wakeBody(j.other(key))
			w.wakeBody(index)
			j.linked = true
			w.linkBodies(j.bodyA, j.bodyB)
		}
	}
	w.wakeJoints(index)
}

package step

import "tumble/physics/internal/state"

// badBody is a body whose state became unusable in a step, and its place in the moves.
type badBody struct{ index, move int32 }

// quarantineBodies freezes the bodies that finalizing found unusable. It comes after all
// that goes by the order of the list of awake bodies, which it changes.
func (sp *Step) quarantineBodies() {
	for _, bad := range sp.bad {
		sp.quarantine(bad.index)
		sp.Sink.Repose(int(bad.move))
		sp.Sink.FellAsleep(int(bad.move))
	}
}

// quarantine freezes a body where it was before the step. It collides with nothing until
// SetTransform brings it back.
func (sp *Step) quarantine(index int32) {
	r, sim := &sp.Bodies[index], &sp.Sims[index]
	finite := true
	if s := sp.StateOf(r); !state.ValidVector(s.V, state.MaxSpeed) || !state.ValidVector(s.W, state.MaxSpeed) ||
		!sim.Transform.P.IsFinite() ||
		!sim.Transform.Q.IsUnit() {
		finite = false
	}
	sim.Transform.Q = sim.Q0
	// rounding may take it across the bounds
	sim.Transform.P = state.ClampVector(sim.Center0.Sub(sim.Q0.Rotate(sim.LocalCenter)), state.MaxPosition)
	sim.Moved()
	sp.detachBody(index)
	sp.forgetImpulses(r)
	r.Frozen = true
	// its joints now hold the other bodies to a fixed place
	sp.Islands.WakeJoints(index)
	sp.Quarantined++
	sp.Sink.Quarantined(index, finite)
}

// detachBody takes a body out of the simulation: contacts, joints, broad phase, island,
// state. Bodies in touch with it or joined to it wake up.
func (sp *Step) detachBody(index int32) {
	r := &sp.Bodies[index]
	sp.destroyBodyContacts(index, true)
	for key := r.FirstJoint; key != state.None; key = sp.Joints[key>>1].Edges[key&1].Next {
		if o := sp.Joints[key>>1].Other(key); o != state.None {
			sp.Islands.Wake(o)
		}
	}
	for key := r.FirstJoint; key != state.None; key = sp.Joints[key>>1].Edges[key&1].Next {
		j := &sp.Joints[key>>1]
		if j.Color != state.None {
			sp.Islands.UngraphJoint(key >> 1)
		}
		sp.Islands.UnlinkJoint(key >> 1)
	}
	for s := r.FirstShape; s != state.None; s = sp.Shapes[s].Next {
		sp.Broad.DestroyProxy(s)
	}
	if r.AwakeIndex != state.None {
		sp.Islands.RemoveAwake(index)
	}
	if r.Island != state.None {
		sp.Islands.Leave(index)
	}
}

// attachBody is the inverse of detachBody. The body sleeps afterwards.
func (sp *Step) attachBody(index int32) {
	r := &sp.Bodies[index]
	if r.Kind == state.Dynamic {
		sp.Islands.Create(index)
	}
	for s := r.FirstShape; s != state.None; s = sp.Shapes[s].Next {
		sp.Broad.CreateProxy(s)
	}
	for key := r.FirstJoint; key != state.None; key = sp.Joints[key>>1].Edges[key&1].Next {
		// it is in the graph as a joint with a body that does not move
		if sp.Joints[key>>1].Color != state.None {
			sp.Islands.UngraphJoint(key >> 1)
		}
	}
	for key := r.FirstJoint; key != state.None; key = sp.Joints[key>>1].Edges[key&1].Next {
		j := &sp.Joints[key>>1]
		if j.BodyA != state.None && sp.Movable(j.BodyA) && sp.Movable(j.BodyB) {
			sp.Islands.Wake(j.Other(key))
			sp.Islands.Wake(index)
			sp.Islands.LinkJoint(key >> 1)
		}
	}
	sp.Islands.WakeJoints(index)
}

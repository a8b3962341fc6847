package step

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Joints that are retuned at random, or contradict each other, may answer each other with impulses that grow from
// step to step until they are no numbers any more. Two signs tell: the last impulse of a step leaves a body faster
// than Settings.MaxLinearSpeed, which bounds motion within the step only; or the pull of a joint is more than any
// mass in the world explains. In both cases the bodies are slowed down, and their joints and contacts begin the next
// step without the impulses of this one.

// runawayPull is the mean force (N) or torque (N·m) of a joint in a step for each kilogram of the heaviest body, from
// which on it is restrained: a stop from 400 m/s within a sub-step of 4 ns. Joints that contradict each other
// pull with 1e8 at most.
const runawayPull = 1e10

// RestrainAt is the multiple of the largest speeds from which on a body is restrained.
const RestrainAt = 4

// runsAway reports whether a step left a body with velocities that only impulses without bound give. It is asked for
// bodies with joints: a thin rod that is thrown may spin as fast by itself (thin_wall).
func (sp *Step) runsAway(s *solve.State) bool {
	p := &sp.Solver.Params
	v, rotation := float32(RestrainAt*p.MaxLinearSpeed), float32(RestrainAt*float32(p.MaxRotation*p.InvH))
	// a square that is too large for a float is larger, too
	return s.V.Len2() > float32(v*v) || s.W.Len2() > float32(rotation*rotation)
}

// pullsBeyond reports whether no mass explains the pull of a joint. A pull that is no number is beyond, too.
func (sp *Step) pullsBeyond(j *state.Joint, row *solve.Joint) bool {
	// most masses have shapes
	most := float32(runawayPull * sp.Heaviest)
	if state.ValidVector(row.Force, most) && state.ValidVector(row.Torque, most) {
		return false
	}
	mass := sp.Sims[j.BodyB].Mass
	if j.BodyA != state.None {
		mass = vec.Max(mass, sp.Sims[j.BodyA].Mass)
	}
	most = vec.Max(most, float32(runawayPull*mass))
	return !state.ValidVector(row.Force, most) || !state.ValidVector(row.Torque, most)
}

// restrainJoint slows down both bodies of a joint whose pull has no bound.
func (sp *Step) restrainJoint(index int32) {
	j := &sp.Joints[index]
	row := &sp.Rows[index]
	row.ClearImpulses()
	// a reaction without bound is none: the length of one that is finite may overflow (TestRandomCommands draws it)
	row.Force, row.Torque = vec.Vec3{}, vec.Vec3{}
	sp.Islands.JointsChanged()
	for _, body := range [2]int32{j.BodyA, j.BodyB} {
		if body != state.None && sp.Movable(body) && sp.Bodies[body].AwakeIndex != state.None {
			sp.calm(body)
		}
	}
	sp.Sink.JointRestrained(index)
}

// restrain slows down a body that runs away.
func (sp *Step) restrain(index int32) {
	sp.calm(index)
	sp.Sink.BodyRestrained(index)
}

// calm slows a body down to the largest speeds and makes its joints and contacts forget their impulses.
func (sp *Step) calm(index int32) {
	r := &sp.Bodies[index]
	s, p := sp.StateOf(r), &sp.Solver.Params
	s.V = slowed(s.V, p.MaxLinearSpeed)
	s.W = slowed(s.W, float32(p.MaxRotation*p.InvH))
	sp.forget(r)
}

// forget lets the joints and contacts of a body begin the next step without impulses.
func (sp *Step) forget(r *state.Body) {
	sp.forgetImpulses(r)
	sp.forgetContacts(r)
}

// forgetContacts lets the contacts of a body begin without impulses.
func (sp *Step) forgetContacts(r *state.Body) {
	for key := r.FirstContact; key != state.None; key = sp.Contacts[key>>1].Edges[key&1].Next {
		manifolds := sp.ManifoldsOf(&sp.Contacts[key>>1])
		for i := range manifolds {
			manifolds[i].ClearImpulses()
		}
	}
}

// forgetImpulses lets the joints of a body begin the next step without impulses.
func (sp *Step) forgetImpulses(r *state.Body) {
	for key := r.FirstJoint; key != state.None; key = sp.Joints[key>>1].Edges[key&1].Next {
		sp.Rows[key>>1].ClearImpulses()
	}
	if r.FirstJoint != state.None {
		sp.Islands.JointsChanged()
	}
}

// slowed returns v with at most the length most. Its largest coordinate goes first, as squares may be too large.
func slowed(v vec.Vec3, most float32) vec.Vec3 {
	top := vec.Max(vec.Abs(v.X), vec.Max(vec.Abs(v.Y), vec.Abs(v.Z)))
	if !(top > 0) {
		return v
	}
	unit := v.Mul(1 / top)
	if length := unit.Len(); top > most/length {
		return unit.Mul(most / length)
	}
	return v
}

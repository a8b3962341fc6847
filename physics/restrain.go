package physics

import (
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// Joints that are retuned at random, or ask for what contradicts itself, may answer each other with impulses that
// grow from step to step until they are no numbers any more. They show in two ways. Nothing is faster than
// Settings.MaxLinearSpeed where it moves, but what pushes last in a step may leave a body with more. And the pull of a
// joint is beyond what any mass in the world explains. Either way the bodies are slowed down, and
// their joints and contacts begin the next step without the impulses of this one.

// runawayPull is the mean force (N) or torque (N·m) of a joint in a step for each kilogram of the heaviest body, from
// which on it is restrained: a stop from 400 m/s within a sub-step of 4 ns. Joints that contradict each other
// pull with 1e8 at most.
const runawayPull = 1e10

// restrainAt is how many times the largest speeds a body has to be left with.
const restrainAt = 4

// runsAway reports whether a step left a body with velocities that only impulses without bound give. It is asked for
// bodies with joints: a thin rod that is thrown may spin as fast by itself (thin_wall).
func (w *World) runsAway(s *solve.State) bool {
	p := &w.solver.Params
	v, turn := float32(restrainAt*p.MaxLinearSpeed), float32(restrainAt*float32(p.MaxRotation*p.InvH))
	// a square that is too large for a float is larger, too
	return s.V.Len2() > float32(v*v) || s.W.Len2() > float32(turn*turn)
}

// restrainJoint slows down both bodies of a joint whose pull has no bound.
func (w *World) restrainJoint(index int32) {
	j := &w.joints[index]
	w.rows[index].ClearImpulses()
	w.graph.TouchJoints()
	for _, body := range [2]int32{j.bodyA, j.bodyB} {
		if body != none && w.movable(body) && w.bodies[body].awakeIndex != none {
			w.calm(body)
		}
	}
	w.nextEvents.Restrained = append(w.nextEvents.Restrained, RestrainEvent{Joint: w.jointHandle(index)})
}

// restrain slows down a body that runs away.
func (w *World) restrain(index int32) {
	w.calm(index)
	w.nextEvents.Restrained = append(w.nextEvents.Restrained, RestrainEvent{Body: w.bodyHandle(index)})
}

// calm slows a body down to the largest speeds and makes its joints and contacts forget their impulses.
func (w *World) calm(index int32) {
	r := &w.bodies[index]
	s, p := w.stateOf(r), &w.solver.Params
	s.V = slowed(s.V, p.MaxLinearSpeed)
	s.W = slowed(s.W, float32(p.MaxRotation*p.InvH))
	w.forgetImpulses(r)
	for key := r.firstContact; key != none; key = w.contacts[key>>1].edges[key&1].next {
		patches := w.patchesOf(&w.contacts[key>>1])
		for i := range patches {
			patches[i].ClearImpulses()
		}
	}
}

// forgetImpulses lets the joints of a body begin the next step without impulses.
func (w *World) forgetImpulses(r *body) {
	for key := r.firstJoint; key != none; key = w.joints[key>>1].edges[key&1].next {
		w.rows[key>>1].ClearImpulses()
	}
	if r.firstJoint != none {
		w.graph.TouchJoints()
	}
}

// slowed returns v with at most the length most. Its largest coordinate goes first, as squares may be too large.
func slowed(v Vec3, most float32) Vec3 {
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

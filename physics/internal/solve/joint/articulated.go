package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
)

// MovableBody returns the body of a side, or World if impulses do not move it.
func (j *Joint) MovableBody(sims []motion.Sim, side int32) int32 {
	b := j.BodyB
	if side == 0 {
		b = j.BodyA
	}
	if b == World || sims[b].InvMass == 0 || sims[b].StateIndex == 0 {
		return World
	}
	return b
}

// SetInertia replaces the inverse inertia of side 0 or 1 by that of the middle of the step.
func (j *Joint) SetInertia(side int, inverse kernel.Inertia) {
	if side == 0 {
		j.InertiaA = inverse
	} else {
		j.InertiaB = inverse
	}
}

// AddHeld adds the changes of the impulses of the held rows; last says that the sub-step is over, so that the impulses
// count for the reaction.
func (j *Joint) AddHeld(changes []float32, last bool) {
	for i, d := range changes {
		j.Held[i] += d
		if last {
			j.heldSum[i] += j.Held[i]
		}
	}
}

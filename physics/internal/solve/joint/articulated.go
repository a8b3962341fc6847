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

// AddHeld adds the changes of the impulses of the rows in an articulation.
func (j *Joint) AddHeld(changes []float32) {
	for i, d := range changes {
		j.Held[i] += d
	}
}

// SumHeld counts the impulses of the rows in an articulation for the reaction: the sub-step is over.
func (j *Joint) SumHeld() {
	n := j.HeldCount()
	for i, l := range j.Held[:n] {
		j.heldSum[i] += l
	}
	for i := range j.AxisCount() {
		if j.inArticulation(i) != 0 {
			j.Axes[i].sum += j.Held[n]
			n++
		}
	}
	for i := range j.AxisCount() {
		if j.yields(i) {
			j.Axes[i].sum += j.Held[n]
			n++
		}
	}
}

package doctor

import (
	"fmt"
	"math"

	"tumble/physics"
)

// StepLimit is the longest step by the stiffest constraint of a world, without a simulation.
type StepLimit struct {
	// Fastest is the highest frequency of a contact or joint (Hz), Of its constraint.
	Fastest float64 `json:"fastest_hz"`
	Of      string  `json:"of"`
	// Explicit is the step (s) from which an oscillation of that frequency grows without bound under explicit
	// (symplectic) Euler, 2/ω.
	Explicit float64 `json:"explicit_s"`
	// Kept is the longest step (s) with which the solver, which is implicit, keeps that stiffness: beyond it the
	// constraint gets softer, and nothing grows.
	Kept float64 `json:"kept_s"`
}

// The parts of the sub-step rate up to which the solver keeps frequencies, as physics.Settings says.
const contactShare, jointShare = 1. / 5, 1. / 4

// LimitOf finds the fastest contact, rigid joint or spring of a world. A spring is not capped; the step keeps it that
// makes four sub-steps of its period.
func LimitOf(w *physics.World) StepLimit {
	settings := w.Settings()
	l := StepLimit{}
	offer := func(hertz float32, share float64, of string) {
		if f := float64(hertz); f > l.Fastest {
			l = StepLimit{Fastest: f, Of: of, Explicit: 1 / (math.Pi * f), Kept: float64(settings.SubSteps) * share / f}
		}
	}
	offer(settings.ContactHertz, contactShare, "contacts")
	for _, j := range w.Joints(nil) {
		kind := " of a " + j.Kind().String() + " joint"
		offer(settings.JointHertz, jointShare, "rigid joints")
		for i := range j.AxisCount() {
			offer(springHertz(j.At(i)), jointShare, "the spring"+kind)
			offer(j.At(i).Axis().LimitHertz, jointShare, "the soft limit"+kind)
		}
		for _, d := range drivesOf(j) {
			offer(d.Hertz, jointShare, "the drive"+kind)
		}
	}
	return l
}

// springHertz is the frequency (Hz) of the springs of a coordinate, that of its axis and that of the joint itself. A
// spring in newtons swings as fast as the mass lets it.
func springHertz(c physics.Coordinate) float32 {
	axis, own := c.Axis(), c.Passive()
	stiffness := float64(axis.Stiffness) + float64(own.Stiffness)
	mass := float64(c.Mass())
	if stiffness == 0 || mass == 0 {
		return axis.Hertz
	}
	return float32(math.Hypot(float64(axis.Hertz), math.Sqrt(stiffness/mass)/(2*math.Pi)))
}

// String is the limit in one line.
func (l StepLimit) String() string {
	return fmt.Sprintf("%.4g Hz (%s): explicit to %.1f ms, kept to %.1f ms",
		l.Fastest, l.Of, 1000*l.Explicit, 1000*l.Kept)
}

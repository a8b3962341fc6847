package lab

import (
	"fmt"
	"math"

	"tumble/physics/scenes"
)

// StepLimit is the longest step by the stiffest constraint of a scene, without a simulation.
type StepLimit struct {
	// Fastest is the highest frequency of a contact or joint (Hz), Of its constraint.
	Fastest float64 `json:"fastest_hz"`
	Of      string  `json:"of"`
	// Explicit is the step (s) from which an oscillation of that frequency grows without bound under explicit (symplectic)
	// Euler, 2/ω.
	Explicit float64 `json:"explicit_s"`
	// Kept is the longest step (s) with which the solver, which is implicit, keeps that stiffness: beyond it the
	// constraint gets softer, and nothing grows.
	Kept float64 `json:"kept_s"`
}

// The parts of the sub-step rate at which the solver caps frequencies, as physics.Settings says.
const contactCap, jointCap = 5, 4

// limitOf finds the fastest contact, rigid joint or spring of a run. A spring is not capped; the step keeps it that
// makes four sub-steps of its period.
func limitOf(run *scenes.Run) StepLimit {
	settings := run.World.Settings()
	l := StepLimit{}
	offer := func(hertz float32, cap float64, of string) {
		if f := float64(hertz); f > l.Fastest {
			l = StepLimit{Fastest: f, Of: of, Explicit: 1 / (math.Pi * f), Kept: float64(settings.SubSteps) / (cap * f)}
		}
	}
	offer(settings.ContactHertz, contactCap, "contacts")
	for _, j := range run.World.Joints(nil) {
		offer(settings.JointHertz, jointCap, "rigid joints")
		for i := range j.AxisCount() {
			offer(j.Axis(i).Hertz, jointCap, "the spring of a "+j.Kind().String()+" joint")
		}
		offer(j.LinearDrive().Hertz, jointCap, "the drive of a "+j.Kind().String()+" joint")
		offer(j.AngularDrive().Hertz, jointCap, "the drive of a "+j.Kind().String()+" joint")
	}
	return l
}

func (l StepLimit) String() string {
	return fmt.Sprintf("%.4g Hz (%s): explicit to %.1f ms, kept to %.1f ms", l.Fastest, l.Of, 1000*l.Explicit, 1000*l.Kept)
}

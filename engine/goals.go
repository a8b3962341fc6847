package engine

import (
	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// Goals measures the goals of docs/timestep.md over the newest frames of the window. The slice is valid until the next
// call.
func (l *Loop) Goals() []diagnose.Goal {
	s := &l.status
	facts := diagnose.GoalFacts{
		Residual: s.Ledger.Residual(), Lag: s.Lag, Tick: l.Strategies().Stepper.Length(),
		Interpolated: l.runner.Strategy().Exact && l.frame.Show.Mode == timestep.Interpolate,
		Bodies:       int(s.LastPresent.Stats.Instances), Pace: l.pace.Meter.Figures(),
		Regular:    l.cfg.Vsync != renderer.VsyncOff && !s.VsyncIgnored && l.realSpeed() && s.Lock == timestep.LockHeld,
		JustInTime: l.late && l.runner.Strategy().Filter == timestep.FilterDisplay,
	}
	return l.goals.Measure(l.FrameSamples(l.goals.Samples()), &facts)
}

// realSpeed reports whether simulated time runs at the speed of the clock. Otherwise the evenness of the picture has no
// meaning.
func (l *Loop) realSpeed() bool {
	num, den := l.Virtual().Speed()
	return num == den && !l.Virtual().Standing()
}

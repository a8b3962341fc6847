// Package profile measures the steps of a world: wall times of the phases and stages, labels for CPU profiles, and the
// times of single contacts. Results of a step do not depend on it.
package profile

// Profile holds the measurements of a world.
type Profile struct {
	// Clock returns a monotonic time in nanoseconds; nil measures nothing.
	Clock func() int64
	// Times are those of the last step.
	Times Times
	// Labels mark the samples of CPU profiles, nil for none.
	Labels *Labels
	Costs  Costs
}

// SetClock sets the clock, nil for none.
func (p *Profile) SetClock(clock func() int64) { p.Clock = clock }

// SetLabels sets the marks of the samples to come, nil for none.
func (p *Profile) SetLabels(l *Labels) { p.Labels = l }

// Begin forgets the times of the last step.
func (p *Profile) Begin() { p.Times = Times{} }

// NoteWakes notes how many workers were woken in the step, how long they took to run and the longest of them (ns).
func (p *Profile) NoteWakes(count, ns, most int64) {
	p.Times.Wakes, p.Times.WakeTime, p.Times.WakeMost = count, ns, most
}

// Now reads the clock.
func (p *Profile) Now() int64 {
	if p.Clock == nil {
		return 0
	}
	return p.Clock()
}

// Times are the values of physics.Profile (ns), field by field.
type Times struct {
	Step                                                   int64
	Pairs, Collide, Transitions                            int64
	Solve                                                  int64
	Prepare, IntegrateVelocities, WarmStart, SolveContacts int64
	IntegratePositions, Relax, Restitution, Store          int64
	Finalize, Continuous, Refit, Sleep, Sensors            int64
	Wakes, WakeTime, WakeMost                              int64
}

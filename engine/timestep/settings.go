package timestep

import "fmt"

// Settings are the constants of the strategies that depend on the game. Times are in nanoseconds.
type Settings struct {
	// MaxFrame is the longest backlog that the canonical loop works off before it resets its progress.
	MaxFrame int64
	// Clamp is the longest time that one frame passes on, 0 for no limit.
	Clamp int64
	// Backlog is the most time that may wait to be simulated by equal ticks, 0 for no limit.
	Backlog int64
	// MaxSteps is the largest number of steps in a frame, 0 for no limit. Strategies with equal ticks give the rest
	// up; those without a clamp of their own still owe it.
	MaxSteps int64
	// Budget is the wall time that one frame spends in equal ticks, 0 for no limit.
	Budget int64
	// Snooze is how long the canonical loop without a second state sleeps when no step was due.
	Snooze int64
	// SemiFixed is the longest step of the semi-fixed loop, 0 for that of the tick rate.
	SemiFixed int64
	// Hysteresis is how far the even frame time may leave the true one, in 10⁻⁹ tick.
	Hysteresis int64
}

// DefaultSettings are those of a new Runner.
func DefaultSettings() Settings {
	return Settings{
		MaxFrame: 50 * Millisecond, Clamp: DefaultClamp, Backlog: DefaultBacklog, Budget: DefaultBudget,
		Snooze: 2 * Millisecond, Hysteresis: Second / 2,
	}
}

// Validate returns an error that names the first setting out of its range.
func (s *Settings) Validate() error {
	for _, c := range []struct {
		name         string
		v, low, high int64
	}{
		{"largest frame time", s.MaxFrame, Millisecond, 10 * Second},
		{"clamp", s.Clamp, 0, 3600 * Second},
		{"backlog", s.Backlog, 0, 3600 * Second},
		{"steps of a frame", s.MaxSteps, 0, 1_000_000},
		{"wall time budget", s.Budget, 0, 3600 * Second},
		{"snooze", s.Snooze, 0, Second},
		{"longest semi-fixed step", s.SemiFixed, 0, Second},
		{"threshold of hysteresis", s.Hysteresis, 0, 10 * Second},
	} {
		if c.v < c.low || c.v > c.high {
			return fmt.Errorf("engine: %s of %d: must be from %d to %d", c.name, c.v, c.low, c.high)
		}
	}
	return nil
}

// SetSettings changes the constants between two frames; time goes on where it is.
func (r *Runner) SetSettings(s Settings) error {
	if err := s.Validate(); err != nil {
		return err
	}
	r.set.settings = s
	if err := r.virtual.SetClamp(s.Clamp); err != nil {
		return err
	}
	if err := r.set.Stepper.SetBacklog(s.Backlog); err != nil {
		return err
	}
	return r.set.Stepper.SetBudget(s.Budget)
}

// Settings are the constants in use.
func (r *Runner) Settings() Settings { return r.set.settings }

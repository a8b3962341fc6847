package capacity

import (
	"context"
	"sync/atomic"

	"tumble/engine/timestep"
)

// Run is a measurement in the background.
type Run struct {
	Options Options
	state   atomic.Pointer[State]
	cancel  context.CancelFunc
}

// State is how far a run has come.
type State struct {
	// Part is the part that is done, What the trial under way.
	Part float64
	What string
	// Ended is set at the end, with the figures or the error.
	Ended   bool
	Figures []Figure
	Err     error
}

// Start measures in a goroutine of its own. wake is called from there when the state has changed.
func Start(clock timestep.Clock, o Options, wake func()) *Run {
	ctx, cancel := context.WithCancel(context.Background())
	r := &Run{Options: o, cancel: cancel}
	r.state.Store(&State{})
	go func() {
		defer cancel()
		list, err := Measure(ctx, clock, o, func(part float64, what string) {
			r.state.Store(&State{Part: part, What: what})
			wake()
		})
		r.state.Store(&State{Part: 1, Ended: true, Figures: list, Err: err})
		wake()
	}()
	return r
}

// State is how far the run has come; it does not change.
func (r *Run) State() *State { return r.state.Load() }

// Cancel ends the run after the step under way.
func (r *Run) Cancel() { r.cancel() }

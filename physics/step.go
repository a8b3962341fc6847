package physics

import (
	"errors"
	"fmt"
	"tumble/physics/internal/step"
)

// errLeft says that the goroutine of a step ended within it.
var errLeft = errors.New(
	"physics: a step was left half done, by runtime.Goexit in a hook or a panic: restore a snapshot")

// Step advances the world by dt seconds, between 1 µs and 1 s. A dt of 0 only updates the
// contacts. It returns ErrWorldLocked when called while the world steps. After a step that could
// not be finished, because of a fault in a worker or a hook that ended the goroutine, every further one returns its
// error until Restore. A hook that panicked gives a *HookError after the step has been finished.
func (w *World) Step(dt float32) error {
	if w.repeats != nil {
		return w.repeats.step(w, dt)
	}
	return w.advance(dt)
}

// advance does a step and writes it down.
func (w *World) advance(dt float32) error {
	if r := w.logging(); r != nil {
		return r.step(dt)
	}
	return w.compute(dt)
}

// compute does a step.
func (w *World) compute(dt float32) error {
	if w.film != nil {
		return w.film.step(w, dt)
	}
	if !(dt >= step.MinLength && dt <= step.MaxLength) && dt != 0 {
		return fmt.Errorf("physics: step of %g s: must be 0 or between %g and %d s", dt, step.MinLength, step.MaxLength)
	}
	if !w.locked.CompareAndSwap(false, true) {
		return ErrWorldLocked
	}
	defer w.locked.Store(false)
	if w.broken != nil {
		return w.broken
	}
	w.published.moves = w.published.moves[:0]
	w.hooks.failed = nil
	// stays if a hook leaves with runtime.Goexit, as testing.T.FailNow does
	w.broken = errLeft
	before, still := w.now, w.isStill()
	w.changed()
	if err := w.step.Run(dt); err != nil {
		w.broken = fmt.Errorf("physics: step: %w", err)
		return w.broken
	}
	w.broken = nil
	if still && w.isStill() {
		// only the number of steps is another one
		w.now = before
	}
	w.published.swap()
	if w.hooks.failed != nil {
		return w.hooks.failed
	}
	return nil
}

// isStill reports whether a step finds nothing to do.
func (w *World) isStill() bool {
	watched := len(w.sensors.Sensors)+len(w.sensors.Overlaps) > 0 && w.broad.Changed
	return len(w.state.Awake)+len(w.broad.Moved)+len(w.broad.Waiting) == 0 && !watched
}

// StepLength returns the length of the last step (s), 0 before the first.
func (w *World) StepLength() float32 { return w.step.Length() }

package physicstest

import (
	"testing"

	"tumble/physics"
)

// Check looks at a world and returns an error if something about it is wrong: which body or joint, its value, and the
// bound. It changes nothing.
type Check func(w *physics.World) error

// Assert carries out checks and reports every failure with the step after which the world stands: of the recording of
// the test, or since the creation of a world that is not recorded. It returns whether all hold.
func Assert(t testing.TB, w *physics.World, checks ...Check) bool {
	t.Helper()
	if w == nil {
		t.Fatal("physicstest: no world")
	}
	holds := true
	for _, check := range checks {
		err := check(w)
		if err != nil {
			fail(t, w, "%v", err)
			holds = false
		}
	}
	return holds
}

// Run steps a world and asserts the checks after each step of dt seconds. It ends at the first step with a failure, and
// returns whether all steps were done.
func Run(t testing.TB, w *physics.World, steps int, dt float32, checks ...Check) bool {
	t.Helper()
	if w == nil {
		t.Fatal("physicstest: no world")
	}
	for range steps {
		err := w.Step(dt)
		if err != nil {
			fail(t, w, "the step of %g s returns: %v", dt, err)
			return false
		}
		if !Assert(t, w, checks...) {
			return false
		}
	}
	return true
}

// fail reports a failure after the present step of a world.
func fail(t testing.TB, w *physics.World, format string, arguments ...any) {
	t.Helper()
	r := recordingOf(w)
	step := int(w.Counters().Steps)
	if r != nil {
		step = r.recorder.Steps()
		r.note(step)
	}
	t.Errorf("step %d: "+format, append([]any{step}, arguments...)...)
}

// note keeps the step of the first failure.
func (r *recording) note(step int) {
	recordings.Lock()
	defer recordings.Unlock()
	if r.failed < 0 {
		r.failed = step
	}
}

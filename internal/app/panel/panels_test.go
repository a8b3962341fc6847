package panel

import (
	"testing"
	"tumble/engine/input"
	"tumble/engine/timestep"
)

// The panels do not allocate, and hidden they draw nothing.
func TestPanelFramesDoNotAllocate(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	p := r.panels
	p.drawer = true
	for _, title := range []string{windowTune, windowInspect, windowShow, windowProfile, windowCounters, windowFrames,
		windowCost, windowEnergy, windowRuntime, windowGoals} {
		p.ui.Show(title)
		r.Select(r.dynamic()[0])
		r.run(40)
		frame := func() {
			r.loop.Inbox().Push(input.Event{Kind: input.EventMouseMove, X: 320, Y: 180})
			r.clock.Advance(timestep.Second / 60)
			if err := r.loop.Frame(); err != nil {
				t.Fatal(err)
			}
		}
		if n := testing.AllocsPerRun(60, frame); n != 0 {
			t.Errorf("%s: %v allocations a frame", title, n)
		}
	}
}

// TestLargestOfAllSteps: the profile keeps the times of all steps of a frame, so that none of them misses the largest.
func TestLargestOfAllSteps(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	h := &r.panels.history
	r.run(2)
	before, steps := h.stages[0].count, r.session.Steps()
	for range 3 {
		if err := r.Tick(timestep.TickTime{Dt: 0.01, Hz: 100}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := h.stages[0].count-before, int(r.session.Steps()-steps); got != want || want != 3 {
		t.Errorf("%d values of %d steps", got, want)
	}
	if s := h.stages[0].series(""); len(s.Data) != h.stages[0].count || s.Lead+len(s.Data) != historyLength {
		t.Errorf("%d values, %d places before them", len(s.Data), s.Lead)
	}
}

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
	for _, title := range []string{windowTune, windowInspect, windowShow, windowProfile, windowCounters, windowFrames, windowCost, windowRuntime, windowGoals} {
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

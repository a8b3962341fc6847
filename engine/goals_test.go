package engine

import (
	"testing"

	"tumble/engine/input"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// The goals of a running loop: on a display of 60 Hz with input now and then all are known, and those that do not
// depend on the machine are held; without a display that swaps wait for, judder is not known.
func TestGoalsOfARunningLoop(t *testing.T) {
	for _, vsync := range []renderer.Vsync{renderer.VsyncOn, renderer.VsyncOff} {
		b := newBench(t, false, func(_ *bench, c *LoopConfig) { c.Vsync, c.LimitMilli = vsync, 0 })
		b.surface.period = timestep.Second / 60
		next := int64(0)
		b.window.script = func(w *fakeWindow, now int64) {
			if now > next {
				next = now + 50*timestep.Millisecond
				w.in.Push(input.Event{Kind: input.EventMouseMove})
			}
		}
		if err := b.runFor(t, 5*timestep.Second); err != nil {
			t.Fatal(err)
		}
		known := map[int]bool{}
		for _, g := range b.loop.Goals() {
			t.Logf("%d %s: %g %s, goal %g, known %v", g.Number, g.Name, g.Measured, g.Unit, g.Limit, g.Known)
			known[g.Number] = known[g.Number] || g.Known
			if g.Known && !g.OfMachine() && g.Number != 19 && !g.Held() {
				t.Errorf("%d %s: %g %s, goal %g", g.Number, g.Name, g.Measured, g.Unit, g.Limit)
			}
			if !g.Known && g.Why == "" {
				t.Errorf("%d is not known for no reason", g.Number)
			}
			if g.Number == 5 && g.Known && !g.Held() {
				t.Errorf("judder of %g %%", g.Measured)
			}
		}
		for _, n := range []int{2, 15, 21, 24, 26, 34} {
			if !known[n] && (n != 24 || vsync == renderer.VsyncOn) {
				t.Errorf("goal %d is not known", n)
			}
		}
		if known[5] != (vsync == renderer.VsyncOn) {
			t.Errorf("vsync %v: judder known %v", vsync, known[5])
		}
	}
}

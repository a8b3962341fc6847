package engine

import (
	"testing"

	"tumble/engine/input"
	"tumble/engine/timestep"
)

// Every strategy ends within 0.3 s of a wish to, with steps that cost 1 to 1000 % of what they simulate: by the
// program's own action on a key, as Ctrl+Q is, and by a window that is to close, as signals and its button do.
func TestEveryStrategyEndsUnderAnyLoad(t *testing.T) {
	for _, strategy := range timestep.StrategyNames() {
		for _, percent := range []int64{1, 100, 120, 400, 1000} {
			for _, way := range []string{"key", "close"} {
				b := newBench(t, false, func(b *bench, c *LoopConfig) {
					c.Strategy = strategy
					b.sim.clock, b.sim.tickNs = b.clock, 10*timestep.Millisecond*percent/100
				})
				asked := int64(0)
				b.sim.onInput = func(e *input.Event) {
					if e.Kind == input.EventKey {
						b.loop.Quit()
					}
				}
				ends := b.clock.Now() + 5*timestep.Second
				b.window.script = func(w *fakeWindow, now int64) {
					if now < ends || asked != 0 {
						return
					}
					asked = now
					if way == "key" {
						w.in.Push(input.Event{Kind: input.EventKey, Code: 'Q', Action: input.Press})
					} else {
						w.closed = true
					}
				}
				if err := b.loop.Run(); err != nil {
					t.Fatalf("%s at %d %%: %v", strategy, percent, err)
				}
				if took := b.clock.Now() - asked; asked == 0 || took > 300*timestep.Millisecond {
					t.Errorf("%s at %d %%, %s: ended %d ms after it was asked", strategy, percent, way, took/timestep.Millisecond)
				}
			}
		}
	}
}

// A loop without a limit falls behind for ever, says so, and is on time again after a switch.
func TestLoopThatNoLongerCatchesUp(t *testing.T) {
	for _, strategy := range []string{"callback", "two-timers"} {
		b := newBench(t, false, func(b *bench, c *LoopConfig) {
			c.Strategy = strategy
			b.sim.clock, b.sim.tickNs = b.clock, 12*timestep.Millisecond
		})
		switchAt, failed := b.clock.Now()+20*timestep.Second, false
		b.window.script = func(_ *fakeWindow, now int64) {
			s := b.loop.Status()
			if now > switchAt && !failed {
				failed = s.Failing && s.Behind > timestep.Second
				if err := b.loop.SetStrategy(timestep.DefaultStrategy); err != nil {
					t.Error(err)
				}
			}
		}
		if err := b.runFor(t, 25*timestep.Second); err != nil {
			t.Fatal(err)
		}
		if s := b.loop.Status(); !failed || s.Failing || s.Behind != 0 {
			t.Errorf("%s: failing seen %v; after the switch failing %v, %d ns behind", strategy, failed, s.Failing, s.Behind)
		}
	}
	// a spike is no failure
	b := newBench(t, false, func(b *bench, c *LoopConfig) { c.Strategy = "callback" })
	ever := false
	b.window.script = func(_ *fakeWindow, now int64) {
		if now > 3*timestep.Second && now < 3100*timestep.Millisecond {
			b.clock.Advance(2 * timestep.Second)
		}
		ever = ever || b.loop.Status().Failing
	}
	if err := b.runFor(t, 10*timestep.Second); err != nil || ever {
		t.Errorf("error %v, failing after one spike %v", err, ever)
	}
}

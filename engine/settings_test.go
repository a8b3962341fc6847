package engine

import (
	"testing"

	"tumble/engine/input"
	"tumble/engine/timestep"
)

// Every strategy ends within 0.3 s of a wish to, with steps that cost 1 to 1000 % of the time that they simulate: by
// the program's own action on a key, as Ctrl+Q is, and by a window that is to close, as signals and its button do.
func TestEveryStrategyEndsUnderAnyLoad(t *testing.T) {
	for _, strategy := range timestep.StrategyNames() {
		for _, percent := range []int64{1, 100, 120, 400, 1000} {
			for _, by := range []string{"key", "close"} {
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
					if by == "key" {
						w.in.Push(input.Event{Kind: input.EventKey, Code: 'Q', Action: input.Press})
					} else {
						w.closed = true
					}
				}
				if err := b.loop.Run(); err != nil {
					t.Fatalf("%s at %d %%: %v", strategy, percent, err)
				}
				if took := b.clock.Now() - asked; asked == 0 || took > 300*timestep.Millisecond {
					t.Errorf("%s at %d %%, %s: ended %d ms after it was asked", strategy, percent, by,
						took/timestep.Millisecond)
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
			t.Errorf("%s: failing seen %v; after the switch failing %v, %d ns behind", strategy, failed, s.Failing,
				s.Behind)
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

// Every setting of a loop acts while it runs: what it changes is measured before and after.
func TestSettingsActLive(t *testing.T) {
	type figures struct {
		frames, ticks, waits, steps int
		lag, dropped                int64
	}
	measure := func(strategy string, tickNs int64, prepare func(*bench), change func(*Settings)) [2]figures {
		var all [2]figures
		b := newBench(t, false, func(b *bench, c *LoopConfig) {
			c.Strategy = strategy
			b.sim.clock, b.sim.tickNs = b.clock, tickNs
		})
		prepare(b)
		begin, at := b.clock.Now(), figures{}
		part := 0
		most := 0
		b.window.script = func(w *fakeWindow, now int64) {
			s := b.loop.Status()
			most = max(most, s.Steps)
			if part < 2 && now-begin > int64(part+1)*5*timestep.Second {
				n := figures{int(s.Frames), int(s.Tick), int(b.fences.Load()), 0, 0, s.Dropped}
				all[part] = figures{n.frames - at.frames, n.ticks - at.ticks, n.waits - at.waits, most, s.Lag,
					n.dropped - at.dropped}
				at, most = n, 0
				part++
				if part == 1 {
					settings := b.loop.Settings()
					change(&settings)
					if err := b.loop.SetSettings(settings); err != nil {
						t.Error(err)
					}
				}
			}
		}
		if err := b.runFor(t, 12*timestep.Second); err != nil {
			t.Fatal(err)
		}
		return all
	}
	slow := func(period int64) func(*bench) { return func(b *bench) { b.surface.period = period } }
	blur := func(b *bench) { b.window.blurred = true }
	for _, c := range []struct {
		name     string
		strategy string
		tickNs   int64
		prepare  func(*bench)
		change   func(*Settings)
		ok       func(before, after figures) bool
	}{
		{"max_frame", "canonical", 0, slow(80 * timestep.Millisecond),
			func(s *Settings) { s.MaxFrame = 100 * timestep.Millisecond },
			func(b, a figures) bool { return a.ticks > 3*b.ticks }},
		{"clamp", "interpolate-raw", 0, slow(80 * timestep.Millisecond),
			func(s *Settings) { s.Clamp = 20 * timestep.Millisecond },
			func(b, a figures) bool { return 3*a.ticks < b.ticks }},
		{"backlog", "interpolate-raw", 0, slow(80 * timestep.Millisecond),
			func(s *Settings) { s.Backlog = 20 * timestep.Millisecond },
			func(b, a figures) bool { return 3*a.ticks < b.ticks }},
		{"max_steps", "interpolate-raw", 0, slow(80 * timestep.Millisecond), func(s *Settings) { s.MaxSteps = 2 },
			func(b, a figures) bool { return b.steps > 6 && a.steps == 2 && a.dropped > 0 }},
		{"budget", "interpolate-raw", 12 * timestep.Millisecond, slow(16 * timestep.Millisecond),
			func(s *Settings) { s.Budget = 20 * timestep.Millisecond },
			func(b, a figures) bool { return a.steps < b.steps }},
		{"snooze", "canonical-snooze", 0, slow(timestep.Millisecond),
			func(s *Settings) { s.Snooze = 40 * timestep.Millisecond },
			func(b, a figures) bool { return 2*a.frames < b.frames }},
		{"semi_fixed_limit", "semi-fixed", 0, slow(16 * timestep.Millisecond),
			func(s *Settings) { s.SemiFixed = 2 * timestep.Millisecond },
			func(b, a figures) bool { return a.ticks > 3*b.ticks }},
		{"background slow", "interpolate", 0, blur, func(s *Settings) { s.Background = BackgroundSlow },
			func(b, a figures) bool { return b.frames > 250 && a.frames < 160 && a.ticks > 450 }},
		{"background pause", "interpolate", 0, blur, func(s *Settings) { s.Background = BackgroundPause },
			func(b, a figures) bool { return b.ticks > 450 && a.ticks < 10 }},
		{"pause_minimised", "interpolate", 0, func(b *bench) { b.window.hidden = true },
			func(s *Settings) { s.PauseMinimised = true }, func(b, a figures) bool {
				return b.ticks > 450 &&
					a.ticks < 10
			}},
		{"low_latency", "interpolate", 0, func(*bench) {}, func(s *Settings) { s.LowLatency = true },
			func(b, a figures) bool { return a.waits > b.waits+200 }},
	} {
		r := measure(c.strategy, c.tickNs, c.prepare, c.change)
		t.Logf("%-17s before %+v, after %+v", c.name, r[0], r[1])
		if !c.ok(r[0], r[1]) {
			t.Errorf("%s: no effect", c.name)
		}
	}
	b := newBench(t, false, nil)
	bad := b.loop.Settings()
	bad.MaxFrame = 0
	if b.loop.SetSettings(bad) == nil {
		t.Error("accepted a largest frame time of 0")
	}
}

package engine

import (
	"math/rand/v2"
	"testing"

	"tumble/engine/diagnose"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// mishap is a way to provoke a hitch.
type mishap struct {
	name   string
	want   diagnose.Cause
	inject func(b *bench, ns int64)
}

// once lets something happen in the next call of a hook only.
func once(hook *func(), what func()) {
	*hook = func() {
		*hook = nil
		what()
	}
}

var mishaps = []mishap{
	{"slow step", diagnose.CauseStep, func(b *bench, ns int64) { once(&b.sim.onTick, func() { b.clock.Advance(ns) }) }},
	{"slow recording", diagnose.CauseRecord,
		func(b *bench, ns int64) { once(&b.sim.onRecord, func() { b.clock.Advance(ns) }) }},
	{"blocked swap", diagnose.CauseSwap, func(b *bench, ns int64) { b.surface.hang = ns }},
	{"collector in a step", diagnose.CauseCollector,
		func(b *bench, ns int64) { once(&b.sim.onTick, func() { b.counters.collect(ns) }) }},
	{"collector in the recording", diagnose.CauseCollector,
		func(b *bench, ns int64) { once(&b.sim.onRecord, func() { b.counters.collect(ns) }) }},
	{"collector elsewhere", diagnose.CauseCollector, func(b *bench, ns int64) { b.counters.collect(ns) }},
	{"core stolen in a step", diagnose.CauseScheduler,
		func(b *bench, ns int64) { once(&b.sim.onTick, func() { b.counters.steal(ns) }) }},
	{"core stolen in the recording", diagnose.CauseScheduler,
		func(b *bench, ns int64) { once(&b.sim.onRecord, func() { b.counters.steal(ns) }) }},
	{"page faults", diagnose.CausePageFaults, func(b *bench, ns int64) {
		once(&b.sim.onTick, func() {
			b.clock.Advance(ns)
			b.counters.now.System += ns
			b.counters.now.MinorFaults += uint64(ns / timestep.Microsecond)
		})
	}},
	{"the kernel works for something else", diagnose.CauseStep, func(b *bench, ns int64) {
		once(&b.sim.onTick, func() {
			b.clock.Advance(ns)
			b.counters.now.System += ns
			b.counters.now.MinorFaults += 10
		})
	}},
	{"pages from a disk", diagnose.CausePageFaults, func(b *bench, ns int64) {
		once(&b.sim.onRecord, func() {
			b.counters.block(ns)
			b.counters.now.MajorFaults++
			b.counters.now.BlocksIn += 8
		})
	}},
	{"disk", diagnose.CauseDisk, func(b *bench, ns int64) {
		once(&b.sim.onTick, func() { b.counters.block(ns); b.counters.now.BlocksOut += 8 })
	}},
	{"lock", diagnose.CauseLock, func(b *bench, ns int64) {
		once(&b.sim.onTick, func() { b.counters.block(ns); b.counters.locked += ns })
	}},
	// a counter that moved by too little explains too little
	{"short pause", diagnose.CauseUnknown, func(b *bench, ns int64) {
		once(&b.sim.onTick, func() {
			b.counters.block(ns)
			b.counters.now.Pauses++
			b.counters.now.PauseNs += timestep.Millisecond
		})
	}},
	{"short wait for a core", diagnose.CauseUnknown, func(b *bench, ns int64) {
		once(&b.sim.onTick, func() { b.counters.block(ns); b.counters.now.Delay += ns / 10 })
	}},
	{"short lock", diagnose.CauseUnknown, func(b *bench, ns int64) {
		once(&b.sim.onTick, func() { b.counters.block(ns); b.counters.locked += ns / 10 })
	}},
	{"nobody knows in a step", diagnose.CauseUnknown,
		func(b *bench, ns int64) { once(&b.sim.onTick, func() { b.counters.block(ns) }) }},
	{"nobody knows, recording", diagnose.CauseUnknown,
		func(b *bench, ns int64) { once(&b.sim.onRecord, func() { b.counters.block(ns) }) }},
	{"nobody knows", diagnose.CauseUnknown, func(b *bench, ns int64) { b.clock.Advance(ns) }},
}

// noisy is a quiet machine: steps, recording and swaps vary a little, and the collector runs now and then without
// disturbing anybody.
func noisy(b *bench, r *rand.Rand) {
	b.sim.tickNs = 300*timestep.Microsecond + r.Int64N(600*timestep.Microsecond)
	b.sim.recordNs = 500*timestep.Microsecond + r.Int64N(2*timestep.Millisecond)
	if r.IntN(600) == 0 {
		b.counters.now.Cycles++
		b.counters.now.Pauses += 2
		b.counters.now.PauseNs += 60 * timestep.Microsecond
		b.counters.now.CollectorNs += timestep.Millisecond
	}
	if r.IntN(40) == 0 {
		// a short visit of another program
		b.counters.steal(r.Int64N(2 * timestep.Millisecond))
	}
}

// Every hitch that is provoked is noticed once, soon, and gets its name: twenty times of each kind, from two refreshes
// long to half a second, with vsync and without.
func TestHitchesHaveTheirCause(t *testing.T) {
	for _, vsync := range []renderer.Vsync{renderer.VsyncOn, renderer.VsyncOff} {
		for _, m := range mishaps {
			b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
				b.sim.clock = b.clock
				cfg.Vsync = vsync
				if vsync == renderer.VsyncOff {
					cfg.LimitMilli = 60_000
				}
				cfg.OnHitch = func(h diagnose.Hitch) { b.hitches = append(b.hitches, h) }
			})
			r := rand.New(rand.NewPCG(1, 2))
			provoked, right := 0, 0
			next := int64(3 * timestep.Second)
			b.window.script = func(_ *fakeWindow, now int64) {
				if now < next {
					noisy(b, r)
					return
				}
				next += timestep.Second + r.Int64N(timestep.Second)
				if provoked > 0 {
					if len(b.hitches) == 1 && b.hitches[0].Cause == m.want {
						right++
					} else {
						t.Logf("%s, %d: found %v", m.name, provoked, b.hitches)
					}
				}
				b.hitches = b.hitches[:0]
				provoked++
				m.inject(b, 40*timestep.Millisecond+r.Int64N(200*timestep.Millisecond))
			}
			if err := b.runFor(t, 50*timestep.Second); err != nil {
				t.Fatal(err)
			}
			if provoked < 21 || right != provoked-1 {
				t.Errorf("%s, vsync %v: %d of %d found and named %v", m.name, vsync == renderer.VsyncOn, right,
					provoked-1, m.want)
			}
		}
	}
}

// Ten quiet minutes raise no alarm, neither do a paused picture, a low limit of frames, or a machine
// that is slow all the time.
func TestNoFalseAlarm(t *testing.T) {
	const long = 600 * timestep.Second
	for _, c := range []struct {
		name   string
		time   int64
		change func(b *bench, cfg *LoopConfig)
	}{
		{"quiet, vsync", long, nil},
		{"quiet, no vsync", long, func(_ *bench, cfg *LoopConfig) {
			cfg.Vsync, cfg.LimitMilli = renderer.VsyncOff,
				144_000
		}},
		{"limit of 10 Hz", 20 * timestep.Second, func(_ *bench, cfg *LoopConfig) { cfg.LimitMilli = 10_000 }},
		{"redrawn three times a second while paused", 20 * timestep.Second,
			func(b *bench, _ *LoopConfig) { b.sim.redraw = 300 * timestep.Millisecond }},
		{"vsync is ignored", 20 * timestep.Second, func(b *bench, _ *LoopConfig) { b.surface.ignore = true }},
	} {
		b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
			b.sim.clock, b.sim.keep = b.clock, false
			if c.change != nil {
				c.change(b, cfg)
			}
			cfg.OnHitch = func(h diagnose.Hitch) { b.hitches = append(b.hitches, h) }
		})
		r := rand.New(rand.NewPCG(3, 4))
		b.window.script = func(*fakeWindow, int64) { noisy(b, r) }
		b.loop.Virtual().SetPaused(b.sim.redraw > 0)
		if err := b.runFor(t, c.time); err != nil {
			t.Fatal(err)
		}
		if len(b.hitches) > 0 {
			t.Errorf("%s: %d false alarms, first %v (%v)", c.name, len(b.hitches), b.hitches[0], b.hitches[0].Trigger)
		}
	}
}

// The larger part of a long frame names it, and the other one is told besides.
func TestLargerPartNamesTheHitch(t *testing.T) {
	for _, c := range []struct {
		name         string
		work, stolen int64
		want, other  diagnose.Cause
	}{
		{"work", 60 * timestep.Millisecond, 0, diagnose.CauseStep, diagnose.CauseNone},
		{"more work than stall", 60 * timestep.Millisecond, 34 * timestep.Millisecond, diagnose.CauseStep,
			diagnose.CauseScheduler},
		{"more stall than work", 34 * timestep.Millisecond, 60 * timestep.Millisecond, diagnose.CauseScheduler,
			diagnose.CauseStep},
		{"little stall", 60 * timestep.Millisecond, 5 * timestep.Millisecond, diagnose.CauseStep, diagnose.CauseNone},
		{"little work", 5 * timestep.Millisecond, 60 * timestep.Millisecond, diagnose.CauseScheduler,
			diagnose.CauseNone},
	} {
		b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
			b.sim.clock = b.clock
			cfg.OnHitch = func(h diagnose.Hitch) { b.hitches = append(b.hitches, h) }
		})
		done := false
		b.window.script = func(_ *fakeWindow, now int64) {
			if now > 3*timestep.Second && !done {
				done = true
				once(&b.sim.onTick, func() { b.clock.Advance(c.work); b.counters.steal(c.stolen) })
			}
		}
		if err := b.runFor(t, 4*timestep.Second); err != nil {
			t.Fatal(err)
		}
		if len(b.hitches) != 1 || b.hitches[0].Cause != c.want || b.hitches[0].Besides != c.other {
			t.Errorf("%s: want %v besides %v, have %+v", c.name, c.want, c.other, b.hitches)
		}
	}
}

// Overload is one hitch where it begins, not one for every frame.
func TestBacklogIsToldOnce(t *testing.T) {
	b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
		b.sim.clock = b.clock
		cfg.OnHitch = func(h diagnose.Hitch) { b.hitches = append(b.hitches, h) }
	})
	b.window.script = func(_ *fakeWindow, now int64) {
		if now > 4*timestep.Second {
			b.sim.tickNs = 15 * timestep.Millisecond
		}
	}
	if err := b.runFor(t, 20*timestep.Second); err != nil {
		t.Fatal(err)
	}
	if n := len(b.hitches); n == 0 || n > 40 || b.hitches[0].Cause != diagnose.CauseStep {
		t.Errorf("%d hitches in a sustained overload: %v", n, b.hitches[:min(n, 5)])
	}
}

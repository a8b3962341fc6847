package engine

import (
	"math/rand/v2"
	"runtime"
	"testing"

	"tumble/renderer"
)

// mishap is a way to provoke a hitch.
type mishap struct {
	name   string
	want   Cause
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
	{"slow step", CauseStep, func(b *bench, ns int64) { once(&b.sim.onTick, func() { b.clock.Advance(ns) }) }},
	{"slow recording", CauseRecord, func(b *bench, ns int64) { once(&b.sim.onRecord, func() { b.clock.Advance(ns) }) }},
	{"blocked swap", CauseSwap, func(b *bench, ns int64) { b.surface.hang = ns }},
	{"collector in a step", CauseCollector, func(b *bench, ns int64) { once(&b.sim.onTick, func() { b.witness.collect(ns) }) }},
	{"collector in the recording", CauseCollector, func(b *bench, ns int64) { once(&b.sim.onRecord, func() { b.witness.collect(ns) }) }},
	{"collector elsewhere", CauseCollector, func(b *bench, ns int64) { b.witness.collect(ns) }},
	{"core stolen in a step", CauseScheduler, func(b *bench, ns int64) { once(&b.sim.onTick, func() { b.witness.steal(ns) }) }},
	{"core stolen in the recording", CauseScheduler, func(b *bench, ns int64) { once(&b.sim.onRecord, func() { b.witness.steal(ns) }) }},
	{"nobody knows", CauseWait, func(b *bench, ns int64) { b.clock.Advance(ns) }},
}

// noisy is a quiet machine: steps, recording and swaps vary a little, and the collector runs now and then without
// disturbing anybody.
func noisy(b *bench, r *rand.Rand) {
	b.sim.tickNs = 300*Microsecond + r.Int64N(600*Microsecond)
	b.sim.recordNs = 500*Microsecond + r.Int64N(2*Millisecond)
	if r.IntN(600) == 0 {
		b.witness.now.Cycles++
		b.witness.now.Pauses += 2
		b.witness.now.PauseNs += 60 * Microsecond
		b.witness.now.CollectorNs += Millisecond
	}
	if r.IntN(40) == 0 {
		// a short visit of another program
		b.witness.steal(r.Int64N(2 * Millisecond))
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
				cfg.OnHitch = func(h Hitch) { b.hitches = append(b.hitches, h) }
			})
			r := rand.New(rand.NewPCG(1, 2))
			provoked, right := 0, 0
			next := int64(3 * Second)
			b.window.script = func(_ *fakeWindow, now int64) {
				if now < next {
					noisy(b, r)
					return
				}
				next += Second + r.Int64N(Second)
				if provoked > 0 {
					// without vsync the wait has an end that was asked for, so that being late is known
					want := m.want
					if want == CauseWait && vsync == renderer.VsyncOff {
						want = CauseScheduler
					}
					if len(b.hitches) == 1 && b.hitches[0].Cause == want {
						right++
					} else {
						t.Logf("%s, %d: found %v", m.name, provoked, b.hitches)
					}
				}
				b.hitches = b.hitches[:0]
				provoked++
				m.inject(b, 40*Millisecond+r.Int64N(200*Millisecond))
			}
			if err := b.runFor(t, 50*Second); err != nil {
				t.Fatal(err)
			}
			if provoked < 21 || right != provoked-1 {
				t.Errorf("%s, vsync %v: %d of %d found and named %v", m.name, vsync == renderer.VsyncOn, right, provoked-1, m.want)
			}
		}
	}
}

// Ten quiet minutes raise no alarm, neither do a paused picture, a low limit of frames, or a machine
// that is slow all the time.
func TestNoFalseAlarm(t *testing.T) {
	const long = 600 * Second
	for _, c := range []struct {
		name   string
		time   int64
		change func(b *bench, cfg *LoopConfig)
	}{
		{"quiet, vsync", long, nil},
		{"quiet, no vsync", long, func(_ *bench, cfg *LoopConfig) { cfg.Vsync, cfg.LimitMilli = renderer.VsyncOff, 144_000 }},
		{"limit of 10 Hz", 20 * Second, func(_ *bench, cfg *LoopConfig) { cfg.LimitMilli = 10_000 }},
		{"redrawn three times a second while paused", 20 * Second, func(b *bench, _ *LoopConfig) { b.sim.redraw = 300 * Millisecond }},
		{"vsync is ignored", 20 * Second, func(b *bench, _ *LoopConfig) { b.surface.ignore = true }},
	} {
		b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
			b.sim.clock, b.sim.keep = b.clock, false
			if c.change != nil {
				c.change(b, cfg)
			}
			cfg.OnHitch = func(h Hitch) { b.hitches = append(b.hitches, h) }
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
		want, other  Cause
	}{
		{"work", 60 * Millisecond, 0, CauseStep, CauseNone},
		{"more work than stall", 60 * Millisecond, 34 * Millisecond, CauseStep, CauseScheduler},
		{"more stall than work", 34 * Millisecond, 60 * Millisecond, CauseScheduler, CauseStep},
		{"little stall", 60 * Millisecond, 5 * Millisecond, CauseStep, CauseNone},
		{"little work", 5 * Millisecond, 60 * Millisecond, CauseScheduler, CauseNone},
	} {
		b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
			b.sim.clock = b.clock
			cfg.OnHitch = func(h Hitch) { b.hitches = append(b.hitches, h) }
		})
		done := false
		b.window.script = func(_ *fakeWindow, now int64) {
			if now > 3*Second && !done {
				done = true
				once(&b.sim.onTick, func() { b.clock.Advance(c.work); b.witness.steal(c.stolen) })
			}
		}
		if err := b.runFor(t, 4*Second); err != nil {
			t.Fatal(err)
		}
		if len(b.hitches) != 1 || b.hitches[0].Cause != c.want || b.hitches[0].Besides != c.other {
			t.Errorf("%s: want %v besides %v, have %+v", c.name, c.want, c.other, b.hitches)
		}
	}
}

// Drawing that is a little longer than usual does not explain why the main thread had no core, and a stall that is short
// beside what frames usually take is no hitch.
func TestSlowDrawingIsNoExcuse(t *testing.T) {
	const draw = 60 * Millisecond
	w := newHitchWatch(NewFakeClock(0), &fakeWitness{clock: NewFakeClock(0)})
	frame := func(draw, late int64) bool {
		at := w.swapEnd + Millisecond
		w.acc.Late = late
		return w.judge(&frameFacts{frame: 1, tick: 1, frameNs: draw + Millisecond, period: Second / 60,
			present: &renderer.Present{Submitted: at, Begin: at, DrawEnd: at + draw, SwapBegin: at + draw, SwapEnd: at + draw}})
	}
	for i := range int64(2 * usualOver) {
		if frame(draw+i%7*Millisecond, 0) {
			t.Fatalf("frame %d: %+v", i, w.seen)
		}
	}
	if frame(draw, 12*Millisecond) {
		t.Errorf("a stall of 12 ms in frames of 60 ms: %+v", w.seen)
	}
	if !frame(draw+20*Millisecond, 35*Millisecond) || w.seen.Cause != CauseScheduler || w.seen.Trigger != TriggerScheduler {
		t.Errorf("a stall of 35 ms, drawing 20 ms longer: %+v (%v)", w.seen, w.seen.Trigger)
	}
	for range afterHitch {
		frame(draw, 0)
	}
	if !frame(5*draw, 0) || w.seen.Cause != CauseDraw {
		t.Errorf("drawing of 300 ms: %+v (%v)", w.seen, w.seen.Trigger)
	}
}

// A frame of which no part is by itself longer than the longest of its kind is named for the part that is the most over its
// usual time, not for the smallest.
func TestPartsTogetherHaveACause(t *testing.T) {
	for _, c := range []struct {
		name       string
		draw, work int64 // drawing, and the processor time of it
		want       Cause
	}{
		{"most of it waited", 90 * Millisecond, 35 * Millisecond, CauseScheduler},
		{"most of it worked", 90 * Millisecond, 70 * Millisecond, CauseDraw},
	} {
		w := newHitchWatch(NewFakeClock(0), &fakeWitness{clock: NewFakeClock(0)})
		for i := range w.ring {
			s := FrameSample{Step: 100 * Microsecond, Draw: 28 * Millisecond, DrawCPU: 20 * Millisecond}
			switch i % 12 {
			case 3:
				s.Draw, s.DrawCPU = 65*Millisecond, 60*Millisecond
			case 7:
				s.DrawLate = 60 * Millisecond
			}
			w.ring[i] = s
		}
		w.count = len(w.ring)
		facts := frameFacts{period: Second / 30, software: true, present: &renderer.Present{Interval: 1}}
		w.blame(&FrameSample{Step: 120 * Microsecond, Draw: c.draw, DrawCPU: c.work}, &facts)
		if w.seen.Cause != c.want {
			t.Errorf("%s: %+v, want %v", c.name, w.seen, c.want)
		}
	}
}

// Overload is one hitch where it begins, not one for every frame.
func TestBacklogIsToldOnce(t *testing.T) {
	b := newBench(t, false, func(b *bench, cfg *LoopConfig) {
		b.sim.clock = b.clock
		cfg.OnHitch = func(h Hitch) { b.hitches = append(b.hitches, h) }
	})
	b.window.script = func(_ *fakeWindow, now int64) {
		if now > 4*Second {
			b.sim.tickNs = 15 * Millisecond
		}
	}
	if err := b.runFor(t, 20*Second); err != nil {
		t.Fatal(err)
	}
	if n := len(b.hitches); n == 0 || n > 40 || b.hitches[0].Cause != CauseStep {
		t.Errorf("%d hitches in a sustained overload: %v", n, b.hitches[:min(n, 5)])
	}
}

// The witness of the process sees work, sleep, the collector and allocations.
func TestWitness(t *testing.T) {
	w := NewWitness()
	var a, b Evidence
	w.Read(&a)
	for range 200 {
		garbage = make([]byte, 1<<16)
	}
	w.Read(&b)
	if b.Allocated-a.Allocated < 100<<16 || b.Objects-a.Objects < 200 {
		t.Errorf("%d bytes seen of %d", b.Allocated-a.Allocated, 200<<16)
	}
	runtime.GC()
	w.Read(&a)
	if a.Cycles == b.Cycles || a.Pauses < b.Pauses+2 || a.CollectorNs <= b.CollectorNs {
		t.Errorf("a cycle of the collector: %+v after %+v", a, b)
	}
	if n := testing.AllocsPerRun(100, func() { w.Read(&b) }); n > 0 {
		t.Errorf("%v allocations per reading", n)
	}
}

var garbage []byte

func BenchmarkWitness(b *testing.B) {
	w := NewWitness()
	var e Evidence
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
			w.Read(&e)
		}
	})
	b.Run("processor time", func(b *testing.B) {
		for b.Loop() {
			w.CPU()
		}
	})
}

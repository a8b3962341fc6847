package timestep

import (
	"math/rand/v2"
	"os"
	"testing"
)

func TestVirtualClockPauseSpeedClamp(t *testing.T) {
	l := &Ledger{}
	v := NewVirtualClock(l)
	now := int64(1000)
	at := func(dt int64) int64 {
		now += dt
		dv := v.Advance(now, now)
		l.Foreign += dv // no stepper takes it here
		l.kept += dv
		return dv
	}
	expect := func(what string, got, want int64) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %d ns, want %d", what, got, want)
		}
		if err := l.Check(); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
	expect("first reading", at(0), 0)
	expect("running", at(5*Millisecond), 5*Millisecond)
	v.SetPaused(true)
	expect("paused", at(Second), 0)
	v.Step(2)
	if n := v.TakeSteps(); n != 2 || v.TakeSteps() != 0 {
		t.Errorf("%d single steps, want 2 once", n)
	}
	v.SetPaused(false)
	v.Step(1)
	if n := v.TakeSteps(); n != 0 {
		t.Errorf("%d single steps while running", n)
	}
	expect("after the pause", at(Millisecond), Millisecond)
	expect("a debugger of an hour", at(3600*Second), DefaultClamp)
	expect("clock backwards", at(-7), 0)
	expect("then forwards", at(7), 7)
	if err := v.SetSpeed(1, 3); err != nil {
		t.Fatal(err)
	}
	expect("a third", at(10), 3)
	expect("a third, remainder kept", at(10), 3)
	expect("a third, remainder kept", at(10), 4)
	if err := v.SetSpeed(10, 1); err != nil {
		t.Fatal(err)
	}
	expect("tenfold", at(10*Millisecond), 100*Millisecond)
	if err := v.SetSpeed(0, 1); err != nil {
		t.Fatal(err)
	}
	expect("speed 0", at(10*Millisecond), 0)
	for _, bad := range [][2]int64{{-1, 1}, {1, 0}, {1, -1}, {MaxSpeed + 1, 1}, {1, Second + 1}} {
		if v.SetSpeed(bad[0], bad[1]) == nil {
			t.Errorf("accepted speed %v", bad)
		}
	}
	if v.SetClamp(-1) == nil {
		t.Error("accepted a negative clamp")
	}
}

// TV-L5, E22: a clock that steps back a nanosecond is no time, not 584 years, and one that passes 2³² is nothing
// special.
func TestClockBackwardsIsNoTime(t *testing.T) {
	l := &Ledger{}
	v := NewVirtualClock(l)
	v.Advance(100, 100)
	if dv := v.Advance(99, 99); dv != 0 {
		t.Errorf("one step back: %d ns", dv)
	}
	if l.Backwards != -1 || l.Check() != nil {
		t.Errorf("backwards %d, %v", l.Backwards, l.Check())
	}
	v.Advance(1<<32-10, 1<<32-10)
	if dv := v.Advance(1<<32+5, 1<<32+5); dv != 15 {
		t.Errorf("past 2³²: %d ns, want 15", dv)
	}
}

// 24 simulated hours at each of eleven rates: no nanosecond is unaccounted for.
func TestLedgerOver24Hours(t *testing.T) {
	for i, hz := range elevenRates {
		l := &Ledger{}
		v := NewVirtualClock(l)
		s, err := NewStepper(l, hz)
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(24, uint64(i)))
		now := int64(12345)
		v.Advance(now, now)
		frames, hours := 0, int64(24)
		if underRace {
			hours = 1
		}
		for end := now + hours*3600*Second; now < end; frames++ {
			step := 50*Millisecond + r.Int64N(150*Millisecond)
			if i == 0 && os.Getenv("TUMBLE_SOAK") == "1" {
				step = 16*Millisecond + r.Int64N(2*Millisecond)
			}
			now += min(step, end-now)
			s.Advance(v.Advance(now, now), v.TakeSteps())
			for s.Next(0) {
				s.Ran(0)
			}
			s.EndFrame()
		}
		if err := l.Check(); err != nil || l.Residual() != 0 {
			t.Errorf("%d Hz: residual %d ns: %v", hz, l.Residual(), err)
		}
		want := uint64(hours * 3600 * hz)
		if s.Ticks() != want || s.Time() != hours*3600*Second || s.Fraction() != 0 || l.Dropped != 0 {
			t.Errorf("%d Hz: %d ticks (want %d), %d ns, fraction %d, dropped %d", hz, s.Ticks(), want, s.Time(),
				s.Fraction(), l.Dropped)
		}
		t.Logf("%4d Hz, %d h: %d frames, %d ticks, residual %d ns", hz, hours, frames, s.Ticks(), l.Residual())
	}
}

// A wild run: pauses, speeds, single steps, rate changes, stalls, clock steps, a display clock
// that wanders. The identities hold after every frame.
func TestLedgerUnderEverything(t *testing.T) {
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 77))
		l := &Ledger{}
		v := NewVirtualClock(l)
		s, err := NewStepper(l, 100)
		if err != nil {
			t.Fatal(err)
		}
		now, wander := r.Int64N(1<<40), int64(0)
		for i := range 5000 {
			now += r.Int64N(30 * Millisecond)
			switch r.IntN(40) {
			case 0:
				v.SetPaused(!v.Paused())
			case 1:
				_ = v.SetSpeed(r.Int64N(20), 1+r.Int64N(7))
			case 2:
				_ = s.SetRate(10 + r.Int64N(990))
			case 3:
				now += r.Int64N(20 * Second)
			case 4:
				now -= r.Int64N(50 * Millisecond)
			case 5:
				v.Step(1 + r.IntN(3))
			case 6:
				_ = v.SetClamp(r.Int64N(100 * Millisecond))
			case 7:
				_ = s.SetBacklog(r.Int64N(500 * Millisecond))
			}
			wander = max(min(wander+r.Int64N(401)-200, 8*Millisecond), -8*Millisecond)
			s.Advance(v.Advance(now, now+wander), v.TakeSteps())
			for spent := int64(0); s.Next(spent); spent += Millisecond {
				s.Ran(Millisecond)
			}
			s.EndFrame()
			if err := l.Check(); err != nil {
				t.Fatalf("seed %d frame %d: %v", seed, i, err)
			}
			if a := s.Alpha(); a < 0 || a >= 1 {
				t.Fatalf("seed %d frame %d: alpha %v", seed, i, a)
			}
		}
	}
}

// A book that is wrong by a nanosecond must be found.
func TestLedgerFindsAnError(t *testing.T) {
	for _, spoil := range []func(*Ledger){
		func(l *Ledger) { l.Paused++ },
		func(l *Ledger) { l.Running-- },
		func(l *Ledger) { l.speed.virtual++ },
		func(l *Ledger) { l.rate.ticks++ },
		func(l *Ledger) { l.rate.fraction++ },
	} {
		l := &Ledger{}
		v := NewVirtualClock(l)
		s, _ := NewStepper(l, 144)
		for now := int64(0); now < Second; now += 17 * Millisecond {
			s.Advance(v.Advance(now, now), 0)
			for s.Next(0) {
				s.Ran(0)
			}
		}
		if err := l.Check(); err != nil {
			t.Fatal(err)
		}
		spoil(l)
		if l.Check() == nil || l.Residual() == 0 {
			t.Error("a wrong entry was not found")
		}
	}
}

// TV-L9: a counter of the machine becomes nanoseconds by quotient and remainder.
func TestCounterConversion(t *testing.T) {
	for _, hz := range []int64{10_000_000, 3_579_545, 14_318_180, 2_337_939, 1000, 1_000_000_000} {
		if got := countsToNs(5*hz, hz); got != 5*Second {
			t.Errorf("5 s at %d Hz: %d ns", hz, got)
		}
		// 30 days: the plain product would overflow
		if got := countsToNs(30*86400*hz, hz); got != 30*86400*Second {
			t.Errorf("30 days at %d Hz: %d ns", hz, got)
		}
	}
	if countsToNs(5, 0) != 0 || countsToNs(5, -1) != 0 {
		t.Error("a frequency that is not positive must give 0")
	}
}

// TV-L10: the microseconds that a whole-microsecond tick loses in a second of ticks. The stepper loses none.
func TestTruncatedPeriodLoses(t *testing.T) {
	for _, c := range []struct{ hz, us int64 }{
		{24, 16}, {30, 10}, {60, 40}, {90, 10}, {120, 40}, {144, 64}, {165, 100}, {240, 160}, {50, 0}, {64, 0},
		{100, 0},
	} {
		b := newStrategyBench(t, "two-timers", c.hz)
		for b.State().Tick < uint64(c.hz) {
			b.frame(Second / 1000)
		}
		if got := (Second - b.State().Time) / Microsecond; got != c.us {
			t.Errorf("%d Hz in us: loses %d us/s, want %d", c.hz, got, c.us)
		}
		s, _ := newTestStepper(t, c.hz, 0)
		frame(s, Second)
		if s.Time() != Second || s.Ticks() != uint64(c.hz) {
			t.Errorf("%d Hz: our second is %d ns", c.hz, s.Time())
		}
	}
}

func TestRealClockMovesForward(t *testing.T) {
	c := RealClock()
	last := c.Now()
	moved := false
	for range 10_000_000 {
		now := c.Now()
		if now < last {
			t.Fatalf("clock went from %d to %d", last, now)
		}
		if now > last {
			moved = true
			break
		}
		last = now
	}
	if !moved {
		t.Error("the clock stands still")
	}
}

func TestFakeClock(t *testing.T) {
	c := NewFakeClock(5)
	c.Advance(10)
	if c.Now() != 15 {
		t.Errorf("%d, want 15", c.Now())
	}
	c.Set(-3)
	if c.Now() != -3 {
		t.Errorf("%d, want -3", c.Now())
	}
}

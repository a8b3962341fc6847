package timestep

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// strategyBench drives one strategy with frame times.
type strategyBench struct {
	Strategy
	ledger *Ledger
	set    *StrategySet
	dts    []float32
}

func newStrategyBench(t testing.TB, name string, hz int64) *strategyBench {
	t.Helper()
	l := &Ledger{}
	set, err := NewStrategySet(l, hz)
	if err != nil {
		t.Fatal(err)
	}
	_ = set.Stepper.SetBudget(0)
	s := set.Find(name)
	if s == nil {
		t.Fatalf("no strategy %q", name)
	}
	return &strategyBench{Strategy: s, ledger: l, set: set}
}

// frame runs one frame and returns the number of steps and what to draw.
func (b *strategyBench) frame(dv int64) (int, Show) {
	b.dts = b.dts[:0]
	b.ledger.Virtual += dv
	b.ledger.Begin(b.Strategy, FrameTime{Virtual: dv})
	for {
		t, ok := b.Next(0)
		if !ok {
			break
		}
		b.dts = append(b.dts, t.Dt)
		b.Ran(0)
	}
	show := b.End()
	b.ledger.End(b.Strategy)
	return len(b.dts), show
}

// speed is the simulated time per real time at a steady frame time (ns).
func (b *strategyBench) speed(frameNs int64, frames int) float64 {
	from := b.State().Time
	for range frames {
		b.frame(frameNs)
	}
	return float64(b.State().Time-from) / float64(frameNs*int64(frames))
}

// TV-H1, TV-H2: the canonical loop, in microseconds.
func TestCanonicalLoop(t *testing.T) {
	b := newStrategyBench(t, "canonical", 100)
	last := int64(0)
	for _, c := range []struct {
		at    int64
		steps int
		alpha float64
	}{
		{0, 0, 0}, {4000, 0, .4}, {16667, 1, .6667}, {33333, 2, .3333}, {50000, 2, 0}, {58000, 0, .8},
		{107999, 1, 0}, {108001, 0, .0002}, {200000, 1, 0}, {216667, 1, .6667},
	} {
		n, sh := b.frame((c.at - last) * Microsecond)
		last = c.at
		if n != c.steps || math.Abs(sh.Alpha-c.alpha) > 1e-9 {
			t.Errorf("TV-H1 at %d us: %d steps, alpha %v; want %d, %v", c.at, n, sh.Alpha, c.steps, c.alpha)
		}
	}
	for _, c := range []struct{ us, want int64 }{{50000, 5}, {50001, 1}, {10000, 1}, {9999, 0}} {
		b := newStrategyBench(t, "canonical", 100)
		if n, _ := b.frame(c.us * Microsecond); int64(n) != c.want {
			t.Errorf("TV-H2 %d us: %d steps, want %d", c.us, n, c.want)
		}
	}
}

// TV-H3, E3, E4: the reset makes a cliff, the clamp none.
func TestResetHasACliffAndClampNone(t *testing.T) {
	for _, c := range []struct {
		us           int64
		reset, clamp float64
	}{
		{40000, 1, 1}, {45000, 1, 1}, {49000, .510, 1}, {50000, 1, 1}, {50001, .2, 1}, {60000, .167, 5.0 / 6},
		{100000, .1, .5},
	} {
		reset := newStrategyBench(t, "canonical", 100).speed(c.us*Microsecond, 2000)
		b := newStrategyBench(t, "interpolate-raw", 100)
		_ = b.set.Stepper.SetBacklog(50 * Millisecond)
		clamp := b.speed(c.us*Microsecond, 2000)
		t.Logf("TV-H3 frame %6.3f ms: reset %.3f, clamp %.3f", float64(c.us)/1000, reset, clamp)
		if math.Abs(reset-c.reset) > .005 || math.Abs(clamp-c.clamp) > .005 {
			t.Errorf("TV-H3 frame %d us: reset %.3f (want %.3f), clamp %.3f (want %.3f)", c.us, reset, c.reset, clamp,
				c.clamp)
		}
	}
}

// TV-H4: ten seconds in the debugger.
func TestLongPause(t *testing.T) {
	for _, c := range []struct {
		name string
		want int
	}{{"canonical", 1}, {"interpolate-raw", 25}, {"callback", 1000}, {"two-timers", 1000}} {
		b := newStrategyBench(t, c.name, 100)
		n, _ := b.frame(10 * Second)
		if n != c.want {
			t.Errorf("TV-H4 %s: %d steps after 10 s, want %d", c.name, n, c.want)
		}
		if n, _ := b.frame(0); n != 0 {
			t.Errorf("TV-H4 %s: %d steps of dropped time later", c.name, n)
		}
	}
}

// E1: interpolation goes by cur − newstatetime, less than a step, and shows the moment a step ago. The printed
// cur − oldstatetime is the amount of extrapolation, a step more.
func TestE1AmountOfInterpolation(t *testing.T) {
	const step = 10 * Millisecond
	b, ahead := newStrategyBench(t, "canonical", 100), newStrategyBench(t, "extrapolate", 100)
	cur := int64(0)
	for range 130 {
		cur += 777 * Microsecond
		_, show := b.frame(777 * Microsecond)
		_, beyond := ahead.frame(777 * Microsecond)
		if amount := cur - b.State().Time; math.Abs(show.Alpha*float64(step)-float64(amount)) > 1 || amount < 0 ||
			amount >= step {
			t.Fatalf("at %d: alpha %v, %d ns after the newest state", cur, show.Alpha, amount)
		}
		if show.Shown != cur-step || beyond.Shown != cur {
			t.Fatalf("at %d: shown %d, extrapolated %d", cur, show.Shown, beyond.Shown)
		}
	}
}

// E5: a frame of exactly one step is one step, at any time up to 10⁶ s. Seconds in double precision miss one in twelve.
func TestE5WholeSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 10_000 {
		s, l := newTestStepper(t, 100, DefaultBacklog)
		v := NewVirtualClock(l)
		end := r.Int64N(1_000_000 * Second)
		v.Advance(end-10*Millisecond, end-10*Millisecond)
		if n := frame(s, v.Advance(end, end)); n != 1 {
			t.Fatalf("%d steps in a frame of one step that ends at %d ns", n, end)
		}
	}
}

// TV-G7, E9: semi-fixed steps, and what the printed float makes of them.
func TestSemiFixed(t *testing.T) {
	b := newStrategyBench(t, "semi-fixed", 60)
	n, _ := b.frame(Second / 30)
	if n != 2 && n != 3 {
		t.Errorf("TV-G7 1/30 s: %d steps", n)
	}
	if b.dts[0] != b.dts[1] {
		t.Errorf("TV-G7 1/30 s: steps %v", b.dts)
	}
	n, _ = b.frame(20 * Millisecond)
	if n != 2 || math.Abs(float64(b.dts[1])-.0033333) > 1e-6 {
		t.Errorf("TV-G7 0.02 s: steps %v", b.dts)
	}
	// as printed: frameTime is a double, deltaTime a float
	printed := func(frame, dt float64) (steps []float32, rest float64) {
		for frame > 0 {
			d := float32(math.Min(frame, dt))
			steps = append(steps, d)
			frame -= float64(d)
		}
		return steps, frame
	}
	steps, _ := printed(.01, 1.0/60)
	if len(steps) != 3 || steps[1] < 2.2e-10 || steps[1] > 2.3e-10 {
		t.Errorf("E9 0.01 s: %v, want three steps, two of them slivers", steps)
	}
	steps, rest := printed(1.0/60, 1.0/60)
	if len(steps) != 1 || float64(steps[0]) <= 1.0/60 || rest >= 0 {
		t.Errorf("E9 1/60 s: %v rest %v, want one step longer than dt", steps, rest)
	}
	steps, _ = printed(.033, 1.0/60)
	if len(steps) != 3 {
		t.Errorf("E9 0.033 s: %v", steps)
	}
	// in integers there are no slivers: never more steps than needed, exact sum
	r := rand.New(rand.NewPCG(7, 7))
	b = newStrategyBench(t, "semi-fixed", 60)
	total := int64(0)
	for range 10_000 {
		dv := 1 + r.Int64N(50*Millisecond)
		n, _ := b.frame(dv)
		total += dv
		st := b.State()
		if int64(n) > (dv+shortestStep+Second/60-1)/(Second/60) || st.Time+st.LeftOver != total ||
			st.LeftOver >= shortestStep {
			t.Fatalf("frame of %d ns: %d steps, time %d and %d of %d", dv, n, st.Time, st.LeftOver, total)
		}
	}
}

// No strategy steps by so little that a simulation could refuse it, whatever the frames.
func TestNoStepIsASliver(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 1))
	for _, name := range StrategyNames() {
		b := newStrategyBench(t, name, 100)
		total := int64(0)
		for range 5000 {
			dv := [...]int64{r.Int64N(30), r.Int64N(3 * Microsecond), Second/100 + r.Int64N(20),
				r.Int64N(40 * Millisecond)}[r.IntN(4)]
			total += dv
			b.frame(dv)
			for _, dt := range b.dts {
				if !(dt >= 1e-6) {
					t.Fatalf("%s: a step of %g s", name, dt)
				}
			}
			if st := b.State(); (name == "variable" || name == "semi-fixed") && st.Time+st.LeftOver != total {
				t.Fatalf("%s: %d ns of %d", name, st.Time+st.LeftOver, total)
			}
		}
	}
}

// E8, TV-G9: a variable step gives the same state for two halves of a frame, not for three thirds; equal steps give the
// same state for every division of the time.
func TestE8OneStepIsNotThree(t *testing.T) {
	// moved is the way of a body at constant velocity, summed step by step
	moved := func(strategy string, v float64, frames ...int64) float64 {
		b := newStrategyBench(t, strategy, 100)
		x := 0.0
		for _, dv := range frames {
			b.frame(dv)
			for _, dt := range b.dts {
				x += float64(v * float64(dt))
			}
		}
		return x
	}
	const ms = Millisecond
	r := rand.New(rand.NewPCG(8, 8))
	two, three := 0, 0
	for range 1000 {
		v := r.NormFloat64()
		if moved("variable", v, 10*ms, 10*ms) != moved("variable", v, 20*ms) {
			two++
		}
		if moved("variable", v, 10*ms, 10*ms, 10*ms) != moved("variable", v, 30*ms) {
			three++
		}
		if a, b := moved("interpolate-raw", v, 10*ms, 10*ms, 10*ms), moved("interpolate-raw", v, 30*ms); a != b {
			t.Fatalf("equal steps: %x and %x", a, b)
		}
	}
	if two != 0 || three < 200 {
		t.Errorf("variable steps: two differ %d times, three %d of 1000", two, three)
	}
}

// TV-G10: counted ticks do not drift. A sum of 0.01 s is 32 ns late after an hour, in single precision 3.2 s.
func TestTickTimeOfAnHour(t *testing.T) {
	s, _ := newTestStepper(t, 100, 0)
	for range 360_000 {
		frame(s, 10*Millisecond)
	}
	if s.Time() != 3600*Second || s.Ticks() != 360_000 {
		t.Errorf("%d ticks, %d ns", s.Ticks(), s.Time())
	}
}

// TV-S1, TV-S2: whole steps of 1/240 s.
func TestWhole240(t *testing.T) {
	for _, c := range []struct {
		hz    float64
		steps int64
		speed float64 // % off
	}{
		{24, 8, -20}, {30, 8, 0}, {32, 7, -6.7}, {36, 7, 5}, {40, 6, 0}, {48, 5, 0}, {50, 5, 4.17}, {53.33, 5, 11.1},
		{59.94, 4, -.1},
		{60, 4, 0}, {72, 3, -10}, {75, 3, -6.25}, {80, 3, 0}, {85, 3, 6.25}, {90, 3, 12.5}, {96, 2, -20},
		{100, 2, -16.7}, {120, 2, 0},
		{144, 2, 20}, {160, 1, -33.3}, {165, 1, -31.3}, {240, 1, 0}, {360, 1, 50}, {1000, 1, 317}, {3000, 1, 1150},
	} {
		ns := int64(1e9 / c.hz)
		got := whole240(ns)
		off := (float64(got)/240*c.hz - 1) * 100
		if got != c.steps || math.Abs(off-c.speed) > .5 {
			t.Errorf("TV-S1 %v Hz: %d steps, %.1f %%; want %d, %.1f %%", c.hz, got, off, c.steps, c.speed)
		}
		b := newStrategyBench(t, "whole-240", 100)
		if sp := (b.speed(ns, 500) - 1) * 100; math.Abs(sp-c.speed) > .5 {
			t.Errorf("TV-S1 %v Hz: the strategy runs %.1f %% off, want %.1f", c.hz, sp, c.speed)
		}
	}
	// exactly on a boundary the smaller number, just above it the larger
	for n := int64(1); n < 8; n++ {
		at := (2*n + 1) * Second / 480
		if whole240(at) != n || whole240(at+2) != n+1 {
			t.Errorf("TV-S2 boundary %d ns: %d and %d", at, whole240(at), whole240(at+2))
		}
	}
	for _, hz := range []float64{32, 36.92, 43.64, 53.33, 68.57, 96, 160} {
		if whole240(int64(1e9/(hz-.1))) == whole240(int64(1e9/(hz+.1))) {
			t.Errorf("TV-S2: no boundary at %v Hz", hz)
		}
	}
}

// TV-S3, E14 to E17: the table for 480 Hz as printed and corrected.
func TestWhole480(t *testing.T) {
	for n, centre := range []float64{480, 240, 160, 120, 96, 80, 68.57, 60, 53.33, 48, 43.64, 40, 36.92, 34.29, 32,
		30} {
		if got := whole480(int64(math.Round(1e9 / centre))); got != int64(n+1) {
			t.Errorf("TV-S3 %v Hz: %d steps, want %d", centre, got, n+1)
		}
		if want := 480 / float64(n+1); math.Abs(centre-want) > .01 {
			t.Errorf("E15: %d steps are %v Hz, not %v", n+1, want, centre)
		}
	}
	for _, hz := range []float64{30.97, 33.10, 35.56, 38.40, 41.74, 45.71, 50.53, 56.47, 64, 73.85, 87.27, 106.67,
		137.14, 192, 320} {
		if a, b := whole480(int64(1e9/(hz-.05))), whole480(int64(1e9/(hz+.05))); a != b+1 {
			t.Errorf("TV-S3: at %v Hz %d and %d steps", hz, a, b)
		}
	}
	for _, c := range []struct{ hz, printed, corrected float64 }{{144, -40, -10}, {160, -33.3, 0}} {
		ns := int64(1e9 / c.hz)
		p := (newStrategyBench(t, "whole-480-published", 100).speed(ns, 500) - 1) * 100
		q := (newStrategyBench(t, "whole-480", 100).speed(ns, 500) - 1) * 100
		if math.Abs(p-c.printed) > .5 || math.Abs(q-c.corrected) > .5 {
			t.Errorf("E17 %v Hz: printed %.1f %% (want %.1f), corrected %.1f %% (want %.1f)", c.hz, p, c.printed, q,
				c.corrected)
		}
	}
}

// TV-L1, TV-L3: two timers in whole microseconds.
func TestTwoTimers(t *testing.T) {
	b := newStrategyBench(t, "two-timers", 30)
	n, sh := b.frame(48 * Millisecond)
	if n != 1 || math.Abs(sh.Alpha-14667.0/33333) > 1e-9 || sh.Shown != 14667*Microsecond {
		t.Errorf("TV-L1 48 ms: %d ticks, %v, shows %d", n, sh.Alpha, sh.Shown)
	}
	n, sh = b.frame(62 * Millisecond)
	if n != 2 || math.Abs(sh.Alpha-10001.0/33333) > 1e-9 || sh.Shown != 76667*Microsecond {
		t.Errorf("TV-L1 110 ms: %d ticks, %v, shows %d", n, sh.Alpha, sh.Shown)
	}
	b = newStrategyBench(t, "two-timers", 30)
	if n, _ := b.frame(78 * Millisecond); n != 2 || b.State().LeftOver != 11334*Microsecond {
		t.Errorf("TV-L3: %d ticks, %d ns left", n, b.State().LeftOver)
	}
	// TV-L10: the truncated period runs fast by 10 us a second at 30 Hz, 64 at 144 Hz
	for _, c := range []struct{ hz, us int64 }{{30, 10}, {144, 64}, {240, 160}, {100, 0}} {
		b := newStrategyBench(t, "two-timers", c.hz)
		for range 1000 {
			b.frame(100 * Millisecond)
		}
		lost := int64(b.State().Tick)*Second/c.hz - 100*Second
		if want := -c.us * 100 * Microsecond; lost > -want+Second/c.hz || lost < -want-Second/c.hz {
			t.Errorf("TV-L10 %d Hz: tick count is %d ns off after 100 s, want about %d", c.hz, lost, -want)
		}
	}
}

// TV-L2, TV-L6, E24: ticks of 33 333 µs become due at whole multiples, whenever the clock is read; the update time is a
// quotient times the tick.
func TestTicksAreDueAtMultiples(t *testing.T) {
	b := newStrategyBench(t, "two-timers", 30)
	last := int64(0)
	for _, c := range []struct{ reading, ticks, updated int64 }{
		{48000, 1, 33333}, {66667, 1, 66666}, {78000, 0, 66666}, {81333, 0, 66666}, {81334, 0, 66666},
	} {
		n, _ := b.frame((c.reading - last) * Microsecond)
		last = c.reading
		if int64(n) != c.ticks || b.State().Time != c.updated*Microsecond {
			t.Errorf("reading %d µs: %d ticks to %d ns, want %d to %d µs", c.reading, n, b.State().Time, c.ticks,
				c.updated)
		}
		if left := b.State().LeftOver; left != (c.reading-c.updated)*Microsecond {
			t.Errorf("reading %d µs: %d ns left over", c.reading, left)
		}
	}
}

// TV-L8: ticks of 33.3 ms that cost 30 ms, drawing 2 ms. Frames begin at 0, 31, 33.3 and 64.3 ms and are seen when they
// end: motion of 31 ms in 1 ms, then of 2.3 ms in 32.
func TestTickCostShowsInTheMotion(t *testing.T) {
	b := newStrategyBench(t, "interpolate-raw", 30)
	b.frame(Second)
	began, ended := []float64{0, 31, 33.3, 64.3}, []float64{31, 32, 64.3, 65.3}
	var shown []float64
	last := 0.0
	for _, at := range began {
		_, show := b.frame(int64((at - last) * 1e6))
		last = at
		shown = append(shown, float64(show.Shown)/1e6)
	}
	if m := (shown[1] - shown[0]) / (ended[1] - ended[0]); math.Abs(m-31) > .1 {
		t.Errorf("motion per time %v, want 31", m)
	}
	if m := (shown[2] - shown[1]) / (ended[2] - ended[1]); m > .1 {
		t.Errorf("motion per time %v, want 0.07", m)
	}
}

// Every strategy: single steps, a pause, continuity under switching, sane output.
func TestStrategiesAreSane(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range StrategyNames() {
		t.Run(name, func(t *testing.T) {
			b := newStrategyBench(t, name, 100)
			info := b.Info()
			if info.Name != name || seen[name] {
				t.Errorf("name %q", info.Name)
			}
			seen[name] = true
			for _, s := range []string{info.Title, info.Good, info.Failure, info.Source} {
				if len(s) < 5 || strings.TrimSpace(s) != s {
					t.Errorf("text %q", s)
				}
			}
			r := rand.New(rand.NewPCG(1, 1))
			total := int64(0)
			for i := range 2000 {
				dv := 4*Millisecond + r.Int64N(20*Millisecond)
				total += dv
				before := b.State()
				n, sh := b.frame(dv)
				after := b.State()
				if after.Tick != before.Tick+uint64(n) || after.Time < before.Time || after.LeftOver < 0 {
					t.Fatalf("frame %d: from %+v to %+v in %d steps", i, before, after, n)
				}
				if sh.Alpha < 0 || sh.Alpha >= 1 || sh.Shown > after.Time+30*Millisecond ||
					sh.Shown < after.Time-30*Millisecond {
					t.Fatalf("frame %d: %+v at %d", i, sh, after.Time)
				}
				for _, dt := range b.dts {
					if !(dt > 0) || dt > .06 {
						t.Fatalf("frame %d: step of %v s", i, dt)
					}
				}
			}
			if info.Exact || name == "variable" || name == "semi-fixed" || name == "callback" {
				if at := b.State().Time + b.State().LeftOver; at < total-2 || at > total {
					t.Errorf("%d ns of %d are accounted for", at, total)
				}
			}
			// while time stands still nothing steps except single steps
			if n, _ := b.frame(0); n != 0 {
				t.Errorf("%d steps in no time", n)
			}
			b.Begin(FrameTime{Single: 3})
			n := 0
			for _, ok := b.Next(0); ok; _, ok = b.Next(0) {
				b.Ran(0)
				n++
			}
			b.End()
			if n != 3 {
				t.Errorf("%d single steps, want 3", n)
			}
		})
	}
}

// Any switch keeps the step count, the time and what was left over.
func TestSwitchingStrategiesKeepsTime(t *testing.T) {
	l := &Ledger{}
	set, err := NewStrategySet(l, 100)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(2, 2))
	for _, from := range set.All() {
		for _, to := range set.All() {
			from.Enter(StepState{Tick: 100, Time: Second, LeftOver: 3 * Millisecond, Hz: 100})
			b := strategyBench{Strategy: from, ledger: l}
			for range 5 {
				b.frame(r.Int64N(20 * Millisecond))
			}
			st := from.State()
			to.Enter(st)
			got := to.State()
			if got.Tick != st.Tick || got.Time != st.Time || got.Hz != st.Hz || got.LeftOver > st.LeftOver ||
				got.LeftOver < st.LeftOver-2 {
				// a stepper keeps less than a tick; whole ticks left over are due at once
				if !(to.Info().Exact || to.Info().Name == "hysteresis") || st.LeftOver < 10*Millisecond {
					t.Errorf("%s to %s: %+v became %+v", from.Info().Name, to.Info().Name, st, got)
				}
			}
		}
	}
}

// Hysteresis: at ±2 ms of noise the steps at 60 Hz of a 60 Hz simulation are one per frame.
func TestHysteresisKeepsThePattern(t *testing.T) {
	count := func(name string) (off int) {
		b := newStrategyBench(t, name, 60)
		r := rand.New(rand.NewPCG(3, 3))
		last := int64(0)
		for k := int64(1); k <= 6000; k++ {
			now := k*Second/60 + r.Int64N(4*Millisecond) - 2*Millisecond
			n, _ := b.frame(now - last)
			last = now
			if n != 1 {
				off++
			}
		}
		return off
	}
	raw, steady := count("interpolate-raw"), count("hysteresis")
	t.Logf("frames off the pattern: raw %d, hysteresis %d of 6000", raw, steady)
	if steady*4 > raw {
		t.Errorf("off the pattern: raw %d, hysteresis %d", raw, steady)
	}
}

// Every strategy accounts for all of its time: with uneven frames, hitches, changes between strategies, single steps
// while paused. One that gives up time without a word is found.
func TestLedgerOfEveryStrategy(t *testing.T) {
	chance := rand.New(rand.NewPCG(2, 46))
	names := StrategyNames()
	for _, name := range names {
		r, err := NewRunner(name, 144)
		if err != nil {
			t.Fatal(err)
		}
		now := Second
		for i := range 5000 {
			switch chance.IntN(100) {
			case 0:
				now += chance.Int64N(3 * Second)
			case 1:
				if err := r.SetStrategy(names[chance.IntN(len(names))]); err != nil {
					t.Fatal(err)
				}
			case 2:
				r.Virtual().SetPaused(!r.Virtual().Paused())
			case 3:
				r.Virtual().Step(3)
			default:
				now += chance.Int64N(30 * Millisecond)
			}
			r.Begin(now)
			for _, ok := r.Next(0); ok; _, ok = r.Next(0) {
				r.Ran(0)
			}
			r.End()
			if err := r.Ledger().Check(); err != nil {
				t.Fatalf("%s, frame %d: %v", name, i, err)
			}
		}
		if r.Ledger().Residual() != 0 {
			t.Errorf("%s: residual %d ns", name, r.Ledger().Residual())
		}
	}
	r, err := NewRunner("canonical", 100)
	if err != nil {
		t.Fatal(err)
	}
	for now := Second; now < 2*Second; now += 7 * Millisecond {
		r.Begin(now)
		if now == Second+70*Millisecond {
			r.strategy.(*canonical).left -= Millisecond
		}
		for _, ok := r.Next(0); ok; _, ok = r.Next(0) {
			r.Ran(0)
		}
		r.End()
	}
	if r.Ledger().Check() == nil || r.Ledger().Residual() != Millisecond {
		t.Errorf("a millisecond was taken, and the residual is %d ns", r.Ledger().Residual())
	}
}

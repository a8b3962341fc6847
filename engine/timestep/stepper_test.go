package timestep

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// newTestStepper has no budget, so that wall time plays no part.
func newTestStepper(t testing.TB, hz, backlog int64) (*Stepper, *Ledger) {
	t.Helper()
	l := &Ledger{}
	s, err := NewStepper(l, hz)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetBacklog(backlog); err != nil {
		t.Fatal(err)
	}
	if err := s.SetBudget(0); err != nil {
		t.Fatal(err)
	}
	return s, l
}

// frame runs one frame of dv ns and returns the number of ticks.
func frame(s *Stepper, dv int64) (n int64) {
	s.Advance(dv, 0)
	for s.Next(0) {
		s.Ran(0)
		n++
	}
	s.EndFrame()
	return n
}

// stepPattern runs frames at refresh rate num/den Hz and returns the steps as text.
func stepPattern(s *Stepper, frames int, num, den int64) string {
	var b strings.Builder
	last := int64(0)
	for k := 1; k <= frames; k++ {
		now := int64(k) * Second * den / num
		fmt.Fprint(&b, frame(s, now-last))
		last = now
	}
	return b.String()
}

// TV-G1 to TV-G4b and the further patterns at 100 Hz.
func TestStepPatterns(t *testing.T) {
	for _, c := range []struct {
		tag         string
		render, sim int64
		period      string // the repeating part, from some phase on
		sum         int64  // ticks in one period
	}{
		{"TV-G1", 50, 100, "2", 2},
		{"TV-G2", 200, 100, "01", 1},
		{"TV-G3", 60, 100, "122", 5},
		{"TV-G4", 60, 50, "011111", 5},
		{"TV-G4b", 50, 60, "11112", 6},
		{"TV-G 75", 75, 100, "112", 4},
		{"TV-G 120", 120, 100, "011111", 5},
		{"TV-G 240", 240, 100, "001010010101", 5},
	} {
		t.Run(c.tag, func(t *testing.T) {
			s, _ := newTestStepper(t, c.sim, DefaultBacklog)
			got := stepPattern(s, 600, c.render, 1)
			checkPeriod(t, got, len(c.period), c.sum)
			if c.tag != "TV-G 240" && !strings.Contains(got, strings.Repeat(c.period, 20)) {
				t.Errorf("steps %s…, want %s repeating", got[:36], c.period)
			}
		})
	}
	for _, c := range []struct {
		render int64
		frames int
		ticks  int64
	}{{144, 36, 25}, {165, 33, 20}, {240, 12, 5}} {
		s, _ := newTestStepper(t, 100, DefaultBacklog)
		checkPeriod(t, stepPattern(s, 600, c.render, 1), c.frames, c.ticks)
	}
	s, _ := newTestStepper(t, 100, DefaultBacklog)
	if got, want := stepPattern(s, 13, 144, 1), "0110110110111"; got != want {
		t.Errorf("144 Hz display: steps %s, want %s", got, want)
	}
}

// checkPeriod demands the same number of ticks in every stretch of one period, give or take the
// one whose frame is a truncated nanosecond early.
func checkPeriod(t *testing.T, got string, period int, sum int64) {
	t.Helper()
	total := int64(0)
	for i, c := range got {
		total += int64(c - '0')
		want := int64(i+1) * sum / int64(period)
		if total != want && total != want-1 {
			t.Fatalf("%d ticks after %d frames, want %d", total, i+1, want)
		}
	}
}

// TV-H2 boundary and TV-G6 clamp.
func TestClampOfBacklog(t *testing.T) {
	for _, c := range []struct {
		tag      string
		backlog  int64
		frames   []int64
		want     int64
		leftover int64
	}{
		{"TV-H2 exactly the limit", 50 * Millisecond, []int64{50 * Millisecond}, 5, 0},
		{"TV-H2 one step", 50 * Millisecond, []int64{10 * Millisecond}, 1, 0},
		{"TV-H2 just below one step", 50 * Millisecond, []int64{9999 * Microsecond}, 0, 9999 * Microsecond},
		{"TV-H4 ten seconds", 50 * Millisecond, []int64{10 * Second}, 5, 0},
		{"TV-G6 0.30 s", 250 * Millisecond, []int64{300 * Millisecond}, 25, 0},
		{"TV-G6 2 s", 250 * Millisecond, []int64{2 * Second}, 25, 0},
		{"TV-G6 leftover 9.9 ms + 0.25 s", 250 * Millisecond, []int64{9900 * Microsecond, 250 * Millisecond}, 25,
			9900 * Microsecond},
	} {
		t.Run(c.tag, func(t *testing.T) {
			s, _ := newTestStepper(t, 100, c.backlog)
			var n int64
			for _, f := range c.frames {
				n = frame(s, f)
			}
			if n != c.want {
				t.Errorf("%d ticks, want %d", n, c.want)
			}
			if got := s.Fraction() / s.Rate(); got != c.leftover {
				t.Errorf("left over %d ns, want %d", got, c.leftover)
			}
			if n := frame(s, 0); n != 0 {
				t.Errorf("%d ticks of the dropped time were made up later", n)
			}
		})
	}
}

// TV-H3: speed against a steady frame time must have no cliff.
func TestSpeedAgainstFrameTime(t *testing.T) {
	speed := func(frameNs int64) float64 {
		s, _ := newTestStepper(t, 100, 50*Millisecond)
		const frames = 1000
		for range frames {
			frame(s, frameNs)
		}
		return float64(s.Time()) / float64(frames*frameNs)
	}
	for _, c := range []struct {
		ms   int64
		want float64
	}{{40, 1}, {45, 1}, {49, 1}, {50, 1}, {60, 5.0 / 6}, {100, 0.5}} {
		if got := speed(c.ms * Millisecond); math.Abs(got-c.want) > 0.001 {
			t.Errorf("frame time %d ms: speed %.4f, want %.4f", c.ms, got, c.want)
		}
	}
	last := 1.0
	for ft := 40 * Millisecond; ft < 120*Millisecond; ft += 97 * Microsecond {
		got := speed(ft)
		if got > last+0.0006 {
			t.Fatalf("frame time %d ns: speed rises from %.4f to %.4f", ft, last, got)
		}
		if last-got > 0.004 {
			t.Fatalf("frame time %d ns: speed falls from %.4f to %.4f within 97 us", ft, last, got)
		}
		last = got
	}
}

// TV-G5: alpha.
func TestAlpha(t *testing.T) {
	for _, c := range []struct {
		rest int64
		want float64
	}{{5 * Millisecond, .5}, {Millisecond, .1}, {0, 0}, {10*Millisecond - Microsecond, .9999}} {
		s, _ := newTestStepper(t, 100, DefaultBacklog)
		frame(s, c.rest)
		if got := s.Alpha(); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("rest %d ns: alpha %v, want %v", c.rest, got, c.want)
		}
	}
	// the largest fraction rounds to 1 in float32, which would show the next tick
	s, _ := newTestStepper(t, 1, DefaultBacklog)
	frame(s, Second-1)
	show := interpolated(s)
	if a := show.Alpha32(); !(a < 1) || a < 0.9999999 {
		t.Errorf("alpha32 of 999999999 ns of 1 s: %v", a)
	}
}

// TV-L1, TV-L3, TV-L4, TV-K1 to TV-K3: ticks and remainders of the articles' examples, in
// their own step lengths as rates.
func TestArticleSequences(t *testing.T) {
	type step struct{ ns, ticks, rest int64 }
	for _, c := range []struct {
		tag   string
		hz    int64
		steps []step
	}{
		{"TV-L1", 30, []step{{48 * Millisecond, 1, 14666667}, {62 * Millisecond, 2, 10 * Millisecond}}},
		{"TV-L3", 30, []step{{78 * Millisecond, 2, 11333333}}},
		{"TV-L4 >= at the exact time", 100, []step{{10 * Millisecond, 1, 0}, {10 * Millisecond, 1, 0},
			{10 * Millisecond, 1, 0}}},
		{"TV-K1", 30, []step{{10 * Millisecond, 0, 10 * Millisecond}, {15 * Millisecond, 0, 25 * Millisecond},
			{18 * Millisecond, 1, 9666667}, {16 * Millisecond, 0, 25666667}}},
		{"TV-K2", 10, []step{{96 * Millisecond, 0, 96 * Millisecond}, {16 * Millisecond, 1, 12 * Millisecond},
			{80 * Millisecond, 0, 92 * Millisecond}, {16 * Millisecond, 1, 8 * Millisecond}}},
		{"TV-K3", 30, []step{{16666666, 0, 16666666}, {16666666, 0, 33333332}, {16666666, 1, 16666665},
			{16666666, 0, 33333331}, {16666666, 1, 16666664}, {16666666, 0, 33333330}, {16666666, 1, 16666663}}},
	} {
		t.Run(c.tag, func(t *testing.T) {
			s, _ := newTestStepper(t, c.hz, DefaultBacklog)
			for i, f := range c.steps {
				n := frame(s, f.ns)
				rest := (s.Fraction() + c.hz/2) / c.hz
				if n != f.ticks || rest < f.rest-1 || rest > f.rest+1 {
					t.Errorf("frame %d: %d ticks, rest %d ns; want %d, %d", i, n, rest, f.ticks, f.rest)
				}
			}
		})
	}
}

// TV-S4: a 30 Hz simulation on a 144 Hz display works in 30 of 144 frames.
func TestShareOfFramesThatTick(t *testing.T) {
	s, _ := newTestStepper(t, 30, DefaultBacklog)
	got := stepPattern(s, 144, 144, 1)
	if n := strings.Count(got, "1"); n+strings.Count(got, "0") != 144 || n != 30 {
		t.Errorf("%d frames of 144 tick, want 30", n)
	}
}

// TV-G10, TV-L10: time from a tick count is exact at every rate, for days.
func TestTickTimeHasNoDrift(t *testing.T) {
	for _, hz := range elevenRates {
		s, _ := newTestStepper(t, hz, 0)
		frame(s, 3600*Second)
		if got := s.Time(); got != 3600*Second {
			t.Errorf("%d Hz: an hour of ticks is %d ns", hz, got)
		}
	}
}

var elevenRates = []int64{24, 30, 60, 64, 90, 100, 120, 144, 165, 240, 1000}

// Changing the rate must not move alpha, and the ticks' time goes on.
func TestRateChangeKeepsAlpha(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	s, l := newTestStepper(t, 100, 0)
	lastTime, lastTick := int64(0), uint64(0)
	changes := int64(0)
	for i := range 20_000 {
		frame(s, r.Int64N(30*Millisecond))
		if err := l.rate.check(); err != nil {
			t.Fatal(err)
		}
		before, at := s.Alpha(), s.Time()
		if at < lastTime || (s.Ticks() > lastTick) != (at > lastTime) {
			t.Fatalf("frame %d: time went from %d to %d in %d ticks", i, lastTime, at, s.Ticks()-lastTick)
		}
		lastTime, lastTick = at, s.Ticks()
		if i%7 == 0 {
			if err := s.SetRate(10 + r.Int64N(991)); err != nil {
				t.Fatal(err)
			}
			changes++
			if s.Alpha() != before || s.Time() != at {
				t.Fatalf("frame %d: rate change moved alpha from %v to %v, time from %d to %d", i, before, s.Alpha(),
					at, s.Time())
			}
		}
	}
	if l.broken != nil {
		t.Fatal(l.broken)
	}
	t.Logf("%d rate changes, %d ticks", changes, s.Ticks())
}

// The budget stops stepping, keeps alpha and lets at least one tick run.
func TestWallTimeBudget(t *testing.T) {
	s, l := newTestStepper(t, 100, DefaultBacklog)
	if err := s.SetBudget(60 * Millisecond); err != nil {
		t.Fatal(err)
	}
	const cost, draw = 12 * Millisecond, 4 * Millisecond
	var real, sim, worst int64
	dv := 20 * Millisecond
	for range 500 {
		s.Advance(dv, 0)
		spent := int64(0)
		for s.Next(spent) {
			s.Ran(cost)
			spent += cost
		}
		s.EndFrame()
		dv = spent + draw
		real += dv
		worst = max(worst, dv)
	}
	sim = s.Time()
	speed := float64(sim) / float64(real)
	t.Logf("step 12 ms, draw 4 ms: speed %.3f, longest frame %.1f ms, dropped %d", speed, float64(worst)/1e6, l.Dropped)
	if speed < 0.78 || worst > 64*Millisecond {
		t.Errorf("speed %.3f (goal 0.78), longest frame %d ns (goal 64 ms)", speed, worst)
	}
	if err := l.rate.check(); err != nil {
		t.Error(err)
	}
	// a tick dearer than the budget still runs, once a frame
	s.Advance(100*Millisecond, 0)
	n := 0
	for spent := int64(0); s.Next(spent); n++ {
		s.Ran(500 * Millisecond)
		spent += 500 * Millisecond
	}
	if n != 1 {
		t.Errorf("%d ticks of 500 ms ran in a frame, want 1", n)
	}
}

// Goal: monotone in the cost of a tick, no sawtooth larger than a step.
func TestOverloadIsMonotone(t *testing.T) {
	last := 1.1
	for cost := 5 * Millisecond; cost <= 50*Millisecond; cost += Millisecond {
		s, _ := newTestStepper(t, 100, DefaultBacklog)
		if err := s.SetBudget(60 * Millisecond); err != nil {
			t.Fatal(err)
		}
		var real int64
		dv := 10 * Millisecond
		lo, hi := int64(1<<60), int64(0)
		for i := range 1000 {
			s.Advance(dv, 0)
			n := int64(0)
			for s.Next(n * cost) {
				s.Ran(cost)
				n++
			}
			s.EndFrame()
			dv = n*cost + 4*Millisecond
			real += dv
			if i > 200 {
				lo, hi = min(lo, n), max(hi, n)
			}
		}
		speed := float64(s.Time()) / float64(real)
		if speed > last+0.002 {
			t.Errorf("a tick of %d ms gives speed %.3f, one of 1 ms less %.3f", cost/Millisecond, speed, last)
		}
		if hi-lo > 1 {
			t.Errorf("a tick of %d ms: between %d and %d ticks a frame", cost/Millisecond, lo, hi)
		}
		last = speed
	}
}

func TestStepperRefuses(t *testing.T) {
	for _, hz := range []int64{0, -1, MaxRate + 1} {
		if _, err := NewStepper(&Ledger{}, hz); err == nil || !strings.Contains(err.Error(), fmt.Sprint(hz)) {
			t.Errorf("rate %d: error %v", hz, err)
		}
	}
	s, _ := newTestStepper(t, 100, 0)
	if s.SetRate(0) == nil || s.SetBacklog(-1) == nil || s.SetBudget(-1) == nil {
		t.Error("accepted a bad setting")
	}
}

package timestep

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Each test here shows a published form failing and the form used in this package passing.

// E7: 60 frames a second with 50 steps a second: sometimes none, never two.
func TestE7FiftyOnSixtyIsNeverTwo(t *testing.T) {
	s, _ := newTestStepper(t, 50, DefaultBacklog)
	for i, c := range stepPattern(s, 600, 60, 1) {
		if c != '0' && c != '1' {
			t.Fatalf("frame %d has %c steps", i, c)
		}
	}
}

// E20, TV-L4: `>` makes a step due only after its time.
func TestE20GreaterIsLate(t *testing.T) {
	const step = 33333
	updated, ticks := int64(0), 0
	for _, cur := range []int64{step, 2 * step, 3 * step} {
		for cur-updated > step {
			updated += step
			ticks++
		}
		if f := float64(cur-updated) / step; cur == step && f != 1 {
			t.Errorf("fraction %v", f)
		}
	}
	if ticks != 2 {
		t.Errorf("`>` runs %d ticks by the time of the third", ticks)
	}
	s, _ := newTestStepper(t, 100, DefaultBacklog)
	for i := range 100 {
		if n := frame(s, 10*Millisecond); n != 1 || s.Alpha() != 0 {
			t.Fatalf("frame %d: %d ticks, alpha %v", i, n, s.Alpha())
		}
	}
}

// E23: converting small differences of a counter one by one loses a part of a unit each time.
func TestE23ConvertTheCountNotTheDifference(t *testing.T) {
	const hz = 2_337_939
	perFrame, total := int64(0), int64(0)
	last := int64(0)
	for k := int64(1); k <= 60*60; k++ {
		now := k * hz / 60
		perFrame += (now - last) * 1_000_000 / hz
		last = now
		total = countsToNs(now, hz)
	}
	lost := 60*1_000_000 - perFrame
	t.Logf("a minute at 60 Hz: %d us lost by differences, %d ns by the count", lost, 60*Second-total)
	if lost < 500 || 60*Second-total > 1000 {
		t.Errorf("%d us and %d ns", lost, 60*Second-total)
	}
}

// E25: the number of steps of a frame follows from one reading. A loop that reads the clock again between steps never
// ends when a step costs the time that it simulates.
func TestE25OneReadingEnds(t *testing.T) {
	s, _ := newTestStepper(t, 100, DefaultBacklog)
	if n := frame(s, 100*Millisecond); n != 10 {
		t.Errorf("%d ticks", n)
	}
}

// E31, TV-K1: 9.666666 + 16 ms are 25.67, not about 25.
func TestE31Sum(t *testing.T) {
	s, _ := newTestStepper(t, 30, DefaultBacklog)
	for _, ms := range []int64{10, 15, 18, 16} {
		frame(s, ms*Millisecond)
	}
	if left := float64(s.Fraction()) / 30 / 1e6; math.Abs(left-25.666667) > 1e-5 {
		t.Errorf("%v ms left", left)
	}
}

// E33: without a clamp an hour in a background tab is an hour of steps.
func TestE33NoClamp(t *testing.T) {
	b := newStrategyBench(t, "callback", 100)
	if n, _ := b.frame(3600 * Second); n != 360_000 {
		t.Errorf("callback loop: %d steps", n)
	}
	b = newStrategyBench(t, "interpolate-raw", 100)
	if n, _ := b.frame(3600 * Second); n != 25 {
		t.Errorf("ours: %d steps", n)
	}
}

// TV-L11: ticks at the highest rate for a century still convert to ns without overflow.
func TestCounterRanges(t *testing.T) {
	s, _ := newTestStepper(t, MaxRate, 0)
	s.Resume(StepState{Tick: 1 << 50, Time: 100 * 365 * 86400 * Second, Hz: MaxRate})
	frame(s, Second)
	if s.Time() != 100*365*86400*Second+Second {
		t.Errorf("after a century: %d", s.Time())
	}
}

// TV-M1: the last refresh was 3 ms ago, the period is 16 ms, a frame takes up to 14 ms: start now.
func TestM1StartNow(t *testing.T) {
	const now = 1000 * Millisecond
	j := JustInTime{work: 12 * Millisecond, margin: 2 * Millisecond}
	refresh := now - 3*Millisecond + 16*Millisecond
	if start := j.Start(refresh, 40*Millisecond); start != now-Millisecond {
		t.Errorf("start %d ns from now, want −1 ms", start-now)
	}
	if start := j.Start(refresh, 16*Millisecond); start != 0 {
		t.Errorf("with work of most of the period: start %d ns from now, want at once", start-now)
	}
}

// A loop that waits for the remainder of the frame with a sleep adds the sleep's error to every frame; absolute
// deadlines do not.
func TestRelativeSleepsAddUp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	relative, absolute := int64(0), int64(0)
	var l Limiter
	_ = l.SetRate(60_000)
	l.Started(Second)
	absolute = Second
	for range 6000 {
		late := r.Int64N(Millisecond)
		relative += Second/60 + late
		absolute = l.Deadline(absolute) + late
		l.Started(absolute)
	}
	a, b := float64(relative)/1e9, float64(absolute-Second)/1e9
	t.Logf("6000 frames of 60 Hz with sleeps late by up to 1 ms: relative %.3f s, absolute %.3f s", a, b)
	if a < 102 || math.Abs(b-100) > .01 {
		t.Errorf("%v s and %v s", a, b)
	}
}

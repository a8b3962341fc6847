package timestep

import (
	"fmt"
	"math"
	"testing"
)

// TV-G7: the slivers that a float step leaves of a double frame, the third one of 5·10⁻¹⁸ s.
func TestPrintedSemiFixedLeavesSlivers(t *testing.T) {
	for _, c := range []struct {
		frame float64
		want  []float64
	}{
		{.01, []float64{9.99999978e-3, 2.235e-10, 5.2e-18}},
		{1.0 / 60, []float64{.01666666753590107}},
		{.033, []float64{.0166666675, .0163333323, 1.79e-10}},
	} {
		var got []float32
		for left := c.frame; left > 0; left -= float64(got[len(got)-1]) {
			got = append(got, float32(math.Min(left, 1.0/60)))
		}
		if len(got) != len(c.want) {
			t.Errorf("frame of %v s: steps %v, want %v", c.frame, got, c.want)
			continue
		}
		for i, want := range c.want {
			if math.Abs(float64(got[i])/want-1) > .01 {
				t.Errorf("frame of %v s: step %d is %v, want %v", c.frame, i+1, got[i], want)
			}
		}
	}
}

// TV-L7: a test that asks for more than the time and not for as much is one tick late, three times of three.
func TestPeriodicAtItsExactTime(t *testing.T) {
	ours, err := AtRate(2)
	if err != nil {
		t.Fatal(err)
	}
	var at, printed []int
	last := int64(0)
	for tick := int64(1); tick <= 160; tick++ {
		now := tick * 10_000
		for range ours.Due(TickTime{N: uint64(tick), Ns: now * Microsecond}) {
			at = append(at, int(tick))
		}
		if now-last > 500_000 {
			last += 500_000
			printed = append(printed, int(tick))
		}
	}
	if fmt.Sprint(at) != "[50 100 150]" || fmt.Sprint(printed) != "[51 101 151]" {
		t.Errorf("turns %v with ≥, %v with >", at, printed)
	}
}

// TV-L9: five seconds on four counters by the conversions of the discussion, and by ours.
func TestPrintedCounterConversions(t *testing.T) {
	for _, c := range []struct{ hz, us int64 }{
		{10_000_000, 5_000_000}, {3_579_545, 5_965_908}, {14_318_180, 5_113_635}, {2_337_939, 5_844_847},
	} {
		counts := 5 * c.hz
		if ms := counts / (c.hz * 1000); ms != 0 {
			t.Errorf("%d Hz: the ms of the discussion are %d, want 0", c.hz, ms)
		}
		if us := counts / (c.hz / 1_000_000); us != c.us {
			t.Errorf("%d Hz: the us of the discussion are %d, want %d", c.hz, us, c.us)
		}
		if ns := countsToNs(counts, c.hz); ns != 5*Second {
			t.Errorf("%d Hz: %d ns", c.hz, ns)
		}
	}
	// the product that a direct conversion forms overflows after 10.7 days at 10 MHz and 2.56 h at 1 GHz
	for _, c := range []struct{ hz, hours float64 }{{1e7, 10.7 * 24}, {1e9, 2.56}} {
		if h := math.MaxInt64 / 1e6 / c.hz / 3600; math.Abs(h/c.hours-1) > .01 {
			t.Errorf("%v Hz: overflow after %v h, want %v", c.hz, h, c.hours)
		}
	}
}

// TV-L10: what periods in whole nanoseconds lose in a second, in the loop of an article that has them; ours loses none.
func TestTruncatedNanosecondsLose(t *testing.T) {
	for _, c := range []struct{ hz, ns int64 }{
		{30, 10}, {90, 10}, {165, 10}, {60, 40}, {120, 40}, {144, 64}, {240, 160}, {50, 0}, {64, 0}, {100, 0},
	} {
		b := newStrategyBench(t, "canonical", c.hz)
		for b.State().Tick < uint64(c.hz) {
			b.frame(Second / 1000)
		}
		if lost := Second - b.State().Time; lost != c.ns {
			t.Errorf("%d Hz: loses %d ns/s, want %d", c.hz, lost, c.ns)
		}
	}
}

// TV-L11: how long the counters last, and a tick in seconds.
func TestRangesOfCounters(t *testing.T) {
	const year = 365.25 * 86400
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"2⁶⁴ µs in years", math.Exp2(64) / 1e6 / year, 584_542},
		{"2⁶⁴ ns in years", math.Exp2(64) / 1e9 / year, 584.5},
		{"2⁶³ ns in years", math.Exp2(63) / 1e9 / year, 292.3},
		{"2³² µs in minutes", math.Exp2(32) / 1e6 / 60, 71.6},
		{"2³² ms in days", math.Exp2(32) / 1e3 / 86400, 49.7},
		{"33333 µs in s", 33333 * (1 / 1e6), .033333},
	} {
		if math.Abs(c.got/c.want-1) > .001 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	// and they are those of our readings: the stepper still counts exactly in the last year of theirs
	s, _ := newTestStepper(t, 30, 0)
	last := int64(291 * year * 1e9)
	s.Resume(StepState{Tick: 1 << 40, Time: last, Hz: 30})
	frame(s, Second)
	if s.Time() != last+Second {
		t.Errorf("after 291 years: %d ns more, want a second", s.Time()-last)
	}
}

// The names of the articles find the strategies.
func TestAliases(t *testing.T) {
	for alias, want := range map[string]string{"snapped": "snap", "stolk240": "whole-240", "stolk480": "whole-480",
		"latest": "latest"} {
		name, ok := FindStrategy(alias)
		r, err := NewRunner(alias, 100)
		if !ok || name != want || err != nil || r.Strategy().Name != want {
			t.Errorf("%s: %s, %v, %v", alias, name, ok, err)
		}
	}
	if _, ok := FindStrategy("stolk"); ok {
		t.Error("found a strategy that there is none of")
	}
}

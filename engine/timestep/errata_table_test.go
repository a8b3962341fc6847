package timestep

import (
	"math"
	"testing"
	"time"
)

// The errata that are a number: what the code of this package gives where an article is wrong. Where a strategy follows
// the printed form, its number stands in a row of its own. The longer ones have tests of their own.
func TestErrata(t *testing.T) {
	for _, c := range []struct {
		tag, what  string
		have, want float64
		near       float64
	}{
		{"E2", "blend factor half-way through a step of 10 ms", alphaAfter(t, 15*Millisecond), .5, 1e-12},
		{"E6", "frame time in ms at a limit of 50 frames a second", limitedFrameTime(t, 50_000), 20, 0},
		{"E10", "most steps in a frame of 20 ms, read in ns", mostSteps(t, 1), 2, 0},
		{"E10", "the same with a clock of whole seconds: all of a second at once, up to the limit",
			mostSteps(t, Second), 25, 0},
		{"E11", "alpha when a step is due exactly", alphaAfter(t, 10*Millisecond), 0, 0},
		{"E11", "and just before: it never reaches 1", alphaAfter(t, 10*Millisecond-1), 1 - 1e-7, 1e-12},
		{"E12", "steps in the frame after a limited one: no backlog", afterBurst(t), 1, 0},
		{"E18", "steps of 1/240 s in a second of 1000 frames: at least one each", stepsPerSecond(t, "whole-240", 1000),
			1000, 0},
		{"E18", "steps of 1/100 s in that second", stepsPerSecond(t, "interpolate-raw", 1000), 100, 0},
		{"E19", "speed at 144 Hz in whole steps of 1/240 s", stepsPerSecond(t, "whole-240", 144) / 240, 1.2, 1e-9},
		{"E21", "an hour of ticks of 33 333 µs is short by (ms)", lostInAnHour(t, "two-timers"), 36, 0},
		{"E21", "an hour of ticks of 1/30 s", lostInAnHour(t, "interpolate-raw"), 0, 0},
		{"E26", "milliseconds in 5 s of a counter at 10 MHz", float64(countsToNs(50_000_000, 10_000_000) / Millisecond),
			5000, 0},
		{"E27", "microseconds in 5 s of a counter at 3.579545 MHz",
			float64(countsToNs(5*3_579_545, 3_579_545) / Microsecond), 5_000_000, 0},
		{"E28", "blend factor 14 667 µs into a step of 33 333", shownAfter(t, "two-timers", 48_000).Alpha, .44001,
			1e-4},
		{"E30", "lag of interpolation in ms, at 30 Hz", lag(t, 30), 33.333, 1e-3},
		{"E30", "and at the default rate", lag(t, DefaultRate), 10, 1e-3},
		{"E34", "ratio after frames of 10, 15 and 18 ms, step 33.3: of what remains after the step",
			shownAfter(t, "callback", 10_000, 15_000, 18_000).Alpha, .29, 1e-3},
		{"E35", "the ratio after 25 ms: elapsed over step", shownAfter(t, "callback", 10_000, 15_000).Alpha, .75, 1e-3},
		{"E36", "boundaries of the 480 Hz table, of fifteen, on which a frame gets the smaller number",
			strictBoundaries(), 15, 0},
		{"E38", "years until 64 bits overflow at 10 MHz, in thousands", math.Ldexp(1, 64) / 1e7 / (365.25 * 86400) /
			1000, 58.455, .01},
		{"E38", "and in ns, the years that times have here", math.MaxInt64 / 1e9 / (365.25 * 86400), 292.3, .1},
	} {
		if math.Abs(c.have-c.want) > c.near {
			t.Errorf("%s %s: %v, want %v", c.tag, c.what, c.have, c.want)
		}
	}
}

// strictBoundaries counts boundaries of the table for 1/480 s at which a frame gets the smaller number, and the larger
// one a nanosecond later.
func strictBoundaries() float64 {
	n := 0.0
	for k := int64(1); k <= 15; k++ {
		at := (2*k + 1) * Second / 960
		n += float64(boolInt(whole480(at) == k && whole480(at+1) == k+1))
	}
	return n
}

// E37: a timer is not late by some nanoseconds: a thread that sleeps is woken 50 µs to 15 ms later.
func TestE37SleepIsLateByMicroseconds(t *testing.T) {
	var late []float64
	c := RealClock()
	for range 50 {
		from := c.Now()
		time.Sleep(time.Millisecond)
		late = append(late, float64(c.Now()-from-Millisecond))
	}
	sortFloats(late)
	t.Logf("sleeps of 1 ms are late by %.0f us, median; %.0f us at most", late[25]/1e3, late[49]/1e3)
	if late[25] < 1000 {
		t.Errorf("median %v ns", late[25])
	}
}

// alphaAfter is alpha after a frame at 100 Hz.
func alphaAfter(t *testing.T, dv int64) float64 {
	s, _ := newTestStepper(t, 100, 100*Second)
	frame(s, dv)
	return s.Alpha()
}

// limitedFrameTime is the time between two frames under a limit, in ms.
func limitedFrameTime(t *testing.T, milliHz int64) float64 {
	var l Limiter
	if err := l.SetRate(milliHz); err != nil {
		t.Fatal(err)
	}
	l.Started(Second)
	return float64(l.Deadline(Second)-Second) / 1e6
}

// mostSteps is the largest number of steps of 10 ms in frames of 20 ms, with a clock that advances by grain ns.
func mostSteps(t *testing.T, grain int64) float64 {
	s, l := newTestStepper(t, 100, DefaultBacklog)
	v := NewVirtualClock(l)
	most := int64(0)
	for now := int64(0); now <= 3*Second; now += 20 * Millisecond {
		reading := now - now%grain
		most = max(most, frame(s, v.Advance(reading, reading)))
	}
	return float64(most)
}

// afterBurst is the number of steps in a frame of one step after two seconds under a limit of a quarter.
func afterBurst(t *testing.T) float64 {
	s, _ := newTestStepper(t, 100, 250*Millisecond)
	frame(s, 2*Second)
	return float64(frame(s, 10*Millisecond))
}

// stepsPerSecond is the number of steps that a strategy takes in a second of so many frames.
func stepsPerSecond(t *testing.T, strategy string, fps int64) float64 {
	b := newStrategyBench(t, strategy, 100)
	steps := 0
	for k := range fps {
		n, _ := b.frame((k+1)*Second/fps - k*Second/fps)
		steps += n
	}
	return float64(steps)
}

// lostInAnHour is by how much the ticks of an hour at 30 Hz are short of an hour, in ms.
func lostInAnHour(t *testing.T, strategy string) float64 {
	b := newStrategyBench(t, strategy, 30)
	for b.State().Tick < 30*3600 {
		b.frame(10 * Millisecond)
	}
	return float64(3600*Second-b.State().Time) / 1e6
}

// shownAfter is the moment that a strategy at 30 Hz shows after frames of so many microseconds.
func shownAfter(t *testing.T, strategy string, us ...int64) (show Show) {
	b := newStrategyBench(t, strategy, 30)
	for _, dv := range us {
		_, show = b.frame(dv * Microsecond)
	}
	return show
}

// lag is how far the interpolated picture is behind the time, in ms.
func lag(t *testing.T, hz int64) float64 {
	_, show := newStrategyBench(t, "interpolate-raw", hz).frame(200 * Millisecond)
	return float64(200*Millisecond-show.Shown) / 1e6
}

// E29: the clock is not bound to interrupts, which come every millisecond or less often.
func TestE29ClockIsFinerThanInterrupts(t *testing.T) {
	c := RealClock()
	least := int64(math.MaxInt64)
	for range 10_000 {
		a := c.Now()
		for b := a; ; {
			if b = c.Now(); b != a {
				least = min(least, b-a)
				break
			}
		}
	}
	t.Logf("smallest difference of readings: %d ns", least)
	if least >= Millisecond {
		t.Errorf("the clock moves in steps of %d ns", least)
	}
}

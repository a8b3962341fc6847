package timestep

import (
	"math"
	"testing"
)

// The errata that are a number: what the article's form gives, which is wrong, and what the right form
// gives. The longer ones have tests of their own.
func TestErrata(t *testing.T) {
	stepsOf := func(hz, dv int64) (n int64, alpha float64) {
		s, _ := newTestStepper(t, hz, 100*Second)
		return frame(s, dv), s.Alpha()
	}
	_, atHalf := stepsOf(100, 15*Millisecond)
	_, before := stepsOf(100, 10*Millisecond-1)
	whole, onTime := stepsOf(100, 10*Millisecond)
	clamped, _ := newTestStepper(t, 100, 250*Millisecond)
	burst := frame(clamped, 2*Second)
	later := frame(clamped, 10*Millisecond)
	unclamped := 200 - burst + 1 // what a limit on the steps alone would leave for the next frame
	period := int64(33_333)
	ratio := func(carry, dt, step float64) float64 {
		carry += dt
		return (carry - math.Floor(carry/step)*step) / step
	}
	for _, c := range []struct {
		tag, what                 string
		published, right, correct float64
		near                      float64
	}{
		{"E2", "blend factor half-way through a step of 10 ms", .005, atHalf, .5, 1e-12},
		{"E6", "frames a second at a frame time of 20 ms, not a frame time of 50 ms", .05, 1 / .05, 20, 1e-9},
		{"E10", "steps in a frame of 20 ms; a clock of whole seconds gives 0, then 100 at once", 0, float64(firstOf(stepsOf(100, 20*Millisecond))), 2, 0},
		{"E11", "alpha when a step is due exactly: 1 by the text", 1, onTime, 0, 0},
		{"E11", "and it never reaches 1", 1, before, 1 - 1e-7, 1e-12},
		{"E12", "steps in the frame after a limited one: the backlog", float64(unclamped), float64(later), 1, 0},
		{"E18", "steps of 1/240 s per second at 1000 frames a second: at least one each", 1000 * float64(whole240(Millisecond)), 100 * float64(whole), 100, 0},
		{"E19", "speed at 144 Hz in whole steps of 1/240 s", 144 * float64(whole240(Second/144)) / 240, 1, 1, 0},
		{"E21", "ticks of 33 333 µs in an hour, off by (ms)", float64(3600*30*period-3_600_000_000) / 1000, 0, 0, 0},
		{"E22", "microseconds from 5 before the wrap of 32 bits to 5 after, in 64 bits", float64(wrap64(math.MaxUint32-4, 5)), float64(wrap32(math.MaxUint32-4, 5)), 10, 0},
		{"E26", "milliseconds in 5 s of a counter at 10 MHz", float64(50_000_000 / (10_000_000 * 1000)), float64(countsToNs(50_000_000, 10_000_000) / Millisecond), 5000, 0},
		{"E27", "microseconds in 5 s of a counter at 3.579545 MHz", float64(5 * 3_579_545 / (3_579_545 / 1_000_000)), float64(countsToNs(5*3_579_545, 3_579_545) / Microsecond), 5_000_000, 0},
		{"E28", "blend factor 14 667 µs into a step of 33 333: the step in seconds", float64(period) / 1e6, 14_667.0 / float64(period), .44001, 1e-4},
		{"E30", "lag of interpolation in ms, at 30 and at 100 Hz", 33.3, 1000 / float64(DefaultRate), 10, 0},
		{"E34", "ratio after 18 ms on top of 25, step 33.3: by what was there before the steps", 25 / 33.333333, ratio(25, 18, 33.333333), .29, 1e-3},
		{"E35", "the same by what remains until the next step", (33.333333 - 9.666667) / 33.333333, ratio(25, 18, 33.333333), .29, 1e-3},
	} {
		if math.Abs(c.right-c.correct) > c.near {
			t.Errorf("%s %s: %v, want %v", c.tag, c.what, c.right, c.correct)
		}
		if math.Abs(c.published-c.correct) <= c.near {
			t.Errorf("%s %s: the printed form gives %v as well", c.tag, c.what, c.published)
		}
	}
}

func firstOf(n int64, _ float64) int64 { return n }

// wrap64 and wrap32 are differences of readings of a counter of 32 bits, in full width and in its own.
func wrap64(last, now uint64) uint64 { return now - last }
func wrap32(last, now uint64) uint64 { return uint64(uint32(now) - uint32(last)) }

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
	if least >= int64(Millisecond) {
		t.Errorf("the clock moves in steps of %d ns", least)
	}
}

package timestep

import (
	"fmt"
	"math"
	"testing"
)

// A timer of a thread stands still within a cycle, loses nothing in the conversion, takes a clock that goes back for no
// time, and lets virtual time pass only when asked to.
func TestTimerOfAThread(t *testing.T) {
	clock := NewFakeClock(77)
	timer := NewTimer(clock)
	timer.Update(true)
	if timer.Now() != 0 || timer.Since() != 0 {
		t.Errorf("begins at %d us", timer.Now())
	}
	// a third of a microsecond too much in each cycle: nothing of it may be lost
	for range 3000 {
		clock.Advance(1_000_333)
		before := timer.Now()
		if timer.Now() != before {
			t.Fatal("moves by itself")
		}
		timer.Update(true)
	}
	if timer.Now() != 3_000_999 || timer.VirtualNow() != 3_000_999 {
		t.Errorf("after 3.000999 s: %d us, virtual %d", timer.Now(), timer.VirtualNow())
	}
	timer.Update(false)
	clock.Advance(5000)
	timer.Update(false)
	if timer.Since() != 5 || timer.VirtualSince() != 0 || timer.VirtualNow() != 3_000_999 || timer.Seconds() != 0 {
		t.Errorf("paused: %d us, virtual %d", timer.Since(), timer.VirtualSince())
	}
	clock.Advance(-Second)
	if timer.Update(true); timer.Since() != 0 {
		t.Errorf("a clock that goes back gives %d us", timer.Since())
	}
	ticks := NewTimer(nil)
	ticks.UpdateBy(33_333, true)
	ticks.UpdateBy(33_333, true)
	if ticks.Now() != 66_666 || ticks.Seconds() != .033333 {
		t.Errorf("two ticks are %d us, the last %v s", ticks.Now(), ticks.Seconds())
	}
}

// TV-K1, TV-K2 and TV-K3 through the callbacks.
func TestCallbackLoop(t *testing.T) {
	const us = Microsecond
	for _, c := range []struct {
		length int64
		frames []int64
		want   string // steps and ratio of each frame
	}{
		{33_333_333, []int64{10_000 * us, 15_000 * us, 18_000 * us, 16_000 * us}, "[0 0.30 0 0.75 1 0.29 0 0.77]"},
		{100_000 * us, []int64{16_000 * us, 16_000 * us, 16_000 * us, 16_000 * us, 16_000 * us, 16_000 * us,
			16_000 * us}, "[0 0.16 0 0.32 0 0.48 0 0.64 0 0.80 0 0.96 1 0.12]"},
		{33_333_333, []int64{16_666_666, 16_666_666, 16_666_666, 16_666_666, 16_666_666},
			"[0 0.50 0 1.00 1 0.50 0 1.00 1 0.50]"},
	} {
		steps := 0
		var got []string
		loop := NewCallback(c.length, func(dt int64) {
			if dt != c.length {
				t.Fatalf("a step of %d ns", dt)
			}
			steps++
		}, func(_ int64, ratio float64) {
			got = append(got, fmt.Sprint(steps), fmt.Sprintf("%.2f", ratio))
			if !(ratio >= 0 && ratio < 1) {
				t.Errorf("ratio %v", ratio)
			}
			steps = 0
		})
		for _, dt := range c.frames {
			loop.Update(dt)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("steps of %d ns: %v, want %v", c.length, got, c.want)
		}
	}
}

// The first frame counts as one of the usual length; each asks for the next before it works, so a long one does not
// move it.
func TestFramesOfTheCallbackLoop(t *testing.T) {
	clock := NewFakeClock(Second)
	var due, starts []int64
	var first int64 = -1
	loop := NewCallback(10*Millisecond, func(int64) { clock.Advance(3 * Millisecond) }, func(dt int64, _ float64) {
		if first < 0 {
			first = dt
		}
	})
	period := 16 * Millisecond
	for range 50 {
		now := clock.Now()
		starts = append(starts, now)
		loop.Frame(now, func() { due = append(due, now+period) })
		clock.Set(max(clock.Now(), due[len(due)-1]))
	}
	if first != FirstFrame {
		t.Errorf("the first frame counts as %d ns", first)
	}
	for i := range starts {
		if off := starts[i] - Second - int64(i)*period; off != 0 {
			t.Fatalf("frame %d begins %d ns late: the work of the frames is in the cadence", i, off)
		}
	}
	// and so in the strategy, whose account holds with it
	r, err := NewRunner("callback", 100)
	if err != nil {
		t.Fatal(err)
	}
	r.Begin(Second)
	for _, ok := r.Next(0); ok; _, ok = r.Next(0) {
		r.Ran(0)
	}
	r.End()
	if st := r.State(); st.Tick != 1 || st.LeftOver != FirstFrame-10*Millisecond || r.Ledger().Check() != nil {
		t.Errorf("after the first frame: %+v, %v", st, r.Ledger().Check())
	}
}

// The times since the last ticks add up to the time, at every rate and for every strategy.
func TestTimeSinceTheLastTick(t *testing.T) {
	for _, name := range StrategyNames() {
		for _, hz := range []int64{30, 60, 100, 144, 165} {
			r, err := NewRunner(name, hz)
			if err != nil {
				t.Fatal(err)
			}
			sum, now := int64(0), Second
			for i := range 500 {
				r.Begin(now)
				for tick, ok := r.Next(0); ok; tick, ok = r.Next(0) {
					if sum += tick.Since; sum != tick.Ns || math.Abs(float64(tick.Since)/1e9-float64(tick.Dt)) > 1e-8 {
						t.Fatalf("%s at %d Hz: tick %d of %d ns, %v s, ends at %d, the sum is %d", name, hz, tick.N,
							tick.Since, tick.Dt, tick.Ns, sum)
					}
					r.Ran(0)
				}
				r.End()
				now += int64(7+i%19) * Millisecond
			}
			if err := r.Ledger().Check(); err != nil || sum == 0 {
				t.Errorf("%s at %d Hz: %v, %d ns", name, hz, err, sum)
			}
		}
	}
}

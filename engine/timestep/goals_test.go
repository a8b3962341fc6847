package timestep

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Goal: the pattern of steps per frame on sixteen displays. Exact readings give the exact pattern; with
// readings that err by 2 ms, or a third of the period, the locked display clock keeps every frame within one step of
// it.
func TestStepPatternOnSixteenDisplays(t *testing.T) {
	for _, hz := range []int64{24, 25, 30, 48, 50, 60, 72, 75, 85, 90, 100, 120, 144, 165, 200, 240} {
		s, _ := newTestStepper(t, 100, DefaultBacklog)
		last := int64(0)
		for k := int64(1); k <= 6000; k++ {
			now := mulDivInt(k, Second, hz)
			frame(s, now-last)
			last = now
			if want := uint64(now * 100 / Second); s.Ticks() != want {
				t.Fatalf("%d Hz frame %d: %d ticks, want %d", hz, k, s.Ticks(), want)
			}
		}
		// beyond a third of a period nobody can tell refreshes apart
		sigma := min(2, 333/float64(hz))
		// steps of a frame must be one of the two whole numbers around the time that it was on the display
		off := func(filter TimeFilter) (n int) {
			m := displayModel{hz: float64(hz), sigma: sigma}
			frames := m.run(filter, 5, warmUp+measured)[warmUp:]
			s, _ := newTestStepper(t, 100, DefaultBacklog)
			for i := 1; i < len(frames); i++ {
				k := float64(frame(s, frames[i].x-frames[i-1].x))
				// a thread that was woken late misses a refresh
				mean := math.Round(float64((frames[i].d-frames[i-1].d)*hz)/1e9) * 100 / float64(hz)
				if k < math.Floor(mean) || k > math.Ceil(mean) {
					n++
				}
			}
			return n
		}
		raw, locked := off(rawFilter{}), off(NewDisplayClock())
		t.Logf("%3d Hz, sigma %.1f ms: frames off the pattern, of %d: raw clock %d, display clock %d", hz, sigma,
			measured, raw, locked)
		if 100%hz != 0 && locked > measured/1000 {
			t.Errorf("%d Hz: %d of %d frames off the pattern", hz, locked, measured)
		}
	}
}

func mulDivInt(a, b, c int64) int64 { return int64(mulDiv(uint64(a), uint64(b), uint64(c))) }

// Goal: without vsync the world runs at its speed from 30 to 10 000 frames a second.
func TestSpeedWithoutVsync(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 1))
	for _, fps := range []int64{30, 60, 144, 333, 1000, 3000, 10_000} {
		l := &Ledger{}
		v := NewVirtualClock(l)
		set, err := NewStrategySet(l, 100)
		if err != nil {
			t.Fatal(err)
		}
		s := set.Find(DefaultStrategy)
		now, id := Second, uint64(0)
		for now < 21*Second {
			dv := v.Advance(now, set.Advance(s.Info().Filter, now))
			l.Begin(s, FrameTime{Virtual: dv})
			for _, ok := s.Next(0); ok; _, ok = s.Next(0) {
				s.Ran(0)
			}
			s.End()
			id++
			set.Submitted(id)
			now += Second/fps/2 + r.Int64N(Second/fps)
			set.Presented(Feedback{ID: id, DrawEnd: now, Stamp: now})
		}
		if err := l.Check(); err != nil {
			t.Fatal(err)
		}
		off := float64(s.State().Time+s.State().LeftOver-(l.last-l.first)) / 1e6
		t.Logf("%5d frames a second: simulated time is %.3f ms off the real time after 20 s", fps, off)
		if math.Abs(off) > 20 {
			t.Errorf("%d frames a second: %.3f ms off", fps, off)
		}
	}
}

// Goal: after a spike the backlog is gone in one frame, a stall of 10 s costs the clamp and no more, and alpha
// goes on as if the dropped ticks had run.
func TestRecoveryAfterASpike(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 1))
	for range 2000 {
		s, l := newTestStepper(t, 100, DefaultBacklog)
		total := int64(0)
		for range 20 {
			dv := r.Int64N(30 * Millisecond)
			total += dv
			frame(s, dv)
		}
		spike := r.Int64N(10 * Second)
		total += spike
		if n := frame(s, spike); n > 25 {
			t.Fatalf("%d ticks in the frame after %d ns", n, spike)
		}
		if want := total * 100 % Second; s.Fraction() != want {
			t.Fatalf("alpha %d after a spike of %d ns, want %d", s.Fraction(), spike, want)
		}
		if n := frame(s, 10*Millisecond); n != 1 {
			t.Fatalf("%d ticks in the frame after that", n)
		}
		if err := l.rate.check(); err != nil {
			t.Fatal(err)
		}
	}
}

// Goal: the picture lags the virtual time by one tick, exactly.
func TestInterpolationLagIsOneTick(t *testing.T) {
	for _, hz := range []int64{50, 100, 250, 1000} {
		b := newStrategyBench(t, "interpolate-raw", hz)
		r := rand.New(rand.NewPCG(15, 1))
		total := int64(0)
		for i := range 5000 {
			dv := r.Int64N(30 * Millisecond)
			total += dv
			_, sh := b.frame(dv)
			if lag := total - sh.Shown; lag != Second/hz {
				t.Fatalf("%d Hz frame %d: lag %d ns, want %d", hz, i, lag, Second/hz)
			}
		}
	}
}

package timestep

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TV-L7: an object of 2 Hz fed by ticks.
func TestPeriodicCountsTickTime(t *testing.T) {
	for _, c := range []struct {
		us   int64
		want []int
	}{{33333, []int{16, 31, 46, 61}}, {10000, []int{50, 100, 150}}} {
		p, err := AtRate(2)
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for tick := int64(1); len(got) < len(c.want); tick++ {
			for range p.Due(TickTime{N: uint64(tick), Ns: tick * c.us * Microsecond}) {
				got = append(got, int(tick))
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("TV-L7 ticks of %d us: %v, want %v", c.us, got, c.want)
		}
	}
	every, err := EveryNth(3)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for tick := uint64(1); tick <= 30; tick++ {
		n += every.Due(TickTime{N: tick})
	}
	if n != 10 {
		t.Errorf("every third of 30 ticks: %d", n)
	}
	fast, _ := AtRate(250)
	n = 0
	for tick := int64(1); tick <= 100; tick++ {
		n += fast.Due(TickTime{N: uint64(tick), Ns: tick * 10 * Millisecond})
	}
	if n != 250 {
		t.Errorf("250 Hz in a second of 100 Hz: %d", n)
	}
	fast.Reset(10 * Second)
	if n := fast.Due(TickTime{Ns: 10*Second + 10*Millisecond}); n != 2 {
		t.Errorf("after a jump: %d runs", n)
	}
	if _, err := EveryNth(0); err == nil {
		t.Error("accepted every 0th")
	}
	if _, err := AtRate(0); err == nil {
		t.Error("accepted 0 Hz")
	}
}

// Deadlines are absolute: late starts do not add up, the mean rate is exact.
func TestLimiterMeanRate(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for _, milli := range []int64{59_940, 60_000, 144_000, 500_000, 900_000} {
		var l Limiter
		if err := l.SetRate(milli); err != nil {
			t.Fatal(err)
		}
		now := Second
		l.Started(now)
		const frames = 200_000
		worst := int64(0)
		for range frames {
			at := l.Deadline(now)
			now = at + r.Int64N(150*Microsecond)
			worst = max(worst, now-at)
			l.Started(now)
		}
		rate := float64(frames) / float64(now-Second) * 1e12
		if off := rate/float64(milli) - 1; math.Abs(off) > 1e-6*2 {
			t.Errorf("%d/1000 Hz: mean off by %.2e", milli, off)
		}
	}
}

func TestLimiterDoesNotBurstAfterAStall(t *testing.T) {
	var l Limiter
	_ = l.SetRate(100_000)
	now := Second
	for range 10 {
		now = l.Deadline(now)
		l.Started(now)
	}
	now += Second
	l.Started(now)
	if at := l.Deadline(now); at < now+10*Millisecond {
		t.Errorf("next frame %d ns after a stall, want 10 ms", at-now)
	}
	if err := l.SetRate(0); err != nil || l.Deadline(77) != 77 {
		t.Error("no limit must mean now")
	}
	if l.SetRate(-1) == nil || l.SetRate(MaxMilliHz+1) == nil {
		t.Error("accepted a bad limit")
	}
}

// Goal: swaps that do not wait are found within half a second on every display, swaps that wait are not.
func TestVsyncWatch(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 7))
	for _, hz := range []int64{30, 60, 144, 240} {
		period := Second / hz
		var w VsyncWatch
		now := int64(0)
		for !w.ignored && now < 2*Second {
			now += 1 + r.Int64N(period/3)
			w.Presented(Feedback{Stamp: now, Vsync: true}, period)
		}
		if now > Second/2 {
			t.Errorf("%d Hz: found after %d ms", hz, now/Millisecond)
		}
		w = VsyncWatch{}
		for k := range int64(10_000) {
			stamp := k*period + int64(float64(period)*0.2*r.NormFloat64())
			w.Presented(Feedback{Stamp: stamp, Vsync: true}, period)
		}
		for k := range int64(10_000) {
			w.Presented(Feedback{Stamp: k*period + (k&1)*period*2/3, Vsync: true}, period)
		}
		if w.ignored {
			t.Errorf("%d Hz: swaps that wait are taken for ones that do not", hz)
		}
		w.ignored = true
		w.Presented(Feedback{Vsync: true, Changed: true}, period)
		if w.ignored {
			t.Error("a change of mode must start a new look")
		}
	}
}

package timestep

import (
	"math"
	"slices"
	"testing"
)

// shownBy are the moments that frames at a rate show (ns).
func shownBy(b *strategyBench, fps int64, frames int64) (shown []int64) {
	for k := range frames {
		_, show := b.frame((k+1)*Second/fps - k*Second/fps)
		shown = append(shown, show.Shown)
	}
	return shown[frames/10:]
}

// unevenness is the largest difference of the motion of a frame from the mean, in parts of the mean.
func unevenness(shown []int64) float64 {
	mean := float64(shown[len(shown)-1]-shown[0]) / float64(len(shown)-1)
	worst := 0.0
	for i := 1; i < len(shown); i++ {
		worst = max(worst, math.Abs(float64(shown[i]-shown[i-1])/mean-1))
	}
	return worst
}

// lengths are the different lengths of steps in frames at a rate (s).
func lengths(b *strategyBench, fps, frames int64) (list []float32) {
	for k := range frames {
		b.frame((k+1)*Second/fps - k*Second/fps)
		for _, dt := range b.dts {
			if !slices.Contains(list, dt) {
				list = append(list, dt)
			}
		}
	}
	return list
}

// TestBrokenLoops: each broken loop shows its fault at displays of 60, 75, 120 and 144 Hz, and the right one does not.
func TestBrokenLoops(t *testing.T) {
	faults := map[string]func(b *strategyBench, fps int64) (fault float64, least float64){
		// a frame is off by a tick, which is .6 to 1.44 of its motion
		"broken-live-matrices": func(b *strategyBench, fps int64) (float64, float64) {
			return unevenness(shownBy(b, fps, 2000)), .5
		},
		// 10 ms take 11 ms
		"broken-sleep": func(b *strategyBench, fps int64) (float64, float64) {
			return 1 - b.speed(Second/fps, 2000),
				.08
		},
		// one step has two lengths, of which the longer is two ticks
		"broken-modulo": func(b *strategyBench, fps int64) (float64, float64) {
			if fps > 100 {
				fps = 30
			}
			return float64(slices.Max(lengths(b, fps, 300)))/.01 - 1, .999
		},
		// 10 ms are 9.77 ms
		"broken-float-time": func(b *strategyBench, fps int64) (float64, float64) {
			return b.speed(Second/fps, 2000) - 1, .02
		},
		"broken-by-frames": func(b *strategyBench, fps int64) (float64, float64) {
			return math.Abs(b.speed(Second/fps, 2000) - 1), math.Abs(float64(fps)/60-1) - 1e-6
		},
	}
	for _, info := range StrategyInfos() {
		fault := faults[info.Name]
		if info.Broken != (fault != nil) || info.Broken && info.Failure == "" {
			t.Errorf("%s: broken %v, but its fault is shown %v", info.Name, info.Broken, fault != nil)
		}
		if fault == nil {
			continue
		}
		for _, fps := range []int64{60, 75, 120, 144} {
			have, least := fault(newStrategyBench(t, info.Name, 100), fps)
			sound, _ := fault(newStrategyBench(t, "interpolate-raw", 100), fps)
			t.Logf("%s at %d Hz: %.4f, the right loop %.4f", info.Name, fps, have, sound)
			if have < least || sound > .01 {
				t.Errorf("%s at %d Hz: the fault is %.4f, want at least %.3f, and %.4f with the right loop",
					info.Name, fps, have, least, sound)
			}
		}
	}
}

// TestFloatTimeTrembles: the picture of a clock in float32 moves by the grain of the clock, 2 ms of 16.7, and the loop
// is the same an hour later.
func TestFloatTimeTrembles(t *testing.T) {
	b := newStrategyBench(t, "broken-float-time", 100)
	if u := unevenness(shownBy(b, 60, 2000)); u < .05 {
		t.Errorf("motion is off by %.3f of a frame", u)
	}
	first := b.speed(Second/60, 60*60*30)
	if later := b.speed(Second/60, 60*60*90); math.Abs(later-first) > 1e-3 {
		t.Errorf("speed %.4f in the first half hour, %.4f in the next ones", first, later)
	}
}

// TestModuloStepAfterAStall: all of a stall is one step.
func TestModuloStepAfterAStall(t *testing.T) {
	b := newStrategyBench(t, "broken-modulo", 100)
	if n, _ := b.frame(250 * Millisecond); n != 1 || b.dts[0] != .25 {
		t.Errorf("%d steps of %v s", n, b.dts)
	}
}

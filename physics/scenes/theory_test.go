package scenes

import (
	"testing"

	"tumble/physics/vec"
)

// The figures of the scenes of the textbook beside those of theory. Their checks hold the tolerances.
func TestTheory(t *testing.T) {
	run := func(name string, steps int) *Run {
		s, ok := Find(name)
		if !ok {
			t.Fatal(name)
		}
		r := build(t, s, s.WorldDef(), nil)
		if steps == 0 {
			steps = s.Steps
		}
		advance(t, r, steps)
		if steps == s.Steps {
			if err := r.Check(); err != nil {
				t.Error(err)
			}
		}
		return r
	}

	r := run("rolling_shapes", 0)
	for i, name := range [...]string{"ball", "capsule", "cylinder", "pipe of 32 sides", "prism of 24 sides"} {
		distance, want := r.Bodies[i].Transform().P.Dist(r.Start[i].P), rollerDistance(r, i)
		t.Logf("%s rolls down %.4f m, by theory %.4f m (%+.3f %%)", name, distance, want, 100*(distance/want-1))
	}
	spin, slip := coneMotion(run("cone_circle", 0))
	t.Logf("the cone on its side goes round %.4f times as fast after 10 s, its apex is %.1f mm off", spin, 1000*slip)
	rate, radius := turntableMotion(run("turntable", 0))
	t.Logf("the ball on the turntable goes round %.4f times as fast as 2/7 of it, at %.4f of its distance", rate,
		radius)
	for _, late := range tautochroneLate(run("tautochrone", 0)) {
		t.Logf("the ball in the cycloid arrives %+.3f ms late, %+.4f %%", 1000*late, 100*late/tautochroneTime())
	}

	// without resistance the coin keeps its lean and the rate that belongs to it, which is 0.6 % above that
	// of a coin without thickness
	s, _ := Find("spinning_coin")
	for hertz, tolerance := range map[int]float32{100: 0.02, 400: 0.01} {
		free := build(t, s, s.WorldDef(), Values{"resistance": 0})
		for range hertz {
			if err := free.Advance(hertz); err != nil {
				t.Fatal(err)
			}
		}
		lean, rate := coinMotion(free)
		t.Logf(
			"at %d Hz the coin without resistance has %.4f of its lean after 1 s and goes round %.4f times as fast "+
				"as theory says",
			hertz, lean/coinLean, rate)
		if vec.Abs(rate-1) > tolerance || lean > 1.01*coinLean || lean < (1-2*tolerance)*coinLean {
			t.Errorf("at %d Hz the coin leans by %.3f rad and goes round %.3f times as fast as it should", hertz, lean,
				rate)
		}
	}
	braked := build(t, s, s.WorldDef(), nil)
	last, lean := float32(coinLean), float32(0)
	for i := range 10 {
		advance(t, braked, 100)
		lean, rate = coinMotion(braked)
		t.Logf("braked coin after %.1f s: lean %.4f rad, %.4f of the rate of theory", float32(i+1), lean, rate)
		if lean > last+0.01 {
			t.Errorf("the coin rises from %.4f to %.4f rad", last, lean)
		}
		last = lean
	}
}

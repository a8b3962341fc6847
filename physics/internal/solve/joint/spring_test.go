package joint

import (
	"math"
	"testing"
)

func TestSpringCoefficientsEdges(t *testing.T) {
	for _, c := range []struct{ hertz, zeta float32 }{{0, 1}, {1e6, 0}, {1e6, 1e3}, {1e-3, 0}, {5, 1}, {5, 3},
		{5, 1e3}} {
		s := SpringCoefficients(c.hertz, c.zeta, 0.0025)
		// stable: the eigenvalues of the map lie within the unit circle
		det, trace := 1-float64(s.Drag), 2-float64(s.Drag)-0.0025*float64(s.Pull)
		if !(det <= 1 && det >= 0 && math.Abs(trace) <= 1+det+1e-6) {
			t.Errorf("%g Hz, ζ %g: %+v is unstable", c.hertz, c.zeta, s)
		}
		if !(s.Share >= 0 && s.Share <= 1) {
			t.Errorf("%g Hz, ζ %g: %+v answers to other impulses with more than all of them", c.hertz, c.zeta, s)
		}
	}
}

// TestSpringRestsWhereAskedFor: under a constant acceleration a spring of any damping comes to rest at a/ω².
func TestSpringRestsWhereAskedFor(t *testing.T) {
	const h, a = 0.0025, 10
	for _, hertz := range []float32{0.5, 2, 10, 40, 133, 134, 400, 5000} {
		for _, zeta := range []float32{0.1, 0.7, 1, 4} {
			s := SpringCoefficients(hertz, zeta, h)
			var c, u, impulse float32
			for range 40000 {
				v := u + h*a + impulse
				impulse += s.change(1, float32(s.Pull*c), u, v, impulse)
				u += h*a + impulse
				c += h * u
			}
			w := 2 * math.Pi * float64(hertz)
			if want := a / w / w; math.Abs(float64(c)/want-1) > 1e-3 {
				t.Errorf("%g Hz, ζ %g: rests at %g m, want %g", hertz, zeta, c, want)
			}
		}
	}
}

// TestSpringsInSIHaveOneMeaning: a spring in SI is that in hertz of its mass, and one with nothing to move has finite
// coefficients and yields to everything.
func TestSpringsInSIHaveOneMeaning(t *testing.T) {
	for _, m := range []float32{1e-3, 1, 500} {
		w := float32(2 * math.Pi * 3)
		got, want := coefficientsSI(m*w*w, 2*0.4*m*w, m, 0.0025), SpringCoefficients(3, 0.4, 0.0025)
		for _, x := range [][2]float32{{got.Pull, want.Pull}, {got.Drag, want.Drag}, {got.Yield, want.Yield}} {
			if math.Abs(float64(x[0]/x[1])-1) > 1e-4 {
				t.Errorf("%g kg: %+v, want %+v", m, got, want)
			}
		}
	}
	for _, c := range [][2]float32{{100, 5}, {0, 5}, {100, 0}} {
		if got := coefficientsSI(c[0], c[1], 0, 0.0025); got != (Spring{Yield: 1}) {
			t.Errorf("%v without a mass: %+v", c, got)
		}
	}
}

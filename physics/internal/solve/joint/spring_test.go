package joint

import (
	"math"
	"testing"
)

func TestSpringCoefficientsEdges(t *testing.T) {
	for _, c := range []struct{ hertz, zeta float32 }{{0, 1}, {1e6, 0}, {1e6, 1e3}, {1e-3, 0}, {5, 1}, {5, 3}, {5, 1e3}} {
		s := SpringCoefficients(c.hertz, c.zeta, 0.0025)
		// stable: the eigenvalues of the map lie within the unit circle
		det, trace := 1-float64(s.Drag), 2-float64(s.Drag)-0.0025*float64(s.Pull)
		if !(det <= 1 && det >= 0 && math.Abs(trace) <= 1+det+1e-6) {
			t.Errorf("%g Hz, ζ %g: %+v is unstable", c.hertz, c.zeta, s)
		}
	}
}

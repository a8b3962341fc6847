package solve

import (
	"testing"

	"tumble/physics/internal/solve/kernel"
)

// TestSpeculativeDistanceReachesKernels: the friction centre of a manifold depends on it, and without one all numbers
// stay finite, with vectors and without.
func TestSpeculativeDistanceReachesKernels(t *testing.T) {
	settings := kernel.DefaultSettings()
	run := func(distance float32, scalar bool) string {
		s, g := randomSolver(5, 80)
		s.Scalar = scalar
		settings.SpeculativeDistance = distance
		s.Begin(g, kernel.NewParams(settings, 0.01, 4))
		s.Step()
		for i := range s.States {
			if st := &s.States[i]; !st.V.IsFinite() || !st.W.IsFinite() {
				t.Fatalf("%g m: state %d is %+v", distance, i, *st)
			}
		}
		return bytesOf(s.States)
	}
	for _, distance := range []float32{0, 0.01, 0.02, 0.5} {
		if run(distance, true) != run(distance, false) {
			t.Errorf("%g m: vectors give other bits", distance)
		}
	}
	if run(0.01, false) == run(0.02, false) {
		t.Error("a distance of 0.01 m gives the same as 0.02 m")
	}
}

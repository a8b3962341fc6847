package narrowphase

import (
	"math"
	"testing"

	"tumble/physics/internal/state"
)

func TestCombineRules(t *testing.T) {
	for _, c := range []struct {
		a, b state.CombineRule
		want float32
	}{
		{state.CombineAuto, state.CombineAuto, 0.4}, {state.CombineAverage, state.CombineAuto, 0.5},
		{state.CombineMinimum, state.CombineAverage, 0.2},
		{state.CombineMultiply, state.CombineMinimum, 0.16}, {state.CombineMaximum, state.CombineMultiply, 0.8},
	} {
		for _, swap := range []bool{false, true} {
			a, b := c.a, c.b
			if swap {
				a, b = b, a
			}
			if got := combine(0.2, 0.8, a, b, state.CombineGeometricMean); math.Abs(float64(got-c.want)) > 1e-6 {
				t.Errorf("%v with %v gives %g, want %g", a, b, got, c.want)
			}
		}
	}
}

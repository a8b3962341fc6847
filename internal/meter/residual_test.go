package meter

import (
	"math"
	"testing"
)

// TestResidualMeters: the error of the last sub-step is that of sub-step 4 of 4, a sub-step that there is not has none, and a world at
// rest has next to none.
func TestResidualMeters(t *testing.T) {
	r := run(t, "mixed_rain", 60)
	list, err := Parse("solver.residual,substep1.residual,substep4.residual,substep5.residual")
	if err != nil || len(list) != 4 {
		t.Fatalf("%d meters, %v", len(list), err)
	}
	s := NewSet(list)
	if v := s.Measure(r.World, nil); !math.IsNaN(v[0]) {
		t.Errorf("before a step that was measured there is %v", v)
	}
	most := 0.0
	for range 100 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		v := s.Measure(r.World, nil)
		if v[0] != v[2] || math.IsNaN(v[1]) || !math.IsNaN(v[3]) {
			t.Fatalf("%v", v)
		}
		most = math.Max(most, v[0])
	}
	if most < 1e-3 || most > 10 {
		t.Errorf("the largest error is %g m/s", most)
	}
	for _, bad := range []string{"substep0.residual", "substep65.residual", "substep2.speed", "substep02.residual"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

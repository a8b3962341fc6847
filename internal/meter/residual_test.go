package meter

import (
	"errors"
	"math"
	"slices"
	"testing"
)

// TestResidualMeters: the error of the last sub-step is that of sub-step 4 of 4, a sub-step that there is not has none,
// and a world at rest has next to none.
func TestResidualMeters(t *testing.T) {
	r := run(t, "mixed_rain", 60)
	list, err := Parse("solver.residual,substep1.residual,substep4.residual,substep5.residual")
	if err != nil || len(list) != 4 {
		t.Fatalf("%d meters, %v", len(list), err)
	}
	s := NewSet(list)
	if v := s.Measure(r.World, Moment{}, nil); !math.IsNaN(v[0]) {
		t.Errorf("before a step that was measured there is %v", v)
	}
	most := 0.0
	for range 100 {
		if err := r.Advance(0); err != nil {
			t.Fatal(err)
		}
		v := s.Measure(r.World, Moment{}, nil)
		if v[0] != v[2] || math.IsNaN(v[1]) || !math.IsNaN(v[3]) {
			t.Fatalf("%v", v)
		}
		most = math.Max(most, v[0])
	}
	if most < 1e-3 || most > 10 {
		t.Errorf("the largest error is %g m/s", most)
	}
	for _, bad := range []string{"substep0.residual", "substep65.residual", "substep2.rest", "substep02.residual"} {
		if _, err := Parse(bad); err == nil {
			t.Errorf("%s is taken", bad)
		}
	}
}

// TestResidualsOfTwoSets: a condition on the last sub-step, measured after every step, leaves a curve of the first one
// as it is, and both have a value after the first step.
func TestResidualsOfTwoSets(t *testing.T) {
	alone, both := run(t, "mixed_rain", 60), run(t, "mixed_rain", 60)
	list, err := Parse("substep1.residual,substep4.residual")
	if err != nil {
		t.Fatal(err)
	}
	want, got := NewSet(list), NewSet(list)
	c, err := Compile("solver.residual > 1000")
	if err != nil {
		t.Fatal(err)
	}
	want.Begin(alone.World)
	got.Begin(both.World)
	if err := c.Bind(both.World, nil); err != nil {
		t.Fatal(err)
	}
	for step := range 10 {
		if err := errors.Join(alone.Advance(0), both.Advance(0)); err != nil {
			t.Fatal(err)
		}
		a, b := want.Measure(alone.World, Moment{}, nil), got.Measure(both.World, Moment{}, nil)
		c.Holds(both.World, Moment{Step: step})
		if last := c.set.frame.values[0]; !slices.Equal(a, b) || last != b[1] {
			t.Fatalf("step %d: %v, beside a condition %v and %v", step, a, b, last)
		}
	}
}

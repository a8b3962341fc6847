package physics

import (
	"slices"
	"testing"
)

// TestResiduals measures pyramids that are put into each other and fall apart: the solver leaves errors then, and almost none when
// they rest. The figures are the same for every number of workers, and the world goes the same way with and without them.
func TestResiduals(t *testing.T) {
	build := func(workers int) *World {
		w := newTestWorld(t, nil)
		addFloor(t, w)
		addPyramid(t, w, 8)
		addPyramid(t, w, 8)
		w.SetWorkers(workers)
		return w
	}
	plain, one, four := build(1), build(1), build(4)
	if len(one.Residuals(nil)) != 0 {
		t.Error("there are residuals that nobody asked for")
	}
	one.MeasureResiduals(100)
	four.MeasureResiduals(100)
	var most float32
	for step := range 240 {
		for _, w := range []*World{plain, one, four} {
			if err := w.Step(0.01); err != nil {
				t.Fatal(err)
			}
		}
		a, b := one.Residuals(nil), four.Residuals(nil)
		if len(a) != 4 || !slices.Equal(a, b) {
			t.Fatalf("step %d: residuals %v and %v", step, a, b)
		}
		if plain.Hash() != one.Hash() || plain.Hash() != four.Hash() {
			t.Fatalf("step %d: measuring changes the world", step)
		}
		most = max(most, slices.Max(a))
	}
	if rest := slices.Max(one.Residuals(nil)); !(rest < most/4) || most < 0.1 {
		t.Errorf("residuals up to %v, at last %v", most, rest)
	}
	one.MeasureResiduals(1)
	if err := one.Step(0.01); err != nil {
		t.Fatal(err)
	}
	if got := one.Residuals(nil); len(got) != 1 {
		t.Errorf("of one sub-step there are %v", got)
	}
}

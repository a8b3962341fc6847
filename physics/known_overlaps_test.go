package physics

import "testing"

// TestKnownOverlapsSuffice compares worlds whose deep overlaps the narrow phase lists with worlds in which all
// manifolds are searched for them, which a hook that leaves everything alone makes them do: clusters at one
// place, one of them asleep until it is woken.
func TestKnownOverlapsSuffice(t *testing.T) {
	build := func(search bool) *World {
		w := newTestWorld(t, nil)
		addBody(t, w, Static, V3(0, -1, 0), BoxHalf(40, 1, 40))
		for i := range 24 {
			addBody(t, w, Dynamic, V3(0, 2, 0), BoxHalf(0.5, 0.5, 0.5))
			addBody(t, w, Dynamic, V3(8, 2, float32(i%3)*0.2), Capsule{A: V3(-0.5, 0, 0), B: V3(0.5, 0, 0), Radius: 0.3})
			b := addBody(t, w, Dynamic, V3(-8, 0.5, float32(i)*0.1), Sphere{Radius: 0.5})
			b.SetAwake(i == 0)
		}
		if search {
			w.SetPreSolve(func(*ContactUpdate) {})
		}
		return w
	}
	known, searched := build(false), build(true)
	clustered, unknown := 0, 0
	for step := range 150 {
		run(t, known, 0.01)
		run(t, searched, 0.01)
		if a, b := known.Hash(), searched.Hash(); a != b {
			t.Fatalf("step %d: hash %x with the list, %x with the search", step, a, b)
		}
		if known.step.Solver.Overlaps.Clustered {
			clustered++
			if known.step.Solver.Overlaps.Incomplete {
				unknown++
			}
		}
	}
	t.Logf("%d steps with crowds, in %d of them the list was not complete", clustered, unknown)
	if clustered < 50 || unknown == clustered {
		t.Errorf("%d steps with crowds, in %d of them the list was not complete", clustered, unknown)
	}
}

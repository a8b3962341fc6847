package meter

import (
	"math"
	"testing"

	"tumble/physics"
)

// TestGroupMetersAgree compares the meters of islands and selections with sums over the bodies and contacts of their
// own, on ten scenes.
func TestGroupMetersAgree(t *testing.T) {
	islands := 0
	for _, name := range []string{
		"box", "pyramid36", "card_house", "crane", "tumbler", "bowling", "gears", "rope_bridge", "arch", "mixed_rain",
	} {
		r := run(t, name, 60)
		w := r.World
		var first physics.Body
		var selection []physics.Body
		byIsland := map[int][]physics.Body{}
		for _, b := range w.Bodies(nil) {
			if b.Type() != physics.Dynamic {
				continue
			}
			if n, ok := b.Island(); ok {
				byIsland[n] = append(byIsland[n], b)
				if !first.Valid() || len(byIsland[n]) > 1 {
					first = b
				}
			}
			if b.Index()%3 == 1 {
				selection = append([]physics.Body{b}, selection...)
			}
		}
		if n, ok := first.Island(); ok {
			if len(byIsland[n]) > 1 {
				islands++
			}
			checkGroup(t, name+", island", w, byIsland[n], func(q *Quantity) *Meter { return OfIsland(first, q) })
		}
		if len(selection) > 0 {
			checkGroup(t, name+", selection", w, selection,
				func(q *Quantity) *Meter { return OfSelection(selection, q) })
		}
	}
	if islands < 5 {
		t.Errorf("only %d scenes have an island of several bodies", islands)
	}
}

// checkGroup compares all quantities of some bodies.
func checkGroup(t *testing.T, what string, w *physics.World, bodies []physics.Body, of func(*Quantity) *Meter) {
	t.Helper()
	want := map[string]float64{"bodies": float64(len(bodies))}
	in := map[physics.Body]bool{}
	var p v3
	for _, b := range bodies {
		in[b] = true
		v, omega := double(b.LinearVelocity()), double(b.AngularVelocity())
		want["kinetic"] += (float64(b.Mass())*v.dot(v) + omega.dot(momentOfInertia(b).times(omega))) / 2
		p = p.add(v.mul(float64(b.Mass())))
		want["speed"], want["spin"] = math.Max(want["speed"], v.len()), math.Max(want["spin"], omega.len())
	}
	want["momentum"] = p.len()
	for _, c := range w.Contacts(nil) {
		if !in[c.ShapeA.Body()] && !in[c.ShapeB.Body()] {
			continue
		}
		want["contacts"]++
		for _, q := range c.Points[:c.Count] {
			want["depth"] = math.Max(want["depth"], -float64(q.Separation))
		}
	}
	var meters []*Meter
	for _, q := range GroupQuantities {
		meters = append(meters, of(q))
	}
	set := NewSet(meters)
	values := set.Measure(w, Moment{}, nil)
	// found again by names in the same world
	if err := set.Bind(w, nil); err != nil {
		t.Fatal(err)
	}
	for i, v := range set.Measure(w, Moment{}, nil) {
		key := GroupQuantities[i].Name
		if d := math.Abs(v - want[key]); !(d <= 1e-5*math.Abs(want[key])+1e-6) || values[i] != v {
			t.Errorf("%s: %s is %g, bound anew %g, want %g", what, key, values[i], v, want[key])
		}
	}
}

package meter

import (
	"math"
	"testing"
)

// TestGoals: a goal is read as it is written, and the best number is that of its direction.
func TestGoals(t *testing.T) {
	nan := math.NaN()
	values := []float64{3, nan, -1, 8, 5}
	for _, c := range []struct {
		text, same string
		best       int
	}{
		{"penetration.max", "penetration.max max smaller", 2},
		{" penetration.max  last ", "penetration.max last smaller", 2},
		{"penetration.max larger", "penetration.max max larger", 3},
		{`body("left  wheel").speed min larger`, `body("left  wheel").speed min larger`, 3},
		{"energy.total drift near 4.4", "energy.total drift near 4.4", 4},
		{"speed.max any", "speed.max max any", -1},
		{"speed.max within 2 4", "speed.max max within 2 4", 0},
		{"speed.max - 3*m/s mean within -2 -0.5", "speed.max - 3*m/s mean within -2 -0.5", 2},
	} {
		g, err := ParseGoal(c.text)
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if g.String() != c.same || g.Best(values) != c.best {
			t.Errorf("%q is %q, and the best %d, want %q, %d", c.text, g, g.Best(values), c.same, c.best)
		}
		again, err := ParseGoal(g.String())
		if err != nil || again.String() != g.String() {
			t.Errorf("%q: read again %v, %v", g, again, err)
		}
	}
	g, _ := ParseGoal("speed.max within 0 9")
	for _, list := range [][]float64{{1, 2, 8}, {nan, nan}, {nan, 3}, {}} {
		if best := g.Best(list); best >= 0 {
			t.Errorf("%v: %d is the best", list, best)
		}
	}
	for _, text := range []string{"", "max", "smaller", "speed.max near", "speed.max near x", "speed.max within 3 1",
		"speed.max within 1",
		"speed.maxx max", "near 1"} {
		if g, err := ParseGoal(text); err == nil {
			t.Errorf("%q is %v", text, g)
		}
	}
}

// TestReducers compares each reduction of some values with its number.
func TestReducers(t *testing.T) {
	for kind, want := range map[string]float64{
		"max": 7, "min": -2, "mean": 2.25, "last": 1, "sum": 9, "integral": 0.9, "drift": 5,
	} {
		r := Reducer{Kind: kind}
		if v := r.Result(10); !math.IsNaN(v) {
			t.Errorf("%s of nothing: %g", kind, v)
		}
		for _, v := range []float64{3, -2, 7, 1} {
			r.Add(v)
		}
		if got := r.Result(10); math.Abs(got-want) > 1e-12 {
			t.Errorf("%s: %g, want %g", kind, got, want)
		}
	}
}

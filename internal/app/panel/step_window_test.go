package panel

import (
	"math"
	"slices"
	"testing"

	"tumble/engine/input"
	"tumble/internal/meter"
	"tumble/physics"
)

// TestHoldsOfAStep compares the table of a step with the meters of the world: it begins with the largest force, depth
// and friction, and has every contact and joint.
func TestHoldsOfAStep(t *testing.T) {
	r := newRig(t, "ragdoll_pile", "")
	defer r.close()
	r.run(120)
	v, w := r.between(), r.session.World()
	s := &stepWindow{}
	force, depth, contacts := 0.0, 0.0, w.Contacts(nil)
	for _, k := range contacts {
		sum := 0.0
		for _, p := range k.Points[:k.Count] {
			sum += float64(p.Impulse)
			depth = max(depth, -float64(p.Separation))
		}
		force = max(force, sum*float64(v.Frame.Status.Hz))
	}
	for _, j := range w.Joints(nil) {
		f, _ := j.Reaction()
		force = max(force, float64(f.Len()))
		if a, b := j.Anchors(); j.Kind() == physics.KindBall || j.Kind() == physics.KindHinge {
			depth = max(depth, float64(a.Dist(b)))
		}
	}
	s.read(v, firstNumber, true)
	if got := s.rows[0].values[0]; got != force || force == 0 || s.total != len(contacts)+w.JointCount() ||
		len(s.rows) != mostHolds {
		t.Errorf("largest force %g of %d rows, want %g of %d", got, s.total, force, len(contacts)+w.JointCount())
	}
	s.read(v, firstNumber+1, true)
	if got := s.rows[0].values[1]; got != depth || depth == 0 {
		t.Errorf("largest depth %g, want %g", got, depth)
	}
	s.read(v, firstNumber+3, true)
	pair := `contact("` + s.rows[0].texts[1] + `", "` + s.rows[0].texts[2] + `")`
	list, err := meter.Parse(pair + ".friction_used, " + pair + ".friction")
	if err != nil {
		t.Fatal(err)
	}
	set := meter.NewSet(list)
	if err := set.Bind(w, r.session.Run.Scene); err != nil {
		t.Fatal(err)
	}
	set.Begin(w)
	got := set.Measure(w, meter.Moment{Length: 1 / float64(v.Frame.Status.Hz)}, nil)
	if h := s.rows[0].values; !near(got[0], h[3]) || !near(got[1], h[2]) || h[3] < .5 {
		t.Errorf("%s: %v of the table, %v of the meters", pair, h, got)
	}
	s.read(v, firstNumber+3, false)
	if used := s.rows[0].values[3]; !math.IsNaN(used) || s.rows[0].texts[firstNumber+3] != "–" {
		t.Errorf("rows without friction do not come first: %g, %q", used, s.rows[0].texts[firstNumber+3])
	}

	b := r.session.Run.Bodies[5]
	v.SelectList([]physics.Body{b})
	s.selected = true
	s.read(v, firstNumber, true)
	if s.total == 0 || s.total > 30 {
		t.Errorf("%d rows of one body", s.total)
	}
	for i := range s.rows {
		if h := &s.rows[i]; h.a != b && h.b != b {
			t.Errorf("row %d is of %v and %v", i, h.a, h.b)
		}
	}
}

// near reports whether two numbers are the same in single precision.
func near(a, b float64) bool { return math.Abs(a-b) <= 1e-5*math.Abs(b) }

// TestHoldIsShown: a click on a row of the table selects its bodies and looks at its point.
func TestHoldIsShown(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	defer r.close()
	r.panels.SetDrawer(true)
	r.run(30)
	x, y := r.locate("Contacts and joints")
	r.click(input.MouseLeft, x, y)
	x, y = r.locate("Of the selection only")
	// the rows begin below the heads
	r.click(input.MouseLeft, x, y+71)
	s := &r.panels.step
	i := slices.IndexFunc(s.rows, func(h hold) bool { return [2]physics.Body{h.a, h.b} == s.chosen })
	if i < 0 {
		t.Fatalf("no row of %d is chosen", len(s.rows))
	}
	h := &s.rows[i]
	if r.looked != h.point || !slices.Contains(r.selection, h.b) {
		t.Errorf("looks at %v with %v, want %v of %v and %v", r.looked, r.selection, h.point, h.a, h.b)
	}
}

// TestHoldsOrderByBodies: the columns of bodies order, too, as the bodies were made.
func TestHoldsOrderByBodies(t *testing.T) {
	r := newRig(t, "pyramid36", "")
	list := r.session.World().Bodies(nil)
	first, last := hold{a: list[0], b: list[0]}, hold{a: list[1], b: list[1]}
	if list[0].Order() > list[1].Order() {
		first, last = last, first
	}
	for column := 1; column < firstNumber; column++ {
		if compareHolds(&first, &last, column) >= 0 || compareHolds(&last, &first, column) <= 0 {
			t.Errorf("column %d does not order", column)
		}
	}
}

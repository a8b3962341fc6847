package meter

import (
	"strings"
	"testing"

	"tumble/physics"
)

// TestNamedMeters: the words of single things are the keys that the inspector gives, and measure the same.
func TestNamedMeters(t *testing.T) {
	r := run(t, "rope_bridge", 60)
	w := r.World
	bodies, joints := w.Bodies(nil), w.Joints(nil)
	a, b := bodies[3], bodies[len(bodies)-1]
	b.SetName("two+names")
	c := w.Contacts(nil)[0]
	touchA, touchB := c.ShapeA.Body(), c.ShapeB.Body()
	var want []*Meter
	for _, q := range BodyQuantities {
		want = append(want, OfBody(a, q), OfBody(b, q))
	}
	for _, q := range ContactQuantities {
		want = append(want, OfContact(a, b, q), OfContact(touchA, touchB, q))
	}
	for _, q := range JointQuantities {
		want = append(want, OfJoint(joints[1], q))
	}
	for _, q := range GroupQuantities {
		want = append(want, OfIsland(a, q), OfSelection([]physics.Body{a, bodies[5]}, q))
	}
	var words []string
	for _, m := range want {
		words = append(words, m.Key)
	}
	got, err := Parse(strings.Join(words, ","))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(want) {
		t.Fatalf("%d meters, want %d", len(got), len(want))
	}
	if err := Locate(w, nil, got); err != nil {
		t.Fatal(err)
	}
	x, y := NewSet(want).Measure(w, nil), NewSet(got).Measure(w, nil)
	moved := false
	for i := range want {
		if got[i].Key != want[i].Key || got[i].Unit != want[i].Unit || x[i] != y[i] {
			t.Errorf("%s is %g, want %s, %g", got[i].Key, y[i], want[i].Key, x[i])
		}
		moved = moved || x[i] != 0
	}
	if !moved {
		t.Error("all are 0")
	}
}

// TestNamedMetersThatAreNotThere: errors say what is meant and list what there is.
func TestNamedMetersThatAreNotThere(t *testing.T) {
	w := run(t, "rope_bridge", 1).World
	for _, c := range []struct{ word, want string }{
		{"crate.speed", `meter "crate.speed": there is no body "crate"; there are body0, body1`},
		{"body1+crate.force", `no body "crate"`},
		{"crate+body1.depth", `no body "crate"`},
		{"crate.island.kinetic", `no body "crate"`},
		{"selection(body1+crate).kinetic", `no body "crate"`},
		{"joint99999.gap", `there is no joint "joint99999"; there are joint`},
	} {
		list, err := Parse(c.word)
		if err != nil {
			t.Errorf("%s: %v", c.word, err)
			continue
		}
		if err := Locate(w, nil, list); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.word, err, c.want)
		}
	}
	for _, word := range []string{"crate.spede", ".speed", "crate", "selection(a).gap", "crate.island.gap", ""} {
		if _, err := Parse(word); err == nil || !strings.Contains(err.Error(), "BODY.(height, speed") {
			t.Errorf("%q: %v", word, err)
		}
	}
}

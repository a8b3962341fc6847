package meter

import (
	"math"
	"slices"
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
		if q.Name == "displacement" {
			continue // of those that slide
		}
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
	if err := Bind(w, nil, got); err != nil {
		t.Fatal(err)
	}
	x, y := NewSet(want).Measure(w, Moment{}, nil), NewSet(got).Measure(w, Moment{}, nil)
	moved := false
	for i := range want {
		if got[i].Key != want[i].Key || got[i].Unit != want[i].Unit || x[i] != y[i] && !(math.IsNaN(x[i]) &&
			math.IsNaN(y[i])) {
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
		{`body("crate").speed`, `body("crate").speed: there is no body "crate"; there are body0, body1`},
		{`contact("body1", "crate").force`, `no body "crate"`},
		{`contact("crate", "body1").depth`, `no body "crate"`},
		{`island("crate").kinetic`, `no body "crate"`},
		{`bodies("body1", "crate").kinetic`, `no body "crate"`},
		{`joint("joint99999").gap`, `there is no joint "joint99999"; there are joint`},
		{`wheel("crate").load`, `there is no wheel "crate", nor any other`},
		{`sensor("gyro").x`, `there is no sensor "gyro", nor any other`},
	} {
		list, err := Parse(c.word)
		if err != nil {
			t.Errorf("%s: %v", c.word, err)
			continue
		}
		if err := Bind(w, nil, list); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.word, err, c.want)
		}
	}
	for word, want := range map[string]string{
		"crate.spede": "sandbox meters lists", "crate.speed": `that of a body is body("crate").speed`,
		"crate":               "no quantity crate",
		`island("crate").gap`: "it has bodies, kinetic", `body("crate").colour`: "it has height, speed",
		"":                     "unexpected",
		`body("a", "b").speed`: "names in quotes", `joint("a").axis9x.rate`: "joint has no axis9x.rate",
	} {
		if _, err := Parse(word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", word, err, want)
		}
	}
}

// TestJointPathsAgree: the inspector calls a joint as the meters do that are bound to all of them at once, and its path
// finds it again: joints of one name, of none, and with the name of a number.
func TestJointPathsAgree(t *testing.T) {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for _, name := range []string{"elbow", "", "wrist", "elbow", "gone", "elbow"} {
		d := physics.DefaultBodyDef()
		d.Type = physics.Dynamic
		b, err := w.CreateBody(d)
		if err != nil {
			t.Fatal(err)
		}
		def := physics.DefaultHingeJointDef()
		def.BodyB, def.Name = b, name
		j, err := w.CreateHingeJoint(def)
		if err != nil {
			t.Fatal(err)
		}
		if name == "gone" {
			j.Destroy()
		}
	}
	joints := w.Joints(nil)
	paths := jointPaths(joints)
	if want := "elbow[1] wrist elbow[2] elbow[3]"; strings.Join(slices.DeleteFunc(slices.Clone(paths),
		func(p string) bool { return strings.HasPrefix(p, "joint") }), " ") != want {
		t.Errorf("paths %q, want %s", paths, want)
	}
	for i, j := range joints {
		if got := jointPath(j); got != paths[i] {
			t.Errorf("joint %d is called %q alone and %q among all", i, got, paths[i])
		}
		m := OfJoint(j, &JointForce)
		parsed, err := Parse(m.Key)
		if err != nil || parsed[0].Bind(w, nil) != nil || parsed[0].inputs[0].o.joint != j {
			t.Errorf("%s means another joint than %d", m.Key, i)
		}
	}
}

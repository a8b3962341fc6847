package physics

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// names are those of all bodies and joints of a world.
func names(w *World) (list []string) {
	for _, b := range w.Bodies(nil) {
		list = append(list, b.Name())
	}
	for _, j := range w.Joints(nil) {
		list = append(list, j.Name())
	}
	return list
}

// TestNamesAreKept: the names of bodies and of joints of every kind, given at creation and changed later, are in
// definitions, snapshots, clones and recordings, and in no hash.
func TestNamesAreKept(t *testing.T) {
	b := newBench(t)
	other := newBench(t)
	rec := record(t, b.w, RecordOptions{})
	for i, body := range b.w.Bodies(nil) {
		if err := body.SetName(fmt.Sprint("body ", i)); err != nil {
			t.Fatal(err)
		}
	}
	for kind, j := range b.joints {
		if err := j.SetName(fmt.Sprint("joint ", JointKind(kind))); err != nil {
			t.Fatal(err)
		}
		if def := j.Def(); def != nil && def.Ends().Name != j.Name() {
			t.Errorf("a %v joint has the name %q and the definition %q", JointKind(kind), j.Name(), def.Ends().Name)
		}
	}
	x, y := b.bodies[0], b.bodies[1]
	for kind := KindBall; kind < jointKindCount; kind++ {
		f := defaultFrames()
		f.BodyA, f.BodyB, f.Name = x, y, fmt.Sprint("made ", kind)
		j, err := joinKind(b.w, kind, f, springy, JointDrive{Hertz: 1, MaxMotor: 1})
		if must(t, j, err); j.Name() != f.Name {
			t.Errorf("a %v joint of the name %q is called %q", kind, f.Name, j.Name())
		}
		j.Destroy()
		if j.Name() != "" || b.w.state.JointNames[j.index] != "" {
			t.Errorf("a destroyed %v joint is called %q", kind, b.w.state.JointNames[j.index])
		}
	}
	mouse := DefaultMouseJointDef()
	mouse.Body, mouse.Name = x, "made mouse"
	j, err := b.w.CreateMouseJoint(mouse)
	if must(t, j, err); j.Name() != "made mouse" {
		t.Errorf("a mouse joint is called %q", j.Name())
	}
	run(t, b.w, 0.05)
	want := names(b.w)
	if slices.Contains(want, "") || len(want) != b.w.BodyCount()+b.w.JointCount() {
		t.Fatalf("names %q", want)
	}

	copied, err := b.w.Clone()
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	if got := names(copied); !slices.Equal(got, want) {
		t.Errorf("a clone has the names %q, want %q", got, want)
	}
	restoreBytes(t, other.w, snapshotBytes(t, b.w))
	if got := names(other.w); !slices.Equal(got, want) {
		t.Errorf("a snapshot has the names %q, want %q", got, want)
	}
	p, err := NewReplay(rec.stop(t), ReplayOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.Seek(5); err != nil {
		t.Fatal(err)
	}
	if got := names(p.World()); !slices.Equal(got, want) {
		t.Errorf("a replay has the names %q, want %q", got, want)
	}
	hash := b.w.Hash()
	for _, j := range b.w.Joints(nil) {
		j.SetName("")
	}
	if b.w.Hash() != hash {
		t.Error("names are part of the hash")
	}
}

// TestNamesAreFound: of several of a name the one made first is found, whatever its slot; the empty name, names of
// destroyed things and unknown ones are not.
func TestNamesAreFound(t *testing.T) {
	w := newTestWorld(t, nil)
	var bodies []Body
	var joints []Joint
	add := func(name string) {
		d := DefaultBodyDef()
		d.Type, d.Name = Dynamic, name
		b, err := w.CreateBody(d)
		if err != nil {
			t.Fatal(err)
		}
		f := DefaultFixedJointDef()
		f.Connect(Body{}, b, TransformIdentity)
		f.Name = name
		j, err := w.CreateFixedJoint(f)
		bodies, joints = append(bodies, b), append(joints, must(t, j, err).Joint)
	}
	check := func(name string, want int) {
		t.Helper()
		b, hasBody := w.Body(name)
		j, hasJoint := w.Joint(name)
		if want < 0 {
			if hasBody || hasJoint || b != (Body{}) || j != (Joint{}) {
				t.Errorf("%q is %v and %v", name, b, j)
			}
			return
		}
		if !hasBody || !hasJoint || b != bodies[want] || j != joints[want] {
			t.Errorf("%q is %v and %v, want number %d", name, b, j, want)
		}
	}
	for _, name := range []string{"first", "twin", "", "twin"} {
		add(name)
	}
	check("first", 0)
	check("twin", 1)
	check("", -1)
	check("none", -1)
	joints[0].Destroy()
	bodies[0].Destroy()
	check("first", -1)
	// into the slots of the first
	add("twin")
	check("twin", 1)
	joints[1].SetName("changed")
	bodies[1].SetName("changed")
	check("twin", 3)
	check("changed", 1)
	for _, name := range []string{"\xff", strings.Repeat("x", MaxName+1)} {
		f := DefaultFixedJointDef()
		f.BodyB, f.Name = bodies[1], name
		if _, err := w.CreateFixedJoint(f); err == nil || joints[1].SetName(name) == nil {
			t.Errorf("a name of %d bytes is accepted", len(name))
		}
	}
	check("changed", 1)
}

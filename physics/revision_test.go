package physics

import "testing"

// TestRevisionAndMoved: whoever draws the world learns of everything that is not motion.
func TestRevisionAndMoved(t *testing.T) {
	w, err := NewWorld(DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	def := DefaultBodyDef()
	def.Type = Dynamic
	b, err := w.CreateBody(def)
	if err != nil {
		t.Fatal(err)
	}
	before := w.Revision()
	s, err := b.CreateShape(Sphere{Radius: 1}, DefaultShapeDef())
	if err != nil {
		t.Fatal(err)
	}
	if w.Revision() == before {
		t.Error("a new shape left the revision as it was")
	}
	step := func() {
		t.Helper()
		if err := w.Step(0.01); err != nil {
			t.Fatal(err)
		}
	}
	before = w.Revision()
	step()
	if w.Revision() != before || len(w.Events().Placed) != 0 {
		t.Error("a step alone changed the revision or placed a body")
	}
	b.SetTransform(Transform{P: V3(0, 5, 0), Q: QuatIdentity})
	step()
	if p := w.Events().Placed; len(p) != 1 || p[0] != b {
		t.Errorf("placed bodies %v, want the one that was put elsewhere", p)
	}
	step()
	if len(w.Events().Placed) != 0 {
		t.Error("a placement was reported twice")
	}
	before = w.Revision()
	s.Destroy()
	if w.Revision() == before {
		t.Error("a destroyed shape left the revision as it was")
	}
}

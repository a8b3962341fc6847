package physics

import (
	"testing"

	"tumble/physics/vec"
)

// TestEqualBoxesShareTheirFaces: boxes made one after the other with one size have one polytope, and are
// boxes of that size all the same.
func TestEqualBoxesShareTheirFaces(t *testing.T) {
	w, err := NewWorld(DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	rotated := Box{Half: vec.V3(1, 2, 3), Center: vec.V3(0, 1, 0), Rotation: vec.QuatAxisAngle(vec.AxisX, 0.5)}
	boxes := []Box{BoxHalf(1, 2, 3), BoxHalf(1, 2, 3), BoxHalf(1, 2, 4), BoxHalf(1, 2, 3), rotated, rotated}
	for i, box := range boxes {
		b, err := w.CreateBody(DefaultBodyDef())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.CreateShape(box, DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
		got, err := buildGeometry(box)
		if err != nil {
			t.Fatal(err)
		}
		has := &w.state.Geometries[i]
		if has.Half != got.Half || has.Local != got.Local || has.Centered != got.Centered ||
			has.Poly.Bounds != got.Poly.Bounds {
			t.Errorf("box %d: %+v, want %+v", i, has, got)
		}
		if i > 0 && (has.Poly == w.state.Geometries[i-1].Poly) != (box == boxes[i-1]) {
			t.Errorf("box %d: shares its polytope with the one before: %v", i, has.Poly == w.state.Geometries[i-1].Poly)
		}
	}
	b, _ := w.BodyAt(0)
	if _, err := b.CreateShape(BoxHalf(1, 2, -3), DefaultShapeDef()); err == nil {
		t.Error("a box of negative size was made")
	}
}

// TestPlaneHasNoMiddle: a shape in the middle of a plane is as deep in it as anywhere else, with another one on the
// same spot, too.
func TestPlaneHasNoMiddle(t *testing.T) {
	w := newTestWorld(t, sleepless)
	addBody(t, w, Static, V3(0, 0, 0), Plane{Normal: V3(0, 1, 0)})
	addBody(t, w, Dynamic, V3(0, 0, 0), Capsule{A: V3(0, 0, -0.07), B: V3(0, 0, 0.07), Radius: 0.07})
	run(t, w, 1e-4)
	for _, c := range w.Contacts(nil) {
		for _, p := range c.Points[:c.Count] {
			near(t, "separation", float64(p.Separation), -0.07, 1e-4)
		}
	}
	// of two shapes on one spot the larger one is not taken for the size of both
	big := addBody(t, w, Static, V3(0, 50, 0), BoxHalf(20, 20, 20))
	small := addBody(t, w, Dynamic, V3(0, 50, 0), Sphere{Radius: 0.1})
	run(t, w, 1e-4)
	if d := small.Position().Dist(big.Position()); d > 0.01 {
		t.Errorf("the small sphere is %g m away from the middle", d)
	}
}

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
		if has.Half != got.Half || has.Local != got.Local || has.Centered != got.Centered || has.Poly.Bounds != got.Poly.Bounds {
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

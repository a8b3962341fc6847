package physics

import (
	"slices"
	"testing"

	"tumble/physics/vec"
)

// TestContent holds that what Def and Vertices give back makes the same geometry again.
func TestContent(t *testing.T) {
	mesh, err := NewMesh(MeshDef{
		Vertices: []Vec3{V3(0, 0, 0), V3(2, 0, 0), V3(2, 0, 2), V3(0, 0, 2), V3(0, 0, 0), V3(2, 1, 2)},
		Indices:  []uint32{0, 2, 1, 4, 3, 2, 0, 0, 1, 1, 2, 5}, TwoSided: true, Scale: V3(1, 1, -2),
	})
	if err != nil {
		t.Fatal(err)
	}
	again, err := NewMesh(mesh.Def())
	if err != nil {
		t.Fatal(err)
	}
	a, b := mesh.Def(), again.Def()
	if !slices.Equal(a.Vertices, b.Vertices) || !slices.Equal(a.Indices, b.Indices) || !a.TwoSided || !b.TwoSided ||
		!slices.Equal(mesh.Triangles(nil), again.Triangles(nil)) {
		t.Errorf("mesh %v came back as %v", a, b)
	}
	field, err := NewHeightField(HeightFieldDef{Columns: 3, Rows: 2, Heights: []float32{0, 1, 0, 2, 0, 1},
		Holes: []bool{true, false}, Spacing: V3(1, 0, 2), Origin: V3(-1, 0, 0)})
	if err != nil {
		t.Fatal(err)
	}
	fieldAgain, err := NewHeightField(field.Def())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fieldAgain.Triangles(nil), field.Triangles(nil); len(want) != 6 || !slices.Equal(got, want) {
		t.Errorf("height field of triangles %v came back as %v", want, got)
	}
}

// TestOrder holds that bodies, shapes and joints share one count, also across snapshots.
func TestOrder(t *testing.T) {
	w, err := NewWorld(DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	make := func() (Body, Shape) {
		def := DefaultBodyDef()
		def.Type = Dynamic
		b, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		s, err := b.CreateShape(BoxHalf(1, 1, 1), DefaultShapeDef())
		if err != nil {
			t.Fatal(err)
		}
		return b, s
	}
	a, as := make()
	b, bs := make()
	joint := DefaultBallJointDef()
	joint.Connect(a, b, TransformIdentity)
	j, err := w.CreateBallJoint(joint)
	if err != nil {
		t.Fatal(err)
	}
	var snap Snapshot
	if err := w.Snapshot(&snap); err != nil {
		t.Fatal(err)
	}
	c, _ := make()
	if got := []uint64{a.Order(), as.Order(), b.Order(), bs.Order(), j.Order(), c.Order()}; !slices.IsSorted(got) ||
		got[0] == 0 {
		t.Errorf("orders %v do not grow", got)
	}
	if err := w.Restore(&snap); err != nil {
		t.Fatal(err)
	}
	if d, _ := make(); d.Order() != c.Order() {
		t.Errorf("order %d after a restore, was %d", d.Order(), c.Order())
	}
}

// TestUnitRotations holds that a rotation that the world gives back goes in again as it is.
func TestUnitRotations(t *testing.T) {
	w, err := NewWorld(DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		def := DefaultBodyDef()
		def.Rotation = Quat{X: float32(i), Y: 3, Z: float32(-i * i), W: 0.5}.Norm()
		b, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		if b.Rotation() != def.Rotation {
			t.Fatalf("rotation %v became %v", def.Rotation, b.Rotation())
		}
		def.Rotation = vec.Quat{X: def.Rotation.X * 1.0005, Y: def.Rotation.Y * 1.0005, Z: def.Rotation.Z * 1.0005,
			W: def.Rotation.W * 1.0005}
		if b, err = w.CreateBody(def); err != nil || vec.Abs(b.Rotation().Dot(b.Rotation())-1) > 4e-7 {
			t.Fatalf("rotation %v stayed %v (%v)", def.Rotation, b.Rotation(), err)
		}
	}
}

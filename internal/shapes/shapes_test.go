package shapes

import (
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/model"
)

// TestMirroredPointsLieInMirroredBody: the image of a point is in the image of a body exactly where the point is in the
// body.
func TestMirroredPointsLieInMirroredBody(t *testing.T) {
	hull, err := physics.NewHull([]vec.Vec3{{X: 1}, {Y: 0.8}, {Z: 0.7}, {X: -0.3, Y: -0.2, Z: 0.1},
		{X: 0.2, Y: 0.4, Z: 0.9}})
	if err != nil {
		t.Fatal(err)
	}
	geometries := []physics.Geometry{
		hull, physics.Box{Half: vec.V3(0.3, 0.5, 0.2), Center: vec.V3(0.4, 0.1, 0),
			Rotation: vec.QuatAxisAngle(vec.V3(1, 2, 3).Norm(), 0.7)},
		physics.Cone{Base: vec.V3(0, -0.3, 0.1), Apex: vec.V3(0.4, 0.5, 0), Radius: 0.4},
		physics.TaperedCapsule{A: vec.V3(0.1, 0, 0), B: vec.V3(0.6, 0.4, 0.1), RadiusA: 0.3, RadiusB: 0.1},
	}
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	m, err := NewMirror(vec.V3(1, 0, 2), vec.V3(1, 1, -2))
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range geometries {
		def := physics.DefaultBodyDef()
		def.Type, def.Position, def.Rotation = physics.Dynamic, vec.V3(0.2, 0.3, 0.4),
			vec.QuatAxisAngle(vec.V3(-1, 1, 2).Norm(), 1.1)
		b, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.CreateShape(g, physics.DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
		d := model.CaptureBody(b)
		if err := m.Body(&d); err != nil {
			t.Fatal(err)
		}
		image, err := model.MakeBody(w, &d)
		if err != nil {
			t.Fatal(err)
		}
		inside, wrong := 0, 0
		for i := range 4000 {
			p := def.Position.Add(vec.V3(float32(i%16)/8-1, float32(i/16%16)/8-1, float32(i/256)/8-1))
			q := m.point.Add(m.vector(p.Sub(m.point)))
			if b.Contains(p) {
				inside++
			}
			if b.Contains(p) != image.Contains(q) {
				wrong++
			}
		}
		// points on the surface may fall to either side
		if inside < 50 || wrong > inside/100 {
			t.Errorf("%T: %d of %d points are elsewhere in the image", g, wrong, inside)
		}
		if r := image.Mass() / b.Mass(); r < 0.9999 || r > 1.0001 {
			t.Errorf("%T: the image has %g times the mass", g, r)
		}
	}
}

// TestScaleMultipliesVolume: twice the size is eight times the mass.
func TestScaleMultipliesVolume(t *testing.T) {
	w, err := physics.NewWorld(physics.DefaultWorldDef())
	if err != nil {
		t.Fatal(err)
	}
	mass := func(g physics.Geometry) float32 {
		def := physics.DefaultBodyDef()
		def.Type = physics.Dynamic
		b, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.CreateShape(g, physics.DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
		return b.Mass()
	}
	for _, g := range []physics.Geometry{physics.Sphere{Radius: 0.5}, physics.BoxHalf(0.2, 0.3, 0.4),
		physics.Capsule{A: vec.V3(0, -1, 0), B: vec.V3(0, 1, 0), Radius: 0.3},
		physics.Cylinder{B: vec.AxisY, Radius: 0.4}} {
		large, err := Scale(g, 2)
		if err != nil {
			t.Fatal(err)
		}
		if r := mass(large) / mass(g); r < 7.99 || r > 8.01 {
			t.Errorf("%T: %g times the mass, want 8", g, r)
		}
	}
	if _, err := Scale(physics.Plane{Normal: vec.AxisY}, 2); err == nil {
		t.Error("a plane was made larger")
	}
}

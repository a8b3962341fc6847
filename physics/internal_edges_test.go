package physics

import "testing"

// TestInternalEdgesKeepTrueContacts: shapes of one body side by side act as one surface, but corners between them
// hold, and a second shape counts for contacts that were there before it.
func TestInternalEdgesKeepTrueContacts(t *testing.T) {
	for _, kind := range []BodyType{Static, Kinematic} {
		w := newTestWorld(t, nil)
		bin := addBody(t, w, kind, Vec3{}, Box{Half: V3(3, 0.5, 3), Center: V3(0, -0.5, 0)})
		sd := DefaultShapeDef()
		sd.Material.Friction = 0
		ball := addBodyDef(t, w, Dynamic, V3(0.6, 0.4, 0), QuatIdentity, BoxHalf(0.4, 0.4, 0.4), sd)
		run(t, w, 0.1)
		for _, side := range []float32{-1, 1} {
			if _, err := bin.CreateShape(Box{Half: V3(0.5, 1, 3), Center: V3(1.5*side, 1, 0)}, sd); err != nil {
				t.Fatal(err)
			}
		}
		ball.SetLinearVelocity(V3(2, 0, 0))
		for range 200 {
			run(t, w, 0.01)
			if p := ball.Position(); p.X > 0.61 || p.Y < 0.395 {
				t.Fatalf("%v: the box is at %v, in the corner of the bin", kind, p)
			}
		}
		if err := w.Validate(); err != nil {
			t.Error(err)
		}
	}
}

// TestBodyOfManyShapes makes a floor of 40,000 tiles on one body: the time grows with their number, not with
// its square, and taking some away keeps the rest in order.
func TestBodyOfManyShapes(t *testing.T) {
	w := newTestWorld(t, nil)
	floor, err := w.CreateBody(DefaultBodyDef())
	if err != nil {
		t.Fatal(err)
	}
	const n = 200
	var tiles []Geometry
	for i := range n * n {
		tiles = append(tiles, Box{Half: V3(0.5, 0.5, 0.5), Center: V3(float32(i%n)-n/2, -0.5, float32(i/n)-n/2)})
	}
	shapes, err := floor.CreateShapes(tiles, DefaultShapeDef())
	if err != nil {
		t.Fatal(err)
	}
	if s := w.state.Sims[floor.index]; s.MaxExtent < 140 || s.MinExtent > 0.51 {
		t.Errorf("extents %g and %g m", s.MinExtent, s.MaxExtent)
	}
	shapes[len(shapes)-1].Destroy()
	shapes[7].Destroy()
	last, err := floor.CreateShape(tiles[7], DefaultShapeDef())
	if err != nil {
		t.Fatal(err)
	}
	if list := floor.Shapes(nil); list[len(list)-1] != last || len(list) != n*n-1 {
		t.Errorf("%d shapes, the last is %v", len(list), list[len(list)-1])
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

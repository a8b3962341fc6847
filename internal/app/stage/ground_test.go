package stage

import (
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// The ground of the picture hides nothing that stands on a floor below 0, as robots do whose base is at 0.
func TestGroundBelowZero(t *testing.T) {
	for name, c := range map[string]struct {
		y    float32
		g    physics.Geometry
		want float32
	}{
		"plane": {-1.3, physics.Plane{Normal: vec.AxisY}, -1.3}, "slab": {-3, physics.BoxHalf(20, 1, 20), -2}, "floor at 0": {-1, physics.BoxHalf(20, 1, 20), 0},
		"above": {2, physics.Plane{Normal: vec.AxisY}, 0}, "slope": {-1.3, physics.Plane{Normal: vec.V3(0.6, 0.8, 0)}, 0}, "box": {-3, physics.BoxHalf(1, 1, 1), 0},
	} {
		w, err := physics.NewWorld(physics.DefaultWorldDef())
		if err != nil {
			t.Fatal(err)
		}
		def := physics.DefaultBodyDef()
		def.Position.Y = c.y
		b, err := w.CreateBody(def)
		if err == nil {
			_, err = b.CreateShape(c.g, physics.DefaultShapeDef())
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := groundHeight(w); vec.Abs(got-c.want) > 1e-5 {
			t.Errorf("%s: the ground is at %g m, not %g", name, got, c.want)
		}
		if level := c.want != 0 || name == "floor at 0"; isFloor(b, c.g, c.want) != level {
			t.Errorf("%s: the ground stands for it: %v", name, !level)
		}
		w.Close()
	}
}

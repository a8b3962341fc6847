package stage

import (
	"testing"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
)

// The ground of the picture hides nothing that stands on a floor below 0, as robots do whose base is at 0.
func TestGroundBelowZero(t *testing.T) {
	for name, c := range map[string]struct {
		y    float32
		g    physics.Geometry
		want float32
	}{
		"plane": {-1.3, physics.Plane{Normal: vec.AxisY}, -1.3}, "slab": {-3, physics.BoxHalf(20, 1, 20), -2},
		"floor at 0": {-1, physics.BoxHalf(20, 1, 20), 0},
		"above":      {2, physics.Plane{Normal: vec.AxisY}, 0},
		"slope": {-1.3, physics.Plane{Normal: vec.V3(0.6, 0.8, 0)},
			0}, "box": {-3, physics.BoxHalf(1, 1, 1), 0},
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

// The ground of the picture stays under what a file draws on bodies that stand still, at 0 where nothing of it is
// lower.
func TestGroundUnderDrawings(t *testing.T) {
	for name, c := range map[string]struct {
		y    float32
		kind physics.BodyType
		want float32
	}{
		"slab": {-0.5, physics.Static, -1.5 - groundGap}, "flat": {1, physics.Static, -groundGap},
		"above": {4, physics.Static, 0}, "moves": {-0.5, physics.Dynamic, 0},
	} {
		mesh := &scenes.DrawMesh{Points: []vec.Vec3{{X: -1}, {X: 1}, {Y: 1}, {Z: 1}},
			Indices: []uint32{0, 1, 2, 0, 3, 1}}
		scene := &scenes.Scene{Name: name,
			Drawings: []scenes.Drawing{{Body: 0, Local: vec.Transform{P: vec.V3(0, -1, 0), Q: vec.QuatIdentity},
				Mesh: mesh}},
			Build: func(r *scenes.Run) {
				def := physics.DefaultBodyDef()
				def.Type, def.Position = c.kind, vec.V3(0, c.y, 0)
				b, err := r.World.CreateBody(def)
				if err == nil {
					_, err = b.CreateShape(physics.BoxHalf(1, 1, 1), physics.DefaultShapeDef())
				}
				if err != nil {
					r.Fail(err)
				}
			}}
		run, err := scene.New(scene.WorldDef(), nil)
		if err != nil {
			t.Fatal(err)
		}
		d := newDress(scene)
		s := Stage{dress: d}
		if s.measure(run.World); vec.Abs(s.ground-c.want) > 1e-5 {
			t.Errorf("%s: the ground is at %g m, not %g", name, s.ground, c.want)
		}
		run.World.Close()
	}
}

package physics

import (
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// TestDefinedVelocity: what a definition says of the velocity holds wherever the shapes of a body lie, and whatever is
// done to its mass. It is that of the origin, as no call moves that.
func TestDefinedVelocity(t *testing.T) {
	for seed := range uint64(1000) {
		r := rand.New(rand.NewPCG(seed, 5))
		vector := func(size float32) Vec3 {
			return V3(size*(2*r.Float32()-1), size*(2*r.Float32()-1), size*(2*r.Float32()-1))
		}
		w := newTestWorld(t, nil)
		def := DefaultBodyDef()
		def.Type, def.Position, def.Rotation = Dynamic, vector(20), vec.QuatAxisAngle(vector(1).Norm(), r.Float32())
		def.LinearVelocity, def.AngularVelocity = vector(10), vector(5)
		b, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		var shapes []Shape
		for range 1 + r.IntN(8) {
			sd := DefaultShapeDef()
			sd.Density = 1 + 1000*r.Float32()
			balls := []Geometry{Sphere{Center: vector(3), Radius: 0.1 + r.Float32()},
				Sphere{Center: vector(3), Radius: 0.1 + r.Float32()}}
			switch k := r.IntN(7); {
			case k < 2 || len(shapes) == 0:
				made, err := b.CreateShapes(balls, sd)
				if err != nil {
					t.Fatal(err)
				}
				shapes = append(shapes, made...)
			case k == 2:
				made, err := b.CreateShape(balls[0], sd)
				if err != nil {
					t.Fatal(err)
				}
				shapes = append(shapes, made)
			case k == 3:
				shapes[r.IntN(len(shapes))].SetDensity(sd.Density)
			case k == 4:
				m := b.MassData()
				m.Center = vector(2)
				b.SetMassData(m)
			case k == 5:
				b.ResetMassData()
			case len(shapes) > 1:
				shapes[0].Destroy()
				shapes = shapes[1:]
			}
		}
		if v := b.PointVelocity(b.Position()); v.Dist(def.LinearVelocity) > 1e-4 ||
			b.AngularVelocity() != def.AngularVelocity {
			t.Fatalf("seed %d: velocity %v and %v, defined as %v and %v", seed, v, b.AngularVelocity(),
				def.LinearVelocity, def.AngularVelocity)
		}
	}
}

package stage

import (
	"math/rand/v2"
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// TestInertiaBox: the box of the inertia of a turned box is that box.
func TestInertiaBox(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for range 200 {
		half := vec.V3(0.2+rng.Float32(), 0.2+rng.Float32(), 0.2+rng.Float32())
		q := vec.Quat{X: rng.Float32() - 0.5, Y: rng.Float32() - 0.5, Z: rng.Float32() - 0.5,
			W: rng.Float32() - 0.5}.Norm()
		w, err := physics.NewWorld(physics.DefaultWorldDef())
		if err != nil {
			t.Fatal(err)
		}
		def := physics.DefaultBodyDef()
		def.Type = physics.Dynamic
		b, err := w.CreateBody(def)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.CreateShape(physics.Box{Half: half, Rotation: q}, physics.DefaultShapeDef()); err != nil {
			t.Fatal(err)
		}
		got, axes := inertiaBox(b.Mass(), b.Inertia())
		// the corners of the two boxes are the same, in whatever order of the axes
		for i := range 8 {
			sign := vec.V3(float32(2*(i&1)-1), float32(i&2-1), float32(i>>1&2-1))
			corner := axes.Rotate(vec.V3(got.X*sign.X, got.Y*sign.Y, got.Z*sign.Z))
			local := q.Conj().Rotate(corner)
			d := vec.V3(vec.Abs(local.X), vec.Abs(local.Y), vec.Abs(local.Z)).Dist(half)
			if d > 2e-2 {
				t.Fatalf("box %v turned by %v: corner %v of the inertia box is %g m off", half, q, local, d)
			}
		}
		w.Close()
	}
}

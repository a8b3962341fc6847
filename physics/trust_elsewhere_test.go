package physics_test

import (
	"testing"

	"tumble/physics"
	"tumble/physics/vec"
)

// TestTrustHeavyBodyElsewhere: a heavy body 20 m away, and a heap that comes apart there, leave the bits of everything
// else.
func TestTrustHeavyBodyElsewhere(t *testing.T) {
	poses := func(heavy bool) []physics.Transform {
		b := newBuilder(nil)
		b.floor()
		var tower []physics.Body
		for i := range 10 {
			q := physics.Quat{Y: 0.02 * float32(i%3), W: 1}.Norm()
			tower = append(tower, b.body(physics.Dynamic, physics.V3(0, 0.5+float32(i), 0), q, 1000,
				physics.BoxHalf(0.5, 0.5, 0.5)))
		}
		if heavy {
			b.body(physics.Dynamic, physics.V3(20, 0.2, 0), vec.QuatIdentity, 10, physics.BoxHalf(0.2, 0.2, 0.2))
			b.body(physics.Dynamic, physics.V3(20, 1.4, 0), vec.QuatIdentity, 1e5, physics.BoxHalf(1, 1, 1))
			for range 5 {
				b.body(physics.Dynamic, physics.V3(-20, 0.4, 0), vec.QuatIdentity, 1000, compounds[0].shapes(1)...)
			}
		}
		ball := b.body(physics.Dynamic, physics.V3(-5, 1, 0.1), vec.QuatIdentity, 1000, physics.Sphere{Radius: 0.4})
		if b.err != nil {
			t.Fatal(b.err)
		}
		ball.SetLinearVelocity(physics.V3(20, 0, 0))
		var list []physics.Transform
		for range 200 {
			if err := b.world.Step(0.01); err != nil {
				t.Fatal(err)
			}
			for _, body := range append(tower, ball) {
				list = append(list, body.Transform())
			}
		}
		return list
	}
	alone, beside := poses(false), poses(true)
	for i := range alone {
		if alone[i] != beside[i] {
			t.Fatalf("step %d, body %d: %v alone, %v beside a heavy body and a heap", i/11, i%11, alone[i], beside[i])
		}
	}
}

package physics_test

import (
	"testing"

	"tumble/physics"
)

// TestTrustThinRods: however thin and slanted a rod is, it turns with the torque, about any axis, and where it is now.
func TestTrustThinRods(t *testing.T) {
	r := seeded(4)
	for i := range 400 {
		b := newBuilder(func(s *physics.Settings) { s.Gravity = physics.Vec3{} })
		tip := r.vector(1).Norm().Mul(5)
		ratio := r.size(500, 50000)
		rod := b.body(physics.Dynamic, physics.Vec3{}, r.rotation(), 1000,
			physics.Capsule{A: tip.Neg(), B: tip, Radius: 10 / ratio})
		if b.err != nil {
			continue // refused with a word
		}
		torque := r.vector(1).Norm().Mul(rod.Mass())
		rod.ApplyTorque(torque)
		if err := b.world.Step(0.001); err != nil {
			t.Fatal(err)
		}
		w := rod.AngularVelocity()
		if !w.IsFinite() || w.Dot(torque) < 0 {
			t.Errorf("rod %d, %.0f times as long as its radius: torque %v turns it by %v rad/s", i, ratio, torque, w)
		}
		// across the rod the moment is m·l²/12
		axis := rod.Rotation().Rotate(tip).Norm()
		across := torque.Sub(axis.Mul(torque.Dot(axis)))
		want := across.Mul(0.001 * 12 / (rod.Mass() * 100))
		if got := w.Sub(axis.Mul(w.Dot(axis))); got.Dist(want) > 0.05*want.Len()+0.002*w.Len() {
			t.Errorf("rod %d, %.0f times as long as its radius: turns across itself by %v, want %v", i, ratio, got,
				want)
		}
	}
}

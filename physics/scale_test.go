package physics

import (
	"fmt"
	"testing"
)

// TestBodiesOfAnySizeRotate gives boxes from a tenth of a millimetre to ten kilometres the same
// angular velocity by an impulse off their centre.
func TestBodiesOfAnySizeRotate(t *testing.T) {
	for _, size := range []float32{1e-4, 1e-3, 1e-2, 1, 100} {
		w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
		b := addBody(t, w, Dynamic, Vec3{}, BoxHalf(size, size, size))
		m := b.MassData()
		if m.Mass > MaxMass || m.Mass < MinMass {
			t.Fatalf("size %g: mass %g", size, m.Mass)
		}
		// the moment of inertia of a cube is 2/3·m·size² about any axis
		b.ApplyAngularImpulse(V3(0, 0, float32(float32(2.0/3*m.Mass)*float32(size*size))))
		near(t, fmt.Sprintf("angular velocity of a cube of %g m", size), float64(b.AngularVelocity().Z), 1, 1e-3)
	}
}

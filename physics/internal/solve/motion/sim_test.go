package motion

import (
	"math"
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// A body agrees with its own inverses, with axes of its own or without, and with no others.
func TestAgrees(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	size := func() float32 { return float32(math.Exp2(float64(r.IntN(40)-20))) * (1 + r.Float32()) }
	for range 20_000 {
		m := vec.Mat3{XX: size()}
		m.YY = m.XX * (0.5 + r.Float32())
		m.ZZ = m.XX * (0.5 + r.Float32())
		if r.IntN(2) == 0 {
			m = m.RotateTensor(vec.QuatAxisAngle(vec.Vec3{X: 0.6, Y: 0.8}, r.Float32()))
		}
		var s Sim
		s.SetMass(size(), m, vec.Vec3{})
		if !s.Agrees() {
			t.Fatalf("%+v does not agree", s)
		}
		for k, x := range []*float32{&s.InvMass, &s.LocalInvInertia.XX, &s.LocalInvInertia.YY, &s.LocalInvInertia.ZZ,
			&s.LocalInvInertia.XY, &s.LocalInvInertia.ZX} {
			was := *x
			if *x = *x*1.000001 + 1e-30; *x != was && s.Agrees() {
				t.Fatalf("number %d: %g instead of %g agrees", k, *x, was)
			}
			*x = was
		}
	}
}

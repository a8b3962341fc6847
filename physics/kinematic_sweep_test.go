package physics

import (
	"math/rand/v2"
	"testing"

	"tumble/physics/vec"
)

// TestKinematicBodiesMeetBullets: a kinematic body of any speed, size and heading takes a bullet with it that it comes
// to, at any rate, and wakes one that sleeps.
func TestKinematicBodiesMeetBullets(t *testing.T) {
	for _, speed := range []float32{10, 100, 300, 1000} {
		for _, size := range []float32{0.05, 0.3, 2} {
			for _, hertz := range []float32{30, 100, 400} {
				for seed := range uint64(6) {
					r := rand.New(rand.NewPCG(seed, 5))
					heading := V3(2*r.Float32()-1, 2*r.Float32()-1, 2*r.Float32()-1).Norm()
					sleeps := seed%2 == 0
					w := newTestWorld(t, func(d *WorldDef) {
						d.Settings.Gravity, d.Settings.SleepEnabled = Vec3{},
							sleeps
					})
					geometry := []Geometry{Sphere{Radius: size}, BoxHalf(size, 0.5*size, 0.7*size)}[seed/2%2]
					bullet := addBody(t, w, Dynamic, Vec3{}, geometry)
					bullet.SetBullet(true)
					// more than half a second away, and not in step with it
					by := addBody(t, w, Kinematic, heading.Mul(-speed*(0.8+r.Float32()/hertz)), Sphere{Radius: 0.2})
					by.SetLinearVelocity(heading.Mul(speed))
					for range int(1.2 * hertz) {
						if err := w.Step(1 / hertz); err != nil {
							t.Fatal(err)
						}
					}
					// a box that is not struck through its centre spins
					if got := bullet.LinearVelocity().Dot(heading); got < 0.2*speed {
						t.Errorf("%v m/s, %v m, %v Hz, seed %d, sleeps %v: the bullet got %v m/s", speed, size, hertz,
							seed, sleeps, got)
					}
				}
			}
		}
	}
}

// TestBladesMeetBullets: a blade that turns about an axis takes the bullets with it that it comes to.
func TestBladesMeetBullets(t *testing.T) {
	for _, spin := range []float32{5, 20, 40, 80, -80} {
		for _, size := range []float32{0.02, 0.1} {
			for _, hertz := range []float32{60, 100, 400} {
				for k := range 8 {
					w := newTestWorld(t, weightless)
					blade := addBodyDef(t, w, Kinematic, Vec3{}, vec.QuatAxisAngle(V3(0, 1, 0), 0.3+0.1*float32(k)),
						Box{Half: V3(0.65, 0.2, 0.01), Center: V3(0.85, 0, 0)}, DefaultShapeDef())
					blade.SetAngularVelocity(V3(0, spin, 0))
					ball := addBody(t, w, Dynamic, V3(1, 0, 0), Sphere{Radius: size})
					ball.SetBullet(true)
					for range int(8/abs(spin)*hertz) + 3 {
						if err := w.Step(1 / hertz); err != nil {
							t.Fatal(err)
						}
					}
					if got := ball.LinearVelocity().Len(); got < 0.5*abs(spin) {
						t.Errorf("%v rad/s, %v m, %v Hz, blade %d: the ball got %v m/s", spin, size, hertz, k, got)
					}
				}
			}
		}
	}
}

package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// TestPassive holds that spring and damper of a joint itself move a wheel as the damped oscillator does, together with
// a rotor, where an articulation solves them and where rows one by one do, and that a servo on the same coordinate
// comes to rest between both springs.
func TestPassive(t *testing.T) {
	const inertia, start, seconds = 0.3, 0.5, 1.0
	for _, direct := range []bool{true, false} {
		for _, rate := range [][2]int{{60, 4}, {240, 4}, {1000, 1}} {
			for _, c := range []struct{ armature, stiffness, damping, kp float64 }{
				{0, 0, 0.1, 0}, {0, 0, 30, 0}, {0, 20, 0, 0}, {0, 20, 1, 0}, {0, 500, 200, 0},
				{1, 0, 0.5, 0}, {10, 50, 2, 0}, {0, 20, 40, 300}, {2, 20, 60, 300},
			} {
				w := newTestWorld(t, func(d *WorldDef) {
					weightless(d)
					d.Settings.SubSteps, d.Settings.DirectJoints = int32(rate[1]), direct
				})
				b := addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 0.1})
				b.SetMassData(MassData{Mass: 1, Inertia: vec.Diag(vec.V3(inertia, inertia, inertia))})
				b.SetAllowSleep(false)
				j := hinge(t, w, Body{}, b, Vec3{}, vec.AxisZ, nil)
				own := JointPassive{Stiffness: float32(c.stiffness), Damping: float32(c.damping), Rest: 0.2}
				if j.At(0).SetPassive(own) != nil || j.At(0).SetArmature(float32(c.armature)) != nil ||
					j.At(0).Passive() != own {
					t.Fatal("refused")
				}
				rest := 0.2
				if c.kp > 0 {
					if err := j.At(0).SetDrive(float32(c.kp), float32(c.kp/10), 0); err != nil {
						t.Fatal(err)
					}
					j.At(0).SetTarget(0.6, 0)
					rest = (c.stiffness*0.2 + c.kp*0.6) / (c.stiffness + c.kp)
				}
				b.SetAngularVelocity(vec.V3(0, 0, start))
				n := int(seconds * float64(rate[0]))
				if c.kp > 0 {
					n *= 8
				}
				for range n {
					w.Step(1 / float32(rate[0]))
				}
				want := oscillator(inertia+c.armature, c.stiffness, c.damping, -0.2, start, seconds) + 0.2
				if c.kp > 0 {
					want = rest
				}
				at := j.At(0).Position()
				if e := math.Abs(float64(at) - want); e > 1/float64(rate[0]*rate[1]) {
					t.Errorf("direct %v, %v Hz, %+v: at %g, not %g", direct, rate, c, at, want)
				}
			}
		}
	}
}

// oscillator is the coordinate of a mass on a spring and damper after a time.
func oscillator(m, k, c, x, v, seconds float64) float64 {
	const n = 200000
	dt := seconds / n
	for range n {
		// the middle of the step
		a := -(k*x + c*v) / m
		mx, mv := x+v*dt/2, v+a*dt/2
		x, v = x+mv*dt, v-(k*mx+c*mv)/m*dt
	}
	return x
}

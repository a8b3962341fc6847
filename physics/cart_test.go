package physics

import (
	"math"
	"testing"
)

// cart is a box of 200 kg on four hinged wheels.
type cart struct {
	world   *World
	chassis Body
	// most is the acceleration (m/s²) down a slope at the sine 1: the wheels turn as they roll.
	most float64
}

// newCart builds a cart on a plane with wheels of a mass (kg); gravity leans by an angle (rad) along x, as on a slope.
func newCart(t *testing.T, wheel float32, slope float64, subSteps int32) cart {
	t.Helper()
	const radius, gravity, mass = 0.3, 9.81, 200
	sin, cos := math.Sincos(slope)
	w := newTestWorld(t, func(d *WorldDef) {
		sleepless(d)
		d.Settings.SubSteps = subSteps
		d.Settings.Gravity = V3(float32(gravity*sin), float32(-gravity*cos), 0)
	})
	addBodyDef(t, w, Static, Vec3{}, QuatIdentity, Plane{Normal: V3(0, 1, 0)}, surface(0.9, 0))
	half := V3(1, 0.2, 0.5)
	chassis := addBody(t, w, Dynamic, V3(0, radius+0.3, 0), BoxHalf(half.X, half.Y, half.Z))
	setBoxMass(chassis, mass, half)
	inertia := 0.0
	for i := range 4 {
		x, z := float32(0.8), float32(0.7)
		if i&1 != 0 {
			x = -x
		}
		if i&2 != 0 {
			z = -z
		}
		shape := Cylinder{A: V3(0, 0, -0.05), B: V3(0, 0, 0.05), Radius: radius}
		b := addBodyDef(t, w, Dynamic, V3(x, radius, z), QuatIdentity, shape, surface(0.9, 0))
		along, across := 0.5*wheel*radius*radius, wheel*(3*radius*radius+0.01)/12
		b.SetMassData(MassData{Mass: wheel, Inertia: Mat3{XX: across, YY: across, ZZ: along}})
		inertia += float64(along)
		d := DefaultHingeJointDef()
		d.Connect(chassis, b, Transform{P: V3(x, radius, z), Q: QuatIdentity})
		j, err := w.CreateHingeJoint(d)
		must(t, j, err)
	}
	total := mass + 4*float64(wheel)
	return cart{w, chassis, gravity * total / (total + inertia/(radius*radius))}
}

// TestCartsRoll: what hangs together by joints and touches the ground keeps the motion that gravity gives it, within 1
// %. A bound on the energy of such islands held a cart of 200 kg on wheels of 2 kg at rest on a slope of 2°. One
// sub-step a step is not among them: wheels of a thousandth of the load stick there.
func TestCartsRoll(t *testing.T) {
	const time = 0.5
	wheels, rates := []float32{0.2, 2, 20, 200}, []float32{100, 400, 1000}
	if testing.Short() {
		wheels, rates = []float32{0.2, 20}, []float32{100, 1000}
	}
	for _, degrees := range []float64{0.1, 0.5, 2, 10, 30} {
		for _, wheel := range wheels {
			for _, rate := range rates {
				for _, subSteps := range []int32{4, 16} {
					slope := degrees * math.Pi / 180
					c := newCart(t, wheel, slope, subSteps)
					for range int(time * rate) {
						if err := c.world.Step(1 / rate); err != nil {
							t.Fatal(err)
						}
					}
					want := c.most * math.Sin(slope) * time
					if off := float64(c.chassis.LinearVelocity().X)/want - 1; math.Abs(off) > 0.01 {
						t.Errorf("%g°, wheels of %g kg, %g Hz × %d: off by %.2g %% of %.3g m/s", degrees, wheel, rate,
							subSteps, 100*off, want)
					}
				}
			}
		}
	}
}

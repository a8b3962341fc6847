package physics_test

import (
	"testing"

	"tumble/physics"
	"tumble/physics/rigs"
	"tumble/physics/vec"
)

// TestTrustTangles drops jointed things and bodies into one another at one place over a floor: ragdolls, cars, chains
// that hang from the world and reach below the floor, stacks and single bodies. A light body among cars may end fast;
// nothing gains energy.
func TestTrustTangles(t *testing.T) {
	f := family{name: "tangles", seconds: 3, make: tangleTrial, fast: 0.002}
	f.check(t, trials(2000))
}

// tangleTrial drops some of each kind at one place.
func tangleTrial(r random) (*trial, error) {
	b := newBuilder(nil)
	b.floor()
	at, size := physics.V3(0, r.between(0.2, 3), 0), r.between(0.2, 0.6)
	for range 2 + r.IntN(8) {
		switch r.IntN(6) {
		case 0:
			def := rigs.DefaultRagdollDef()
			def.Pose.P = at.Sub(physics.V3(0, 0.9, 0))
			if _, err := rigs.NewRagdoll(b.world, def); err != nil {
				return nil, err
			}
		case 1:
			def := rigs.DefaultVehicleDef()
			def.Pose.P = at
			if _, err := rigs.NewVehicle(b.world, def); err != nil {
				return nil, err
			}
		case 2:
			b.chain(at, size)
		case 3:
			h := 0.577 * size
			for i := range 5 {
				b.body(physics.Dynamic, at.Add(physics.V3(0, 2*h*float32(i), 0)), vec.QuatIdentity, 1000,
					physics.BoxHalf(h, h, h))
			}
		case 4:
			b.body(physics.Dynamic, at, vec.QuatIdentity, 1000, physics.Sphere{Radius: size})
		default:
			h := 0.577 * size
			b.body(physics.Dynamic, at, vec.QuatIdentity, 1000, physics.BoxHalf(h, h, h))
		}
	}
	return &trial{world: b.world, rate: 100, reach: 10}, b.err
}

// chain hangs ten capsules from the world at a point.
func (b *builder) chain(at physics.Vec3, size float32) {
	radius, half := 0.15*size, 0.4*size
	var above physics.Body
	for i := range 10 {
		p := at.Sub(physics.V3(0, 2*half*float32(i)+half, 0))
		link := b.body(physics.Dynamic, p, vec.QuatIdentity, 1000,
			physics.Capsule{A: physics.V3(0, -half+radius, 0), B: physics.V3(0, half-radius, 0), Radius: radius})
		joint := physics.DefaultBallJointDef()
		joint.ConnectAxis(above, link, p.Add(physics.V3(0, half, 0)), vec.AxisY)
		if _, err := b.world.CreateBallJoint(joint); err != nil && b.err == nil {
			b.err = err
		}
		above = link
	}
}

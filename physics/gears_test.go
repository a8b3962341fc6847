package physics

import (
	"testing"

	"tumble/physics/vec"
)

// energyOf is the energy (J) of bodies: of motion and of height.
func energyOf(w *World, bodies ...Body) float64 {
	sum := 0.0
	for _, b := range bodies {
		spin := b.Rotation().InvRotate(b.AngularVelocity())
		sum += 0.5*float64(b.Mass())*float64(b.LinearVelocity().Len2()) + 0.5*float64(
			spin.Dot(b.Inertia().MulVec(spin))) -
			float64(b.Mass())*float64(b.WorldCenter().Dot(w.Gravity()))
	}
	return sum
}

// TestGearsStayOnOneAxle: a rod that swings on the axle of a rotor, geared to it, gains no energy, although its hinge
// opens by some micrometres.
func TestGearsStayOnOneAxle(t *testing.T) {
	w := newTestWorld(t, sleepless)
	rod := addBody(t, w, Dynamic, V3(1, 0, 0), Sphere{Radius: 0.1})
	rod.SetMassData(MassData{Mass: 1, Inertia: vec.Diag(V3(0.004, 0.004, 0.004))})
	rotor := addBody(t, w, Dynamic, V3(0, 0, 0), BoxHalf(0.1, 0.1, 0.1))
	rotor.SetMassData(MassData{Mass: 30, Inertia: vec.Diag(V3(0.2, 0.2, 0.2))})
	hinge(t, w, Body{}, rod, V3(0, 0, 0), V3(0, 0, 1), nil)
	hinge(t, w, Body{}, rotor, V3(0, 0, 0), V3(0, 0, 1), nil)
	g := DefaultGearJointDef()
	g.Connect(rotor, rod, Transform{Q: QuatIdentity})
	g.Ratio, g.CollideConnected = -3, true
	j, err := w.CreateGearJoint(g)
	must(t, j, err)
	start, most := energyOf(w, rod, rotor), 0.0
	for range 500 {
		run(t, w, 0.01)
		most = max(most, energyOf(w, rod, rotor)-start)
		near(t, "ratio", float64(rotor.AngularVelocity().Z), 3*float64(rod.AngularVelocity().Z), 0.02)
	}
	if most > 0.01*9.81 {
		t.Errorf("the rod and the rotor gain %g J", most)
	}
}

package physics

import "testing"

// TestPlanarJointBeyondHalfARotation: a rod that slides and rotates in a plane hangs on a pendulum in it and goes over
// several times. It stays in the plane, at any angle, and gains no energy.
func TestPlanarJointBeyondHalfARotation(t *testing.T) {
	w := newTestWorld(t, sleepless)
	upper := addBody(t, w, Dynamic, V3(0.25, 0, 0), BoxHalf(0.25, 0.03, 0.03))
	lower := addBody(t, w, Dynamic, V3(0.5, 0.2, 0), BoxHalf(0.04, 0.2, 0.04))
	for _, b := range []Body{upper, lower} {
		b.Shapes(nil)[0].SetFilter(Filter{})
	}
	hinge(t, w, Body{}, upper, V3(0, 0, 0), V3(0, 0, 1), nil)
	plane := DefaultSixJointDef()
	plane.Connect(Body{}, lower, Transform{P: V3(0.5, 0, 0), Q: rotationTo(V3(0, 1, 0), V3(0, 0, 1))})
	plane.Locked = [6]bool{1: true, 3: true, 5: true}
	j, err := w.CreateSixJoint(plane)
	must(t, j, err)
	ball := DefaultBallJointDef()
	ball.Connect(upper, lower, Transform{P: V3(0.5, 0, 0), Q: QuatIdentity})
	must(t, Joint{}, second(w.CreateBallJoint(ball)))
	least, rise, most := energyOf(w, upper, lower), 0.0, 0.0
	for range 1000 {
		run(t, w, 0.01)
		e := energyOf(w, upper, lower)
		rise, least = max(rise, e-least), min(e, least)
		angle := j.At(4).Position()
		most = max(most, float64(angle))
		near(t, "way out of the plane", float64(lower.Position().Z), 0, 2e-3)
	}
	scale := float64(upper.Mass()+lower.Mass()) * 9.81
	if rise > 0.01*scale || most < 3 {
		t.Errorf("the rods gain %.3g of Σ m·g·l, their largest angle is %.3g rad", rise/scale, most)
	}
}

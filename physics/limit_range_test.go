package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// TestLimitsOfAFullRotation: the links of an arm fall for 10 s on hinges of −π to π, as many robots have them, and gain
// no energy where rounding takes an angle from one end of its range to the other.
func TestLimitsOfAFullRotation(t *testing.T) {
	w := newTestWorld(t, sleepless)
	var before Body
	var list []Body
	for _, l := range []struct {
		at, axis Vec3
		moment   float32
	}{
		{V3(0, 0.245, 0), V3(0, 1, 0), 9e-7},
		{V3(0, 0.245, 0), V3(0, 0, -1), 5.041e-4},
		{V3(0, 0.955, 0), V3(0, 0, 1), 9e-7},
		{V3(0, 0.955, 0), V3(-1, 0, 0), 3.141e-4},
		{V3(0.54, 0.955, 0.15), V3(0, 0, 1), 2.56e-5},
		{V3(0.7, 0.955, 0.15), V3(-1, 0, 0), 9e-7},
	} {
		b := addBody(t, w, Dynamic, l.at, Sphere{Radius: 0.01})
		b.Shapes(nil)[0].SetFilter(Filter{})
		b.SetMassData(MassData{Mass: 1e-3, Inertia: vec.Diag(V3(l.moment, l.moment, l.moment))})
		hinge(t, w, before, b, l.at, l.axis, func(d *HingeJointDef) {
			d.Axis.Limited, d.Axis.Lower, d.Axis.Upper = true, -math.Pi, math.Pi
		})
		before, list = b, append(list, b)
	}
	scale := 6e-3 * 9.81 * 0.71
	least, rise := energyOf(w, list...), 0.0
	for range 1000 {
		run(t, w, 0.01)
		e := energyOf(w, list...)
		rise, least = max(rise, e-least), min(e, least)
	}
	if rise > 0.01*scale {
		t.Errorf("the arm gains %.3g of Σ m·g·l", rise/scale)
	}
}

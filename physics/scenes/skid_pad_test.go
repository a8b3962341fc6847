package scenes

import (
	"testing"

	"tumble/physics/vec"
)

// padRun drives the skid pad, and returns the largest lean (1 is upright, 0 on the side), the largest slip angle of the
// body (sine), and the radius of the path at the end (m).
func padRun(t *testing.T, values Values) (upright, slip, radius float32) {
	r := build(t, &skidPad, skidPad.WorldDef(), values)
	upright = 1
	chassis := r.Bodies[0]
	for r.StepCount < 700 {
		advance(t, r, 1)
		q, v := chassis.Rotation(), chassis.LinearVelocity()
		upright = min(upright, q.Rotate(vec.AxisY).Y)
		slip = max(slip, vec.Abs(v.Norm().Dot(q.Rotate(vec.AxisZ))))
	}
	return upright, slip, chassis.LinearVelocity().Len() / vec.Abs(chassis.AngularVelocity().Y)
}

// TestSkidPadTunables: the van tips over as it is, and each remedy alone keeps it upright.
func TestSkidPadTunables(t *testing.T) {
	if up, _, _ := padRun(t, nil); up > 0.5 {
		t.Errorf("the van as it is leans to %.2f only", up)
	}
	for _, values := range []Values{
		{"center_height": 0.6}, {"anti_roll": 15000}, {"spring": 2}, {"track": 2}, {"speed": 8}, {"radius": 40},
	} {
		if up, _, _ := padRun(t, values); up < 0.9 {
			t.Errorf("%v: leans to %.2f", values, up)
		}
	}
	for _, height := range []float64{0.95, 1.2} {
		if up, _, _ := padRun(t, Values{"center_height": height, "spring": 3, "anti_roll": 30000}); up > 0.5 {
			t.Errorf("stiff, the centre of mass at %g m, where geometry tips it: leans to %.2f only", height, up)
		}
	}
}

// TestSkidPadSteers: less grip in front understeers, the path is wider; less behind oversteers, the tail comes round.
func TestSkidPadSteers(t *testing.T) {
	low := func(more Values) Values {
		v := Values{"center_height": 0.4, "spring": 2, "anti_roll": 8000}
		for key, x := range more {
			v[key] = x
		}
		return v
	}
	_, slip, neutral := padRun(t, low(nil))
	if slip > 0.3 {
		t.Errorf("with grip on both axles the tail comes round: sine %.2f", slip)
	}
	if _, slip, wide := padRun(t, low(Values{"tyre_front": 0.5})); wide < 1.5*neutral || slip > 0.3 {
		t.Errorf("less grip in front: radius %.1f m, with grip %.1f m; sine of the slip %.2f", wide, neutral, slip)
	}
	if _, slip, _ := padRun(t, low(Values{"tyre_rear": 0.6})); slip < 0.7 {
		t.Errorf("less grip behind: sine of the slip %.2f", slip)
	}
}

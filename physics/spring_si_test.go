package physics

import (
	"fmt"
	"math"
	"testing"

	"tumble/physics/vec"
)

// kindsInSI are definitions with a coordinate, and the axis of B along which a force, or about which a torque, acts on
// it.
var kindsInSI = []struct {
	name    string
	angular bool
	along   Vec3
	make    func(b Body) (JointDef, int)
}{
	{"slider", false, vec.AxisX, func(b Body) (JointDef, int) {
		d := DefaultSliderJointDef()
		d.Connect(Body{}, b, TransformIdentity)
		return &d, 0
	}},
	{"distance", false, vec.AxisX, func(b Body) (JointDef, int) {
		d := DefaultDistanceJointDef()
		d.ConnectEnds(Body{}, b, V3(-1, 0, 0), Vec3{})
		return &d, 0
	}},
	{"suspension", false, vec.AxisY, func(b Body) (JointDef, int) {
		d := DefaultWheelJointDef()
		d.Suspension = JointAxis{}
		d.Connect(Body{}, b, TransformIdentity)
		return &d, 0
	}},
	{"six along y", false, vec.AxisY, func(b Body) (JointDef, int) {
		d := DefaultSixJointDef()
		d.Locked = [6]bool{true, false, true, true, true, true}
		d.Connect(Body{}, b, TransformIdentity)
		return &d, 1
	}},
	{"path", false, vec.AxisX, func(b Body) (JointDef, int) {
		d := DefaultPathJointDef()
		d.ConnectPath(Body{}, b, Path{Points: []Vec3{V3(-5, 0, 0), V3(5, 0, 0)}, Straight: true})
		return &d, 0
	}},
	{"hinge", true, vec.AxisZ, func(b Body) (JointDef, int) {
		d := DefaultHingeJointDef()
		d.Connect(Body{}, b, TransformIdentity)
		return &d, 0
	}},
	{"twist", true, vec.AxisZ, func(b Body) (JointDef, int) {
		d := DefaultBallJointDef()
		d.Connect(Body{}, b, TransformIdentity)
		return &d, 1
	}},
	{"steering", true, vec.AxisY, func(b Body) (JointDef, int) {
		d := DefaultWheelJointDef()
		d.Connect(Body{}, b, TransformIdentity)
		return &d, 2
	}},
	{"six about x", true, vec.AxisX, func(b Body) (JointDef, int) {
		d := DefaultSixJointDef()
		d.Locked = [6]bool{true, true, true, false, true, true}
		d.Connect(Body{}, b, TransformIdentity)
		return &d, 3
	}},
}

// TestSpringsInSI holds F = Stiffness·(Target − x) + Damping·(Rate − v) for each kind of joint that takes a spring,
// over masses of 1:10,000 and rates of steps: a force moves the rest by F/Stiffness from the target, and a rate by
// Rate·Damping/Stiffness; a damper alone lets it go at Rate + F/Damping, and a limit gives way by F/LimitStiffness.
func TestSpringsInSI(t *testing.T) {
	for _, kind := range kindsInSI {
		for _, mass := range []float32{0.01, 1, 100} {
			for _, hertz := range []int{50, 400} {
				name := fmt.Sprintf("%s, %g kg, %d Hz", kind.name, mass, hertz)
				stiffness, force := 400*mass, 40*mass
				rest := func(axis JointAxis) (x, v float64) {
					return springRest(t, kind.make, kind.angular, kind.along, mass, force, hertz, axis)
				}
				x0, _ := rest(JointAxis{Stiffness: 1e4 * stiffness, Damping: 1e3 * stiffness})
				zero := x0 - 1e-5
				x, _ := rest(JointAxis{Stiffness: stiffness, Damping: 40 * mass, Target: float32(zero) + 0.2})
				if got := x - zero; math.Abs(got-0.3) > 2e-3 {
					t.Errorf("%s: a spring to .2 rests at %.4f under a tenth of its stiffness, want .3", name, got)
				}
				x, _ = rest(JointAxis{Stiffness: stiffness, Damping: 40 * mass, Target: float32(zero), Rate: 1})
				if got := x - zero; math.Abs(got-0.2) > 2e-3 {
					t.Errorf("%s: with a rate of 1 it rests at %.4f under a tenth of its stiffness, want .2", name, got)
				}
				_, v := rest(JointAxis{Damping: 100 * mass, Rate: -0.1})
				if math.Abs(v-0.3) > 2e-3 {
					t.Errorf("%s: a damper to -.1 lets go at %.4f, want .3", name, v)
				}
				x, _ = rest(JointAxis{Limited: true, Lower: float32(zero) - 1, Upper: float32(zero) + 0.1,
					LimitStiffness: stiffness, LimitDamping: 40 * mass})
				if got := x - zero; math.Abs(got-0.2) > 2e-3 {
					t.Errorf("%s: a limit at .1 holds at %.4f, want .2", name, got)
				}
			}
		}
	}
}

// springRest returns coordinate and speed of a body on an axis, which has been pushed along it for five seconds by a
// force.
func springRest(t *testing.T, joint func(Body) (JointDef, int), angular bool, along Vec3, mass, force float32,
	hertz int, axis JointAxis) (x, v float64) {
	t.Helper()
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity, d.Settings.SleepEnabled = Vec3{}, false })
	b := addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 0.1})
	b.SetMassData(MassData{Mass: mass, Inertia: vec.Diag(V3(mass, mass, mass))})
	def, i := joint(b)
	*def.AxisAt(i) = axis
	j, err := w.CreateJoint(def)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 * hertz {
		if angular {
			b.ApplyTorque(b.Rotation().Rotate(along).Mul(force))
		} else {
			b.ApplyForceToCenter(along.Mul(force))
		}
		oneStep(t, w, hertz)
	}
	value, speed := j.At(i).Position(), j.At(i).Rate()
	return float64(value), float64(speed)
}

// TestSpringsHaveOneUnit: a spring or limit in hertz and in SI is refused, with both values.
func TestSpringsHaveOneUnit(t *testing.T) {
	w := newTestWorld(t, nil)
	for _, axis := range []JointAxis{{Hertz: 2, Stiffness: 3}, {Hertz: 2, Damping: 3},
		{Limited: true, Upper: 1, LimitHertz: 2, LimitStiffness: 3}} {
		d := DefaultHingeJointDef()
		d.Connect(Body{}, addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 0.1}), TransformIdentity)
		d.Axis = axis
		if _, err := w.CreateHingeJoint(d); err == nil {
			t.Errorf("%+v is taken", axis)
		}
	}
}

// TestSpringsWithNothingToMove: springs in SI on hinges of a body that cannot rotate do nothing, with and without
// limits, and a chain that hangs on it swings as without them.
func TestSpringsWithNothingToMove(t *testing.T) {
	for _, direct := range []bool{true, false} {
		for _, axis := range []JointAxis{{Stiffness: 100, Damping: 5, Target: 1}, {Damping: 5, Rate: 2},
			{Stiffness: 100, Target: 1, Limited: true, Lower: -0.5, Upper: 0.5},
			{Stiffness: 100, Target: 1, Limited: true, Lower: 0.1, Upper: 0.5},
			{Limited: true, Lower: 0.1, Upper: 0.5, LimitStiffness: 50}} {
			var swung [2]Vec3
			for i, a := range []JointAxis{axis, {}} {
				w := newTestWorld(t, func(d *WorldDef) { sleepless(d); d.Settings.DirectJoints = direct })
				still := addBody(t, w, Dynamic, V3(0, 5, 0), Sphere{Radius: 0.1})
				still.SetMassData(MassData{Mass: 1})
				link := addBody(t, w, Dynamic, V3(1, 5, 0), Sphere{Radius: 0.1})
				j := hinge(t, w, Body{}, still, V3(0, 5, 0), V3(0, 0, 1), func(d *HingeJointDef) { d.Axis = a })
				hinge(t, w, still, link, V3(0, 5, 0), V3(0, 0, 1), nil)
				run(t, w, 0.5)
				swung[i] = link.Position()
				x := j.At(0).Position()
				if err := w.Validate(); x != 0 || err != nil || w.Counters().Quarantined > 0 {
					t.Errorf("direct %v, %+v: at %g, %v, counters %+v", direct, a, x, err, w.Counters())
				}
			}
			if d := swung[0].Dist(swung[1]); !(d < 1e-4) {
				t.Errorf("direct %v, %+v: the link is %g m off", direct, axis, d)
			}
		}
	}
}

package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// level makes a rod of 2 kg on a hinge whose centre is 0.5 m beside the axis, level.
func level(t *testing.T, w *World) Coordinate {
	t.Helper()
	b := addBody(t, w, Dynamic, V3(0.5, 0, 0), Sphere{Radius: 0.01})
	b.Shapes(nil)[0].SetFilter(Filter{})
	b.SetMassData(MassData{Mass: 2, Inertia: vec.Diag(V3(0.01, 0.17, 0.17))})
	return hinge(t, w, Body{}, b, Vec3{}, V3(0, 0, 1), func(*HingeJointDef) {}).At(0)
}

// TestDriveGains: a servo in SI gives way by its load over kp, whatever kp, kd and the rate of steps; a damper alone
// lets go with the load over kd; a bound holds no more than it is; and Force is the load.
func TestDriveGains(t *testing.T) {
	const torque = 2 * 9.81 * 0.5
	for _, hertz := range []int{50, 100, 1000} {
		for _, kp := range []float32{100, 1e3, 1e5} {
			for _, ratio := range []float32{0.05, 1, 3000} {
				w := newTestWorld(t, sleepless)
				c := level(t, w)
				if err := c.SetDrive(kp, ratio*kp, 0); err != nil {
					t.Fatal(err)
				}
				seconds := math.Min(20*math.Max(float64(ratio), 0.2), 60)
				for range int(seconds * float64(hertz)) {
					oneStep(t, w, hertz)
				}
				want := -torque / float64(kp)
				if ratio > 100 {
					want *= 1 - math.Exp(-seconds/float64(ratio))
				}
				got := float64(c.Position())
				if math.Abs(got-want) > 0.02*math.Abs(want)+1e-6 {
					t.Errorf("%d Hz, kp %g, kd %g: gives way by %.5g rad, want %.5g", hertz, kp, ratio*kp, got, want)
				}
				// the load is less where the rod hangs lower
				if f := float64(c.Force()); math.Abs(f-torque*math.Cos(got)) > 0.02*torque {
					t.Errorf("%d Hz, kp %g, kd %g: holds %.4g N·m of %.4g", hertz, kp, ratio*kp, f, torque)
				}
			}
		}
		w := newTestWorld(t, sleepless)
		c := level(t, w)
		if err := c.SetDrive(0, 1e4, 0); err != nil {
			t.Fatal(err)
		}
		for range 2 * hertz {
			oneStep(t, w, hertz)
		}
		if got, want := float64(c.Position()), -2*torque/1e4; math.Abs(got/want-1) > 0.02 {
			t.Errorf("%d Hz: a damper lets go by %.5g rad, want %.5g", hertz, got, want)
		}
		if err := c.SetDrive(1e5, 1e3, 0.5*torque); err != nil {
			t.Fatal(err)
		}
		oneStep(t, w, hertz)
		oneStep(t, w, hertz)
		if f := float64(c.Force()); math.Abs(f/(0.5*torque)-1) > 0.02 {
			t.Errorf("%d Hz: a servo of %g N·m at most gives %.4g", hertz, 0.5*torque, f)
		}
	}
}

// TestTargetsMove: a servo with the rate of its target follows without lag.
func TestTargetsMove(t *testing.T) {
	w := newTestWorld(t, sleepless)
	c := level(t, w)
	if err := c.SetTarget(1, 0); err == nil {
		t.Error("a coordinate without a drive took a target")
	}
	if err := c.SetDrive(1e4, 500, 0); err != nil {
		t.Fatal(err)
	}
	const speed = 0.5
	for i := range 1000 {
		if err := c.SetTarget(speed*float32(i+1)/1000, speed); err != nil {
			t.Fatal(err)
		}
		oneStep(t, w, 1000)
	}
	if x := c.Position(); vec.Abs(x-speed) > 2e-3 || vec.Abs(c.Rate()-speed) > 1e-2 {
		t.Errorf("at %g rad with %g rad/s, want %g", x, c.Rate(), float32(speed))
	}
}

// TestForceOnACoordinate acts on both bodies of the joint: two weights on a slider part with f/m of the reduced mass,
// and keep their momentum.
func TestForceOnACoordinate(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity, d.Settings.SleepEnabled = Vec3{}, false })
	a := addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 0.1})
	b := addBody(t, w, Dynamic, V3(2, 0, 0), Sphere{Radius: 0.1})
	a.SetMassData(MassData{Mass: 3, Inertia: vec.Diag(V3(1, 1, 1))})
	b.SetMassData(MassData{Mass: 1, Inertia: vec.Diag(V3(1, 1, 1))})
	d := DefaultSliderJointDef()
	d.ConnectLine(a, b, V3(1, 0, 0), V3(1, 0, 0))
	j, err := w.CreateJoint(&d)
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		if err := j.At(0).ApplyForce(6); err != nil {
			t.Fatal(err)
		}
		oneStep(t, w, 100)
	}
	if v := j.At(0).Rate(); vec.Abs(v-8) > 1e-3 || a.LinearVelocity().Mul(3).Add(b.LinearVelocity()).Len() > 1e-3 {
		t.Errorf("they part with %g m/s, want 8; velocities %v, %v", v, a.LinearVelocity(), b.LinearVelocity())
	}
	if err := j.At(1).ApplyForce(1); err == nil {
		t.Error("a coordinate that is none took a force")
	}
	for _, bad := range [][3]float32{{-1, 0, 0}, {0, -1, 0}, {1, 1, -1}, {float32(math.NaN()), 0, 0}, {1,
		float32(math.Inf(1)), 0}} {
		if j.At(0).SetDrive(bad[0], bad[1], bad[2]) == nil {
			t.Errorf("drive %v was taken", bad)
		}
	}
}

// TestDefinitionsOfJoints: the definition of a joint makes it again.
func TestDefinitionsOfJoints(t *testing.T) {
	w := newTestWorld(t, nil)
	a := addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 0.1})
	b := addBody(t, w, Dynamic, V3(1, 0, 0), Sphere{Radius: 0.1})
	d := DefaultHingeJointDef()
	d.ConnectAxis(a, b, V3(0.5, 0, 0), V3(0, 1, 0))
	d.Axis.Limited, d.Axis.Upper, d.BreakForce, d.UserTag = true, 1, 50, 7
	j, err := w.CreateJoint(&d)
	if err != nil {
		t.Fatal(err)
	}
	again := j.Def()
	again.Ends().BodyA, again.Ends().BodyB = a, b
	if got := *again.(*HingeJointDef); got != d {
		t.Errorf("%+v, made of %+v", got, d)
	}
	other := again.Copy()
	other.AxisAt(0).Upper = 2
	if again.AxisAt(0).Upper != 1 || other.AxisAt(1) != nil {
		t.Error("a copy shares its axes")
	}
	if _, err := w.CreateJoint(nil); err == nil {
		t.Error("a joint of nothing was made")
	}
	if (Joint{}).Def() != nil {
		t.Error("no joint has a definition")
	}
}

// drivenAxis is where an axis is, its speed and what it gained of that in a step, and the force that resists a drive.
type drivenAxis struct{ x, v, gain, resists float32 }

// TestDriveForce holds that DriveForce is the force of spring and motor alone: that of the law of a servo, of a motor
// that lacks force or drives against a load, of a damper, beside a damper and spring of the joint, friction, a rotor
// and limits that press.
func TestDriveForce(t *testing.T) {
	const target, bound, friction, speed = 0.4, 3, 0.5, 0.8
	passive := JointPassive{Stiffness: 5, Damping: 0.7}
	laws := []struct {
		name string
		edit func(a *JointAxis)
		want func(s drivenAxis) (least, most float32)
	}{
		{"none", func(*JointAxis) {}, func(drivenAxis) (float32, float32) { return 0, 0 }},
		{"servo", func(a *JointAxis) { a.SetSI(20, 2); a.Target = target }, func(s drivenAxis) (float32, float32) {
			f := 20*(target-s.x) - 2*s.v
			return f, f
		}},
		{"servo in hertz", func(a *JointAxis) { a.SetHertz(1); a.DampingRatio, a.Target = 0.5, target }, nil},
		{"bound servo", func(a *JointAxis) { a.SetSI(1e4, 2); a.Target, a.MaxSpring = 1e3, bound },
			func(drivenAxis) (float32, float32) { return bound, bound }},
		{"damper", func(a *JointAxis) { a.SetSI(0, 4); a.Rate = 1 }, func(s drivenAxis) (float32, float32) {
			return 4 * (1 - s.v), 4 * (1 - s.v)
		}},
		{"weak motor", func(a *JointAxis) { a.Motor, a.Speed, a.MaxForce = true, 1e3, bound },
			func(drivenAxis) (float32, float32) { return bound, bound }},
		{"weak motor back", func(a *JointAxis) { a.Motor, a.Speed, a.MaxForce = true, -1e3, bound },
			func(drivenAxis) (float32, float32) { return -bound, -bound }},
		{"motor", func(a *JointAxis) { a.Motor, a.Speed, a.MaxForce = true, speed, 8 },
			func(s drivenAxis) (float32, float32) {
				if vec.Abs(s.v-speed) > 1e-3 {
					return 8 - 800*s.gain, 8
				}
				return s.resists, s.resists + 800*s.gain
			}},
	}
	for _, kind := range []JointKind{KindHinge, KindSlider} {
		for _, law := range laws {
			for setting := range 16 {
				direct, resists, limited, more := setting&1 != 0, setting&2 != 0, setting&4 != 0, setting&8 != 0
				w := newTestWorld(t, func(d *WorldDef) { weightless(d); d.Settings.DirectJoints = direct })
				b := addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 0.1})
				b.SetMassData(MassData{Mass: 0.5, Inertia: vec.Diag(V3(0.5, 0.5, 0.5))})
				var j Joint
				if kind == KindHinge {
					j = hinge(t, w, Body{}, b, Vec3{}, vec.AxisX, nil)
				} else {
					d := DefaultSliderJointDef()
					d.ConnectLine(Body{}, b, Vec3{}, vec.AxisX)
					j, _ = w.CreateJoint(&d)
				}
				a := j.At(0).Axis()
				law.edit(&a)
				if limited {
					a.Limited, a.Lower, a.Upper = true, -0.05, 0.05
				}
				if more && !a.Motor {
					a.Friction = friction
				}
				if err := j.At(0).SetAxis(a); err != nil {
					t.Fatal(err)
				}
				if resists {
					j.At(0).SetPassive(passive)
				}
				if more {
					j.At(0).SetArmature(0.3)
				}
				for step := range 100 {
					x0, v0 := j.At(0).Position(), j.At(0).Rate()
					oneStep(t, w, 1000)
					if x, v := j.At(0).Position(), j.At(0).Rate(); law.want != nil {
						now := drivenAxis{x: x, v: v, gain: vec.Abs(v - v0)}
						if resists {
							now.resists = passive.Stiffness*x + passive.Damping*v
						}
						least, most := law.want(now)
						f := j.At(0).DriveForce()
						room := 30*vec.Abs(x-x0) + 5*now.gain + 2e-2
						if f < least-room || f > most+room {
							t.Errorf("%v, %s, direct %v, passive %v, limited %v, more %v, step %d: %g, want %g",
								kind, law.name, direct, resists, limited, more, step, f, least)
							break
						}
					}
				}
				v := j.At(0).Rate()
				if f := j.At(0).DriveForce(); law.name == "servo in hertz" && limited && (f <= 0 || vec.Abs(v) > 1e-3) {
					t.Errorf("%v, %s, setting %d: drives with %g at %g", kind, law.name, setting, f, v)
				}
			}
		}
	}
}

func oneStep(t *testing.T, w *World, hertz int) {
	t.Helper()
	if err := w.Step(1 / float32(hertz)); err != nil {
		t.Fatal(err)
	}
}

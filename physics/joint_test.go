package physics

import (
	"math"
	"testing"
)

// joinAt creates a joint of a kind between two bodies.
func joinAt(t testing.TB, w *World, kind JointKind, a, b Body, anchor, axis Vec3, edit func(*JointDef)) Joint {
	t.Helper()
	d := DefaultJointDef(kind)
	d.BodyA, d.BodyB = a, b
	d.PlaceAxis(anchor, axis)
	if edit != nil {
		edit(&d)
	}
	j, err := w.CreateJoint(d)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func TestPendulum(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.SleepEnabled = false })
	bob := addBody(t, w, Dynamic, V3(0.1, -2, 0), Sphere{Radius: 0.1})
	j := joinAt(t, w, HingeJoint, Body{}, bob, Vec3{}, V3(0, 0, 1), nil)
	length, crossings, last, first := float64(bob.Position().Len()), 0, float32(1), 0
	var period float64
	for i := range 2000 {
		run(t, w, 0.01)
		if x := bob.Position().X; x < 0 && last >= 0 {
			if crossings == 0 {
				first = i
			}
			crossings++
			period = float64(i-first) * 0.01 / float64(max(crossings-1, 1))
		}
		last = bob.Position().X
	}
	// a compound pendulum swings with 2π·√((I + m·l²)/(m·g·l)) for small angles
	want := 2 * math.Pi * math.Sqrt((0.4*0.01+length*length)/(9.81*length))
	near(t, "period", period, want, 0.01*want)
	near(t, "length", float64(bob.Position().Len()), length, 0.002*length)
	force, _ := j.Reaction()
	near(t, "force at the hinge", float64(force), float64(bob.Mass())*9.81, 0.05*float64(bob.Mass())*9.81)
}

func TestHingeMotorAndLimit(t *testing.T) {
	w := newTestWorld(t, func(d *WorldDef) { d.Settings.Gravity = Vec3{} })
	door := addBody(t, w, Dynamic, V3(0.5, 0, 0), BoxHalf(0.5, 1, 0.05))
	j := joinAt(t, w, HingeJoint, Body{}, door, Vec3{}, V3(0, 1, 0), func(d *JointDef) {
		d.Motor = JointMotor{Enabled: true, Speed: 2, MaxForce: 5000}
		d.Limit = JointLimit{Enabled: true, Lower: -0.5, Upper: 1}
	})
	run(t, w, 0.3)
	near(t, "speed", float64(door.AngularVelocity().Y), 2, 0.02)
	run(t, w, 2)
	near(t, "angle at the limit", float64(j.Coordinate()), 1, 0.01)
	if !j.SetMotor(JointMotor{Enabled: true, Speed: -2, MaxForce: 5000}) {
		t.Fatal("SetMotor is refused")
	}
	run(t, w, 2)
	near(t, "angle at the other limit", float64(j.Coordinate()), -0.5, 0.01)
}

func TestSliderSpring(t *testing.T) {
	w := newTestWorld(t, nil)
	b := addBody(t, w, Dynamic, V3(0, 2, 0), BoxHalf(0.2, 0.2, 0.2))
	j := joinAt(t, w, SliderJoint, Body{}, b, V3(0, 2, 0), V3(0, 1, 0), func(d *JointDef) {
		d.Spring = JointSpring{Enabled: true, Hertz: 1, DampingRatio: 1}
	})
	b.ApplyAngularImpulse(V3(1, 2, 3))
	run(t, w, 4)
	// a spring of frequency f sinks by g/ω² under the weight
	near(t, "way", float64(j.Coordinate()), -9.81/math.Pow(2*math.Pi, 2), 0.005)
	near(t, "rotation", float64(b.Rotation().Angle()), 0, 0.01)
}

func TestRopeAndWeldAndBreaking(t *testing.T) {
	w := newTestWorld(t, nil)
	top := addBody(t, w, Static, V3(0, 5, 0), Sphere{Radius: 0.1})
	load := addBody(t, w, Dynamic, V3(0, 4.5, 0), Sphere{Radius: 0.2})
	d := DefaultJointDef(DistanceJoint)
	d.BodyA, d.BodyB = top, load
	d.PlaceEnds(top.Position(), load.Position())
	d.Limit = JointLimit{Enabled: true, Upper: 0.5}
	rope, err := w.CreateJoint(d)
	if err != nil {
		t.Fatal(err)
	}
	arm := addBody(t, w, Dynamic, V3(0.5, 4.5, 0), BoxHalf(0.1, 0.1, 0.1))
	weld := joinAt(t, w, WeldJoint, load, arm, V3(0.2, 4.5, 0), V3(0, 0, 1), func(d *JointDef) {
		d.BreakForce = 4 * 9.81 * arm.Mass()
	})
	run(t, w, 3)
	near(t, "length of the rope", float64(rope.Coordinate()), 0.5, 0.01)
	if !weld.Valid() {
		t.Fatal("the weld broke under the load it has to bear")
	}
	arm.ApplyImpulseToCenter(V3(0, 0, 40*arm.Mass()))
	events := 0
	for range 20 {
		run(t, w, 0.01)
		events += len(w.Events().JointBreak)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	if weld.Valid() || events != 1 {
		t.Errorf("after the blow the weld is valid %v, %d break events", weld.Valid(), events)
	}
}

// TestJointsSleepAndCollide: jointed bodies fall asleep as one, do not collide with each other
// while the joint lasts, and do when it is gone.
func TestJointsSleepAndCollide(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	a := addBody(t, w, Dynamic, V3(0, 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
	b := addBody(t, w, Dynamic, V3(0.6, 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
	j := joinAt(t, w, WeldJoint, a, b, V3(0.3, 0.5, 0), V3(0, 0, 1), nil)
	for range 200 {
		run(t, w, 0.01)
		if err := w.Validate(); err != nil {
			t.Fatal(err)
		}
	}
	if a.Awake() || b.Awake() {
		t.Errorf("welded boxes are awake: %v %v", a.Awake(), b.Awake())
	}
	near(t, "distance of the welded boxes", float64(b.Position().X-a.Position().X), 0.6, 0.01)
	j.Destroy()
	run(t, w, 2)
	if d := b.Position().Dist(a.Position()); d < 0.97 {
		t.Errorf("without the weld the boxes still overlap at distance %v", d)
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

func TestBadJointsAreRefused(t *testing.T) {
	w := newTestWorld(t, nil)
	a := addBody(t, w, Dynamic, V3(0, 1, 0), Sphere{Radius: 0.5})
	fixed := addBody(t, w, Static, V3(0, 3, 0), Sphere{Radius: 0.5})
	base := DefaultJointDef(HingeJoint)
	base.BodyA, base.BodyB = fixed, a
	if _, err := w.CreateJoint(base); err != nil {
		t.Fatal(err)
	}
	nan := float32(math.NaN())
	for name, edit := range map[string]func(*JointDef){
		"zero":       func(d *JointDef) { *d = JointDef{} },
		"mouse":      func(d *JointDef) { d.Kind = MouseJoint },
		"no body":    func(d *JointDef) { d.BodyB = Body{} },
		"one body":   func(d *JointDef) { d.BodyA = a },
		"two static": func(d *JointDef) { d.BodyB, d.BodyA = fixed, Body{} },
		"frame":      func(d *JointDef) { d.FrameA.P.X = nan },
		"rotation":   func(d *JointDef) { d.FrameB.Q = Quat{} },
		"limit":      func(d *JointDef) { d.Limit = JointLimit{Lower: 1, Upper: 0} },
		"limit nan":  func(d *JointDef) { d.Limit = JointLimit{Upper: nan} },
		"motor":      func(d *JointDef) { d.Motor.MaxForce = -1 },
		"spring":     func(d *JointDef) { d.Spring.Hertz = nan },
		"rest":       func(d *JointDef) { d.Rest = nan },
		"cone":       func(d *JointDef) { d.ConeAngle = 9 },
		"break":      func(d *JointDef) { d.BreakForce = nan },
		"stiffness":  func(d *JointDef) { d.Hertz = nan },
	} {
		d := base
		edit(&d)
		if _, err := w.CreateJoint(d); err == nil {
			t.Errorf("a joint with a bad %s is accepted", name)
		}
	}
	if w.JointCount() != 1 {
		t.Errorf("%d joints", w.JointCount())
	}
}

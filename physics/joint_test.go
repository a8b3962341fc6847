package physics

import (
	"errors"
	"math"
	"testing"
)

// joinKind creates a joint of any kind but a mouse joint with the same options.
func joinKind(w *World, kind JointKind, f JointFrames, a JointAxis, d JointDrive) (Joint, error) {
	switch kind {
	case KindBall:
		def := DefaultBallJointDef()
		def.JointFrames, def.Twist, def.Drive = f, a, d
		def.Cone = JointAxis{Limited: a.Limited, Upper: a.Upper}
		return w.CreateJoint(&def)
	case KindHinge:
		def := DefaultHingeJointDef()
		def.JointFrames, def.Axis = f, a
		return w.CreateJoint(&def)
	case KindSlider:
		def := DefaultSliderJointDef()
		def.JointFrames, def.Axis = f, a
		return w.CreateJoint(&def)
	case KindFixed:
		def := DefaultFixedJointDef()
		def.JointFrames, def.LinearHertz, def.AngularHertz = f, a.Hertz, d.Hertz
		return w.CreateJoint(&def)
	case KindDistance:
		def := DefaultDistanceJointDef()
		def.JointFrames, def.Axis = f, a
		return w.CreateJoint(&def)
	case KindMotor:
		def := DefaultMotorJointDef()
		def.JointFrames, def.Linear, def.Angular = f, d, d
		return w.CreateJoint(&def)
	case KindParallel:
		def := DefaultParallelJointDef()
		def.JointFrames, def.Hertz, def.DampingRatio, def.MaxTorque = f, a.Hertz, a.DampingRatio, a.MaxSpring
		return w.CreateJoint(&def)
	case KindWheel:
		def := DefaultWheelJointDef()
		def.JointFrames, def.Suspension, def.Spin, def.Steering = f, a, a, a
		return w.CreateJoint(&def)
	case KindSix:
		def := DefaultSixJointDef()
		def.JointFrames = f
		def.Locked = [6]bool{true, false, false, false, true, false}
		for i := range def.Axes {
			def.Axes[i] = a
		}
		return w.CreateJoint(&def)
	case KindGear:
		def := DefaultGearJointDef()
		def.JointFrames, def.Ratio = f, a.Target
		return w.CreateJoint(&def)
	case KindRack:
		def := DefaultRackJointDef()
		def.JointFrames, def.Ratio = f, a.Target
		return w.CreateJoint(&def)
	case KindPulley:
		def := DefaultPulleyJointDef()
		def.JointFrames, def.Ratio = f, a.Target
		def.GroundA, def.GroundB = V3(0, 9, 0), V3(2, 9, 0)
		return w.CreateJoint(&def)
	case KindPath:
		def := DefaultPathJointDef()
		def.JointFrames, def.Axis, def.Turn = f, a, PathFollow
		def.Path = Path{Points: []Vec3{{}, {X: 0.3, Y: 0.2}, {X: 0.6}}, Closed: true}
		return w.CreateJoint(&def)
	}
	return Joint{}, errEmptySnapshot
}

// lastAxis is the coordinate of a joint that is the most unlike that of others.
func lastAxis(j Joint) Coordinate { return j.At(j.AxisCount() - 1) }

// must fails the test when a joint could not be made.
func must[J any](t testing.TB, j J, err error) J {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// hinge ties two bodies by an axis.
func hinge(t testing.TB, w *World, a, b Body, anchor, axis Vec3, edit func(*HingeJointDef)) Joint {
	t.Helper()
	d := DefaultHingeJointDef()
	d.ConnectAxis(a, b, anchor, axis)
	if edit != nil {
		edit(&d)
	}
	j, err := w.CreateHingeJoint(d)
	return must(t, j, err).Joint
}

func weightless(d *WorldDef) { d.Settings.Gravity = Vec3{}; d.Settings.SleepEnabled = false }
func sleepless(d *WorldDef)  { d.Settings.SleepEnabled = false }

// TestPendulum: small swings on every kind of joint that lets a ball swing, 2π·√((I+ml²)/mgl).
func TestPendulum(t *testing.T) {
	for _, kind := range []JointKind{KindBall, KindHinge, KindDistance, KindSix} {
		w := newTestWorld(t, sleepless)
		bob := addBody(t, w, Dynamic, V3(0.1, -2, 0), Sphere{Radius: 0.1})
		length, inertia := float64(bob.Position().Len()), 0.4*0.01
		var f JointFrames = defaultFrames()
		f.Connect(Body{}, bob, TransformIdentity)
		var j Joint
		var err error
		switch kind {
		case KindDistance:
			d := DefaultDistanceJointDef()
			d.ConnectEnds(Body{}, bob, Vec3{}, bob.Position())
			j, err = w.CreateJoint(&d)
			inertia = 0
		case KindSix:
			d := DefaultSixJointDef()
			d.JointFrames, d.Locked = f, [6]bool{true, true, true}
			j, err = w.CreateJoint(&d)
		default:
			j, err = joinKind(w, kind, f, JointAxis{}, JointDrive{})
		}
		must(t, j, err)
		crossings, last, first := 0, float32(1), 0
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
		want := 2 * math.Pi * math.Sqrt((inertia+length*length)/(9.81*length))
		near(t, kind.String()+" period", period, want, 0.004*want)
		near(t, kind.String()+" length", float64(bob.Position().Len()), length, 1e-4*length)
		force, _ := j.Reaction()
		near(t, kind.String()+" force", float64(force.Len()), float64(bob.Mass())*9.81, 0.02*float64(bob.Mass())*9.81)
	}
}

func TestHingeMotorAndLimit(t *testing.T) {
	w := newTestWorld(t, weightless)
	door := addBody(t, w, Dynamic, V3(0.5, 0, 0), BoxHalf(0.5, 1, 0.05))
	j := hinge(t, w, Body{}, door, Vec3{}, V3(0, 1, 0), func(d *HingeJointDef) {
		d.Axis = JointAxis{Motor: true, Speed: 2, MaxForce: 5000, Limited: true, Lower: -0.5, Upper: 1}
	})
	run(t, w, 0.3)
	near(t, "speed", float64(door.AngularVelocity().Y), 2, 0.02)
	run(t, w, 2)
	angle := j.At(0).Position()
	near(t, "angle at the limit", float64(angle), 1, 0.01)
	if err := j.At(0).SetMotor(true, -2, 5000); err != nil {
		t.Fatal("SetMotor is refused")
	}
	run(t, w, 2)
	angle = j.At(0).Position()
	near(t, "angle at the other limit", float64(angle), -0.5, 0.01)
	if j.At(0).SetLimits(false, 0, 0) != nil || j.At(0).SetMotor(false, 0, 0) != nil {
		t.Fatal("a setter is refused")
	}
	door.ApplyAngularImpulse(V3(0, 10, 0))
	run(t, w, 0.1)
	speed := j.At(0).Rate()
	// the door turns about its edge: Iyy + m·r²
	want := 10 / (float64(door.Inertia().YY) + float64(door.Mass())*0.25)
	near(t, "free speed", float64(speed), want, 0.01*want)
}

// TestMotorForceIsLimited: a motor of constant torque accelerates by T/I.
func TestMotorForceIsLimited(t *testing.T) {
	w := newTestWorld(t, weightless)
	wheel := addBody(t, w, Dynamic, Vec3{}, Sphere{Radius: 0.5})
	j := hinge(t, w, Body{}, wheel, Vec3{}, V3(0, 0, 1), func(d *HingeJointDef) {
		d.Axis = JointAxis{Motor: true, Speed: 100, MaxForce: 20}
	})
	run(t, w, 1)
	want := 20 / float64(wheel.Inertia().ZZ)
	near(t, "speed", float64(wheel.AngularVelocity().Z), want, 0.001*want)
	_, torque := j.Reaction()
	near(t, "torque", float64(torque.Z), 20, 0.02)
	// friction brings it to rest
	j.At(0).SetAxis(JointAxis{Friction: 40})
	run(t, w, 0.6)
	near(t, "speed", float64(wheel.AngularVelocity().Z), 0, 1e-4)
}

// measured is the oscillation of a coordinate, from crossings and peaks.
func measured(t *testing.T, w *World, sample func() float64, dt float64, steps int) (hertz, zeta float64) {
	var crossings, peaks []float64
	last, before := sample(), 0.0
	for i := 1; i < steps; i++ {
		if err := w.Step(float32(dt)); err != nil {
			t.Fatal(err)
		}
		x := sample()
		if last < 0 != (x < 0) {
			crossings = append(crossings, dt*(float64(i)-x/(x-last)))
		}
		if i > 1 && math.Abs(last) >= math.Abs(x) && math.Abs(last) > math.Abs(before) {
			d := before - 2*last + x
			peak := math.Abs(last - (x-before)*(x-before)/(8*d))
			if len(peaks) > 2 && peak < 0.02*peaks[0] {
				break // rounding shows below
			}
			peaks = append(peaks, peak)
		}
		before, last = last, x
	}
	n, m := len(crossings)-1, len(peaks)-1
	if n < 2 || m < 1 {
		t.Fatalf("%d crossings, %d peaks", n+1, m+1)
	}
	half := (crossings[n] - crossings[0]) / float64(n)
	delta := math.Log(peaks[0]/peaks[m]) / float64(m) / math.Pi
	zeta = delta / math.Sqrt(1+delta*delta)
	return 0.5 / half / math.Sqrt(1-zeta*zeta), zeta
}

// TestSpringsDeliverThroughJoints: asked against delivered frequency and damping ratio of every
// springy joint, away from centres of mass and between two moving bodies.
func TestSpringsDeliverThroughJoints(t *testing.T) {
	for _, hertz := range []float32{0.5, 2, 5, 10, 20} {
		for _, zeta := range []float32{0, 0.1, 0.3} {
			spring := JointAxis{Hertz: hertz, DampingRatio: zeta}
			drive := JointDrive{Hertz: hertz, DampingRatio: zeta}
			for name, set := range map[string]func(w *World, a, b Body) (Joint, error){
				"hinge": func(w *World, _, b Body) (Joint, error) {
					d := DefaultHingeJointDef()
					d.ConnectAxis(Body{}, b, V3(-0.5, 0, 0), V3(0, 0, 1))
					d.Axis = spring
					return w.CreateJoint(&d)
				},
				"hinge of two": func(w *World, a, b Body) (Joint, error) {
					d := DefaultHingeJointDef()
					d.ConnectAxis(a, b, V3(-0.5, 0, 0), V3(0, 0, 1))
					d.Axis = spring
					return w.CreateJoint(&d)
				},
				"ball": func(w *World, _, b Body) (Joint, error) {
					d := DefaultBallJointDef()
					d.Connect(Body{}, b, Transform{P: V3(-0.5, 0, 0), Q: QuatIdentity})
					d.Drive = drive
					return w.CreateJoint(&d)
				},
				"six": func(w *World, _, b Body) (Joint, error) {
					d := DefaultSixJointDef()
					d.Connect(Body{}, b, Transform{P: V3(-0.5, 0, 0), Q: QuatIdentity})
					d.Locked = [6]bool{true, true, true, true, true, false}
					d.Axes[5] = spring
					return w.CreateJoint(&d)
				},
				"fixed": func(w *World, _, b Body) (Joint, error) {
					d := DefaultFixedJointDef()
					d.Connect(Body{}, b, Transform{P: V3(-0.5, 0, 0), Q: QuatIdentity})
					d.AngularHertz, d.AngularDampingRatio = hertz, zeta
					return w.CreateJoint(&d)
				},
			} {
				w := newTestWorld(t, func(d *WorldDef) { weightless(d); d.Settings.SubSteps = 1 })
				a := addBody(t, w, Dynamic, V3(-1, 0, 0), BoxHalf(0.3, 0.3, 0.3))
				b := addBody(t, w, Dynamic, V3(0, 0, 0), BoxHalf(0.4, 0.4, 0.4))
				j, err := set(w, a, b)
				must(t, j, err)
				b.SetAngularVelocity(V3(0, 0, 0.02))
				b.SetLinearVelocity(V3(0, 0.01, 0))
				got, damp := measured(t, w, func() float64 {
					fa, fb := j.Frames()
					return float64(fa.Q.InvMul(fb.Q).RotationVector().Z)
				}, 0.0025, int(400*3.3/hertz))
				near(t, name+" frequency", got, float64(hertz), 0.02*float64(hertz))
				near(t, name+" damping ratio", damp, float64(zeta), 0.01)
			}
		}
	}
}

func TestSliderSpringAndSoftLimit(t *testing.T) {
	w := newTestWorld(t, nil)
	b := addBody(t, w, Dynamic, V3(0, 2, 0), BoxHalf(0.2, 0.2, 0.2))
	d := DefaultSliderJointDef()
	d.ConnectLine(Body{}, b, V3(0, 2, 0), V3(0, 1, 0))
	d.Axis = JointAxis{Hertz: 1, DampingRatio: 1}
	j, err := w.CreateSliderJoint(d)
	must(t, j, err)
	b.ApplyAngularImpulse(V3(1, 2, 3))
	run(t, w, 4)
	motion := j.Position()
	// a spring of frequency f sinks by g/ω² under the weight
	near(t, "way", float64(motion), -9.81/math.Pow(2*math.Pi, 2), 0.005)
	near(t, "rotation", float64(b.Rotation().Angle()), 0, 1e-3)
	j.SetAxis(JointAxis{Limited: true, Lower: -0.5, Upper: 1, LimitHertz: 2, LimitDampingRatio: 1})
	run(t, w, 4)
	motion = j.Position()
	near(t, "way into the soft limit", float64(motion), -0.5-9.81/math.Pow(4*math.Pi, 2), 0.005)
}

func TestConeAndTwist(t *testing.T) {
	w := newTestWorld(t, sleepless)
	// a bone sticks out along x and hangs down as far as the cone allows
	bone := addBody(t, w, Dynamic, V3(0.5, 0, 0), BoxHalf(0.5, 0.1, 0.2))
	d := DefaultBallJointDef()
	d.ConnectAxis(Body{}, bone, Vec3{}, V3(1, 0, 0))
	d.Cone = JointAxis{Limited: true, Upper: 0.6}
	d.Twist = JointAxis{Limited: true, Lower: -0.2, Upper: 0.3}
	d.Drive.MaxMotor = 5
	j, err := w.CreateBallJoint(d)
	must(t, j, err)
	bone.SetAngularVelocity(V3(4, 0, 0))
	run(t, w, 6)
	cone := j.At(0).Position()
	near(t, "cone", float64(cone), 0.6, 0.01)
	if twist := j.At(1).Position(); twist < -0.21 || twist > 0.31 {
		t.Errorf("twist %v, limits -0.2 and 0.3", twist)
	}
	// the drive lifts it to a target
	q := rotationTo(V3(0, 0, 1), V3(0, 1, 5))
	if j.SetAngularDrive(JointDrive{Hertz: 20, DampingRatio: 1}) != nil || j.SetTargetRotation(q) != nil {
		t.Fatal("a setter is refused")
	}
	run(t, w, 2)
	fa, fb := j.Frames()
	// the rest carries the weight: m·g·l/(I·ω²)
	near(t, "distance from the target", float64(fa.Q.Mul(q).InvMul(fb.Q).Angle()), 0, 0.002)
}

func TestRopeRodAndSpring(t *testing.T) {
	w := newTestWorld(t, sleepless)
	load := addBody(t, w, Dynamic, V3(0, 4.5, 0), Sphere{Radius: 0.2})
	d := DefaultDistanceJointDef()
	d.ConnectEnds(Body{}, load, V3(0, 5, 0), load.Position())
	d.Axis = JointAxis{Limited: true, Upper: 2}
	j, err := w.CreateDistanceJoint(d)
	must(t, j, err)
	run(t, w, 0.4)
	near(t, "free fall", float64(load.LinearVelocity().Y), -9.81*0.4, 0.01)
	run(t, w, 4)
	near(t, "rope", float64(load.Position().Y), 3, 1e-3)
	j.SetAxis(JointAxis{Hertz: 2, DampingRatio: 1, Target: 1})
	run(t, w, 4)
	near(t, "spring", float64(load.Position().Y), 4-9.81/math.Pow(4*math.Pi, 2), 3e-3)
	j.SetAxis(JointAxis{})
	j.SetLength(1.5)
	run(t, w, 2)
	length := j.Position()
	near(t, "rod", float64(length), 1.5, 1e-3)
}

// TestMotorJointGoesToPose: with enough force the body gets there, with too little it does not.
func TestMotorJointGoesToPose(t *testing.T) {
	for _, limit := range []float32{0, 0.5} {
		w := newTestWorld(t, sleepless)
		b := addBody(t, w, Dynamic, V3(0, 1, 0), BoxHalf(0.5, 0.5, 0.5))
		d := DefaultMotorJointDef()
		d.Connect(Body{}, b, Transform{P: b.Position(), Q: QuatIdentity})
		d.Place, d.Target = V3(1, 2, 3), rotationTo(V3(1, 0, 0), V3(1, 1, 0))
		d.Linear.MaxSpring = limit * b.Mass() * 9.81
		j, err := w.CreateMotorJoint(d)
		must(t, j, err)
		run(t, w, 3)
		_, fb := j.Frames()
		far := float64(fb.P.Dist(V3(1, 3, 3)))
		if limit == 0 {
			near(t, "distance", far, 9.81/math.Pow(10*math.Pi, 2), 1e-3)
			near(t, "rotation", float64(fb.Q.InvMul(d.Target).Angle()), 0, 1e-3)
		} else if far < 5 {
			t.Errorf("half the weight keeps the body at %v m", far)
		}
	}
}

func TestParallelKeepsUpright(t *testing.T) {
	for _, hertz := range []float32{0, 2} {
		w := newTestWorld(t, weightless)
		b := addBody(t, w, Dynamic, V3(0, 1, 0), BoxHalf(0.2, 0.5, 0.2))
		d := DefaultParallelJointDef()
		d.Hertz = hertz
		d.ConnectAxis(Body{}, b, Vec3{}, V3(0, 1, 0))
		j, err := w.CreateParallelJoint(d)
		must(t, j, err)
		b.SetAngularVelocity(V3(0.5, 3, 0))
		run(t, w, 4)
		up := b.Rotation().Rotate(V3(0, 1, 0))
		near(t, "upright", float64(up.Y), 1, 1e-3)
		near(t, "free spin", float64(b.AngularVelocity().Y), 3, 0.1)
	}
}

// TestFixedBeam: a beam of twenty boxes out of a wall is as straight as it was built, and breaks
// at the wall first when the load is too much.
func TestFixedBeam(t *testing.T) {
	w := newTestWorld(t, sleepless)
	var last Body
	var root Joint
	for i := range 20 {
		b := addBody(t, w, Dynamic, V3(0.5+float32(i), 0, 0), BoxHalf(0.5, 0.1, 0.1))
		d := DefaultFixedJointDef()
		d.Connect(last, b, Transform{P: V3(float32(i), 0, 0), Q: QuatIdentity})
		j, err := w.CreateFixedJoint(d)
		must(t, j, err)
		if i == 0 {
			root = j.Joint
		}
		last = b
	}
	run(t, w, 5)
	near(t, "sag of the end", float64(last.Position().Y), 0, 0.02)
	force, torque := root.Reaction()
	weight := float64(20 * last.Mass() * 9.81)
	near(t, "force at the wall", float64(force.Y), weight, 0.01*weight)
	near(t, "torque at the wall", float64(torque.Z), weight*10, 0.02*weight*10)
	root.SetBreakLimits(0, float32(weight*9))
	events := 0
	for range 10 {
		run(t, w, 0.01)
		for _, e := range w.Events().JointBreak {
			events++
			if e.Joint != root || e.Torque < float32(weight*9) {
				t.Errorf("break event %+v", e)
			}
		}
	}
	if events != 1 || root.Valid() || w.JointCount() != 19 {
		t.Errorf("%d events, root is valid %v, %d joints", events, root.Valid(), w.JointCount())
	}
}

func TestGearRackAndPulley(t *testing.T) {
	w := newTestWorld(t, weightless)
	a := addBody(t, w, Dynamic, V3(0, 0, 0), Sphere{Radius: 0.5})
	b := addBody(t, w, Dynamic, V3(3, 0, 0), Sphere{Radius: 0.7})
	rack := addBody(t, w, Dynamic, V3(0, 2, 0), BoxHalf(1, 0.1, 0.1))
	hinge(t, w, Body{}, a, V3(0, 0, 0), V3(0, 0, 1), nil)
	hinge(t, w, Body{}, b, V3(3, 0, 0), V3(0, 0, 1), nil)
	s := DefaultSliderJointDef()
	s.ConnectLine(Body{}, rack, V3(0, 2, 0), V3(1, 0, 0))
	slider, err := w.CreateSliderJoint(s)
	must(t, slider, err)
	g := DefaultGearJointDef()
	g.BodyA, g.BodyB, g.Ratio = a, b, 2
	gear, err := w.CreateGearJoint(g)
	must(t, gear, err)
	r := DefaultRackJointDef()
	r.BodyA, r.BodyB, r.Ratio = a, rack, 0.5
	toothed, err := w.CreateRackJoint(r)
	must(t, toothed, err)
	a.ApplyAngularImpulse(V3(0, 0, 800))
	rotated := 0.0
	for range 500 {
		run(t, w, 0.01)
		rotated += float64(a.AngularVelocity().Z) * 0.01
	}
	wa := float64(a.AngularVelocity().Z)
	if wa < 0.5 {
		t.Fatalf("the gear turns at %v rad/s", wa)
	}
	near(t, "gear", float64(b.AngularVelocity().Z), -wa/2, 1e-3*wa)
	near(t, "rack speed", float64(rack.LinearVelocity().X), 0.5*wa, 1e-3*wa)
	near(t, "rack way", float64(rack.Position().X), 0.5*rotated, 1e-3*rotated)

	// Atwood's machine: a = g·(m1−m2)/(m1+m2)
	w = newTestWorld(t, sleepless)
	a = addBody(t, w, Dynamic, V3(-1, 0, 0), BoxHalf(0.2, 0.2, 0.2))
	b = addBody(t, w, Dynamic, V3(1, 0, 0), BoxHalf(0.2, 0.4, 0.2))
	p := DefaultPulleyJointDef()
	p.BodyA, p.BodyB, p.GroundA, p.GroundB = a, b, V3(-1, 20, 0), V3(1, 20, 0)
	rope, err := w.CreatePulleyJoint(p)
	must(t, rope, err)
	run(t, w, 1)
	near(t, "pulley", float64(a.LinearVelocity().Y), 9.81/3, 0.02)
	near(t, "rope", float64(rope.Position()), 40, 0.005)
}

// TestWheel: the suspension sinks by g/ω² under the load, the motor turns the wheel, and the
// steering turns the axle.
func TestWheel(t *testing.T) {
	w := newTestWorld(t, sleepless)
	wheel := addBody(t, w, Dynamic, V3(0, 1, 0), Sphere{Radius: 0.3})
	d := DefaultWheelJointDef()
	d.Connect(Body{}, wheel, Transform{P: V3(0, 1, 0), Q: QuatIdentity})
	d.Suspension = JointAxis{Hertz: 2, DampingRatio: 0.7}
	d.Spin = JointAxis{Motor: true, Speed: 10, MaxForce: 1000}
	d.Steering = JointAxis{Hertz: 10, DampingRatio: 1, Target: 0.4}
	j, err := w.CreateWheelJoint(d)
	must(t, j, err)
	run(t, w, 3)
	motion := j.At(0).Position()
	near(t, "suspension", float64(motion), -9.81/math.Pow(4*math.Pi, 2), 2e-3)
	speed := j.At(1).Rate()
	near(t, "spin", float64(speed), 10, 0.02)
	angle := j.At(2).Position()
	near(t, "steering", float64(angle), 0.4, 0.01)
	near(t, "off the line", math.Hypot(float64(wheel.Position().X), float64(wheel.Position().Z)), 0, 1e-3)
}

// TestJointsSleepAndCollide: jointed bodies fall asleep as one, do not collide with each other
// while the joint lasts, and do when it is gone.
func TestJointsSleepAndCollide(t *testing.T) {
	w := newTestWorld(t, nil)
	addFloor(t, w)
	a := addBody(t, w, Dynamic, V3(0, 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
	b := addBody(t, w, Dynamic, V3(0.6, 0.5, 0), BoxHalf(0.5, 0.5, 0.5))
	d := DefaultFixedJointDef()
	d.Connect(a, b, Transform{P: V3(0.3, 0.5, 0), Q: QuatIdentity})
	j, err := w.CreateFixedJoint(d)
	must(t, j, err)
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
	if j.SetAngularDrive(JointDrive{Hertz: 3, DampingRatio: 1}) != nil || !a.Awake() || !b.Awake() {
		t.Error("retuning does not wake both bodies")
	}
	run(t, w, 2)
	j.Destroy()
	if !a.Awake() || !b.Awake() {
		t.Error("destroying the joint does not wake both bodies")
	}
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
	base := DefaultHingeJointDef()
	base.BodyA, base.BodyB = fixed, a
	good, err := w.CreateHingeJoint(base)
	must(t, good, err)
	nan := float32(math.NaN())
	for name, edit := range map[string]func(*HingeJointDef){
		"zero":       func(d *HingeJointDef) { *d = HingeJointDef{} },
		"no body":    func(d *HingeJointDef) { d.BodyB = Body{} },
		"one body":   func(d *HingeJointDef) { d.BodyA = a },
		"two static": func(d *HingeJointDef) { d.BodyB, d.BodyA = fixed, Body{} },
		"frame":      func(d *HingeJointDef) { d.FrameA.P.X = nan },
		"rotation":   func(d *HingeJointDef) { d.FrameB.Q = Quat{} },
		"limit":      func(d *HingeJointDef) { d.Axis = JointAxis{Lower: 1, Upper: 0} },
		"limit nan":  func(d *HingeJointDef) { d.Axis = JointAxis{Upper: nan} },
		"motor":      func(d *HingeJointDef) { d.Axis.MaxForce = -1 },
		"spring":     func(d *HingeJointDef) { d.Axis.Hertz = nan },
		"break":      func(d *HingeJointDef) { d.BreakForce = nan },
	} {
		d := base
		edit(&d)
		if _, err := w.CreateHingeJoint(d); err == nil {
			t.Errorf("a joint with a bad %s is accepted", name)
		}
	}
	if w.JointCount() != 1 {
		t.Errorf("%d joints", w.JointCount())
	}
	for kind := KindBall; kind < jointKindCount; kind++ {
		if _, err := joinKind(w, kind, JointFrames{}, JointAxis{}, JointDrive{}); err == nil {
			t.Errorf("%v joint without bodies is accepted", kind)
		}
	}
	refused := w.Counters().RefusedCalls
	good.Destroy()
	calls := []error{
		good.SetMotor(true, 1, 1), good.SetSpring(1, 1, 0), good.SetLimits(true, 0, 1), good.SetAxis(JointAxis{}),
		good.setLinearDrive(JointDrive{}), good.setAngularDrive(JointDrive{}), good.setTargetRotation(QuatIdentity),
		good.setTargetPlace(Vec3{}), good.setLength(1), good.setRatio(1),
		good.SetFrames(TransformIdentity, TransformIdentity),
		good.SetBreakLimits(1, 1), good.SetCollideConnected(true), good.SetUserTag(1), good.setTarget(Vec3{}),
		good.Destroy(),
	}
	for i, err := range calls {
		if !errors.Is(err, ErrStale) {
			t.Errorf("call %d on a destroyed joint returns %v", i, err)
		}
	}
	if n := w.Counters().RefusedCalls - refused; n != uint64(len(calls)) {
		t.Errorf("%d refused calls are counted, want %d", n, len(calls))
	}
}

// TestNastyJointNumbers passes every bad value to every float of every kind of joint, at creation
// and later. Whatever is accepted must leave every body finite and every list whole.
func TestNastyJointNumbers(t *testing.T) {
	axis := []func(*JointAxis) *float32{
		func(a *JointAxis) *float32 { return &a.Hertz }, func(a *JointAxis) *float32 { return &a.DampingRatio },
		func(a *JointAxis) *float32 { return &a.Target }, func(a *JointAxis) *float32 { return &a.MaxSpring },
		func(a *JointAxis) *float32 { return &a.Lower }, func(a *JointAxis) *float32 { return &a.Upper },
		func(a *JointAxis) *float32 { return &a.LimitHertz },
		func(a *JointAxis) *float32 { return &a.LimitDampingRatio },
		func(a *JointAxis) *float32 { return &a.Speed }, func(a *JointAxis) *float32 { return &a.MaxForce },
		func(a *JointAxis) *float32 { return &a.Friction },
	}
	drive := []func(*JointDrive) *float32{
		func(d *JointDrive) *float32 { return &d.Hertz }, func(d *JointDrive) *float32 { return &d.DampingRatio },
		func(d *JointDrive) *float32 { return &d.MaxSpring }, func(d *JointDrive) *float32 { return &d.Velocity.X },
		func(d *JointDrive) *float32 { return &d.MaxMotor },
	}
	frames := []func(*JointFrames) *float32{
		func(f *JointFrames) *float32 { return &f.FrameA.P.X }, func(f *JointFrames) *float32 { return &f.FrameB.P.Y },
		func(f *JointFrames) *float32 { return &f.FrameA.Q.X }, func(f *JointFrames) *float32 { return &f.FrameB.Q.W },
		func(f *JointFrames) *float32 { return &f.BreakForce }, func(f *JointFrames) *float32 { return &f.BreakTorque },
	}
	cases := 0
	for kind := KindBall; kind < jointKindCount; kind++ {
		for field := range len(axis) + len(drive) + len(frames) {
			for _, x := range nastyFloats {
				for later := range 2 {
					cases++
					w := newTestWorld(t, nil)
					addFloor(t, w)
					a := addBody(t, w, Dynamic, V3(0, 0.6, 0), BoxHalf(0.5, 0.5, 0.5))
					b := addBody(t, w, Dynamic, V3(0, 1.7, 0), Sphere{Radius: 0.5})
					f := defaultFrames()
					f.Connect(a, b, Transform{P: V3(0, 1.2, 0), Q: QuatIdentity})
					ax := JointAxis{Hertz: 2, Limited: true, Lower: -1, Upper: 1, Motor: true, MaxForce: 5, Target: 1}
					dr := JointDrive{Hertz: 2, MaxMotor: 3}
					var j Joint
					if later == 1 {
						j, _ = joinKind(w, kind, f, ax, dr)
					}
					switch {
					case field < len(axis):
						*axis[field](&ax) = x
					case field < len(axis)+len(drive):
						*drive[field-len(axis)](&dr) = x
					default:
						*frames[field-len(axis)-len(drive)](&f) = x
					}
					if later == 0 {
						joinKind(w, kind, f, ax, dr)
					} else {
						for i := range 6 {
							j.At(i).SetAxis(ax)
						}
						j.setLinearDrive(dr)
						j.setAngularDrive(dr)
						j.SetFrames(f.FrameA, f.FrameB)
						j.SetBreakLimits(f.BreakForce, f.BreakTorque)
						j.setLength(x)
						j.setRatio(x)
						j.setTargetPlace(V3(x, 0, 0))
						j.setTargetRotation(Quat{X: x, W: 1})
					}
					run(t, w, 0.1)
					if err := w.Validate(); err != nil {
						t.Errorf("%v joint, field %d = %g, later %d: %v", kind, field, x, later, err)
					}
				}
			}
		}
	}
	t.Logf("%d cases", cases)
}

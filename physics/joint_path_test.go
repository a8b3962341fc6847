package physics

import (
	"math"
	"testing"
)

// circlePath is a closed smooth path of n points in the plane of x and y.
func circlePath(radius float64, n int) Path {
	p := Path{Closed: true, Up: V3(0, 0, 1)}
	for i := range n {
		s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		p.Points = append(p.Points, V3(float32(radius*c), float32(radius*s), 0))
	}
	return p
}

func onPath(t testing.TB, w *World, a, b Body, p Path, edit func(*PathJointDef)) PathJoint {
	t.Helper()
	d := DefaultPathJointDef()
	d.ConnectPath(a, b, p)
	if edit != nil {
		edit(&d)
	}
	j, err := w.CreatePathJoint(d)
	return must(t, j, err)
}

// TestBeadOnACircle: a point on a wire in the shape of a circle swings like a pendulum, and keeps its
// speed where there is no gravity.
func TestBeadOnACircle(t *testing.T) {
	w := newTestWorld(t, sleepless)
	bead := addBody(t, w, Dynamic, V3(0.02, -2, 0), Sphere{Radius: 0.05})
	j := onPath(t, w, Body{}, bead, circlePath(2, 24), nil)
	near(t, "length", float64(j.Length()), 4*math.Pi, 1e-3)
	hertz, zeta := measured(t, w, func() float64 { return float64(bead.Position().X) }, 0.01, 1500)
	near(t, "frequency", hertz, math.Sqrt(9.81/2)/(2*math.Pi), 1e-3)
	near(t, "damping", zeta, 0, 1e-3)

	w = newTestWorld(t, weightless)
	bead = addBody(t, w, Dynamic, V3(2, 0, 0), Sphere{Radius: 0.05})
	j = onPath(t, w, Body{}, bead, circlePath(2, 24), nil)
	bead.SetLinearVelocity(V3(0, 8, 0))
	laps, off := 0, 0.0
	for range 1000 {
		run(t, w, 0.01)
		p := bead.Position()
		off = max(off, math.Abs(math.Hypot(float64(p.X), float64(p.Y))-2))
		for _, e := range w.Events().Path {
			if laps++; e.Lap != laps || e.Joint != j.Joint {
				t.Errorf("event %+v, want lap %d", e, laps)
			}
		}
	}
	near(t, "speed after 10 s", float64(bead.LinearVelocity().Len()), 8, 0.02)
	near(t, "laps", float64(laps), math.Floor(80/(4*math.Pi)), 0)
	near(t, "farthest from the wire", off, 0, 2e-3)
	motion, speed := j.Position(), j.Rate()
	near(t, "way", float64(motion), 80, 0.3)
	near(t, "speed along the path", float64(speed), 8, 0.02)
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

// TestCarriageFollowsRails: a carriage with a motor turns with the path on which it drives, on a
// base that moves itself.
func TestCarriageFollowsRails(t *testing.T) {
	w := newTestWorld(t, weightless)
	base := addBody(t, w, Dynamic, V3(0, 0, 5), BoxHalf(3, 3, 0.5))
	base.SetAngularVelocity(V3(0.3, 0.2, 0.1))
	car := addBody(t, w, Dynamic, V3(3, 0, 0), BoxHalf(0.3, 0.1, 0.2))
	car.SetTransform(Transform{P: V3(3, 0, 0), Q: rotationTo(V3(1, 0, 0), V3(0, 1, 0))})
	p := Path{Closed: true, Points: []Vec3{{X: 3}, {Y: 2, Z: 1}, {X: -3}, {Y: -2, Z: -1}}}
	j := onPath(t, w, base, car, p, func(d *PathJointDef) {
		d.Turn = PathFollow
		d.Axis = JointAxis{Motor: true, Speed: 3, MaxForce: 1e5}
	})
	for range 6 {
		run(t, w, 1)
		a, b := j.Frames()
		near(t, "distance from the path", float64(a.P.Dist(b.P)), 0, 5e-3)
		near(t, "turn against the path", float64(a.Q.InvMul(b.Q).Angle()), 0, 0.02)
		speed := j.Rate()
		near(t, "speed", float64(speed), 3, 0.05)
	}
	if j.Lap() < 1 {
		t.Errorf("after 18 m on %g m the carriage is on lap %d", j.Length(), j.Lap())
	}
	near(t, "momentum", float64(base.LinearVelocity().Mul(base.Mass()).Add(car.LinearVelocity().Mul(car.Mass())).Len())/
		float64(car.Mass()*3), 0, 1e-3)
}

// TestPathEndsAndRetuning: an open path ends at its ends, also after another one was laid; springs
// and limits act on the way along it.
func TestPathEndsAndRetuning(t *testing.T) {
	w := newTestWorld(t, sleepless)
	bead := addBody(t, w, Dynamic, V3(0.5, 5, 0), Sphere{Radius: 0.1})
	j := onPath(t, w, Body{}, bead, Path{Points: []Vec3{{X: 0, Y: 5}, {X: 4, Y: 3}, {X: 4, Y: 1}}, Straight: true}, nil)
	near(t, "length", float64(j.Length()), math.Sqrt(20)+2, 1e-4)
	var events []int
	for range 400 {
		run(t, w, 0.01)
		for _, e := range w.Events().Path {
			events = append(events, e.Lap)
		}
	}
	near(t, "end", float64(bead.Position().Dist(V3(4, 1, 0))), 0, 5e-3)
	if len(events) != 1 || events[0] != 1 {
		t.Errorf("events %v, want one at the end", events)
	}
	if err := j.SetPath(Path{Points: []Vec3{{X: 4, Y: 1}, {X: 4, Y: -3}}}); err != nil {
		t.Fatal("another path is refused")
	}
	run(t, w, 3)
	near(t, "second end", float64(bead.Position().Dist(V3(4, -3, 0))), 0, 5e-3)
	j.SetSpring(2, 1, 1)
	run(t, w, 4)
	motion := j.Position()
	near(t, "spring", float64(motion), 1+9.81/math.Pow(4*math.Pi, 2), 3e-3)
	j.SetLimits(true, 2, 9)
	run(t, w, 2)
	motion = j.Position()
	near(t, "limit", float64(motion), 2, 3e-3)
	if a := j.Axis(); a.Upper != 4 {
		t.Errorf("the upper limit is %v, want the length 4", a.Upper)
	}
	if err := j.SetRotation(PathFixed); err != nil {
		t.Error("fixing the rotation is refused")
	}
	bead.SetAngularVelocity(V3(1, 2, 3))
	run(t, w, 0.1)
	near(t, "spin", float64(bead.AngularVelocity().Len()), 0, 1e-3)

	for name, p := range map[string]Path{
		"one point":  {Points: []Vec3{{}}},
		"same point": {Points: []Vec3{{}, {}}},
		"loop of 2":  {Points: []Vec3{{}, {X: 1}}, Closed: true},
		"nan":        {Points: []Vec3{{}, {X: float32(math.NaN())}}},
		"no up":      {Points: []Vec3{{}, {X: 1}}, Up: V3(float32(math.Inf(1)), 0, 0)},
	} {
		if j.SetPath(p) == nil {
			t.Errorf("a path with %s is accepted", name)
		}
	}
	if err := w.Validate(); err != nil {
		t.Error(err)
	}
}

// TestPathsComeAndGo: the store of curves stays whole while joints on paths are destroyed in any
// order, and a world restored from a snapshot goes on alike.
func TestPathsComeAndGo(t *testing.T) {
	w := newTestWorld(t, sleepless)
	var joints []PathJoint
	for i := range 9 {
		b := addBody(t, w, Dynamic, V3(2, 0, float32(3*i)), Sphere{Radius: 0.1})
		p := circlePath(2, 6+i)
		for k := range p.Points {
			p.Points[k].Z = float32(3 * i)
		}
		joints = append(joints, onPath(t, w, Body{}, b, p, nil))
	}
	var snapshot Snapshot
	if err := w.Snapshot(&snapshot); err != nil {
		t.Fatal(err)
	}
	play := func() uint64 {
		for _, i := range []int{4, 0, 8, 5} {
			run(t, w, 0.2)
			joints[i].Destroy()
			o := i + 1 - 2*(i/8)
			p := circlePath(2, 5)
			for k := range p.Points {
				p.Points[k].Z = float32(3 * o)
			}
			joints[o].SetPath(p)
			if err := w.Validate(); err != nil {
				t.Fatal(err)
			}
		}
		run(t, w, 0.5)
		return w.Hash()
	}
	first := play()
	for i, want := range []bool{false, true, true, true, false, false, true, true, false} {
		if joints[i].Valid() != want {
			t.Fatalf("joint %d is valid: %v", i, joints[i].Valid())
		}
		if want {
			a, b := joints[i].Anchors()
			near(t, "gap", float64(a.Dist(b)), 0, 3e-3)
		}
	}
	if err := w.Restore(&snapshot); err != nil {
		t.Fatal(err)
	}
	if again := play(); again != first {
		t.Error("the restored world goes on differently")
	}
}

// TestGearsOnOneAxle: gears on one axle have no line along which they could push each other. They are
// coupled against the world: what turns with a carriage counts, the carriage does not.
func TestGearsOnOneAxle(t *testing.T) {
	const ratio, spin = -2, 0.5
	w := newTestWorld(t, weightless)
	carrier := addBody(t, w, Dynamic, V3(0, 0, -4), BoxHalf(4, 4, 0.3))
	a := addBody(t, w, Dynamic, V3(0, 0, 0), Sphere{Radius: 0.5})
	b := addBody(t, w, Dynamic, V3(0, 0, 2), Sphere{Radius: 0.5})
	hinge(t, w, carrier, a, Vec3{}, V3(0, 0, 1), nil)
	hinge(t, w, carrier, b, V3(0, 0, 2), V3(0, 0, 1), nil)
	g := DefaultGearJointDef()
	g.BodyA, g.BodyB, g.Ratio = a, b, ratio
	j, err := w.CreateGearJoint(g)
	must(t, j, err)
	carrier.SetAngularVelocity(V3(0, 0, spin))
	a.SetAngularVelocity(V3(0, 0, 4))
	b.SetAngularVelocity(V3(0, 0, 2))
	run(t, w, 5)
	if wa := a.AngularVelocity().Z; wa < 3.9 {
		t.Fatalf("the gear turns at %v rad/s", wa)
	}
	near(t, "speed of the other gear", float64(b.AngularVelocity().Z), float64(a.AngularVelocity().Z)/-ratio, 1e-3)
	near(t, "carriage", float64(carrier.AngularVelocity().Z), spin, 1e-3)
}

// TestGearsOnACarriage: gears, bevel gears and racks couple against what carries them, however
// that moves, and leave its motion alone.
func TestGearsOnACarriage(t *testing.T) {
	for _, c := range []struct {
		name   string
		axis   Vec3
		at     Vec3
		ratio  float32
		radius float32
	}{
		{"spur", V3(0, 0, 1), V3(3, 0, 0), 2, 1},
		{"internal", V3(0, 0, 1), V3(0.5, 0, 0), -3, 1},
		{"bevel", V3(1, 0, 0), V3(1, 0, -1), 1.5, 0.5},
		{"skew", V3(0, 1, 1), V3(1, 0.5, 0), 0.7, 0.5},
	} {
		w := newTestWorld(t, weightless)
		carrier := addBody(t, w, Dynamic, V3(0, 0, -4), BoxHalf(4, 4, 0.3))
		carrier.SetAngularVelocity(V3(0.4, 0.7, 1.1))
		carrier.SetLinearVelocity(V3(1, 2, 3))
		a := addBody(t, w, Dynamic, V3(0, 0, 0), Sphere{Radius: 0.5})
		b := addBody(t, w, Dynamic, c.at, Sphere{Radius: c.radius})
		for _, x := range []Body{a, b} {
			s := x.Shapes(nil)[0]
			s.SetFilter(Filter{})
		}
		ha := hinge(t, w, carrier, a, Vec3{}, V3(0, 0, 1), nil)
		hb := hinge(t, w, carrier, b, c.at, c.axis, nil)
		g := DefaultGearJointDef()
		g.BodyA, g.BodyB, g.Ratio = a, b, c.ratio
		g.FrameB.Q = rotationTo(V3(0, 0, 1), c.axis)
		j, err := w.CreateGearJoint(g)
		must(t, j, err)
		a.ApplyAngularImpulse(V3(0, 0, 3*a.Inertia().ZZ))
		rotationA, rotationB, before := 0.0, 0.0, [2]float64{}
		worst := 0.0
		for range 2000 {
			run(t, w, 0.01)
			x := ha.At(0).Position()
			y := hb.At(0).Position()
			rotationA += wrapAngle(float64(x) - before[0])
			rotationB += wrapAngle(float64(y) - before[1])
			before = [2]float64{float64(x), float64(y)}
			worst = max(worst, math.Abs(rotationA+float64(c.ratio)*rotationB))
		}
		if math.Abs(rotationA) < 5 {
			t.Fatalf("%s: the gear has turned by %v rad", c.name, rotationA)
		}
		near(t, c.name+": slip", worst, 0, 0.01)
	}
	w := newTestWorld(t, weightless)
	carrier := addBody(t, w, Dynamic, V3(0, 0, -4), BoxHalf(4, 4, 0.3))
	carrier.SetAngularVelocity(V3(0.2, 0.3, 1.5))
	pinion := addBody(t, w, Dynamic, V3(0, 0, 0), Sphere{Radius: 0.5})
	rack := addBody(t, w, Dynamic, V3(0, -1, 0), BoxHalf(2, 0.1, 0.1))
	for _, x := range []Body{pinion, rack} {
		x.Shapes(nil)[0].SetFilter(Filter{})
	}
	axle := hinge(t, w, carrier, pinion, Vec3{}, V3(0, 0, 1), nil)
	d := DefaultSliderJointDef()
	d.ConnectLine(carrier, rack, V3(0, -1, 0), V3(1, 0, 0))
	slider, err := w.CreateSliderJoint(d)
	must(t, slider, err)
	r := DefaultRackJointDef()
	r.BodyA, r.BodyB, r.Ratio = pinion, rack, 0.8
	j, err := w.CreateRackJoint(r)
	must(t, j, err)
	pinion.ApplyAngularImpulse(V3(0, 0, 2*pinion.Inertia().ZZ))
	rotated, before := 0.0, 0.0
	for range 1000 {
		run(t, w, 0.01)
		x := axle.At(0).Position()
		rotated += wrapAngle(float64(x) - before)
		before = float64(x)
	}
	motion := slider.Position()
	if math.Abs(rotated) < 1 {
		t.Fatalf("the pinion has turned by %v rad", rotated)
	}
	near(t, "way of the rack", float64(motion), 0.8*rotated, 0.01)
}

func wrapAngle(x float64) float64 {
	for x > math.Pi {
		x -= 2 * math.Pi
	}
	for x < -math.Pi {
		x += 2 * math.Pi
	}
	return x
}

package solve

import (
	"math"
	"testing"

	"tumble/physics/internal/solve/joint"
	"tumble/physics/vec"
)

// joint adds a joint between bodies a and b whose frames coincide at the world frame f now.
func (w *tinyWorld) joint(kind joint.JointKind, a, b int32, f vec.Transform) *joint.Joint {
	j := joint.Joint{Kind: kind, BodyA: a, BodyB: b, FrameA: f}
	if a != joint.World {
		j.FrameA = w.Sims[a].Transform.InvMul(f)
	}
	j.FrameB = w.Sims[b].Transform.InvMul(f)
	i := int32(len(w.Joints))
	w.Joints = append(w.Joints, j)
	w.graph.AddJoint(i, a, b, a > 0, true)
	return &w.Joints[i]
}

// oscillation has the measured motion of the spring of a joint: frequency from the crossings of x and
// damping ratio from the decay of its peaks.
func oscillation(sample func() float64, dt float64, steps int) (hertz, zeta float64) {
	var crossings []float64
	var peaks []float64
	last, before := sample(), 0.0
	for i := 1; i < steps; i++ {
		x := sample()
		if last < 0 != (x < 0) {
			crossings = append(crossings, dt*(float64(i)-x/(x-last)))
		}
		if i > 1 && math.Abs(last) >= math.Abs(x) && math.Abs(last) > math.Abs(before) {
			// vertex of the parabola through three samples
			d := before - 2*last + x
			peaks = append(peaks, math.Abs(last-(x-before)*(x-before)/(8*d)))
		}
		before, last = last, x
	}
	n := len(crossings) - 1
	half := (crossings[n] - crossings[0]) / float64(n)
	m := len(peaks) - 1
	delta := math.Log(peaks[0]/peaks[m]) / float64(m) / math.Pi
	zeta = delta / math.Sqrt(1+delta*delta)
	return 0.5 / half / math.Sqrt(1-zeta*zeta), zeta
}

// TestSpringsDeliver: asked against delivered frequency and damping ratio, at 100 Hz × 4.
func TestSpringsDeliver(t *testing.T) {
	for _, hertz := range []float32{0.5, 1, 2, 5, 10, 20} {
		for _, zeta := range []float32{0, 0.1, 0.3} {
			w := newTiny()
			w.settings.Gravity = vec.Vec3{}
			w.box(at(0, 10, 0), 3, vec.V3(0.5, 0.5, 0.5))
			j := w.joint(joint.SliderJoint, joint.World, 1, at(0, 10, 0))
			a := &j.Axes[0]
			a.Flags, a.Hertz, a.DampingRatio = joint.AxisSpring, hertz, zeta
			w.state(1).V.X = 1
			// a frequency above 1/8 of the rate has to be seen by every sub-step
			w.dt, w.subSteps = 0.0025, 1
			got, damp := oscillation(func() float64 { w.step(); return float64(w.Sims[1].Center.X) },
				0.0025, int(400*3.3/hertz))
			t.Logf("asked %g Hz, ζ %g: delivered %.4f Hz, ζ %.4f", hertz, zeta, got, damp)
			near(t, "frequency", got, float64(hertz), 0.01*float64(hertz))
			near(t, "damping ratio", damp, float64(zeta), 0.005)
		}
	}
}

// TestHingeSpringKnowsTheWholeMass: a hinge away from the centre of mass moves the inertia
// about the hinge, and delivers its frequency all the same.
func TestHingeSpringKnowsTheWholeMass(t *testing.T) {
	w := newTiny()
	w.settings.Gravity = vec.Vec3{}
	w.box(at(0.5, 10, 0), 3, vec.V3(0.5, 0.5, 0.5))
	j := w.joint(joint.HingeJoint, joint.World, 1, at(0, 10, 0))
	a := &j.Axes[0]
	a.Flags, a.Hertz, a.DampingRatio = joint.AxisSpring, 2, 0.1
	w.state(1).W.Z = 0.2
	w.state(1).V.Y = 0.1
	got, damp := oscillation(func() float64 {
		w.step()
		q := w.Sims[1].Transform.Q
		return 2 * math.Atan2(float64(q.Z), float64(q.W))
	}, 0.01, 200)
	t.Logf("asked 2 Hz, ζ 0.1: delivered %.4f Hz, ζ %.4f", got, damp)
	near(t, "frequency", got, 2, 0.04)
	near(t, "damping ratio", damp, 0.1, 0.01)
}

// TestPendulum: small swings of a box on a hinge and of a ball on a ball joint and a rod.
func TestPendulum(t *testing.T) {
	for _, kind := range []joint.JointKind{joint.BallJoint, joint.HingeJoint, joint.DistanceJoint} {
		w := newTiny()
		var inertia, arm float64 = 0.4 * 0.25 * 0.25, 1
		w.ball(vec.V3(0, 9, 0), 2, 0.25)
		j := w.joint(kind, joint.World, 1, at(0, 10, 0))
		if kind == joint.DistanceJoint {
			// to the centre: a point mass
			j.FrameB = vec.TransformIdentity
			j.Rest, inertia = 1, 0
		}
		w.state(1).V.X = 0.1
		if kind != joint.DistanceJoint {
			w.state(1).W.Z = 0.1
		}
		got, damp := oscillation(func() float64 { w.step(); return float64(w.Sims[1].Center.X) }, 0.01, 2000)
		want := math.Sqrt(9.81*arm/(arm*arm+inertia)) / (2 * math.Pi)
		t.Logf("joint %d: %.5f Hz, want %.5f, damping ratio %.5f", kind, got, want, damp)
		near(t, "frequency", got, want, 0.005*want)
		near(t, "damping ratio", damp, 0, 0.002)
		near(t, "length", float64(w.Sims[1].Center.Dist(vec.V3(0, 10, 0))), 1, 1e-3)
	}
}

func TestDragReachesTarget(t *testing.T) {
	w := newTiny()
	w.box(at(0, 5, 0), 10, vec.V3(0.5, 0.5, 0.5))
	j := w.joint(joint.MouseJoint, joint.World, 1, at(0, 5, 0))
	d := &j.Linear
	d.Hertz, d.DampingRatio, d.MaxSpring, j.Angular.MaxMotor = 7.5, 1, 100*10*9.81, 20
	j.FrameA.P = vec.V3(1, 6, 0)
	w.state(1).W.Y = 3
	farthest := float32(0)
	for i := 0; i < 100; i++ {
		w.step()
		farthest = vec.Max(farthest, w.Sims[1].Center.X)
	}
	// the weight stretches the spring by g/ω²
	sag := 9.81 / math.Pow(2*math.Pi*7.5, 2)
	near(t, "distance", float64(w.Sims[1].Center.Dist(vec.V3(1, 6-float32(sag), 0))), 0, 1e-3)
	near(t, "spin", float64(w.state(1).W.Len()), 0, 1e-3)
	near(t, "overshoot", float64(farthest), 1, 0.002)
}

// TestDragIsLimited: too weak for the weight, the drag brakes the fall but does not hold.
func TestDragIsLimited(t *testing.T) {
	w := newTiny()
	w.box(at(0, 50, 0), 10, vec.V3(0.5, 0.5, 0.5))
	j := w.joint(joint.MouseJoint, joint.World, 1, at(0, 50, 0))
	d := &j.Linear
	d.Hertz, d.DampingRatio, d.MaxSpring = 7.5, 1, 0.5*10*9.81
	w.run(2)
	near(t, "speed", float64(w.state(1).V.Y), -9.81, 0.3)
}

func TestSliderLimitAndMotor(t *testing.T) {
	w := newTiny()
	w.box(at(0, 10, 0), 4, vec.V3(0.5, 0.3, 0.5))
	// the x axis of the frame points down
	f := vec.Transform{P: vec.V3(0, 10, 0), Q: vec.QuatAxisAngle(vec.V3(0, 0, 1), -math.Pi/2)}
	j := w.joint(joint.SliderJoint, joint.World, 1, f)
	a := &j.Axes[0]
	a.Flags, a.Lower, a.Upper = joint.AxisLimit, -1, 1.5
	w.run(2)
	near(t, "height at the limit", float64(w.Sims[1].Center.Y), 8.5, 2e-3)
	near(t, "force of the limit", float64(w.Joints[0].Force.Y), 4*9.81, 0.1)
	a.Flags |= joint.AxisMotor
	a.Speed, a.MaxForce = -1, 1000
	w.graph.TouchJoints()
	w.run(1)
	near(t, "speed of the motor", float64(w.state(1).V.Y), 1, 1e-3)
	near(t, "height", float64(w.Sims[1].Center.Y), 9.5, 0.01)
	w.run(3)
	near(t, "height at the other limit", float64(w.Sims[1].Center.Y), 11, 0.01)
	near(t, "off the axis", math.Hypot(float64(w.Sims[1].Center.X), float64(w.Sims[1].Center.Z)), 0, 1e-4)
}

func TestHingeLimit(t *testing.T) {
	w := newTiny()
	w.box(at(0.5, 10, 0), 4, vec.V3(0.5, 0.1, 0.2))
	j := w.joint(joint.HingeJoint, joint.World, 1, at(0, 10, 0))
	a := &j.Axes[0]
	a.Flags, a.Lower, a.Upper = joint.AxisLimit, -0.5, 0.5
	w.run(3)
	q := w.Sims[1].Transform.Q
	near(t, "angle", 2*math.Atan2(float64(q.Z), float64(q.W)), -0.5, 0.01)
	near(t, "tilt", math.Hypot(float64(q.X), float64(q.Y)), 0, 1e-3)
}

func TestConeAndTwistLimits(t *testing.T) {
	w := newTiny()
	// the body hangs sideways: the z axis of the frame points along it
	f := vec.Transform{P: vec.V3(0, 10, 0), Q: vec.QuatAxisAngle(vec.V3(0, 1, 0), math.Pi/2)}
	w.box(at(0.5, 10, 0), 4, vec.V3(0.5, 0.1, 0.2))
	j := w.joint(joint.BallJoint, joint.World, 1, f)
	j.Axes[0] = joint.Axis{Flags: joint.AxisLimit, Lower: -1, Upper: 0.6}
	j.Axes[1] = joint.Axis{Flags: joint.AxisLimit, Lower: -0.2, Upper: 0.3}
	w.state(1).W.X = 2
	w.run(4)
	d := w.Sims[1].Center.Sub(vec.V3(0, 10, 0)).Norm()
	near(t, "cone", math.Acos(float64(d.X)), 0.6, 0.02)
	if a, _ := w.Coordinate(&w.Joints[0], 1); a < -0.22 || a > 0.32 {
		t.Errorf("twist %.3f rad, limits -0.2 and 0.3", a)
	}
}

// TestWeldHolds: a beam of five welded boxes sticks out of a wall.
func TestWeldHolds(t *testing.T) {
	w := newTiny()
	last := joint.World
	for i := 0; i < 5; i++ {
		b := w.box(at(0.5+float32(i), 10, 0), 1, vec.V3(0.5, 0.1, 0.1))
		w.joint(joint.FixedJoint, last, b, at(float32(i), 10, 0))
		last = b
	}
	w.run(5)
	sag := 10 - float64(w.Sims[last].Center.Y)
	t.Logf("sag of the end: %.4f m", sag)
	near(t, "sag", sag, 0, 0.25)
	near(t, "speed", float64(w.state(last).V.Len()), 0, 5e-3)
	w.finite(t)
}

// TestRopeDistance: a rope does nothing until it is taut.
func TestRopeDistance(t *testing.T) {
	w := newTiny()
	w.ball(vec.V3(0, 9, 0), 2, 0.25)
	j := w.joint(joint.DistanceJoint, joint.World, 1, at(0, 10, 0))
	j.FrameB = vec.TransformIdentity
	a := &j.Axes[0]
	a.Flags, a.Lower, a.Upper = joint.AxisLimit, 0, 3
	w.run(0.4)
	near(t, "free fall", float64(w.state(1).V.Y), -9.81*0.4, 1e-3)
	w.run(3)
	near(t, "taut", float64(w.Sims[1].Center.Y), 7, 2e-3)
}

package physics

import (
	"math"
)

// springRig is a joint with a spring on one coordinate: make builds it between two bodies or the
// world, kick sets it moving, read returns the coordinate less its target.
type springRig struct {
	name string
	make func(c *truth, hertz, zeta float32) (read func() float64)
}

// pair makes two bodies in space, a lighter one at the origin and one at x = 1.
func (c *truth) pair() (a, b Body) {
	c.space()
	s := float32(0.3)
	a = c.body(0, 0, 0, QuatIdentity, BoxHalf(s, 0.7*s, 0.5*s), surface(0, 0))
	b = c.body(1, 0, 0, QuatIdentity, BoxHalf(s, s, 0.6*s), surface(0, 0))
	return a, b
}

// frame is a joint frame at a place in the axes of the case.
func (c *truth) frame(x, y, z float64) Transform { return Transform{P: c.at(x, y, z), Q: c.q} }

// first reads the first axis of a joint.
func first(j Joint) func() float64 { return nth(j, 0) }

func nth(j Joint, i int) func() float64 {
	return func() float64 { return float64(j.At(i).Position()) }
}

// turned reads the angle between the frames of a joint about z.
func rotatedBy(j Joint) func() float64 {
	return func() float64 {
		a, b := j.Frames()
		return float64(a.Q.InvMul(b.Q).RotationVector().Z)
	}
}

var springRigs = []springRig{
	{"hinge at the centre of mass", func(c *truth, hertz, zeta float32) func() float64 {
		_, b := c.pair()
		d := DefaultHingeJointDef()
		d.Connect(Body{}, b, c.frame(1, 0, 0))
		d.Axis = JointAxis{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetAngularVelocity(c.v(0, 0, 0.1*float64(hertz)))
		return first(j)
	}},
	{"hinge far from the centre of mass", func(c *truth, hertz, zeta float32) func() float64 {
		_, b := c.pair()
		d := DefaultHingeJointDef()
		d.Connect(Body{}, b, c.frame(0, 0, 0))
		d.Axis = JointAxis{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetAngularVelocity(c.v(0, 0, 0.1*float64(hertz)))
		b.SetLinearVelocity(c.v(0, 0.1*float64(hertz), 0))
		return first(j)
	}},
	{"hinge of two bodies", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultHingeJointDef()
		d.Connect(a, b, c.frame(0.6, 0, 0))
		d.Axis = JointAxis{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetAngularVelocity(c.v(0, 0, 0.1*float64(hertz)))
		b.SetLinearVelocity(c.v(0, 0.04*float64(hertz), 0))
		return first(j)
	}},
	{"slider of two bodies", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultSliderJointDef()
		d.Connect(a, b, c.frame(0.5, 0.2, 0))
		d.Axis = JointAxis{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetLinearVelocity(c.v(0.1*float64(hertz), 0, 0))
		return first(j)
	}},
	{"distance spring of two bodies", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultDistanceJointDef()
		d.ConnectEnds(a, b, c.at(0, 0, 0), c.at(1, 0, 0))
		d.Axis = JointAxis{Hertz: hertz, DampingRatio: zeta, Target: 1}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetLinearVelocity(c.v(0.1*float64(hertz), 0, 0))
		return func() float64 { return first(j)() - 1 }
	}},
	{"twist of a ball joint", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultBallJointDef()
		d.Connect(a, b, c.frame(0.5, 0, 0))
		d.Twist = JointAxis{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetAngularVelocity(c.v(0, 0, 0.1*float64(hertz)))
		b.SetLinearVelocity(c.v(0, 0.05*float64(hertz), 0))
		return nth(j, 1)
	}},
	{"drive of a ball joint", func(c *truth, hertz, zeta float32) func() float64 {
		_, b := c.pair()
		d := DefaultBallJointDef()
		d.Connect(Body{}, b, c.frame(0.5, 0, 0))
		d.Drive = JointDrive{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetAngularVelocity(c.v(0, 0, 0.1*float64(hertz)))
		b.SetLinearVelocity(c.v(0, 0.05*float64(hertz), 0))
		return rotatedBy(j)
	}},
	{"fixed joint, springy rotation, off centre", func(c *truth, hertz, zeta float32) func() float64 {
		_, b := c.pair()
		d := DefaultFixedJointDef()
		d.Connect(Body{}, b, c.frame(0.5, 0, 0))
		d.AngularHertz, d.AngularDampingRatio = hertz, zeta
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetAngularVelocity(c.v(0, 0, 0.1*float64(hertz)))
		b.SetLinearVelocity(c.v(0, 0.05*float64(hertz), 0))
		return rotatedBy(j)
	}},
	{"fixed joint, springy place", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultFixedJointDef()
		d.Connect(a, b, c.frame(0.5, 0, 0))
		d.LinearHertz, d.LinearDampingRatio = hertz, zeta
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetLinearVelocity(c.v(0.1*float64(hertz), 0, 0))
		return c.gapAlong(j)
	}},
	{"linear drive of a motor joint", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultMotorJointDef()
		d.Connect(a, b, c.frame(1, 0, 0))
		d.Linear, d.Angular = JointDrive{Hertz: hertz, DampingRatio: zeta}, JointDrive{}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetLinearVelocity(c.v(0.1*float64(hertz), 0, 0))
		return c.gapAlong(j)
	}},
	{"angular drive of a motor joint", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultMotorJointDef()
		d.Connect(a, b, c.frame(0.5, 0, 0))
		d.Linear, d.Angular = JointDrive{}, JointDrive{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetAngularVelocity(c.v(0, 0, 0.1*float64(hertz)))
		return rotatedBy(j)
	}},
	{"parallel joint", func(c *truth, hertz, zeta float32) func() float64 {
		_, b := c.pair()
		d := DefaultParallelJointDef()
		d.Connect(Body{}, b, c.frame(1, 0, 0))
		d.Hertz, d.DampingRatio = hertz, zeta
		j, err := c.w.CreateParallelJoint(d)
		must(c.t, j, err)
		b.SetAngularVelocity(c.v(0.1*float64(hertz), 0, 0))
		return func() float64 {
			fa, fb := j.Frames()
			return float64(fa.Q.InvMul(fb.Q).RotationVector().X)
		}
	}},
	{"suspension of a wheel", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultWheelJointDef()
		d.Connect(a, b, c.frame(1, 0, 0))
		d.Suspension = JointAxis{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetLinearVelocity(c.v(0, 0.1*float64(hertz), 0))
		return first(j)
	}},
	{"steering of a wheel", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultWheelJointDef()
		d.Connect(a, b, c.frame(1, 0, 0))
		d.Suspension = JointAxis{}
		d.Steering = JointAxis{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetAngularVelocity(c.v(0, 0.1*float64(hertz), 0))
		return nth(j, 2)
	}},
	{"place of a six joint", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultSixJointDef()
		d.Connect(a, b, c.frame(0.5, 0, 0))
		d.Locked = [6]bool{true, false, true, true, true, true}
		d.Axes[1] = JointAxis{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetLinearVelocity(c.v(0, 0.1*float64(hertz), 0))
		return nth(j, 1)
	}},
	{"angle of a six joint", func(c *truth, hertz, zeta float32) func() float64 {
		a, b := c.pair()
		d := DefaultSixJointDef()
		d.Connect(a, b, c.frame(0.3, 0, 0))
		d.Locked = [6]bool{true, true, true, true, true, false}
		d.Axes[5] = JointAxis{Hertz: hertz, DampingRatio: zeta}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetAngularVelocity(c.v(0, 0, 0.1*float64(hertz)))
		b.SetLinearVelocity(c.v(0, 0.07*float64(hertz), 0))
		return nth(j, 5)
	}},
	{"way along a path", func(c *truth, hertz, zeta float32) func() float64 {
		_, b := c.pair()
		d := c.pathOf(b, Path{Points: []Vec3{{}, V3(2, 0, 0)}})
		d.Axis = JointAxis{Hertz: hertz, DampingRatio: zeta, Target: 1}
		j, err := c.w.CreateJoint(&d)
		must(c.t, j, err)
		b.SetLinearVelocity(c.v(0.1*float64(hertz), 0, 0))
		return func() float64 { return first(j)() - 1 }
	}},
	{"mouse", func(c *truth, hertz, zeta float32) func() float64 {
		_, b := c.pair()
		d := DefaultMouseJointDef()
		d.Body, d.Grab, d.Target = b, c.at(1, 0, 0), c.at(1, 0, 0)
		d.Hertz, d.DampingRatio, d.MaxForce = hertz, zeta, 1e8
		j, err := c.w.CreateMouseJoint(d)
		must(c.t, j, err)
		b.SetLinearVelocity(c.v(0.1*float64(hertz), 0, 0))
		return func() float64 {
			at, _ := j.Anchors()
			x, _, _ := c.back(b.WorldCenter().Sub(at))
			return x
		}
	}},
}

// gapAlong reads the distance of the anchors of a joint along x.
func (c *truth) gapAlong(j Joint) func() float64 {
	return func() float64 {
		a, b := j.Anchors()
		x, _, _ := c.back(b.Sub(a))
		return x
	}
}

// poles fits x₂ = p·x₁ − q·x₀ to a free oscillation and returns the frequency (Hz) and the damping
// ratio of the two poles.
func poles(samples []float64) (hertz, zeta float64) {
	var aa, ab, bb, ay, by float64
	for i := 2; i < len(samples); i++ {
		a, b, y := samples[i-1], -samples[i-2], samples[i]
		aa, ab, bb, ay, by = aa+a*a, ab+a*b, bb+b*b, ay+a*y, by+b*y
	}
	det := aa*bb - ab*ab
	p, q := (ay*bb-by*ab)/det, (by*aa-ay*ab)/det
	// the poles are z with z² − p·z + q = 0, and e^(s·T)
	decay := -0.5 * math.Log(q)
	var square float64
	if d := q - p*p/4; d >= 0 {
		angle := math.Atan2(math.Sqrt(d), p/2)
		square = decay*decay + angle*angle
	} else {
		z := p/2 + math.Sqrt(-d)
		square = math.Log(z) * math.Log(p-z)
	}
	omega := math.Sqrt(square)
	return omega * testRate / (2 * math.Pi), decay / omega
}

// deliver runs a rig and returns what it delivers.
func (c *truth) deliver(rig *springRig, hertz, zeta float64) (gotHertz, gotZeta float64) {
	read := rig.make(c, float32(hertz), float32(zeta))
	count := int(math.Min(400, 3/hertz*testRate)) + 4
	if zeta > 0 {
		// as long as there is something to see
		count = min(count, 4+int(6/(2*math.Pi*hertz*zeta)*testRate))
	}
	samples := make([]float64, count)
	for i := range samples {
		c.run(1.0 / testRate)
		samples[i] = read()
	}
	return poles(samples)
}

var truthSpring = springCases()

// springCases asks every rig for all frequencies and damping ratios and keeps the worst of each.
func springCases() []truthCase {
	hertz := []float64{0.5, 1, 2, 5, 10, 20}
	zetas := []float64{0, 0.05, 0.1, 0.3, 0.5, 0.7, 1}
	var cases []truthCase
	for i := range springRigs {
		rig := &springRigs[i]
		cases = append(cases, truthCase{"spring", rig.name + ", frequency", "asked; 0.5 to 20 Hz, ζ 0 to 1", 0.02,
			false,
			func(c *truth) (float64, float64) {
				worst := 1.0
				for _, f := range hertz {
					for _, z := range zetas {
						if got, _ := c.deliver(rig, f, z); !(math.Abs(got/f-1) <= math.Abs(worst-1)) {
							worst = got / f
							c.note("worst of %d, at %g Hz, ζ %g", len(hertz)*len(zetas), f, z)
						}
					}
				}
				return 1, worst
			}}, truthCase{"spring", rig.name + ", damping", "asked; 2 % of ζ, at least 0.002", 1, true,
			func(c *truth) (float64, float64) {
				worst := 0.0
				for _, f := range hertz {
					for _, z := range zetas {
						_, got := c.deliver(rig, f, z)
						if off := math.Abs(got-z) / math.Max(0.02*z, 0.002); !(off <= worst) {
							worst = off
							c.note("worst of %d: %.4f at %g Hz, ζ %g", len(hertz)*len(zetas), got, f, z)
						}
					}
				}
				return 0, worst
			}})
	}
	return cases
}

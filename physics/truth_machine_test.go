package physics

import "math"

// limitRope hangs ten balls of 1 kg on ropes by limits, the last one of a mass, and returns by how much that is too low
// after 20 s, as a part of the length.
func (c *truth) limitRope(mass float64) float64 {
	c.g = 9.81
	c.world(nil)
	var before Body
	var last Body
	for i := range 10 {
		b := c.body(0.5*float64(i+1), 0, 0, QuatIdentity, Sphere{Radius: 0.1}, surface(0, 0))
		m := 1.0
		if i == 9 {
			m = mass
		}
		setBallMass(b, float32(m), 0.1)
		d := DefaultDistanceJointDef()
		d.ConnectEnds(before, b, c.at(0.5*float64(i), 0, 0), c.at(0.5*float64(i+1), 0, 0))
		d.Axis = JointAxis{Limited: true, Upper: 0.5}
		j, err := c.w.CreateDistanceJoint(d)
		must(c.t, j, err)
		before, last = b, b
	}
	c.note("9 of 1 kg and one of %.0f kg, 20 s", mass)
	worst := 0.0
	for i := range 20 * testRate {
		c.run(1.0 / testRate)
		if i >= 10*testRate {
			p := c.arm(last)
			worst = math.Max(worst, float64(p.Len())/5-1)
		}
	}
	return worst
}

// crankSlider turns a crank with a rod and a piston at a rate (1/min) and returns the widest gap of a joint (m).
func (c *truth) crankSlider(rpm float64) float64 {
	c.space()
	c.density = 7800
	w := rpm * 2 * math.Pi / 60
	crank := c.body(0.02, 0, 0, QuatIdentity, BoxHalf(0.03, 0.01, 0.01), surface(0, 0))
	rod := c.body(0.04+0.075, 0, 0, QuatIdentity, BoxHalf(0.075, 0.008, 0.008), surface(0, 0))
	piston := c.body(0.19, 0, 0, QuatIdentity, BoxHalf(0.03, 0.03, 0.03), surface(0, 0))
	for _, b := range []Body{crank, rod, piston} {
		b.Shapes(nil)[0].SetFilter(Filter{})
	}
	joints := []HingeJoint{c.hinged(Body{}, crank, 0, 0, JointAxis{Motor: true, Speed: float32(w), MaxForce: 1e4})}
	joints = append(joints, c.hinged(crank, rod, 0.04, 0, JointAxis{}), c.hinged(rod, piston, 0.19, 0, JointAxis{}))
	d := DefaultSliderJointDef()
	d.Connect(Body{}, piston, c.frame(0.19, 0, 0))
	j, err := c.w.CreateSliderJoint(d)
	must(c.t, j, err)
	crank.SetAngularVelocity(c.v(0, 0, w))
	crank.SetLinearVelocity(c.v(0, 0.02*w, 0))
	rod.SetLinearVelocity(c.v(0, 0.02*w, 0))
	rod.SetAngularVelocity(c.v(0, 0, -w*0.04/0.15))
	c.note("crank of 40 mm, rod of 150 mm, %.0f/min", rpm)
	worst := 0.0
	for range 3 * testRate {
		c.run(1.0 / testRate)
		for _, j := range joints {
			a, b := j.Frames()
			worst = math.Max(worst, float64(a.P.Dist(b.P)))
		}
	}
	return worst
}

// bridge hangs planks between two posts with crates on them and returns the greatest speed after 60 s (m/s).
func (c *truth) bridge() float64 {
	c.g = 9.81
	c.density = 500
	c.world(nil)
	const n = 160
	before := Body{}
	var all []Body
	for i := range n {
		x := 0.5 * (float64(i) + 0.5)
		b := c.body(x, 0, 0, QuatIdentity, BoxHalf(0.25, 0.05, 1), surface(0.6, 0))
		c.hinged(before, b, 0.5*float64(i), 0, JointAxis{})
		all, before = append(all, b), b
	}
	c.hinged(Body{}, before, 0.5*n, 0, JointAxis{})
	for i := range 4 {
		all = append(all, c.body(0.5*n*(float64(i)+1)/5, 0.6, 0, QuatIdentity, BoxHalf(0.5, 0.5, 0.5), surface(0.6, 0)))
	}
	// hinges without friction and planks without air swing for ever
	for _, b := range all {
		b.SetLinearDamping(0.1)
		b.SetAngularDamping(0.1)
	}
	c.note("160 planks, 4 crates, damping 0.1/s")
	c.run(59)
	worst := 0.0
	for range testRate {
		c.run(1.0 / testRate)
		for _, b := range all {
			worst = math.Max(worst, float64(b.LinearVelocity().Len()))
		}
	}
	return worst
}

// sag hangs a body on a spring and returns how far it hangs down (m).
func (c *truth) sag(hertz, zeta float64) (want, got float64) {
	c.world(nil)
	b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, surface(0, 0))
	d := DefaultSliderJointDef()
	d.Connect(Body{}, b, Transform{P: c.at(0, 0, 0), Q: c.q.Mul(axle(-math.Pi / 2))})
	d.Axis = JointAxis{Hertz: float32(hertz), DampingRatio: float32(zeta)}
	j, err := c.w.CreateSliderJoint(d)
	must(c.t, j, err)
	c.note("%.0f Hz, ζ %.1f, g %.1f m/s²", hertz, zeta, c.g)
	c.run(20)
	_, y, _ := c.slot(b)
	w := 2 * math.Pi * hertz
	return c.g / w / w, -y
}

// wheelUnderLoad lets a wheel carry a chassis on a spring that is asked for the mass of the chassis, and returns by how
// much that sinks (m) and how often it swings (Hz).
func (c *truth) wheelUnderLoad(hertz, zeta float64) (wantSag, sag, wantHertz, gotHertz float64) {
	c.world(nil)
	c.plane(0, surface(0.6, 0))
	const mass, radius = 800, 0.3
	wheel := c.body(0, radius, 0, QuatIdentity, Sphere{Radius: radius}, surface(0.6, 0))
	setBallMass(wheel, 20, radius)
	chassis := c.body(0, 2, 0, QuatIdentity, BoxHalf(0.5, 0.2, 0.5), surface(0, 0))
	setBoxMass(chassis, mass, V3(0.5, 0.2, 0.5))
	rail := DefaultSliderJointDef()
	rail.Connect(Body{}, chassis, Transform{P: c.at(0, 2, 0), Q: c.q.Mul(axle(-math.Pi / 2))})
	slider, err := c.w.CreateSliderJoint(rail)
	must(c.t, slider, err)
	d := DefaultWheelJointDef()
	d.Connect(chassis, wheel, c.frame(0, radius, 0))
	d.Suspension.SpringFor(mass, float32(hertz), float32(zeta))
	j, err := c.w.CreateWheelJoint(d)
	must(c.t, j, err)
	c.note("%.0f Hz, ζ %.2f, g %.1f m/s²", hertz, zeta, c.g)
	w := 2 * math.Pi * hertz
	rest := c.g / w / w
	period := c.period(3/hertz, func() float64 { return float64(j.Suspension().Position()) - rest })
	c.run(5 / (zeta * w))
	return rest, float64(j.Suspension().Position()), hertz * math.Sqrt(1-zeta*zeta), 1 / period
}

// motorPair joins two free bodies by a hinge with a motor and returns by how much their angular momentum changes in
// 20 s, as a part of Σ|L|.
func (c *truth) motorPair() float64 {
	a, b := c.pair()
	c.hinged(a, b, 0.5, 0, JointAxis{Motor: true, Speed: 5, MaxForce: 1e3})
	a.SetAngularVelocity(c.v(2, 1, 0))
	moment := func() (sum Vec3, size float64) {
		m := a.Mass() + b.Mass()
		center := c.arm(a).Mul(a.Mass() / m).Add(c.arm(b).Mul(b.Mass() / m))
		for _, x := range []Body{a, b} {
			l := angularMomentum(x).Add(c.arm(x).Sub(center).Cross(x.LinearVelocity().Mul(x.Mass())))
			sum, size = sum.Add(l), size+float64(l.Len())
		}
		return sum, size
	}
	c.run(1)
	before, size := moment()
	c.run(20)
	after, _ := moment()
	return float64(after.Dist(before)) / size
}

// longTruths are the rows that take two thirds of the time of the table; -short leaves them out.
var longTruths = []string{longestTruth, "216 elastic balls at 1 kHz, RMS of the energy", "64 elastic balls in 60 s",
	"1000 kg on ten of 10 kg",
	"stretch of a chain of 100 with 100 kg", "drift of a pyramid of 20 rows", "sag of a hanging chain",
	"60 cubes of 1 cm in a cup",
	"54 blocks of 18 g with gaps"}

// longestTruth is the row that takes as long as all others.
const longestTruth = "taut bridge of 160 planks with crates"

var truthMachine = []truthRow{
	{truthCase{"machine", "rope by limits, 1:100", "does not stretch", 1e-3, true,
		func(c *truth) (float64, float64) { return 0, c.limitRope(100) }}, 0},
	{truthCase{"machine", "rope by limits, 1:1000", "does not stretch", 1e-3, true,
		func(c *truth) (float64, float64) { return 0, c.limitRope(1000) }}, 0},
	{truthCase{"machine", "crank and slider at 1500/min", "gap at most 1 mm", 1e-3, true,
		func(c *truth) (float64, float64) { return 0, c.crankSlider(1500) }}, 0},
	{truthCase{"machine", "crank and slider at 3000/min", "gap at most 1 mm", 1e-3, true,
		func(c *truth) (float64, float64) { return 0, c.crankSlider(3000) }}, 0},
	{truthCase{"machine", longestTruth, "comes to rest; m/s", 0.1, true, func(c *truth) (float64, float64) {
		return 0,
			c.bridge()
	}}, 0},
	{truthCase{"machine", "sag of a spring of 2 Hz, ζ 1", "g/ω²", 1e-3, false,
		func(c *truth) (float64, float64) { return c.sag(2, 1) }}, 0},
	{truthCase{"machine", "sag of a spring of 10 Hz, ζ 1", "g/ω²", 1e-3, false,
		func(c *truth) (float64, float64) { return c.sag(10, 1) }}, 0},
	{truthCase{"machine", "sag of a spring of 20 Hz, ζ 0.2", "g/ω²", 1e-3, false,
		func(c *truth) (float64, float64) { return c.sag(20, 0.2) }}, 0},
	{truthCase{"machine", "sag of 800 kg on a wheel of 20 kg", "g/ω²", 0.01, false, func(c *truth) (float64, float64) {
		want, got, _, _ := c.wheelUnderLoad(2, 0.3)
		return want, got
	}}, 0},
	{truthCase{"machine", "frequency of 800 kg on a wheel of 20 kg", "f·√(1 − ζ²)", 0.01, false,
		func(c *truth) (float64, float64) {
			_, _, want, got := c.wheelUnderLoad(2, 0.05)
			return want, got
		}}, 0},
	{truthCase{"machine", "free pair with a motor", "angular momentum", 1e-3, true,
		func(c *truth) (float64, float64) { return 0, c.motorPair() }}, 0},
}

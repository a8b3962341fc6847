package physics

import "math"

// gearTrain is three wheels on axles along z, the middle one shared by both meshes: θ₁ + n₁·θ₂ = 0 and
// θ₂ + n₂·θ₃ = 0.
type gearTrain struct {
	c      *truth
	wheels [3]Body
	drive  HingeJoint
	ratios [2]float64
}

// train builds a train in space; its first wheel has a motor unless it is free.
func (c *truth) train(free bool) *gearTrain {
	c.space()
	t := &gearTrain{c: c}
	t.ratios = [2]float64{c.between(0.5, 2), c.between(0.5, 2)}
	for i, r := range []float32{0.3, 0.5, 0.4} {
		x := 2 * float64(i)
		t.wheels[i] = c.body(x, 0, 0, QuatIdentity, Sphere{Radius: r}, surface(0, 0))
		axis := JointAxis{}
		if i == 0 && !free {
			axis = JointAxis{Motor: true, MaxForce: 1e6}
		}
		j := c.hinged(Body{}, t.wheels[i], x, 0, axis)
		if i == 0 {
			t.drive = j
		}
	}
	t.mesh(0, 1, t.ratios[0])
	t.mesh(1, 2, t.ratios[1])
	c.note("ratios %.2f and %.2f", t.ratios[0], t.ratios[1])
	return t
}

func (t *gearTrain) mesh(a, b int, ratio float64) {
	d := DefaultGearJointDef()
	d.BodyA, d.BodyB, d.Ratio = t.wheels[a], t.wheels[b], float32(ratio)
	j, err := t.c.w.CreateGearJoint(d)
	must(t.c.t, j, err)
}

// inertia is that of all wheels as the first one feels it.
func (t *gearTrain) inertia() float64 {
	sum, n := 0.0, 1.0
	for i, b := range t.wheels {
		if i > 0 {
			n *= t.ratios[i-1]
		}
		sum += float64(b.Inertia().ZZ) / n / n
	}
	return sum
}

// slip drives the train both ways against a torque on the last wheel and returns the worst angle (rad)
// by which a wheel is not where the first one has it.
func (t *gearTrain) slip(seconds int) float64 {
	angles := [3]func() float64{}
	for i, b := range t.wheels {
		angles[i] = t.c.angle(b)
	}
	load := 10 * float64(t.wheels[2].Inertia().ZZ)
	worst := 0.0
	for i := range seconds * testRate {
		t.drive.SetMotor(true, float32(10*math.Sin(float64(i)/testRate*2)), 1e6)
		t.wheels[2].ApplyTorque(t.c.v(0, 0, load))
		t.c.run(1.0 / testRate)
		first := angles[0]()
		worst = math.Max(worst, math.Abs(first/t.ratios[0]+angles[1]()))
		worst = math.Max(worst, math.Abs(first/t.ratios[0]/t.ratios[1]-angles[2]()))
	}
	return worst
}

// angle returns a function that follows the angle (rad) of a body about z of the case from step to step.
func (c *truth) angle(b Body) func() float64 {
	at := func() float64 {
		x, y, _ := c.back(b.Rotation().Rotate(V3(1, 0, 0)))
		return math.Atan2(y, x)
	}
	before, sum := at(), 0.0
	return func() float64 {
		now := at()
		sum += wrapAngle(now - before)
		before = now
		return sum
	}
}

// rackTrain is a wheel that meshes with another one and with a rack; slip is how far (m) the rack is from
// where the far wheel has it, mass what a force on the rack feels.
func (c *truth) rackTrain() (rack Body, slip func() float64, mass float64) {
	c.space()
	far := c.body(2, 0, 0, QuatIdentity, Sphere{Radius: 0.4}, surface(0, 0))
	wheel := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: 0.3}, surface(0, 0))
	rack = c.body(0, 2, 0, QuatIdentity, BoxHalf(1, 0.1, 0.1), surface(0, 0))
	c.hinged(Body{}, far, 2, 0, JointAxis{})
	c.hinged(Body{}, wheel, 0, 0, JointAxis{})
	s := DefaultSliderJointDef()
	s.Connect(Body{}, rack, c.frame(0, 2, 0))
	j, err := c.w.CreateSliderJoint(s)
	must(c.t, j, err)
	n, r := c.between(0.5, 2), c.between(0.2, 1)
	g := DefaultGearJointDef()
	g.BodyA, g.BodyB, g.Ratio = wheel, far, float32(n)
	gear, err := c.w.CreateGearJoint(g)
	must(c.t, gear, err)
	d := DefaultRackJointDef()
	d.BodyA, d.BodyB, d.Ratio = wheel, rack, float32(r)
	pinion, err := c.w.CreateRackJoint(d)
	must(c.t, pinion, err)
	c.note("ratio %.2f, %.2f m/rad", n, r)
	angle := c.angle(far)
	x0, _, _ := c.slot(rack)
	slip = func() float64 {
		x, _, _ := c.slot(rack)
		return math.Abs(x - x0 + r*n*angle())
	}
	inertia := float64(wheel.Inertia().ZZ) + float64(far.Inertia().ZZ)/n/n
	return rack, slip, float64(rack.Mass()) + inertia/r/r
}

var truthGears = []truthCase{
	{"joint", "gear train over a shared wheel", "α = τ/(I₁ + I₂/n₁² + I₃/(n₁·n₂)²)", 5e-3, false,
		func(c *truth) (float64, float64) {
			t := c.train(true)
			i := t.inertia()
			for range testRate {
				t.wheels[0].ApplyTorque(c.v(0, 0, 4*i))
				c.run(1.0 / testRate)
			}
			_, _, w := c.spin(t.wheels[0])
			return 4, w
		}},
	{"joint", "gear train back and forth under load", "θ₁ = −n₁·θ₂ = n₁·n₂·θ₃, rad", 1e-4, true,
		func(c *truth) (float64, float64) {
			t := c.train(false)
			return 0, t.slip(20)
		}},
	{"joint", "gear train back and forth, closed to a loop", "θ₁ = −n₁·θ₂ = n₁·n₂·θ₃, rad", 1e-4, true,
		func(c *truth) (float64, float64) {
			t := c.train(false)
			t.mesh(0, 2, -t.ratios[0]*t.ratios[1])
			return 0, t.slip(20)
		}},
	{"joint", "energy of a train closed to a loop", "constant", 5e-3, false, func(c *truth) (float64, float64) {
		t := c.train(true)
		t.mesh(0, 2, -t.ratios[0]*t.ratios[1])
		t.wheels[0].ApplyAngularImpulse(c.v(0, 0, 8*t.inertia()))
		c.run(0.1)
		energy := func() (e float64) {
			for _, b := range t.wheels {
				e += kinetic(b)
			}
			return e
		}
		before := energy()
		c.run(10)
		return before, energy()
	}},
	{"joint", "wheel between a gear and a rack", "a = F/(m + (I₁ + I₂/n²)/r²)", 5e-3, false,
		func(c *truth) (float64, float64) {
			rack, _, m := c.rackTrain()
			for range testRate {
				rack.ApplyForceToCenter(c.v(2*m, 0, 0))
				c.run(1.0 / testRate)
			}
			x, _, _ := c.velocity(rack)
			return 2, x
		}},
	{"joint", "rack reverses over a shared wheel", "x = −r·n·θ₂, m", 1e-4, true, func(c *truth) (float64, float64) {
		rack, slip, m := c.rackTrain()
		worst := 0.0
		for i := range 20 * testRate {
			rack.ApplyForceToCenter(c.v(10*m*math.Cos(float64(i)/testRate*3), 0, 0))
			c.run(1.0 / testRate)
			worst = math.Max(worst, slip())
		}
		return 0, worst
	}},
}

package physics

import "math"

// hang ties a body to the world at a point by a ball joint.
func (c *truth) hang(b Body, x, y, z float64) BallJoint {
	d := DefaultBallJointDef()
	d.Connect(Body{}, b, c.frame(x, y, z))
	j, err := c.w.CreateBallJoint(d)
	return must(c.t, j, err)
}

// hinged ties a body to another or to the world by a hinge about z.
func (c *truth) hinged(a, b Body, x, y float64, axis JointAxis) HingeJoint {
	d := DefaultHingeJointDef()
	d.Connect(a, b, c.frame(x, y, 0))
	d.Axis = axis
	j, err := c.w.CreateHingeJoint(d)
	return must(c.t, j, err)
}

// swing lets a rod swing about its end from an angle and returns its period and that of theory for small
// angles.
func (c *truth) swing(angle float64) (got, small float64) {
	c.world(nil)
	l := 2 * c.size
	sin, cos := math.Sincos(angle)
	b := c.body(l*sin, -l*cos, 0, axle(angle), BoxHalf(float32(0.1*l), float32(l), float32(0.1*l)), surface(0, 0))
	c.hinged(Body{}, b, 0, 0, JointAxis{})
	i := float64(b.Inertia().ZZ) + float64(b.Mass())*l*l
	small = 2 * math.Pi * math.Sqrt(i/(float64(b.Mass())*c.g*l))
	c.note("rod of %.2f m, from %.2f rad, g %.1f m/s²", 2*l, angle, c.g)
	got = c.period(12*small, func() float64 { x, _, _ := c.slot(b); return x })
	return got, small
}

// goRound turns a rod about its end, held there as told, at up to 0.15 rad in a sub-step and returns its energy
// before and after, from the lowest place.
func (c *truth) goRound(hold func(Body), axis Vec3) (want, got float64) {
	c.world(nil)
	l := c.size
	b := c.body(0, -l, 0, QuatIdentity, BoxHalf(float32(0.1*l), float32(l), float32(0.15*l)), surface(0, 0))
	hold(b)
	w := c.between(20, 60)
	spin := axis.Norm().Mul(float32(w))
	b.SetAngularVelocity(spin)
	b.SetLinearVelocity(spin.Cross(c.arm(b)))
	c.note("rod of %.2f m, %.0f rad/s, g %.1f m/s²", 2*l, w, c.g)
	energy := func() float64 {
		_, y, _ := c.slot(b)
		return kinetic(b) + float64(b.Mass())*c.g*(y+l)
	}
	want = energy()
	c.run(20)
	return want, energy()
}

// tumblingChain throws a free chain of limbs that turns and bends, and returns the part of its angular momentum that is
// lost after 10 s.
func (c *truth) tumblingChain() float64 {
	c.space()
	l, spin := c.size, c.between(1, 8)
	var links []Body
	for i := range 6 {
		b := c.body(l*(float64(i)-2.5), 0, 0, QuatIdentity,
			Capsule{A: V3(float32(-0.4*l), 0, 0), B: V3(float32(0.4*l), 0, 0), Radius: float32(0.1 * l)}, surface(0, 0))
		w := c.v(0.3*spin, spin, 0.5*spin)
		// the ends lag
		b.SetLinearVelocity(w.Cross(c.arm(b)).Mul(float32(1 - 0.1*math.Abs(float64(i)-2.5))))
		b.SetAngularVelocity(w)
		if i > 0 {
			d := DefaultBallJointDef()
			d.Connect(links[i-1], b, c.frame(l*(float64(i)-3), 0, 0))
			j, err := c.w.CreateBallJoint(d)
			must(c.t, j, err)
		}
		links = append(links, b)
	}
	moment := func() (sum Vec3) {
		for _, b := range links {
			sum = sum.Add(c.arm(b).Cross(b.LinearVelocity()).Mul(b.Mass())).Add(angularMomentum(b))
		}
		return sum
	}
	c.note("six limbs of %.2f m, %.1f rad/s", l, spin)
	before := moment()
	c.run(10)
	return float64(moment().Dist(before) / before.Len())
}

// chainOf hangs a chain of n links along x from the world and returns its bodies.
func (c *truth) chainOf(n int, link float64, x, y float64, last func(b Body, x float64)) []Body {
	var bodies []Body
	var before Body
	for i := range n {
		b := c.body(x+link*(float64(i)+0.5), y, 0, QuatIdentity, BoxHalf(float32(link/2), 0.02, 0.02), surface(0, 0))
		for _, s := range b.Shapes(nil) {
			s.SetFilter(Filter{})
		}
		d := DefaultBallJointDef()
		d.Connect(before, b, c.frame(x+link*float64(i), y, 0))
		j, err := c.w.CreateBallJoint(d)
		must(c.t, j, err)
		bodies, before = append(bodies, b), b
	}
	if last != nil {
		last(before, x+link*float64(n))
	}
	return bodies
}

// cycloid is an open path in the shape of one arch turned upside down, without its cusps.
func cycloid(r float64) Path {
	p := Path{}
	const n = 80
	for i := range n + 1 {
		u := math.Pi * (0.1 + 1.8*float64(i)/n)
		s, co := math.Sincos(u)
		p.Points = append(p.Points, V3(float32(r*(u-s)), float32(-r*(1-co)), 0))
	}
	return p
}

// pathOf ties a body to a path in the axes of the case, which is as exact a kilometre away.
func (c *truth) pathOf(b Body, p Path) PathJointDef {
	d := DefaultPathJointDef()
	d.BodyB, d.FrameA, d.Path = b, c.frame(0, 0, 0), p
	return d
}

// bead is a small ball on a path.
func (c *truth) bead(p Path, x, y float64) (Body, PathJoint) {
	b := c.body(x, y, 0, QuatIdentity, Sphere{Radius: 0.02}, surface(0, 0))
	d := c.pathOf(b, p)
	j, err := c.w.CreatePathJoint(d)
	return b, must(c.t, j, err)
}

// tautochrone is the time that a bead needs to the lowest point of a cycloid from a place on it.
func (c *truth) tautochrone(from float64) (want, got float64) {
	c.world(nil)
	r := c.size
	s, co := math.Sincos(from)
	b, _ := c.bead(cycloid(r), r*(from-s), -r*(1-co))
	c.note("cycloid of %.2f m, from %.1f of π, g %.1f m/s²", r, from/math.Pi, c.g)
	times := c.crossings(1.3*math.Pi*math.Sqrt(r/c.g), func() float64 { x, _, _ := c.slot(b); return x - math.Pi*r })
	if len(times) == 0 {
		return math.Pi * math.Sqrt(r/c.g), math.NaN()
	}
	return math.Pi * math.Sqrt(r/c.g), times[0]
}

var truthJoint = []truthCase{
	{"joint", "pendulum, small", "2π·√(I/(m·g·l))", 1e-3, false, func(c *truth) (float64, float64) {
		got, small := c.swing(0.05)
		return small, got
	}},
	{"joint", "pendulum from 90°", "4·K(sin θ/2)·√(I/(m·g·l))", 1e-3, false, func(c *truth) (float64, float64) {
		got, small := c.swing(math.Pi / 2)
		return small * 2 / math.Pi * ellipticK(math.Sin(math.Pi/4)), got
	}},
	{"joint", "pendulum from 160°", "4·K(sin θ/2)·√(I/(m·g·l))", 1e-3, false, func(c *truth) (float64, float64) {
		a := 160 * math.Pi / 180
		got, small := c.swing(a)
		return small * 2 / math.Pi * ellipticK(math.Sin(a/2)), got
	}},
	{"joint", "rod that goes round, energy after 20 s", "constant", 1e-2, false, func(c *truth) (float64, float64) {
		return c.goRound(func(b Body) { c.hinged(Body{}, b, 0, 0, JointAxis{}) }, c.v(0, 0, 1))
	}},
	{"joint", "rod on a ball joint, energy after 20 s", "constant", 1e-2, false, func(c *truth) (float64, float64) {
		return c.goRound(func(b Body) { c.hang(b, 0, 0, 0) }, c.v(0.3, 0.5, 0.8))
	}},
	{"joint", "height of a pendulum after 60 s", "constant", 1e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		b := c.body(1, 0, 0, QuatIdentity, Sphere{Radius: 0.1}, surface(0, 0))
		c.hang(b, 0, 0, 0)
		c.note("1 m, from 90°, g %.1f m/s²", c.g)
		c.run(60)
		_, y, _ := c.slot(b)
		return 1, (kinetic(b)/float64(b.Mass()) + c.g*(y+1)) / c.g
	}},
	{"joint", "conical pendulum", "Ω² = g/(l·cos θ)", 5e-3, false, func(c *truth) (float64, float64) {
		c.world(nil)
		l, th := 2.0, c.between(0.3, 1)
		sin, cos := math.Sincos(th)
		b := c.body(l*sin, -l*cos, 0, QuatIdentity, Sphere{Radius: 0.02}, surface(0, 0))
		d := DefaultDistanceJointDef()
		d.ConnectEnds(Body{}, b, c.at(0, 0, 0), b.Position())
		j, err := c.w.CreateDistanceJoint(d)
		must(c.t, j, err)
		rate := math.Sqrt(c.g / (l * cos))
		b.SetLinearVelocity(c.v(0, 0, rate*l*sin))
		c.note("%.2f rad, g %.1f m/s²", th, c.g)
		return 2 * math.Pi / rate, c.period(20, func() float64 { x, _, _ := c.slot(b); return x })
	}},
	{"joint", "double pendulum, slow mode", "ω² = (2−√2)·g/l", 5e-3, false, func(c *truth) (float64, float64) {
		return c.doublePendulum(-1)
	}},
	{"joint", "double pendulum, fast mode", "ω² = (2+√2)·g/l", 5e-3, false, func(c *truth) (float64, float64) {
		return c.doublePendulum(1)
	}},
	{"joint", "angular momentum of a chain that tumbles, 10 s", "constant vector", 1e-3, true,
		func(c *truth) (float64, float64) {
			return 0, c.tumblingChain()
		}},
	{"joint", "sag of a hanging chain", "catenary", 1e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		const n, link = 60, 0.1
		span := 4.0
		bodies := c.chainOf(n, link, 0, 0, func(b Body, x float64) {
			d := DefaultBallJointDef()
			d.BodyB, d.FrameB.P = b, V3(link/2, 0, 0)
			d.FrameA.P = c.at(x, 0, 0)
			j, err := c.w.CreateBallJoint(d)
			must(c.t, j, err)
			for _, b := range b.World().Bodies(nil) {
				b.SetLinearDamping(2)
				b.SetAngularDamping(2)
			}
			// bring the end in slowly
			for i := range 200 {
				at := x + (span-x)*float64(i+1)/200
				j.SetFrames(Transform{P: c.at(at, 0, 0), Q: QuatIdentity},
					Transform{P: V3(link/2, 0, 0), Q: QuatIdentity})
				c.run(0.02)
			}
		})
		c.note("%d links of %g m over %g m", n, link, span)
		c.run(20)
		low := 0.0
		for _, b := range bodies {
			_, y, _ := c.slot(b)
			low = math.Min(low, y)
		}
		// 2·a·sinh(s/2a) = length
		lo, hi := 0.1, 10.0
		for range 60 {
			a := (lo + hi) / 2
			if 2*a*math.Sinh(span/2/a) > n*link {
				lo = a
			} else {
				hi = a
			}
		}
		return lo * (math.Cosh(span/2/lo) - 1), -low
	}},
	{"joint", "stretch of a chain of 100 with 100 kg", "0; less than 0.1 %", 1e-3, true,
		func(c *truth) (float64, float64) {
			c.g = 9.81
			c.world(nil)
			var before Body
			var ball Body
			for i := range 101 {
				b := c.body(0, -0.5*float64(i)-0.25, 0, QuatIdentity, BoxHalf(0.05, 0.2, 0.05), surface(0.6, 0))
				setBoxMass(b, 1, V3(0.05, 0.25, 0.05))
				if i == 100 {
					setBoxMass(b, 100, V3(0.5, 0.5, 0.5))
					ball = b
				}
				d := DefaultBallJointDef()
				d.Connect(before, b, c.frame(0, -0.5*float64(i), 0))
				j, err := c.w.CreateBallJoint(d)
				must(c.t, j, err)
				before = b
			}
			_, start, _ := c.slot(ball)
			c.note("straight, links of 1 kg and 0.5 m, 20 s")
			worst := 0.0
			for range 20 * testRate {
				c.run(1.0 / testRate)
				_, y, _ := c.slot(ball)
				worst = math.Max(worst, math.Abs(y-start)/50)
			}
			return 0, worst
		}},
	{"joint", "force of a hinge at rest", "m·g", 2e-3, false, func(c *truth) (float64, float64) {
		c.world(nil)
		b := c.body(0, -1, 0, QuatIdentity, Sphere{Radius: 0.2}, surface(0, 0))
		j := c.hinged(Body{}, b, 0, 0, JointAxis{})
		c.run(1)
		f, _ := j.Reaction()
		return float64(b.Mass()) * c.g, float64(f.Len())
	}},
	{"joint", "force of a pendulum at its lowest point", "m·g·(1 + 2·(1−cos θ)/(1+k²))", 1e-2, false,
		func(c *truth) (float64, float64) {
			c.world(nil)
			l, th := 2.0, c.between(0.5, 1.5)
			sin, cos := math.Sincos(th)
			b := c.body(-l*sin, -l*cos, 0, QuatIdentity, Sphere{Radius: 0.1}, surface(0, 0))
			d := DefaultDistanceJointDef()
			d.ConnectEnds(Body{}, b, c.at(0, 0, 0), b.Position())
			j, err := c.w.CreateDistanceJoint(d)
			must(c.t, j, err)
			c.note("rod of 2 m, %.2f rad, k = 0", th)
			most := 0.0
			for range int(3 * math.Sqrt(l/c.g) * testRate) {
				c.run(1.0 / testRate)
				f, _ := j.Reaction()
				most = math.Max(most, float64(f.Len()))
			}
			return float64(b.Mass()) * c.g * (3 - 2*cos), most
		}},
	{"joint", "torque at the root of a beam", "m·g·l", 1e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		l := 2 * c.size
		b := c.body(l, 0, 0, QuatIdentity, BoxHalf(float32(l), 0.1, 0.1), surface(0, 0))
		d := DefaultFixedJointDef()
		d.Connect(Body{}, b, c.frame(0, 0, 0))
		j, err := c.w.CreateFixedJoint(d)
		must(c.t, j, err)
		c.run(2)
		_, torque := j.Reaction()
		return float64(b.Mass()) * c.g * l, float64(torque.Len())
	}},
	{"joint", "joint breaks", "force above its limit", 0, false, func(c *truth) (float64, float64) {
		return 1,
			c.breaks(0.99)
	}},
	{"joint", "joint does not break", "force below its limit", 0, true, func(c *truth) (float64, float64) {
		return 0,
			c.breaks(1.01)
	}},
	{"joint", "motor against inertia", "ω = τ·t/I", 2e-3, false, func(c *truth) (float64, float64) {
		c.space()
		b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, surface(0, 0))
		i := float64(b.Inertia().ZZ)
		c.hinged(Body{}, b, 0, 0, JointAxis{Motor: true, Speed: 100, MaxForce: float32(3 * i)})
		c.run(2)
		_, _, w := c.spin(b)
		return 6, w
	}},
	{"joint", "motor off the centre of mass", "ω = τ·t/(I + m·a²)", 2e-3, false, func(c *truth) (float64, float64) {
		c.space()
		b := c.body(1, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, surface(0, 0))
		i := float64(b.Inertia().ZZ) + float64(b.Mass())
		c.hinged(Body{}, b, 0, 0, JointAxis{Motor: true, Speed: 100, MaxForce: float32(3 * i)})
		c.run(2)
		_, _, w := c.spin(b)
		return 6, w
	}},
	{"joint", "friction of a hinge", "t = ω·I/τ", 1e-2, false, func(c *truth) (float64, float64) {
		c.space()
		b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, surface(0, 0))
		i := float64(b.Inertia().ZZ)
		w := c.between(3, 10)
		c.hinged(Body{}, b, 0, 0, JointAxis{Friction: float32(4 * i)})
		b.SetAngularVelocity(c.v(0, 0, w))
		c.note("%.1f rad/s", w)
		before := w
		t := 0.0
		for {
			c.run(1.0 / testRate)
			_, _, now := c.spin(b)
			if now <= 1e-5 {
				return w / 4, t + before/4
			}
			before, t = now, t+1.0/testRate
		}
	}},
	{"joint", "Atwood's machine", "g·(m₁−m₂)/(m₁+m₂)", 5e-3, false, func(c *truth) (float64, float64) {
		a, b := c.atwood(1)
		ma, mb := float64(a.Mass()), float64(b.Mass())
		c.run(1)
		_, v, _ := c.velocity(b)
		return -c.g * (mb - ma) / (mb + ma), v
	}},
	{"joint", "pulley of ratio 2", "a₁ = g·(2·m₂ − m₁·4)/(4·m₁+m₂) …", 5e-3, false, func(c *truth) (float64, float64) {
		a, b := c.atwood(2)
		ma, mb := float64(a.Mass()), float64(b.Mass())
		c.run(0.7)
		_, v, _ := c.velocity(b)
		// rope: ya + 2·yb constant, so that a pulls with T and b with 2·T
		return 0.7 * c.g * (2*ma - mb) / (4*ma + mb), v
	}},
	{"joint", "gears share a torque", "α = τ/(I₁ + I₂/n²)", 5e-3, false, func(c *truth) (float64, float64) {
		c.space()
		a := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: 0.3}, surface(0, 0))
		b := c.body(2, 0, 0, QuatIdentity, Sphere{Radius: 0.5}, surface(0, 0))
		n := c.between(0.5, 3)
		c.hinged(Body{}, a, 0, 0, JointAxis{})
		c.hinged(Body{}, b, 2, 0, JointAxis{})
		d := DefaultGearJointDef()
		d.BodyA, d.BodyB, d.Ratio = a, b, float32(n)
		j, err := c.w.CreateGearJoint(d)
		must(c.t, j, err)
		i := float64(a.Inertia().ZZ) + float64(b.Inertia().ZZ)/n/n
		c.note("ratio %.2f", n)
		for range testRate {
			a.ApplyTorque(c.v(0, 0, 4*i))
			c.run(1.0 / testRate)
		}
		_, _, w := c.spin(a)
		return 4, w
	}},
	{"joint", "rack and pinion", "a = F/(m + I/r²)", 5e-3, false, func(c *truth) (float64, float64) {
		c.space()
		a := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: 0.3}, surface(0, 0))
		b := c.body(0, 2, 0, QuatIdentity, BoxHalf(1, 0.1, 0.1), surface(0, 0))
		r := c.between(0.2, 1)
		c.hinged(Body{}, a, 0, 0, JointAxis{})
		s := DefaultSliderJointDef()
		s.Connect(Body{}, b, c.frame(0, 2, 0))
		j, err := c.w.CreateSliderJoint(s)
		must(c.t, j, err)
		d := DefaultRackJointDef()
		d.BodyA, d.BodyB, d.Ratio = a, b, float32(r)
		pinion, err := c.w.CreateRackJoint(d)
		must(c.t, pinion, err)
		m := float64(b.Mass()) + float64(a.Inertia().ZZ)/r/r
		c.note("%.2f m/rad", r)
		for range testRate {
			b.ApplyForceToCenter(c.v(2*m, 0, 0))
			c.run(1.0 / testRate)
		}
		x, _, _ := c.velocity(b)
		return 2, x
	}},
	{"joint", "planetary gear", "Willis: ω_sun = ω_arm·(1 + z_ring/z_sun)", 5e-3, false,
		func(c *truth) (float64, float64) {
			c.space()
			arm := c.body(0, 0, -1, QuatIdentity, BoxHalf(0.5, 0.1, 0.1), surface(0, 0))
			sun := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: 0.2}, surface(0, 0))
			planet := c.body(1, 0, 0, QuatIdentity, Sphere{Radius: 0.2}, surface(0, 0))
			for _, b := range []Body{arm, sun, planet} {
				b.Shapes(nil)[0].SetFilter(Filter{})
			}
			drive := c.hinged(Body{}, arm, 0, 0, JointAxis{Motor: true, Speed: 2, MaxForce: 1e6})
			c.hinged(Body{}, sun, 0, 0, JointAxis{})
			c.hinged(arm, planet, 1, 0, JointAxis{})
			ratio := c.between(0.5, 2) // planet to sun
			mesh := func(a, b Body, ratio, x float64) {
				d := DefaultGearJointDef()
				d.BodyA, d.BodyB, d.Ratio = a, b, float32(ratio)
				if a == (Body{}) {
					d.FrameA = c.frame(x, 0, 0)
				}
				j, err := c.w.CreateGearJoint(d)
				must(c.t, j, err)
			}
			mesh(sun, planet, ratio, 0)
			// the ring stands still: an internal gear of sun + 2·planet
			ring := 1 + 2*ratio
			mesh(Body{}, planet, -ratio/ring, 0)
			c.note("sun 1 : planet %.2f : ring %.2f", ratio, ring)
			c.run(5)
			speed := drive.Rate()
			_, _, w := c.spin(sun)
			return float64(speed) * (1 + ring), w
		}},
	{"joint", "slider stops at its limit", "0 beyond it", 1e-3, true, func(c *truth) (float64, float64) {
		c.world(nil)
		b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: 0.2}, surface(0, 0))
		d := DefaultSliderJointDef()
		d.ConnectLine(Body{}, b, c.at(0, 0, 0), c.v(0, 1, 0))
		d.Axis = JointAxis{Limited: true, Lower: -2, Upper: 1}
		j, err := c.w.CreateSliderJoint(d)
		must(c.t, j, err)
		worst := 0.0
		for range 3 * testRate {
			c.run(1.0 / testRate)
			x := j.Position()
			worst = math.Max(worst, -2-float64(x))
		}
		return 0, worst
	}},
	{"joint", "suspension under its load", "g/ω²", 2e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		f := c.between(1, 3)
		b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: 0.3}, surface(0, 0))
		d := DefaultWheelJointDef()
		d.Connect(Body{}, b, c.frame(0, 0, 0))
		d.Suspension = JointAxis{Hertz: float32(f), DampingRatio: 0.3}
		j, err := c.w.CreateWheelJoint(d)
		must(c.t, j, err)
		c.note("%.2f Hz, ζ 0.3, g %.1f m/s²", f, c.g)
		c.run(8)
		x := j.At(0).Position()
		return c.g / math.Pow(2*math.Pi*f, 2), -float64(x)
	}},
	{"joint", "tautochrone, from the top", "π·√(r/g)", 1e-2, false,
		func(c *truth) (float64, float64) { return c.tautochrone(0.3 * math.Pi) }},
	{"joint", "tautochrone, from near the bottom", "π·√(r/g)", 1e-2, false, func(c *truth) (float64, float64) {
		return c.tautochrone(0.8 * math.Pi)
	}},
	{"joint", "bead through a loop, too low", "needs 2·r", 0, true, func(c *truth) (float64, float64) {
		return 0,
			c.loop(1.97)
	}},
	{"joint", "bead through a loop, high enough", "needs 2·r", 0, false, func(c *truth) (float64, float64) {
		return 1,
			c.loop(2.03)
	}},
	{"joint", "bead on a turning hoop", "cos θ = g/(r·Ω²)", 1e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		r := 2.0
		rate := math.Sqrt(c.g/r) * c.between(1.3, 2)
		hoop := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: 1}, surface(0, 0))
		d := DefaultHingeJointDef()
		d.ConnectAxis(Body{}, hoop, c.at(0, 0, 0), c.v(0, 1, 0))
		d.Axis = JointAxis{Motor: true, Speed: float32(rate), MaxForce: 1e9}
		j, err := c.w.CreateHingeJoint(d)
		must(c.t, j, err)
		hoop.SetAngularVelocity(c.v(0, rate, 0))
		p := circlePath(r, 48)
		for i, x := range p.Points {
			p.Points[i] = c.origin.Add(c.q.Rotate(x))
		}
		want := math.Acos(c.g / (r * rate * rate))
		sin, cos := math.Sincos(want + 0.1)
		b := c.body(r*sin, -r*cos, 0, QuatIdentity, Sphere{Radius: 0.02}, surface(0, 0))
		b.Shapes(nil)[0].SetFilter(Filter{})
		dp := DefaultPathJointDef()
		dp.ConnectPath(hoop, b, p)
		dp.Axis.Friction = 0.2 * b.Mass()
		pj, err := c.w.CreatePathJoint(dp)
		must(c.t, pj, err)
		// a little friction brings it to rest; then without it
		c.run(10)
		pj.SetAxis(JointAxis{})
		sum := 0.0
		for range 20 * testRate {
			c.run(1.0 / testRate)
			_, y, _ := c.slot(b)
			sum += math.Acos(math.Min(1, -y/r)) / (20 * testRate)
		}
		c.note("r 2 m, Ω %.1f rad/s, g %.1f m/s²", rate, c.g)
		return want, sum
	}},
}

// doublePendulum swings two points on rods of 1 m in one of their modes.
func (c *truth) doublePendulum(mode float64) (want, got float64) {
	c.world(nil)
	const l, x = 1.0, 0.01
	second := x * (1 - mode*math.Sqrt2)
	y1 := -math.Sqrt(l*l - x*x)
	y2 := y1 - math.Sqrt(l*l-(second-x)*(second-x))
	a := c.body(x, y1, 0, QuatIdentity, Sphere{Radius: 0.05}, surface(0, 0))
	b := c.body(second, y2, 0, QuatIdentity, Sphere{Radius: 0.05}, surface(0, 0))
	for _, e := range [][2]Body{{{}, a}, {a, b}} {
		d := DefaultDistanceJointDef()
		from := c.at(0, 0, 0)
		if e[0] != (Body{}) {
			from = e[0].Position()
		}
		d.ConnectEnds(e[0], e[1], from, e[1].Position())
		j, err := c.w.CreateDistanceJoint(d)
		must(c.t, j, err)
	}
	c.note("rods of 1 m, equal masses, g %.1f m/s²", c.g)
	want = 2 * math.Pi / math.Sqrt((2+mode*math.Sqrt2)*c.g/l)
	return want, c.period(10*want, func() float64 { x, _, _ := c.slot(a); return x })
}

// breaks hangs a weight on a joint whose limit is a part of it and returns 1 if it breaks.
func (c *truth) breaks(share float64) float64 {
	c.world(nil)
	b := c.body(0, -1, 0, QuatIdentity, Sphere{Radius: 0.2}, surface(0, 0))
	j := c.hang(b, 0, 0, 0)
	c.run(1)
	j.SetBreakLimits(float32(share*float64(b.Mass())*c.g), 0)
	c.note("limit of %.2f·m·g", share)
	c.run(1)
	if j.Valid() {
		return 0
	}
	return 1
}

// atwood hangs two masses on a rope over a pulley.
func (c *truth) atwood(ratio float64) (a, b Body) {
	c.world(nil)
	a = c.body(-1, 0, 0, QuatIdentity, BoxHalf(0.2, 0.2, 0.2), surface(0, 0))
	b = c.body(1, 0, 0, QuatIdentity, BoxHalf(0.2, float32(c.between(0.21, 0.35)), 0.2), surface(0, 0))
	d := DefaultPulleyJointDef()
	d.BodyA, d.BodyB, d.GroundA, d.GroundB, d.Ratio = a, b, c.at(-1, 30, 0), c.at(1, 30, 0), float32(ratio)
	j, err := c.w.CreatePulleyJoint(d)
	must(c.t, j, err)
	c.note("%.3g and %.3g kg, ratio %g", a.Mass(), b.Mass(), ratio)
	return a, b
}

// loop lets a bead fall from a part of the radius into a loop on a wire and returns 1 if it comes round.
func (c *truth) loop(height float64) float64 {
	c.world(nil)
	r := 1.0
	b, j := c.bead(circlePath(r, 32), 0, -r)
	b.SetLinearVelocity(c.v(math.Sqrt(2*c.g*height*r), 0, 0))
	c.note("%.2f·r, g %.1f m/s²", height, c.g)
	c.run(12 / math.Sqrt(c.g))
	if j.Lap() > 0 {
		return 1
	}
	return 0
}

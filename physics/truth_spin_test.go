package physics

import "math"

// ellipticK is the complete elliptic integral of the first kind of modulus k, by Gauss's
// arithmetic-geometric mean.
func ellipticK(k float64) float64 {
	a, b := 1.0, math.Sqrt(1-k*k)
	for range 40 {
		a, b = (a+b)/2, math.Sqrt(a*b)
	}
	return math.Pi / (2 * a)
}

// flipPeriod is the period of the body rates of a torque-free body with inertias i[0] ≤ i[1] ≤
// i[2]. Source: Landau and Lifshitz, Mechanics, § 37.
func flipPeriod(i, w [3]float64) float64 {
	e, l := 0.0, 0.0
	for k := range 3 {
		e += i[k] * w[k] * w[k]
		l += i[k] * i[k] * w[k] * w[k]
	}
	if l < e*i[1] {
		i[0], i[2] = i[2], i[0]
	}
	k := math.Sqrt((i[1] - i[0]) * (e*i[2] - l) / ((i[2] - i[1]) * (l - e*i[0])))
	return 4 * ellipticK(k) * math.Sqrt(i[0]*i[1]*i[2]/((i[2]-i[1])*(l-e*i[0])))
}

// tumbling is a body with three moments of inertia in space, turning about its middle axis but for
// a thousandth.
func (c *truth) tumbling(rate float64) (b Body, inertia, w [3]float64) {
	c.space()
	g, half := c.brick()
	b = c.body(0, 0, 0, QuatIdentity, g, DefaultShapeDef())
	inertia = boxInertia(float64(b.Mass()), half)
	w = [3]float64{1e-3 * rate, rate, 1e-3 * rate}
	b.SetAngularVelocity(c.v(w[0], w[1], w[2]))
	return b, inertia, w
}

// spun is a body with principal inertias in space that turns at 1 rad/s about an oblique axis, times
// rate.
func (c *truth) spun(rate float64, inertia Vec3) Body {
	c.space()
	b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, DefaultShapeDef())
	b.SetMassData(MassData{Mass: b.Mass(), Inertia: Mat3{XX: inertia.X, YY: inertia.Y, ZZ: inertia.Z}})
	w := c.v(c.between(0.2, 1), c.between(0.2, 1), c.between(0.2, 1)).Norm()
	b.SetAngularVelocity(w.Mul(float32(rate)))
	return b
}

// longTime is ten minutes in the long runs, one otherwise.
func longTime() float64 {
	if soak() {
		return 600
	}
	return 60
}

// shift runs for long and returns the ratio of energies and the change of the angular momentum as a
// part of it, each at its worst.
func (c *truth) shift(b Body) (energy, momentum float64) {
	e0, l0 := kinetic(b), angularMomentum(b)
	for range int(longTime()) {
		c.run(1)
		if e := kinetic(b)/e0 - 1; math.Abs(e) > math.Abs(energy) {
			energy = e
		}
		momentum = math.Max(momentum, float64(angularMomentum(b).Dist(l0)/l0.Len()))
	}
	return energy, momentum
}

var truthSpin = []truthCase{
	{"rotation", "energy of a flipping body, 10 rad/s", "constant", 1e-4, false, func(c *truth) (float64, float64) {
		b, _, _ := c.tumbling(10)
		c.note("box, %.0f s", longTime())
		e, _ := c.shift(b)
		return 1, 1 + e
	}},
	{"rotation", "angular momentum of a flipping body, 10 rad/s", "constant vector", 1e-4, true,
		func(c *truth) (float64, float64) {
			b, _, _ := c.tumbling(10)
			c.note("box, %.0f s", longTime())
			_, l := c.shift(b)
			return 0, l
		}},
	{"rotation", "energy, inertia 1 : 60 : 100, 10 rad/s", "constant", 1e-4, false, func(c *truth) (float64, float64) {
		b := c.spun(10, V3(1, 60, 100).Mul(float32(c.between(0.01, 10))))
		c.note("oblique, %.0f s", longTime())
		e, _ := c.shift(b)
		return 1, 1 + e
	}},
	{"rotation", "energy, inertia 1 : 60 : 100, 100 rad/s", "constant", 1e-2, false, func(c *truth) (float64, float64) {
		b := c.spun(100, V3(1, 60, 100).Mul(float32(c.between(0.01, 10))))
		c.note("oblique, %.0f s", longTime())
		e, _ := c.shift(b)
		return 1, 1 + e
	}},
	{"rotation", "angular momentum, 1 : 60 : 100, 100 rad/s", "constant vector", 1e-4, true,
		func(c *truth) (float64, float64) {
			b := c.spun(100, V3(1, 60, 100).Mul(float32(c.between(0.01, 10))))
			c.note("oblique, %.0f s", longTime())
			_, l := c.shift(b)
			return 0, l
		}},
	{"rotation", "energy, inertia 1 : 1 : 100, 100 rad/s", "constant", 1e-2, false, func(c *truth) (float64, float64) {
		// as of a body whose mass is set by hand; no solid has these
		b := c.spun(100, V3(1, 51, 51).Mul(float32(c.between(0.01, 10))))
		c.note("rod 1 : 51 : 51, %.0f s", longTime())
		e, _ := c.shift(b)
		return 1, 1 + e
	}},
	{"rotation", "interval of flips", "elliptic integral (Landau, § 37)", 1e-2, false,
		func(c *truth) (float64, float64) {
			b, i, w := c.tumbling(10)
			c.note("box, middle axis, 10 rad/s")
			// the rate about the middle axis changes its sign twice in a period
			got := c.period(60, func() float64 { return float64(b.Rotation().InvRotate(b.AngularVelocity()).Y) })
			sorted, rates := [3]float64{i[0], i[1], i[2]}, w
			return flipPeriod(sorted, rates), got
		}},
	{"rotation", "wobble of a disc", "L/I₁ (Feynman's plate)", 1e-2, false, func(c *truth) (float64, float64) {
		c.space()
		r := c.size
		disc := Cylinder{A: V3(0, float32(-0.05*r), 0), B: V3(0, float32(0.05*r), 0), Radius: float32(r)}
		b := c.body(0, 0, 0, axle(0.1), disc, DefaultShapeDef())
		spin := c.between(5, 20)
		b.SetAngularVelocity(c.v(0, spin, 0))
		c.note("%.1f rad/s, tilted by 0.1 rad", spin)
		l := angularMomentum(b)
		axis := l.Norm()
		side := axis.Perp()
		got := c.period(10, func() float64 { return float64(b.Rotation().Rotate(V3(0, 1, 0)).Dot(side)) })
		return 2 * math.Pi * float64(b.Inertia().XX) / float64(l.Len()), got
	}},
	{"rotation", "wobble of a rod", "L/I₁", 1e-2, false, func(c *truth) (float64, float64) {
		c.space()
		r := c.size
		rod := Capsule{A: V3(0, float32(-r), 0), B: V3(0, float32(r), 0), Radius: float32(0.1 * r)}
		b := c.body(0, 0, 0, axle(0.3), rod, DefaultShapeDef())
		spin := c.between(20, 60)
		b.SetAngularVelocity(c.v(0, spin, 0))
		c.note("%.1f rad/s, tilted by 0.3 rad", spin)
		l := angularMomentum(b)
		side := l.Norm().Perp()
		got := c.period(20, func() float64 { return float64(b.Rotation().Rotate(V3(0, 1, 0)).Dot(side)) })
		return 2 * math.Pi * float64(b.Inertia().XX) / float64(l.Len()), got
	}},
	{"rotation", "precession of a heavy top", "I₁·Ω²·cos θ − I₃·ω₃·Ω + m·g·l = 0", 1e-2, false,
		func(c *truth) (float64, float64) {
			top, want, _ := c.top(c.between(30, 60), 0)
			got := c.period(30*2*math.Pi/want,
				func() float64 { return float64(top.Rotation().Rotate(V3(0, 1, 0)).Dot(c.v(0, 0, 1))) })
			return want, 2 * math.Pi / got
		}},
	{"rotation", "nutation of a heavy top", "√(U″/I₁), small", 1e-2, false, func(c *truth) (float64, float64) {
		top, _, nutation := c.top(c.between(30, 120), 0.01)
		mean := math.Cos(0.5)
		got := c.period(10, func() float64 {
			return float64(top.Rotation().Rotate(V3(0, 1, 0)).Dot(c.v(0, 1, 0))) -
				mean
		})
		return nutation, 2 * math.Pi / got
	}},
	{"rotation", "top above the limit of sleep stands", "I₃²·ω² > 4·I₁·m·g·l", 0.02, true,
		func(c *truth) (float64, float64) {
			return 0, c.sleepingTop(1.1)
		}},
	{"rotation", "top below the limit of sleep falls", "I₃²·ω² < 4·I₁·m·g·l", 0, false,
		func(c *truth) (float64, float64) {
			if c.sleepingTop(0.9) > 0.2 {
				return 1, 1
			}
			return 1, 0
		}},
	{"rotation", "coin that spins down", "Ω² = 4·g/(r·sin α) (Moffatt 2000)", 1e-2, false,
		func(c *truth) (float64, float64) {
			return c.coin(c.between(0.25, 0.5))
		}},
	{"rotation", "energy in a contact island", "not above the least so far", 1e-3, true,
		func(c *truth) (float64, float64) {
			// a rod that tumbles on ice, in contact with the floor again and again
			c.world(nil)
			c.plane(0, surface(0, 0))
			r := c.size
			rod := Capsule{A: V3(float32(-r), 0, 0), B: V3(float32(r), 0, 0), Radius: float32(0.2 * r)}
			b := c.body(0, 0.2*r+r*math.Sin(0.4), 0, axle(0.4), rod, surface(0, 0))
			b.SetAngularVelocity(c.v(3, 10, 5))
			c.note("rod on ice, one end down, 20 s")
			energy := func() float64 { _, y, _ := c.slot(b); return kinetic(b) + float64(b.Mass())*c.g*y }
			start, gain := energy(), 0.0
			least := start
			for range 20 * testRate {
				c.run(1.0 / testRate)
				e := energy()
				least = math.Min(least, e)
				gain = math.Max(gain, (e-least)/start)
			}
			return 0, gain
		}},
}

// top builds a top that turns about its tip at θ = 0.5 and precesses steadily but for a kick, and
// returns the rate of precession and of nutation (rad/s).
func (c *truth) top(spin, kick float64) (b Body, precession, nutation float64) {
	c.world(nil)
	r, l := c.size, c.size*c.between(0.5, 1)
	const theta = 0.5
	disc := Cylinder{A: V3(0, float32(-0.1*r), 0), B: V3(0, float32(0.1*r), 0), Radius: float32(r)}
	sin, cos := math.Sincos(theta)
	b = c.body(-l*sin, l*cos, 0, axle(theta), disc, DefaultShapeDef())
	m := float64(b.Mass())
	i3 := float64(b.Inertia().YY)
	i1 := float64(b.Inertia().XX) + m*l*l
	mgl := m * c.g * l
	// the slow root, in the form that does not cancel
	p := i3 * spin
	precession = 2 * mgl / (p + math.Sqrt(p*p-4*i1*mgl*cos))
	pphi := i1*precession*sin*sin + p*cos
	u := func(th float64) float64 {
		s, co := math.Sincos(th)
		return (pphi-p*co)*(pphi-p*co)/(2*i1*s*s) + mgl*co
	}
	const d = 1e-3
	nutation = math.Sqrt((u(theta+d) - 2*u(theta) + u(theta-d)) / (d * d) / i1)
	d1 := DefaultBallJointDef()
	d1.Connect(Body{}, b, Transform{P: c.at(0, 0, 0), Q: QuatIdentity})
	j, err := c.w.CreateBallJoint(d1)
	must(c.t, j, err)
	// the part of the precession along the axis belongs to the spin
	axis := c.v(-sin, cos, 0)
	b.SetAngularVelocity(axis.Mul(float32(spin - precession*cos)).Add(c.v(0, precession, 0)).Add(
		c.v(0, 0, kick*nutation)))
	b.SetLinearVelocity(b.AngularVelocity().Cross(c.arm(b)))
	c.note("ω₃ %.0f rad/s, l %.2f m, θ 0.5, g %.1f m/s²", spin, l, c.g)
	return b, precession, nutation
}

// sleepingTop spins a top upright at a part of the critical rate, disturbs it and returns by how much
// it leans (rad).
func (c *truth) sleepingTop(share float64) float64 {
	c.world(nil)
	r, l := c.size, c.size*c.between(0.5, 1)
	disc := Cylinder{A: V3(0, float32(-0.1*r), 0), B: V3(0, float32(0.1*r), 0), Radius: float32(r)}
	b := c.body(0, l, 0, QuatIdentity, disc, DefaultShapeDef())
	m := float64(b.Mass())
	i3, i1 := float64(b.Inertia().YY), float64(b.Inertia().XX)+m*l*l
	spin := share * math.Sqrt(4*i1*m*c.g*l) / i3
	d := DefaultBallJointDef()
	d.Connect(Body{}, b, Transform{P: c.at(0, 0, 0), Q: QuatIdentity})
	j, err := c.w.CreateBallJoint(d)
	must(c.t, j, err)
	b.SetAngularVelocity(c.v(1e-3, spin, 0))
	b.SetLinearVelocity(b.AngularVelocity().Cross(c.arm(b)))
	c.note("%.1f of the critical rate, 10 s", share)
	lean := 0.0
	for range 10 * testRate {
		c.run(1.0 / testRate)
		lean = math.Max(lean, math.Acos(math.Min(1, float64(b.Rotation().Rotate(V3(0, 1, 0)).Dot(c.v(0, 1, 0))))))
	}
	return lean
}

// coin rolls a thin disc on its rim such that its centre stands still, and measures how fast the
// point of contact goes round.
func (c *truth) coin(alpha float64) (want, got float64) {
	c.g = c.between(3, 10)
	c.world(nil)
	c.plane(0, surface(1, 0))
	r := c.between(1, 2)
	const h = 0.005 // half its thickness, as a part of the radius
	disc := Cylinder{A: V3(0, float32(-h*r), 0), B: V3(0, float32(h*r), 0), Radius: float32(r)}
	sin, cos := math.Sincos(alpha)
	// the disc leans about z; its lowest point is on the side of −x
	b := c.body(0, r*sin+h*r*cos, 0, axle(alpha), disc, surface(1, 0))
	rate := rateAt(c.g, r, alpha)
	diameter := c.v(cos, sin, 0)
	b.SetAngularVelocity(diameter.Mul(float32(rate * sin)))
	c.note("α %.2f rad, g %.1f m/s²", alpha, c.g)
	// it leans more and more; the theory holds at every angle
	azimuth := func() (angle, lean float64) {
		x, y, z := c.back(b.Rotation().Rotate(V3(0, 1, 0)))
		return math.Atan2(-z, x), math.Atan2(math.Hypot(x, z), y)
	}
	before, _ := azimuth()
	lean := alpha
	for range 3 * testRate {
		want += rateAt(c.g, r, lean) / testRate
		c.run(1.0 / testRate)
		var now float64
		now, lean = azimuth()
		got += wrapAngle(now - before)
		before = now
	}
	c.note("r %.1f m, α %.2f to %.2f rad, g %.1f m/s²; angle in 3 s", r, alpha, lean, c.g)
	return want, math.Abs(got)
}

// rateAt is the rate (rad/s) of a coin of radius r that leans at an angle.
func rateAt(g, r, lean float64) float64 { return math.Sqrt(4 * g / (r * math.Sin(lean))) }

package physics

import "math"

// bounce drops a ball and returns the apex after the first bounce as a part of the height.
func (c *truth) bounce(e float64, substeps int32) (height, apex float64) {
	c.world(func(d *WorldDef) { d.Settings.SubSteps = substeps })
	c.plane(0, surface(0.5, e))
	r := c.size / 2
	height = c.between(2, 8)
	b := c.body(0, height+r, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(0.5, e))
	c.note("ball of %.2f m, %.1f m, g %.1f m/s², %d sub-steps", r, height, c.g, substeps)
	c.until(10, func() bool { _, v, _ := c.velocity(b); return v > 0 })
	for {
		_, v, _ := c.velocity(b)
		_, y, _ := c.slot(b)
		apex = math.Max(apex, y-r)
		if v < 0 {
			return height, apex
		}
		c.run(1.0 / testRate)
	}
}

// balls makes two balls that meet on the x axis; the second one rests.
func (c *truth) balls(ratio, e, friction float64) (a, b Body) {
	c.space()
	r := c.size
	a = c.body(-3*r, 0, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(friction, e))
	b = c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(friction, e))
	i := b.Inertia()
	s := float32(ratio)
	b.SetMassData(MassData{Mass: s * b.Mass(), Inertia: Mat3{XX: s * i.XX, YY: s * i.YY, ZZ: s * i.ZZ}})
	return a, b
}

// oblique throws a ball at a wall at an angle and returns the tangential speed and the spin (times the
// radius) after the impact, and the speeds before.
func (c *truth) oblique(friction, e, tangent, spin float64) (vn, slide, roll, normal float64) {
	c.space()
	c.plane(0, surface(friction, e))
	r := c.size
	vn = c.between(4, 8)
	b := c.body(0, r+0.5, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(friction, e))
	b.SetLinearVelocity(c.v(tangent*vn, -vn, 0))
	b.SetAngularVelocity(c.v(0, 0, spin*vn/r))
	c.run(0.5)
	vx, vy, _ := c.velocity(b)
	_, _, wz := c.spin(b)
	return vn, vx, wz * r, vy
}

var truthImpact = []truthCase{
	{"impact", "apex, e = 1", "h", 5e-3, false, func(c *truth) (float64, float64) { return c.bounce(1, 4) }},
	{"impact", "apex, e = 0.8", "e²·h", 5e-3, false, func(c *truth) (float64, float64) {
		h, a := c.bounce(0.8, 4)
		return 0.64 * h, a
	}},
	{"impact", "apex, e = 0.5", "e²·h", 5e-3, false, func(c *truth) (float64, float64) {
		h, a := c.bounce(0.5, 4)
		return 0.25 * h, a
	}},
	{"impact", "apex, e = 0.5, 16 sub-steps", "e²·h, nearer", 2e-3, false, func(c *truth) (float64, float64) {
		h, a := c.bounce(0.5, 16)
		return 0.25 * h, a
	}},
	{"impact", "no rebound, e = 0", "0", 1e-3, true, func(c *truth) (float64, float64) {
		c.world(nil)
		c.plane(0, surface(0.5, 0))
		b := c.body(0, 3, 0, QuatIdentity, Sphere{Radius: 0.5}, surface(0.5, 0))
		c.until(5, func() bool { _, y, _ := c.slot(b); return y < 0.51 })
		high := 0.0
		for range testRate {
			c.run(1.0 / testRate)
			_, y, _ := c.slot(b)
			high = math.Max(high, y-0.5)
		}
		return 0, high
	}},
	{"impact", "energy after 20 bounces, e = 1", "m·g·h", 5e-3, false, func(c *truth) (float64, float64) {
		c.world(nil)
		c.plane(0, surface(0, 1))
		r := c.size / 2
		h := c.between(2, 6)
		b := c.body(0, h+r, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(0, 1))
		c.note("ball of %.2f m, %.1f m, g %.1f m/s²", r, h, c.g)
		for range 20 {
			c.until(20, func() bool { _, v, _ := c.velocity(b); return v > 0 })
			c.until(20, func() bool { _, v, _ := c.velocity(b); return v < 0 })
		}
		_, y, _ := c.slot(b)
		return h, y - r + kinetic(b)/float64(b.Mass())/c.g
	}},
	{"impact", "energy of a box, e = 1, 20 s", "not above the start", 1e-2, true, func(c *truth) (float64, float64) {
		c.world(nil)
		c.plane(0, surface(0, 1))
		s := float32(c.size)
		b := c.body(0, 4, 0, axle(0.5), BoxHalf(s, 0.8*s, 0.6*s), surface(0, 1))
		c.note("1 : 0.8 : 0.6, smooth floor, g %.1f m/s²", c.g)
		energy := func() float64 { _, y, _ := c.slot(b); return kinetic(b) + float64(b.Mass())*c.g*y }
		start, most := energy(), 0.0
		for range 20 * testRate {
			c.run(1.0 / testRate)
			most = math.Max(most, energy()/start-1)
		}
		return 0, most
	}},
	{"impact", "equal balls, e = 1", "exchange their speeds", 1e-3, false, func(c *truth) (float64, float64) {
		a, b := c.balls(1, 1, 0)
		v := c.between(3, 10)
		a.SetLinearVelocity(c.v(v, 0, 0))
		c.note("%.1f m/s", v)
		c.run(2)
		x, _, _ := c.velocity(b)
		return v, x
	}},
	{"impact", "light on heavy ball, e = 1", "v·(m₁−m₂)/(m₁+m₂)", 1e-3, false, func(c *truth) (float64, float64) {
		ratio := c.between(2, 50)
		a, _ := c.balls(ratio, 1, 0)
		v := c.between(3, 10)
		a.SetLinearVelocity(c.v(v, 0, 0))
		c.note("masses 1 : %.1f, %.1f m/s", ratio, v)
		c.run(2)
		x, _, _ := c.velocity(a)
		return v * (1 - ratio) / (1 + ratio), x
	}},
	{"impact", "unequal balls, e = 0.6", "v·m₁·(1+e)/(m₁+m₂)", 1e-3, false, func(c *truth) (float64, float64) {
		ratio := c.between(0.2, 5)
		a, b := c.balls(ratio, 0.6, 0)
		v := c.between(3, 10)
		a.SetLinearVelocity(c.v(v, 0, 0))
		c.note("masses 1 : %.1f, %.1f m/s", ratio, v)
		c.run(2)
		x, _, _ := c.velocity(b)
		return v * 1.6 / (1 + ratio), x
	}},
	{"impact", "angle between smooth equal balls, e = 1", "90°", 1, true, func(c *truth) (float64, float64) {
		a, b := c.balls(1, 1, 0)
		off := c.between(0.3, 1.2) * c.size
		a.SetTransform(Transform{P: c.at(-3*c.size, off, 0), Q: c.q})
		a.SetLinearVelocity(c.v(4, 0, 0))
		c.note("4 m/s, offset %.2f of the radius", off/c.size)
		c.run(2)
		va, vb := a.LinearVelocity(), b.LinearVelocity()
		return 90, math.Acos(float64(va.Dot(vb)/va.Len()/vb.Len())) * 180 / math.Pi
	}},
	{"impact", "momentum of an oblique blow", "constant", 1e-4, true, func(c *truth) (float64, float64) {
		a, b := c.balls(3, 0.5, 0.6)
		a.SetTransform(Transform{P: c.at(-3*c.size, 0.7*c.size, 0), Q: c.q})
		a.SetLinearVelocity(c.v(6, 0, 0))
		before := a.LinearVelocity().Mul(a.Mass())
		c.run(2)
		after := a.LinearVelocity().Mul(a.Mass()).Add(b.LinearVelocity().Mul(b.Mass()))
		return 0, float64(after.Dist(before) / before.Len())
	}},
	{"impact", "row of three balls, e = 1", "the last one leaves", 5e-3, false, func(c *truth) (float64, float64) {
		c.space()
		r := c.size
		var balls [3]Body
		for i := range balls {
			balls[i] = c.body(float64(i)*2.2*r, 0, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(0, 1))
		}
		balls[0].SetLinearVelocity(c.v(5, 0, 0))
		c.note("5 m/s, gaps of %.2f m", 0.2*r)
		c.run(2)
		x, _, _ := c.velocity(balls[2])
		return 5, x
	}},
	{"impact", "rod struck at its end by a ball, e = 1", "ω of the rod, momentum and energy kept", 5e-3, false,
		func(c *truth) (float64, float64) {
			c.space()
			half := [3]float64{c.size, 0.1 * c.size, 0.1 * c.size}
			rod := c.body(0, 0, 0, QuatIdentity, BoxHalf(float32(half[0]), float32(half[1]), float32(half[2])),
				surface(0, 1))
			r := 0.2 * c.size
			arm := 0.9 * c.size
			ball := c.body(arm, half[1]+r+0.5, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(0, 1))
			ball.SetLinearVelocity(c.v(0, -6, 0))
			c.note("6 m/s at %.2f m", arm)
			c.until(1, func() bool { return rod.AngularVelocity().Len() > 0 })
			_, _, w := c.spin(rod)
			m, big := float64(ball.Mass()), float64(rod.Mass())
			i := boxInertia(big, half)[2]
			j := 2 * 6 / (1/m + 1/big + arm*arm/i)
			return -arm * j / i, w
		}},
	{"impact", "grazing ball slips, e = 0", "Δv = μ·v", 0.01, false, func(c *truth) (float64, float64) {
		mu := c.between(0.1, 0.3)
		vn, slide, _, _ := c.oblique(mu, 0, 3, 0)
		c.note("μ %.2f, 3 : 1 at %.1f m/s", mu, vn)
		return mu * vn, 3*vn - slide
	}},
	{"impact", "grazing ball slips, e = 0.7", "Δv = μ·(1+e)·v", 0.01, false, func(c *truth) (float64, float64) {
		mu := c.between(0.1, 0.3)
		vn, slide, _, _ := c.oblique(mu, 0.7, 4, 0)
		c.note("μ %.2f, 4 : 1 at %.1f m/s", mu, vn)
		return mu * 1.7 * vn, 4*vn - slide
	}},
	{"impact", "rough ball grips, e = 0.7", "v′ = 5/7·v", 0.01, false, func(c *truth) (float64, float64) {
		vn, slide, _, _ := c.oblique(1, 0.7, 0.6, 0)
		c.note("μ 1, 0.6 : 1 at %.1f m/s", vn)
		return 5.0 / 7 * 0.6 * vn, slide
	}},
	{"impact", "ball with backspin", "v′ = 5/7·v + 2/7·ω·r", 0.01, false, func(c *truth) (float64, float64) {
		vn, slide, _, _ := c.oblique(1, 0.5, 0.5, 0.4)
		c.note("μ 1, 0.5 : 1 and spin at %.1f m/s", vn)
		return vn * (5.0/7*0.5 - 2.0/7*0.4), slide
	}},
}

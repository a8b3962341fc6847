package physics

import "math"

// slab is a box that lies flat, its half height a quarter of its length.
func (c *truth) slab(angle, friction float64) Body {
	s := c.size
	x, y := 0.0, s/4
	sin, cos := math.Sincos(angle)
	return c.body(x*cos-y*sin, x*sin+y*cos, 0, axle(angle), BoxHalf(float32(s), float32(s/4), float32(s)),
		surface(friction, 0))
}

// slope puts a slab on a slope and returns its mean acceleration (m/s²) after the first tenth of a
// second, and its way.
func (c *truth) slope(angle, friction float64) (acceleration, motion float64) {
	c.world(nil)
	c.plane(angle, surface(friction, 0))
	b := c.slab(angle, friction)
	c.note("%.1f°, μ %.2f, g %.1f m/s²", angle*180/math.Pi, friction, c.g)
	c.run(0.1)
	v, p := b.LinearVelocity().Len(), b.Position()
	c.run(2)
	return float64(b.LinearVelocity().Len()-v) / 2, float64(b.Position().Dist(p))
}

// braking is the distance in which a slab at speed v (m/s) stops that moves at an angle about the
// normal, and its distance sideways.
func (c *truth) braking(friction, v, heading float64) (motion, side float64) {
	c.world(nil)
	c.plane(0, surface(friction, 0))
	b := c.slab(0, friction)
	c.run(0.1)
	p := b.Position()
	sin, cos := math.Sincos(heading)
	b.SetLinearVelocity(c.v(v*cos, 0, v*sin))
	c.until(20, func() bool { return b.LinearVelocity().Len() < 1e-3 })
	d := b.Position().Sub(p)
	return float64(d.Dot(c.v(cos, 0, sin))), float64(d.Dot(c.v(-sin, 0, cos)))
}

var truthFriction = []truthCase{
	{"friction", "slab on a slope that holds", "tan α < μ: at rest", 2e-3, true, func(c *truth) (float64, float64) {
		mu := c.between(0.3, 0.8)
		_, motion := c.slope(math.Atan(0.95*mu), mu)
		return 0, motion
	}},
	{"friction", "slab on a slope that does not", "g·(sin α − μ·cos α)", 1e-2, false,
		func(c *truth) (float64, float64) {
			mu := c.between(0.2, 0.6)
			alpha := math.Atan(mu) + c.between(0.1, 0.3)
			a, _ := c.slope(alpha, mu)
			return c.g * (math.Sin(alpha) - mu*math.Cos(alpha)), a
		}},
	{"friction", "slab on ice", "g·sin α", 1e-3, false, func(c *truth) (float64, float64) {
		alpha := c.between(0.1, 0.6)
		a, _ := c.slope(alpha, 0)
		return c.g * math.Sin(alpha), a
	}},
	{"friction", "stopping distance", "v²/(2·μ·g)", 1e-2, false, func(c *truth) (float64, float64) {
		mu, v := c.between(0.2, 0.8), c.between(4, 8)
		motion, _ := c.braking(mu, v, 0)
		c.note("μ %.2f, %.1f m/s, g %.1f m/s²", mu, v, c.g)
		return v * v / (2 * mu * c.g), motion
	}},
	{"friction", "spread of stopping distances over 12 headings", "isotropic", 1e-2, true,
		func(c *truth) (float64, float64) {
			mu, v := c.between(0.2, 0.8), c.between(4, 8)
			least, most := math.Inf(1), 0.0
			start := c.between(0, 1)
			for i := range 12 {
				motion, _ := c.braking(mu, v, start+float64(i)*math.Pi/6)
				least, most = math.Min(least, motion), math.Max(most, motion)
			}
			c.note("μ %.2f, %.1f m/s", mu, v)
			return 0, (most - least) / most
		}},
	{"friction", "way sideways of a sliding slab", "0", 2e-3, true, func(c *truth) (float64, float64) {
		mu, v := c.between(0.2, 0.8), c.between(4, 8)
		heading := c.between(0, 2*math.Pi)
		motion, side := c.braking(mu, v, heading)
		c.note("μ %.2f, %.1f m/s, %.2f rad; part of the way", mu, v, heading)
		return 0, math.Abs(side) / motion
	}},
	{"friction", "does not depend on the mass", "v²/(2·μ·g)", 1e-2, false, func(c *truth) (float64, float64) {
		c.density = 1e5
		heavy, _ := c.braking(0.5, 6, 0)
		c.density = 1
		light, _ := c.braking(0.5, 6, 0)
		c.note("1 and 100,000 kg/m³")
		return heavy, light
	}},
	{"friction", "friction of two materials", "√(μ₁·μ₂)", 1e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		c.plane(0, surface(0.9, 0))
		b := c.slab(0, 0.4)
		c.note("0.9 and 0.4")
		c.run(0.1)
		p := b.Position()
		b.SetLinearVelocity(c.v(6, 0, 0))
		c.until(20, func() bool { return b.LinearVelocity().Len() < 1e-3 })
		return 36 / (2 * 0.6 * c.g), float64(b.Position().Dist(p))
	}},
	{"friction", "belt takes a slab along", "t = v/(μ·g)", 2e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		mu := c.between(0.1, 0.3)
		sd := surface(mu, 0)
		sd.Material.SurfaceVelocity = V3(3, 0, 0)
		c.plane(0, sd)
		b := c.slab(0, mu)
		c.note("3 m/s, μ %.2f, g %.1f m/s²", mu, c.g)
		t := c.until(20, func() bool { x, _, _ := c.velocity(b); return math.Abs(x) > 3*0.999 })
		return 3 / (mu * c.g), t
	}},
	{"friction", "disc that spins on its face", "4/3·μ·g/r, even pressure", 2e-2, false,
		func(c *truth) (float64, float64) {
			c.world(nil)
			mu, r := c.between(0.2, 0.6), c.size
			c.plane(0, surface(mu, 0))
			disc := Cylinder{A: V3(0, float32(-0.1*r), 0), B: V3(0, float32(0.1*r), 0), Radius: float32(r)}
			b := c.body(0, 0.1*r, 0, QuatIdentity, disc, surface(mu, 0))
			c.run(0.1)
			b.SetAngularVelocity(c.v(0, 20, 0))
			c.note("μ %.2f, r %.2f m, g %.1f m/s²", mu, r, c.g)
			c.run(0.05)
			_, w, _ := c.spin(b)
			return 4.0 / 3 * mu * c.g / r, (20 - w) / 0.05
		}},
	{"friction", "slab on a slope tips", "tan α > b/h", 0, false, func(c *truth) (float64, float64) {
		return 1, c.tips(1.03)
	}},
	{"friction", "slab on a slope stands", "tan α < b/h", 0, true, func(c *truth) (float64, float64) {
		return 0, c.tips(0.97)
	}},
	{"friction", "push that moves a slab", "F > μ·m·g", 0, false, func(c *truth) (float64, float64) {
		return 1, c.pushed(1.03)
	}},
	{"friction", "push that does not", "F < μ·m·g", 0, true, func(c *truth) (float64, float64) {
		return 0, c.pushed(0.97)
	}},
	{"friction", "ladder at a smooth wall slips", "tan θ < 1/(2·μ)", 0, false, func(c *truth) (float64, float64) {
		return 1, c.ladder(0.96)
	}},
	{"friction", "ladder at a smooth wall stands", "tan θ > 1/(2·μ)", 0, true, func(c *truth) (float64, float64) {
		return 0, c.ladder(1.04)
	}},
}

// tips puts a tall box on a slope whose tangent is a part of its width by its height, and returns 1
// if it falls over.
func (c *truth) tips(share float64) float64 {
	c.world(nil)
	w, h := 0.3*c.size, c.size
	alpha := math.Atan(share * w / h)
	c.plane(alpha, surface(1, 0))
	sin, cos := math.Sincos(alpha)
	b := c.body(-h*sin, h*cos, 0, axle(alpha), BoxHalf(float32(w), float32(h), float32(w)), surface(1, 0))
	c.note("box 0.3 : 1, tan α = %.2f·b/h", share)
	c.run(10)
	if b.Rotation().Rotate(V3(0, 1, 0)).Dot(c.v(0, 1, 0)) < 0.8 {
		return 1
	}
	return 0
}

// pushed presses a part of the force of friction on a slab for a second and returns 1 if it moves.
func (c *truth) pushed(share float64) float64 {
	c.world(nil)
	mu := c.between(0.2, 0.8)
	c.plane(0, surface(mu, 0))
	b := c.slab(0, mu)
	c.run(0.2)
	p := b.Position()
	c.note("μ %.2f, F = %.2f·μ·m·g", mu, share)
	for range testRate {
		b.ApplyForceToCenter(c.v(share*mu*float64(b.Mass())*c.g, 0, 0))
		c.run(1.0 / testRate)
	}
	if float64(b.Position().Dist(p)) > 0.3*0.03*mu*c.g/2 {
		return 1
	}
	return 0
}

// ladder leans a board against a smooth wall, at an angle whose tangent is a part of the critical one,
// and returns 1 if it slips.
func (c *truth) ladder(share float64) float64 {
	c.world(nil)
	mu := c.between(0.3, 0.6)
	theta := math.Atan(share / (2 * mu))
	c.plane(0, surface(mu, 0))
	smooth := surface(0, 0)
	smooth.Material.FrictionRule = CombineMinimum
	addBodyDef(c.t, c.w, Static, c.at(0, 0, 0), c.q, Plane{Normal: V3(1, 0, 0)}, smooth)
	l, r := 2*c.size, 0.01*c.size
	sin, cos := math.Sincos(theta)
	board := BoxHalf(float32(l), float32(r), float32(l/3))
	b := c.body(l*cos+r*sin, l*sin+r*cos, 0, axle(-theta), board, surface(mu, 0))
	c.note("μ %.2f, tan θ = %.2f/(2·μ)", mu, share)
	p := c.arm(b)
	c.run(5)
	if float64(c.arm(b).Dist(p)) > 0.05*l {
		return 1
	}
	return 0
}

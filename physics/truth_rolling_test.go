package physics

import "math"

// rollDown lets a round body roll down a slope from rest and returns its acceleration (m/s²).
func (c *truth) rollDown(alpha, friction float64, g Geometry, edit func(b Body)) float64 {
	c.world(nil)
	c.plane(alpha, surface(friction, 0))
	sin, cos := math.Sincos(alpha)
	b := c.body(-c.size*sin, c.size*cos, 0, axle(alpha), g, surface(friction, 0))
	if edit != nil {
		edit(b)
	}
	c.note("%.1f°, μ %.2f, r %.2f m, g %.1f m/s²", alpha*180/math.Pi, friction, c.size, c.g)
	c.run(0.2)
	v := b.LinearVelocity().Len()
	c.run(1)
	return float64(b.LinearVelocity().Len() - v)
}

// bowl throws a ball that slides first, and returns when and where it begins to roll, and at which
// speed.
func (c *truth) bowl(mu, v float64) (time, motion, speed float64) {
	c.world(nil)
	c.plane(0, surface(mu, 0))
	r := c.size
	b := c.body(0, r, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(mu, 0))
	c.run(0.1)
	b.SetLinearVelocity(c.v(v, 0, 0))
	c.note("%.1f m/s, μ %.2f, r %.2f m, g %.1f m/s²", v, mu, r, c.g)
	x0, _, _ := c.slot(b)
	slip := func() float64 {
		x, _, _ := c.velocity(b)
		_, _, w := c.spin(b)
		return x + w*r
	}
	// between two steps the slip falls evenly
	before, x, steps := slip(), 0.0, 0
	for {
		at, _, _ := c.slot(b)
		vx, _, _ := c.velocity(b)
		c.run(1.0 / testRate)
		now := slip()
		if now < 1e-3*v {
			share := before / (3.5 * mu * c.g) * testRate
			return (float64(steps) + share) / testRate, at - x0 + vx*share/testRate, 0
		}
		if steps++; steps > 5000 {
			c.t.Error("the ball does not roll")
			return math.NaN(), x, 0
		}
		before = now
	}
}

var truthRolling = []truthCase{
	{"rolling", "ball down a slope", "5/7·g·sin α", 5e-3, false, func(c *truth) (float64, float64) {
		alpha := c.between(0.1, 0.4)
		return 5.0 / 7 * c.g * math.Sin(alpha), c.rollDown(alpha, 0.8, Sphere{Radius: float32(c.size)}, nil)
	}},
	{"rolling", "cylinder down a slope", "2/3·g·sin α", 5e-3, false, func(c *truth) (float64, float64) {
		alpha, s := c.between(0.1, 0.4), float32(c.size)
		return 2.0 / 3 * c.g * math.Sin(alpha),
			c.rollDown(alpha, 0.8, Cylinder{A: V3(0, 0, -s), B: V3(0, 0, s), Radius: s}, nil)
	}},
	{"rolling", "hollow ball down a slope", "3/5·g·sin α", 5e-3, false, func(c *truth) (float64, float64) {
		alpha := c.between(0.1, 0.4)
		return 3.0 / 5 * c.g * math.Sin(alpha), c.rollDown(alpha, 0.8, Sphere{Radius: float32(c.size)}, func(b Body) {
			i := float32(2.0 / 3 * float64(b.Mass()) * c.size * c.size)
			b.SetMassData(MassData{Mass: b.Mass(), Inertia: Mat3{XX: i, YY: i, ZZ: i}})
		})
	}},
	{"rolling", "capsule down a slope", "g·sin α/(1 + I/(m·r²))", 5e-3, false, func(c *truth) (float64, float64) {
		alpha, s := c.between(0.1, 0.4), float32(c.size)
		i := 0.0
		a := c.rollDown(alpha, 0.8, Capsule{A: V3(0, 0, -s), B: V3(0, 0, s), Radius: s}, func(b Body) {
			i = float64(b.Inertia().ZZ) / float64(b.Mass()) / (c.size * c.size)
		})
		return c.g * math.Sin(alpha) / (1 + i), a
	}},
	{"rolling", "ball that slips down a slope", "g·(sin α − μ·cos α), tan α > 7/2·μ", 5e-3, false,
		func(c *truth) (float64, float64) {
			mu := c.between(0.05, 0.12)
			alpha := math.Atan(3.5*mu) + 0.2
			want := c.g * (math.Sin(alpha) - mu*math.Cos(alpha))
			return want, c.rollDown(alpha, mu, Sphere{Radius: float32(c.size)}, nil)
		}},
	{"rolling", "ball that just does not slip", "5/7·g·sin α, tan α < 7/2·μ", 5e-3, false,
		func(c *truth) (float64, float64) {
			mu := c.between(0.1, 0.2)
			alpha := math.Atan(3.5 * mu * 0.97)
			return 5.0 / 7 * c.g * math.Sin(alpha), c.rollDown(alpha, mu, Sphere{Radius: float32(c.size)}, nil)
		}},
	{"rolling", "time until a bowled ball rolls", "2·v/(7·μ·g)", 1e-2, false, func(c *truth) (float64, float64) {
		mu, v := c.between(0.05, 0.2), c.between(5, 10)
		t, _, _ := c.bowl(mu, v)
		return 2 * v / (7 * mu * c.g), t
	}},
	{"rolling", "way until a bowled ball rolls", "12·v²/(49·μ·g)", 1e-2, false, func(c *truth) (float64, float64) {
		mu, v := c.between(0.05, 0.2), c.between(5, 10)
		_, motion, _ := c.bowl(mu, v)
		return 12 * v * v / (49 * mu * c.g), motion
	}},
	{"rolling", "speed of a bowled ball in the end", "5/7·v", 2e-3, false, func(c *truth) (float64, float64) {
		c.world(nil)
		c.plane(0, surface(0.3, 0))
		b := c.body(0, c.size, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, surface(0.3, 0))
		v := c.between(5, 10)
		c.run(0.1)
		b.SetLinearVelocity(c.v(v, 0, 0))
		c.note("%.1f m/s, 6 s", v)
		c.run(6)
		x, _, _ := c.velocity(b)
		return 5.0 / 7 * v, x
	}},
	{"rolling", "speed of a ball put down spinning", "2/7·ω·r", 2e-3, false, func(c *truth) (float64, float64) {
		c.world(nil)
		c.plane(0, surface(0.3, 0))
		b := c.body(0, c.size, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, surface(0.3, 0))
		w := c.between(5, 15)
		c.run(0.1)
		b.SetAngularVelocity(c.v(0, 0, -w))
		c.note("%.1f rad/s, r %.2f m, 6 s", w, c.size)
		c.run(6)
		x, _, _ := c.velocity(b)
		return 2.0 / 7 * w * c.size, x
	}},
	{"rolling", "ball with backspin comes back", "(5·v − 2·ω·r)/7", 5e-3, false, func(c *truth) (float64, float64) {
		c.world(nil)
		c.plane(0, surface(0.3, 0))
		b := c.body(0, c.size, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, surface(0.3, 0))
		v := c.between(2, 3)
		c.run(0.1)
		b.SetLinearVelocity(c.v(v, 0, 0))
		b.SetAngularVelocity(c.v(0, 0, 5*v/c.size))
		c.note("%.1f m/s, ω·r = 5·v, 8 s", v)
		c.run(8)
		x, _, _ := c.velocity(b)
		return -5.0 / 7 * v, x
	}},
	{"rolling", "ball rolls on without loss", "constant", 2e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		c.plane(0, surface(0.6, 0))
		b := c.body(0, c.size, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, surface(0.6, 0))
		c.run(0.1)
		b.SetLinearVelocity(c.v(4, 0, 3))
		b.SetAngularVelocity(c.v(3/c.size, 0, -4/c.size))
		c.note("5 m/s, 30 s")
		c.run(30)
		return 5, float64(b.LinearVelocity().Len())
	}},
	{"rolling", "rolling resistance", "a = 5/7·c·g", 1e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		k := c.between(0.01, 0.05)
		sd := surface(0.6, 0)
		sd.Material.RollingResistance = float32(k)
		c.plane(0, sd)
		b := c.body(0, c.size, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, sd)
		c.run(0.1)
		b.SetLinearVelocity(c.v(8, 0, 0))
		b.SetAngularVelocity(c.v(0, 0, -8/c.size))
		c.note("c %.3f, g %.1f m/s²", k, c.g)
		c.run(0.2)
		v, _, _ := c.velocity(b)
		c.run(0.5)
		u, _, _ := c.velocity(b)
		return 5.0 / 7 * k * c.g, (v - u) / 0.5
	}},
	{"rolling", "energy of a ball in a bowl", "constant", 2e-2, false, func(c *truth) (float64, float64) {
		// a smooth trough of two slopes
		c.world(nil)
		c.plane(0.3, surface(0, 0))
		c.plane(-0.3, surface(0, 0))
		r := c.size
		b := c.body(0, 5, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(0, 1))
		energy := func() float64 { _, y, _ := c.slot(b); return kinetic(b) + float64(b.Mass())*c.g*(y-r/math.Cos(0.3)) }
		start := energy()
		c.note("trough of 0.3 rad, e 1, smooth, 20 s")
		c.run(20)
		return 1, energy() / start
	}},
}

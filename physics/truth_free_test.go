package physics

import "math"

// truthFree are free motion, forces and damping.
var truthFree = []truthCase{
	{"free motion", "fall", "y = g·t²/2", 2e-3, false, func(c *truth) (float64, float64) {
		c.world(nil)
		g, _ := c.brick()
		b := c.body(0, 0, 0, QuatIdentity, g, DefaultShapeDef())
		c.note("g %.2f m/s², 2 s", c.g)
		c.run(2)
		_, y, _ := c.slot(b)
		return 2 * c.g, -y
	}},
	{"free motion", "speed of a fall", "v = g·t", 3e-5, false, func(c *truth) (float64, float64) {
		c.world(nil)
		b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, DefaultShapeDef())
		c.note("g %.2f m/s², 3 s", c.g)
		c.run(3)
		return 3 * c.g, float64(b.LinearVelocity().Len())
	}},
	{"free motion", "range of a throw", "2·vx·vy/g", 5e-3, false, func(c *truth) (float64, float64) {
		c.world(nil)
		b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, DefaultShapeDef())
		vx, vy := c.between(5, 20), c.between(10, 20)
		b.SetLinearVelocity(c.v(vx, vy, 0))
		c.note("v (%.1f, %.1f) m/s, g %.2f m/s²", vx, vy, c.g)
		down := c.crossings(2.2*vy/c.g, func() float64 { _, y, _ := c.slot(b); return -y })
		return 2 * vx * vy / c.g, vx * down[len(down)-1]
	}},
	{"free motion", "linear damping", "e^(−c·t)", 2e-3, false, func(c *truth) (float64, float64) {
		c.space()
		b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, DefaultShapeDef())
		rate := c.between(0.2, 0.8)
		b.SetLinearDamping(float32(rate))
		b.SetLinearVelocity(c.v(10, 0, 0))
		c.note("c %.2f 1/s, 2 s", rate)
		c.run(2)
		x, _, _ := c.velocity(b)
		return math.Exp(-2 * rate), x / 10
	}},
	{"free motion", "angular damping", "e^(−c·t)", 2e-3, false, func(c *truth) (float64, float64) {
		c.space()
		b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, DefaultShapeDef())
		rate := c.between(0.2, 0.8)
		b.SetAngularDamping(float32(rate))
		b.SetAngularVelocity(c.v(0, 10, 0))
		c.note("c %.2f 1/s, 2 s", rate)
		c.run(2)
		_, y, _ := c.spin(b)
		return math.Exp(-2 * rate), y / 10
	}},
	{"free motion", "force", "v = F·t/m", 1e-4, false, func(c *truth) (float64, float64) {
		c.space()
		g, _ := c.brick()
		b := c.body(0, 0, 0, QuatIdentity, g, DefaultShapeDef())
		f := float64(b.Mass()) * c.between(1, 10)
		c.note("%.3g N on %.3g kg, 1 s", f, b.Mass())
		for range testRate {
			b.ApplyForceToCenter(c.v(f, 0, 0))
			c.run(1.0 / testRate)
		}
		x, _, _ := c.velocity(b)
		return f / float64(b.Mass()), x
	}},
	{"free motion", "torque about a principal axis", "ω = τ·t/I", 1e-4, false, func(c *truth) (float64, float64) {
		c.space()
		g, half := c.brick()
		b := c.body(0, 0, 0, QuatIdentity, g, DefaultShapeDef())
		i := boxInertia(float64(b.Mass()), half)[2]
		c.note("5·I about the shortest edge, 1 s, %.3g kg", b.Mass())
		for range testRate {
			b.ApplyTorque(c.v(0, 0, 5*i))
			c.run(1.0 / testRate)
		}
		_, _, z := c.spin(b)
		return 5, z
	}},
	{"free motion", "blow off the centre", "ω = I⁻¹·(r × J)", 1e-4, false, func(c *truth) (float64, float64) {
		c.space()
		g, half := c.brick()
		b := c.body(0, 0, 0, QuatIdentity, g, DefaultShapeDef())
		m := float64(b.Mass())
		arm := half[0] * c.between(0.3, 1)
		c.note("m·1 m/s at %.2f m", arm)
		b.ApplyImpulse(c.v(0, m, 0), c.at(arm, 0, 0))
		c.run(0.01)
		_, _, z := c.spin(b)
		return arm * m / boxInertia(m, half)[2], z
	}},
	{"free motion", "rod struck at its centre of percussion", "the point I/(m·a) beyond the centre stays", 5e-3, true,
		func(c *truth) (float64, float64) {
			c.space()
			l := 4 * c.size
			half := [3]float64{l / 2, l / 20, l / 20}
			b := c.body(0, 0, 0, QuatIdentity, BoxHalf(float32(half[0]), float32(half[1]), float32(half[2])),
				DefaultShapeDef())
			pivot := boxInertia(1, half)[2] / (l / 2)
			b.ApplyImpulse(c.v(0, float64(b.Mass()), 0), c.at(l/2, 0, 0))
			c.note("rod of %.2f m, blow at the end", l)
			c.run(0.01)
			_, y, _ := c.back(b.PointVelocity(b.Transform().Apply(V3(float32(-pivot), 0, 0))))
			return 0, y
		}},
}

package physics

import "math"

// resting makes a world with sleep and three boxes on each other.
func (c *truth) resting() (floor Body, boxes [3]Body) {
	c.world(func(d *WorldDef) { d.Settings.SleepEnabled = true })
	floor = c.plane(0, surface(0.6, 0))
	s := c.size
	for i := range boxes {
		boxes[i] = c.body(0, s+2*s*float64(i), 0, QuatIdentity, BoxHalf(float32(s), float32(s), float32(s)),
			surface(0.6, 0))
	}
	return floor, boxes
}

var truthSleep = []truthCase{
	{"sleep", "time until a body at rest sleeps", "Settings.SleepTime", 0.02, true, func(c *truth) (float64, float64) {
		c.space()
		s := c.w.Settings()
		s.SleepEnabled, s.SleepTime = true, float32(c.between(0.3, 1.5))
		if err := c.w.SetSettings(s); err != nil {
			c.t.Fatal(err)
		}
		b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, DefaultShapeDef())
		c.note("%.2f s", s.SleepTime)
		return float64(s.SleepTime), c.until(5, func() bool { return !b.Awake() })
	}},
	{"sleep", "time until a stack of three sleeps", "half a second and what it takes to settle", 0.2, true,
		func(c *truth) (float64, float64) {
			_, boxes := c.resting()
			return 0.5, c.until(5, func() bool { return !boxes[0].Awake() && !boxes[2].Awake() })
		}},
	{"sleep", "body above the limit of speed goes on", "v·t", 1e-3, false, func(c *truth) (float64, float64) {
		c.space()
		s := c.w.Settings()
		s.SleepEnabled = true
		if err := c.w.SetSettings(s); err != nil {
			c.t.Fatal(err)
		}
		b := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, DefaultShapeDef())
		v := 1.1 * float64(s.SleepSpeed)
		b.SetLinearVelocity(c.v(v, 0, 0))
		c.note("%.3f m/s, 20 s", v)
		c.run(20)
		x, _, _ := c.slot(b)
		return 20 * v, x
	}},
	{"sleep", "sleeping world changes", "by nothing: bits of its hash", 0, true, func(c *truth) (float64, float64) {
		c.resting()
		c.run(4)
		before := c.w.Hash()
		c.run(4)
		if c.w.Hash() != before || len(c.w.state.Awake) != 0 {
			return 0, 1
		}
		return 0, 0
	}},
	{"sleep", "blow on a sleeping ball", "momentum is kept", 1e-4, false, func(c *truth) (float64, float64) {
		c.space()
		s := c.w.Settings()
		s.SleepEnabled = true
		if err := c.w.SetSettings(s); err != nil {
			c.t.Fatal(err)
		}
		r := c.size
		still := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(0, 0.5))
		c.run(2)
		if still.Awake() {
			c.t.Error("the ball is awake")
		}
		ball := c.body(-3*r, 0, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(0, 0.5))
		ball.SetLinearVelocity(c.v(5, 0, 0))
		c.run(1)
		a, _, _ := c.velocity(still)
		b, _, _ := c.velocity(ball)
		return 5, a + b
	}},
	{"sleep", "stack falls when its floor goes", "g·t²/2", 1e-2, false, func(c *truth) (float64, float64) {
		floor, boxes := c.resting()
		c.run(3)
		_, before, _ := c.slot(boxes[2])
		floor.Destroy()
		c.run(1)
		_, after, _ := c.slot(boxes[2])
		return c.g / 2, before - after
	}},
	{"sleep", "box pulled out from under a sleeping stack", "the others fall by its height", 2e-2, false,
		func(c *truth) (float64, float64) {
			_, boxes := c.resting()
			c.run(3)
			_, before, _ := c.slot(boxes[2])
			boxes[1].Destroy()
			c.note("cubes of %.2f m", 2*c.size)
			c.run(4)
			_, after, _ := c.slot(boxes[2])
			return 2 * c.size, before - after
		}},
	{"sleep", "pendulum does not sleep at its turning point", "height of the other side", 1e-2, false,
		func(c *truth) (float64, float64) {
			c.world(func(d *WorldDef) { d.Settings.SleepEnabled = true })
			b := c.body(1, 0, 0, QuatIdentity, Sphere{Radius: 0.05}, DefaultShapeDef())
			d := DefaultBallJointDef()
			d.Connect(Body{}, b, Transform{P: c.at(0, 0, 0), Q: QuatIdentity})
			j, err := c.w.CreateBallJoint(d)
			must(c.t, j, err)
			least := 0.0
			for range 20 * testRate {
				c.run(1.0 / testRate)
				x, _, _ := c.slot(b)
				least = math.Min(least, x)
			}
			return -1, least
		}},
}

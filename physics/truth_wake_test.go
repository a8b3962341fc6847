package physics

import "math"

// asleep makes a smooth floor and a cube on it that sleeps.
func (c *truth) asleep() Body {
	c.world(func(d *WorldDef) { d.Settings.SleepEnabled = true })
	c.plane(0, surface(0.2, 0))
	s := float32(c.size)
	b := c.body(0, c.size, 0, QuatIdentity, BoxHalf(s, s, s), surface(0.2, 0))
	c.run(2)
	if b.Awake() {
		c.t.Error("the box is awake")
	}
	return b
}

// solid creates a body that impulses do not move.
func (c *truth) solid(kind BodyType, x, y, z float64, g Geometry) Body {
	return addBodyDef(c.t, c.w, kind, c.at(x, y, z), c.q, g, surface(0.2, 0))
}

// inside is how far the centre of a cube is from leaving another of the same axes and half sizes, as a part of its
// size.
func (c *truth) inside(b, solid Body, half float64) float64 {
	x, y, _ := c.slot(b)
	sx, sy, _ := c.slot(solid)
	return math.Max(0, half+c.size-math.Max(math.Abs(x-sx), math.Abs(y-sy))) / c.size
}

// shoved lets a kinematic door come at a speed and returns by how much it gets into the sleeping box.
func (c *truth) shoved(speed float64) float64 {
	b := c.asleep()
	s := c.size
	door := c.solid(Kinematic, -2.5*s, s, 0, BoxHalf(float32(s), float32(0.9*s), float32(2*s)))
	door.SetLinearVelocity(c.v(speed, 0, 0))
	c.note("cube of %.2f m, %.2f m/s", 2*s, speed)
	c.run(4 * s / speed)
	return c.inside(b, door, s)
}

var truthWake = []truthRow{
	{truthCase{"wake", "slow door against a sleeping box", "nothing gets in", 0.02, true,
		func(c *truth) (float64, float64) {
			return 0, c.shoved(c.between(0.3, 0.6))
		}}, 0},
	{truthCase{"wake", "fast door against a sleeping box", "nothing gets in", 0.1, true,
		func(c *truth) (float64, float64) {
			return 0, c.shoved(c.between(1, 3))
		}}, 0},
	{truthCase{"wake", "piston under a sleeping box", "it is lifted", 0.02, true, func(c *truth) (float64, float64) {
		b := c.asleep()
		s := c.size
		// out of the floor, under the box
		piston := c.solid(Kinematic, 0, -1.2*s, 0, BoxHalf(float32(0.5*s), float32(s), float32(0.5*s)))
		piston.SetLinearVelocity(c.v(0, 0.3, 0))
		c.run(2 * s / 0.3)
		_, y, _ := c.slot(b)
		return 2.8, y / s
	}}, 0},
	{truthCase{"wake", "static body put into a sleeping box", "the box leaves it", 0.02, true,
		func(c *truth) (float64, float64) {
			b := c.asleep()
			s := c.size
			wall := c.solid(Static, 10*s, s, 0, BoxHalf(float32(s), float32(0.9*s), float32(2*s)))
			c.run(1)
			wall.SetPosition(c.at(1.6*s, s, 0))
			c.run(3)
			return 0, c.inside(b, wall, s)
		}}, 0},
	{truthCase{"wake", "static body moved a little into a sleeping box", "the box leaves it", 0.02, true,
		func(c *truth) (float64, float64) {
			b := c.asleep()
			s := c.size
			wall := c.solid(Static, 2.02*s, s, 0, BoxHalf(float32(s), float32(0.9*s), float32(2*s)))
			c.run(2)
			wall.SetPosition(c.at(1.8*s, s, 0))
			c.run(3)
			return 0, c.inside(b, wall, s)
		}}, 0},
	{truthCase{"wake", "static body made in a sleeping box", "the box leaves it", 0.02, true,
		func(c *truth) (float64, float64) {
			b := c.asleep()
			s := c.size
			wall := c.solid(Static, 1.6*s, s, 0, BoxHalf(float32(s), float32(0.9*s), float32(2*s)))
			c.run(3)
			return 0, c.inside(b, wall, s)
		}}, 0},
}

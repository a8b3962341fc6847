package physics

import "math"

// elastic makes a world without gravity in which the slowest approach bounces, too.
func (c *truth) elastic() {
	c.g = 0
	c.world(func(d *WorldDef) { d.Settings.RestitutionSpeed = 0 })
}

// cradle sends a ball into a row with small gaps and returns the speed of the last one as a part of its own.
func (c *truth) cradle(n int, gap, speed float64) float64 {
	c.elastic()
	r := c.size / 2
	var balls []Body
	for i := range n {
		x := float64(i) * (2*r + gap)
		if i == 0 {
			x -= r
		}
		balls = append(balls, c.body(x, 0, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(0, 1)))
	}
	balls[0].SetLinearVelocity(c.v(speed, 0, 0))
	c.note("%d balls, gaps of %.1f mm, %.1f m/s", n, 1000*gap, speed)
	c.run(2 * r / speed * float64(n))
	x, _, _ := c.velocity(balls[n-1])
	return x / speed
}

// gas lets smooth elastic balls fly in a box and returns the largest change of their energy, and its root mean square.
func (c *truth) gas(n int, dt, seconds float64) (worst, rms float64) {
	c.elastic()
	sd := surface(0, 1)
	side := float64(n) * 0.5
	for axis := range 3 {
		for _, sign := range []float32{-1, 1} {
			normal := [3]float32{}
			normal[axis] = -sign
			at := [3]float64{}
			at[axis] = float64(sign) * side / 2
			addBodyDef(c.t, c.w, Static, c.at(at[0], at[1], at[2]), c.q,
				Plane{Normal: V3(normal[0], normal[1], normal[2])}, sd)
		}
	}
	energy := func() float64 {
		sum := 0.0
		for _, b := range c.bodies() {
			if b.Type() == Dynamic {
				sum += kinetic(b)
			}
		}
		return sum
	}
	for i := range n * n * n {
		at := func(k int) float64 { return (float64(k) + 0.5 - float64(n)/2) * 0.5 }
		b := c.body(at(i%n), at(i/n%n), at(i/n/n), QuatIdentity, Sphere{Radius: 0.1}, sd)
		b.SetLinearVelocity(c.v(c.between(-5, 5), c.between(-5, 5), c.between(-5, 5)))
	}
	c.note("%d balls, %.0f Hz, %.0f s", n*n*n, 1/dt, seconds)
	start, sum := energy(), 0.0
	steps := int(seconds/dt + 0.5)
	for range steps {
		c.step(float32(dt))
		e := energy()/start - 1
		worst = math.Max(worst, math.Abs(e))
		sum += e * e
	}
	return worst, math.Sqrt(sum / float64(steps))
}

var truthSequence = []truthRow{
	{truthCase{"sequence", "cradle of five with gaps of 1 mm", "the last one leaves", 0.05, true,
		func(c *truth) (float64, float64) {
			return 1, c.cradle(5, 1e-3, c.between(1.5, 4))
		}}, 0},
	{truthCase{"sequence", "cradle of five that touch", "the last one leaves", 0.05, true,
		func(c *truth) (float64, float64) {
			return 1, c.cradle(5, 0, c.between(1.5, 4))
		}}, 0},
	{truthCase{"sequence", "light ball 1 mm over one of ten times its mass", "h·((3·M−m)/(M+m))²", 0.03, false,
		func(c *truth) (float64, float64) {
			c.world(nil)
			c.plane(0, surface(0, 1))
			r := c.size / 4
			h := c.between(0.8, 1.5)
			low := c.body(0, h+r, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(0, 1))
			high := c.body(0, h+3*r+1e-3, 0, QuatIdentity, Sphere{Radius: float32(r)}, surface(0, 1))
			setBallMass(low, 10, float32(r))
			setBallMass(high, 1, float32(r))
			c.note("balls of %.2f m from %.2f m, g %.1f m/s²", r, h, c.g)
			c.until(5, func() bool { _, v, _ := c.velocity(high); return v > 0 })
			c.run(0.03)
			_, v, _ := c.velocity(high)
			_, y, _ := c.slot(high)
			return h * 29 / 11 * 29 / 11, y - 3*r + v*v/2/c.g
		}}, 0},
	{truthCase{"sequence", "216 elastic balls at 1 kHz, RMS of the energy", "constant", 0.01, true,
		func(c *truth) (float64, float64) {
			_, rms := c.gas(6, 1e-3, 5)
			return 0, rms
		}}, 0},
	{truthCase{"sequence", "64 elastic balls in 60 s", "constant", 0.01, true, func(c *truth) (float64, float64) {
		worst, _ := c.gas(4, 1e-2, 60)
		return 0, worst
	}}, 0},
}

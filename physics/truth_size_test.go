package physics

import "math"

// tower builds ten cubes of a size (m) and returns by how much the top sinks and moves sideways in 5 s, in sizes.
func (c *truth) tower(size float64) float64 {
	c.g = 9.81
	c.world(func(d *WorldDef) { d.Settings.SleepEnabled = true })
	c.plane(0, surface(0.6, 0))
	h := float32(size / 2)
	var top Body
	for i := range 10 {
		top = c.body(0, size*(float64(i)+0.5), 0, QuatIdentity, BoxHalf(h, h, h), surface(0.6, 0))
	}
	c.note("cubes of %g m, 5 s", size)
	c.run(5)
	x, y, z := c.slot(top)
	return math.Hypot(math.Hypot(x, z), y-9.5*size) / size
}

// jenga builds 18 layers of three blocks with gaps and returns by how much the top sinks in 2 s, in heights of a block.
func (c *truth) jenga(scale float64) float64 {
	c.g = 9.81
	c.density = 640
	c.world(nil)
	c.plane(0, surface(0.6, 0))
	l, b, h := 0.075*scale, 0.025*scale, 0.015*scale
	var top Body
	for layer := range 18 {
		for i := range 3 {
			across := (float64(i) - 1) * (b + 0.0002*scale)
			q, x, z := QuatIdentity, 0.0, across
			if layer%2 == 1 {
				q, x, z = Quat{Y: float32(math.Sqrt(0.5)), W: float32(math.Sqrt(0.5))}, across, 0
			}
			top = c.body(x, h*(float64(layer)+0.5)+1e-5*scale*float64(layer), z, q,
				BoxHalf(float32(l/2), float32(h/2), float32(b/2)), surface(0.6, 0))
		}
	}
	c.note("blocks of %.3g × %.3g × %.3g m, 2 s", l, b, h)
	c.run(2)
	_, y, _ := c.slot(top)
	return math.Abs(y-17.5*h) / h
}

// sheets lays ten thin sheets on each other and returns by how much the top one sinks, in thicknesses.
func (c *truth) sheets(thick float64) float64 {
	c.g = 9.81
	c.world(func(d *WorldDef) { d.Settings.SleepEnabled = true })
	c.plane(0, surface(0.6, 0))
	var top Body
	for i := range 10 {
		top = c.body(0, thick*(float64(i)+0.5), 0, QuatIdentity, BoxHalf(0.1, float32(thick/2), 0.15), surface(0.6, 0))
	}
	c.note("sheets of 0.2 × 0.3 m × %.0f mm, 5 s", 1000*thick)
	c.run(5)
	_, y, _ := c.slot(top)
	return math.Abs(y-9.5*thick) / thick
}

// cup drops cubes of 1 cm into a cup and returns which part of them is awake after 4 s.
func (c *truth) cup() float64 {
	c.g = 9.81
	c.world(func(d *WorldDef) { d.Settings.SleepEnabled = true })
	sd := surface(0.6, 0)
	addBodyDef(c.t, c.w, Static, c.at(0, -0.01, 0), c.q, BoxHalf(0.05, 0.01, 0.05), sd)
	for i := range 4 {
		s, co := math.Sincos(float64(i) * math.Pi / 2)
		h := BoxHalf(float32(0.01+0.03*math.Abs(s)), 0.1, float32(0.01+0.03*math.Abs(co)))
		addBodyDef(c.t, c.w, Static, c.at(0.045*co, 0.1, 0.045*s), c.q, h, sd)
	}
	var all []Body
	for i := range 60 {
		x, y, z := float64(i%4)-1.5, float64(i/16), float64(i/4%4)-1.5
		all = append(all, c.body(0.014*x, 0.01+0.015*y, 0.014*z, axle(c.between(-1, 1)), BoxHalf(0.005, 0.005, 0.005),
			sd))
	}
	c.run(4)
	awake := 0.0
	for _, b := range all {
		if b.Awake() {
			awake++
		}
	}
	c.note("60 cubes of 1 cm, 4 s")
	return awake / 60
}

var truthSize = []truthRow{
	{truthCase{"size", "tower of ten cubes of 1 mm", "0; part of a cube", 0.05, true,
		func(c *truth) (float64, float64) { return 0, c.tower(0.001) }}, 0},
	{truthCase{"size", "tower of ten cubes of 1 cm", "0; part of a cube", 0.05, true,
		func(c *truth) (float64, float64) { return 0, c.tower(0.01) }}, 0},
	{truthCase{"size", "tower of ten cubes of 10 cm", "0; part of a cube", 0.05, true,
		func(c *truth) (float64, float64) { return 0, c.tower(0.1) }}, 0},
	{truthCase{"size", "tower of ten cubes of 1 m", "0; part of a cube", 0.05, true,
		func(c *truth) (float64, float64) { return 0, c.tower(1) }}, 0},
	{truthCase{"size", "tower of ten cubes of 10 m", "0; part of a cube", 0.05, true,
		func(c *truth) (float64, float64) { return 0, c.tower(10) }}, 0},
	{truthCase{"size", "tower of ten cubes of 100 m", "0; part of a cube", 0.05, true,
		func(c *truth) (float64, float64) { return 0, c.tower(100) }}, 0},
	{truthCase{"size", "54 blocks of 18 g with gaps", "they stand; heights of a block", 0.1, true,
		func(c *truth) (float64, float64) { return 0, c.jenga(1) }}, 0},
	{truthCase{"size", "54 blocks of 18 kg with gaps", "they stand; heights of a block", 0.1, true,
		func(c *truth) (float64, float64) { return 0, c.jenga(10) }}, 0},
	{truthCase{"size", "ten sheets of 1 mm", "0; part of a thickness", 0.1, true,
		func(c *truth) (float64, float64) { return 0, c.sheets(0.001) }}, 0},
	{truthCase{"size", "rod of 1 mm lies on the floor", "radius, part of it", 0.1, true,
		func(c *truth) (float64, float64) {
			c.g = 9.81
			c.world(nil)
			c.plane(0, surface(0.6, 0))
			b := c.body(0, 0.02, 0, QuatIdentity, Cylinder{A: V3(-0.05, 0, 0), B: V3(0.05, 0, 0), Radius: 0.0005},
				surface(0.6, 0))
			c.note("0.1 m long, 3 s")
			c.run(3)
			_, y, _ := c.slot(b)
			return 0, y/0.0005 - 1
		}}, 0},
	{truthCase{"size", "rod of 1 mm falls asleep", "1", 0, true, func(c *truth) (float64, float64) {
		c.g = 9.81
		c.world(func(d *WorldDef) { d.Settings.SleepEnabled = true })
		c.plane(0, surface(0.6, 0))
		b := c.body(0, 0.02, 0, QuatIdentity, Cylinder{A: V3(-0.05, 0, 0), B: V3(0.05, 0, 0), Radius: 0.0005},
			surface(0.6, 0))
		c.run(6)
		if b.Awake() {
			return 1, 0
		}
		return 1, 1
	}}, 0},
	{truthCase{"size", "60 cubes of 1 cm in a cup", "all asleep; part awake", 0.01, true,
		func(c *truth) (float64, float64) { return 0, c.cup() }}, 0},
}

package physics

import "math"

// momentum is Σm·v of all dynamic bodies (kg·m/s) in the axes of the case, and Σm·|v|.
func (c *truth) momentum() (p [3]float64, sum float64) {
	for _, b := range c.bodies() {
		m := float64(b.Mass())
		x, y, z := c.velocity(b)
		p[0], p[1], p[2] = p[0]+m*x, p[1]+m*y, p[2]+m*z
		sum += m * math.Sqrt(x*x+y*y+z*z)
	}
	return p, sum
}

// wallOfBricks shoots a ball into bricks on a smooth floor and returns the momentum along its way that is lost.
func (c *truth) wallOfBricks(bullet bool) float64 {
	c.g = 9.81
	c.world(nil)
	c.plane(0, func() ShapeDef { sd := surface(0, 0); sd.Material.FrictionRule = CombineMinimum; return sd }())
	for row := range 6 {
		for i := range 6 {
			c.body(0, 0.1+0.2*float64(row), 0.42*(float64(i)-2.5), QuatIdentity, BoxHalf(0.1, 0.1, 0.2),
				surface(0.5, 0))
		}
	}
	c.run(0.5)
	ball := c.body(-3, 0.6, 0.1, QuatIdentity, Sphere{Radius: 0.25}, surface(0.5, 0))
	setBallMass(ball, 65, 0.25)
	ball.SetBullet(bullet)
	v := c.between(15, 25)
	ball.SetLinearVelocity(c.v(v, 0, 0))
	c.note("65 kg, %.0f m/s, 36 bricks of %.3g kg", v, 16*c.density/1000)
	c.run(0.4)
	p, _ := c.momentum()
	return math.Abs(p[0]/(65*v) - 1)
}

// setBallMass gives a body the mass and inertia of a solid ball.
func setBallMass(b Body, mass, radius float32) {
	i := 0.4 * mass * radius * radius
	b.SetMassData(MassData{Mass: mass, Inertia: Mat3{XX: i, YY: i, ZZ: i}})
}

// pairs lets pairs of spinning boxes meet and returns the largest part of Σm|v| that one of them loses.
func (c *truth) pairs(bullets bool, fastest float64) float64 {
	c.space()
	worst := 0.0
	for range 40 {
		var pair [2]Body
		v := math.Exp(c.between(0, math.Log(fastest)))
		for i := range pair {
			x := float64(2*i-1) * c.between(1.2, 3) * c.size
			g, _ := c.brick()
			b := c.body(x, c.between(-0.3, 0.3)*c.size, c.between(-0.3, 0.3)*c.size, axle(c.between(-3, 3)), g,
				surface(0.6, c.between(0, 1)))
			b.SetBullet(bullets)
			b.SetLinearVelocity(c.v(float64(1-2*i)*v, 0, 0))
			b.SetAngularVelocity(c.v(c.between(-60, 60), c.between(-60, 60), c.between(-60, 60)))
			pair[i] = b
		}
		before, sum := c.momentum()
		c.run(math.Max(0.1, math.Min(2, 20*c.size/v)))
		after, _ := c.momentum()
		worst = math.Max(worst, math.Hypot(math.Hypot(after[0]-before[0], after[1]-before[1]), after[2]-before[2])/sum)
		pair[0].Destroy()
		pair[1].Destroy()
	}
	c.note("40 pairs, up to %.0f m/s", fastest)
	return worst
}

// deepest is the greatest overlap (m) with a floor whose surface is at 0 of a body that lands at a speed, from ten
// heights.
func (c *truth) deepest(floor, g Geometry, half, speed float64) float64 {
	c.world(nil)
	sd := surface(0.6, 0)
	addBodyDef(c.t, c.w, Static, c.at(0, 0, 0), c.q, floor, sd)
	var bodies []Body
	for i := range 10 {
		b := c.body(6*float64(i)-30, half+0.1+speed/testRate*float64(i)/10, 0, QuatIdentity, g, sd)
		b.SetLinearVelocity(c.v(0, -speed, 0))
		bodies = append(bodies, b)
	}
	c.note("%.2f m, %.1f m/s", 2*half, speed)
	worst := 0.0
	for range testRate / 2 {
		c.run(1.0 / testRate)
		for _, b := range bodies {
			_, y, _ := c.slot(b)
			worst = math.Max(worst, half-y)
		}
	}
	return worst
}

// slabFloor is a floor of one box, meshFloor the same of triangles.
var slabFloor = Box{Half: V3(100, 1, 5), Center: V3(0, -1, 0)}

func (c *truth) meshFloor() Geometry {
	var md MeshDef
	for i := range 41 {
		md.Vertices = append(md.Vertices, V3(5*float32(i)-100, 0, -5), V3(5*float32(i)-100, 0, 5))
		if k := uint32(2 * i); i > 0 {
			md.Indices = append(md.Indices, k-2, k-1, k, k, k-1, k+1)
		}
	}
	m, err := NewMesh(md)
	if err != nil {
		c.t.Fatal(err)
	}
	return m
}

// deepestPair is the greatest overlap (m) of free boxes that fly at each other, from ten distances, without gravity.
func (c *truth) deepestPair(speed float64) float64 {
	c.space()
	s := float32(c.size)
	worst := 0.0
	for i := range 10 {
		gap := 0.1 + speed/testRate*float64(i)/10
		a := c.body(0, 0, 0, QuatIdentity, BoxHalf(s, s, s), surface(0.6, 0))
		b := c.body(0, 2*c.size+gap, 0, QuatIdentity, BoxHalf(s, s, s), surface(0.6, 0))
		b.SetLinearVelocity(c.v(0, -speed, 0))
		for range testRate / 4 {
			c.run(1.0 / testRate)
			_, ya, _ := c.slot(a)
			_, yb, _ := c.slot(b)
			worst = math.Max(worst, 2*c.size-(yb-ya))
		}
		a.Destroy()
		b.Destroy()
	}
	c.note("%.2f m, %.1f m/s", 2*c.size, speed)
	return worst
}

// glance lets a smooth ball hit an equal one off its middle, b times the sum of the radii, and returns the angle (°)
// at which that leaves.
func (c *truth) glance(b, speed, radius float64) float64 {
	c.space()
	r := float32(radius)
	sd := surface(0, 1)
	hit := c.body(0, 0, 0, QuatIdentity, Sphere{Radius: r}, sd)
	x := -radius * c.between(3, 5)
	ball := c.body(x, -2*radius*b, 0, QuatIdentity, Sphere{Radius: r}, sd)
	ball.SetLinearVelocity(c.v(speed, 0, 0))
	c.note("radius %.3f m, %.1f m/s", radius, speed)
	c.until(5, func() bool { return hit.LinearVelocity().Len() > 0 })
	vx, vy, _ := c.velocity(hit)
	return math.Atan2(vy, vx) * 180 / math.Pi
}

var truthBlow = []truthRow{
	{truthCase{"blow", "ball into 36 bricks on a smooth floor", "momentum", 1e-5, true,
		func(c *truth) (float64, float64) {
			return 0, c.wallOfBricks(false)
		}}, 0},
	{truthCase{"blow", "bullet into 36 bricks on a smooth floor", "momentum", 1e-5, true,
		func(c *truth) (float64, float64) {
			return 0, c.wallOfBricks(true)
		}}, 0},
	{truthCase{"blow", "free pairs of spinning boxes", "momentum", 1e-5, true, func(c *truth) (float64, float64) {
		return 0, c.pairs(false, 1000)
	}}, 0},
	{truthCase{"blow", "free pairs of spinning bullets", "momentum", 1e-5, true, func(c *truth) (float64, float64) {
		return 0, c.pairs(true, 1000)
	}}, 0},
	{truthCase{"blow", "off centre at 4 m/s, b = 0.75", "asin b", 0.5, true, func(c *truth) (float64, float64) {
		return math.Asin(0.75) * 180 / math.Pi, c.glance(0.75, 4, c.size)
	}}, 0},
	{truthCase{"blow", "off centre at 20 m/s, b = 0.75", "asin b", 0.5, true, func(c *truth) (float64, float64) {
		return math.Asin(0.75) * 180 / math.Pi, c.glance(0.75, 20, c.size)
	}}, 0},
	{truthCase{"blow", "half-ball shot at 1 m/s", "30°", 0.5, true, func(c *truth) (float64, float64) {
		return 30, c.glance(0.5, 1, 0.0286)
	}}, 0},
	{truthCase{"blow", "box that lands at 6.6 m/s", "depth at most 1 cm", 0.01, true,
		func(c *truth) (float64, float64) {
			s := float32(c.size)
			return 0, c.deepest(slabFloor, BoxHalf(s, s, s), c.size, 6.6)
		}}, 0},
	{truthCase{"blow", "box that lands on a mesh at 6.6 m/s", "depth at most 1 cm", 0.01, true,
		func(c *truth) (float64, float64) {
			s := float32(c.size)
			return 0, c.deepest(c.meshFloor(), BoxHalf(s, s, s), c.size, 6.6)
		}}, 0},
	{truthCase{"blow", "ball that lands on a mesh at 10 m/s", "depth at most 1 cm", 0.01, true,
		func(c *truth) (float64, float64) {
			return 0, c.deepest(c.meshFloor(), Sphere{Radius: float32(c.size)}, c.size, 10)
		}}, 0},
	{truthCase{"blow", "box that lands on a box at 6.6 m/s", "depth at most 1 cm", 0.01, true,
		func(c *truth) (float64, float64) {
			return 0, c.deepestPair(6.6)
		}}, 0},
	{truthCase{"blow", "hull that lands at 6.6 m/s", "depth at most 1 cm", 0.01, true,
		func(c *truth) (float64, float64) {
			s := float32(c.size)
			// its centre of mass is at the origin, but for z
			h, err := NewHull([]Vec3{V3(-s, -s, -s), V3(s, -s, -s), V3(0, -s, s), V3(0, 3*s, 0)})
			if err != nil {
				c.t.Fatal(err)
			}
			return 0, c.deepest(slabFloor, h, c.size, 6.6)
		}}, 0},
}

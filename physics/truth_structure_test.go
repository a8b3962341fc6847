package physics

import "math"

// heavyOn puts a cube of 1 m on a stack of n others and returns the deepest overlap (m) in 60 s, or
// the whole height if it falls.
func (c *truth) heavyOn(n int, light, heavy float64) float64 {
	c.g = 9.81
	c.world(nil)
	c.plane(0, surface(0.6, 0))
	var boxes []Body
	for i := range n + 1 {
		b := c.body(0, 0.5+float64(i), 0, QuatIdentity, BoxHalf(0.5, 0.5, 0.5), surface(0.6, 0))
		m := light
		if i == n {
			m = heavy
		}
		setBoxMass(b, float32(m), V3(0.5, 0.5, 0.5))
		boxes = append(boxes, b)
	}
	c.note("%.0f kg on %d of %.0f kg, 60 s", heavy, n, light)
	deepest := 0.0
	for range 60 * testRate {
		c.run(1.0 / testRate)
		below := -0.5
		for _, b := range boxes {
			_, y, _ := c.slot(b)
			deepest = math.Max(deepest, 1-(y-below))
			below = y
		}
	}
	if _, y, _ := c.slot(boxes[n]); y < float64(n) {
		return float64(n)
	}
	return deepest
}

// overhang lets a plank stick out over an edge by a part of its length and returns 1 if it falls.
func (c *truth) overhang(share float64) float64 {
	c.world(nil)
	addBodyDef(c.t, c.w, Static, c.at(-5, -1, 0), c.q, BoxHalf(5, 1, 5), surface(0.6, 0))
	l := 2 * c.size
	b := c.body(2*l*share-l, 0.05*l, 0, QuatIdentity, BoxHalf(float32(l), float32(0.05*l), float32(0.2*l)),
		surface(0.6, 0))
	c.note("plank of %.2f m, %.0f %% beyond the edge", 2*l, 100*share)
	c.run(8)
	_, y, _ := c.slot(b)
	if y < 0 || b.Rotation().Rotate(V3(0, 1, 0)).Dot(c.v(0, 1, 0)) < 0.99 {
		return 1
	}
	return 0
}

// logs puts one cylinder on two others, which touch, and returns 1 if the pile falls apart.
func (c *truth) logs(friction float64) float64 {
	c.world(nil)
	c.plane(0, surface(1, 0))
	r := c.size
	sd := surface(friction, 0)
	sd.Material.FrictionRule = CombineMinimum
	log := Cylinder{A: V3(0, 0, float32(-2*r)), B: V3(0, 0, float32(2*r)), Radius: float32(r)}
	for _, p := range [][2]float64{{-r, r}, {r, r}, {0, r + math.Sqrt(3)*r}} {
		c.body(p[0], p[1], 0, QuatIdentity, log, sd)
	}
	c.note("μ %.2f between them, 6 s", friction)
	c.run(6)
	var top float64
	for _, b := range c.bodies() {
		_, y, _ := c.slot(b)
		top = math.Max(top, y)
	}
	if top < 2.5*r {
		return 1
	}
	return 0
}

// forceOf is the normal force (N) in the contacts of a body with another, mean of a second.
func (c *truth) forceOf(a, b Body) float64 {
	sum := 0.0
	for range testRate {
		c.run(1.0 / testRate)
		for _, info := range a.Contacts(nil) {
			if x, y := info.ShapeA.Body(), info.ShapeB.Body(); x != b && y != b {
				continue
			}
			for _, p := range info.Points[:info.Count] {
				sum += float64(p.Impulse)
			}
		}
	}
	return sum
}

var truthStructure = []truthCase{
	{"structure", "1000 kg on 1 kg", "at most 1 cm deep", 5e-3, true, func(c *truth) (float64, float64) {
		return 0, c.heavyOn(1, 1, 1000)
	}},
	{"structure", "1000 kg on ten of 10 kg", "at most 1 cm deep", 5e-3, true, func(c *truth) (float64, float64) {
		return 0, c.heavyOn(10, 10, 1000)
	}},
	{"structure", "force under a stack of ten", "10·m·g", 1e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		floor := c.plane(0, surface(0.6, 0))
		s := c.size
		var boxes [10]Body
		for i := range boxes {
			boxes[i] = c.body(0, s+2*s*float64(i), 0, QuatIdentity, BoxHalf(float32(s), float32(s), float32(s)),
				surface(0.6, 0))
		}
		c.note("cubes of %.2f m", 2*s)
		c.run(5)
		return 10 * float64(boxes[0].Mass()) * c.g, c.forceOf(boxes[0], floor)
	}},
	{"structure", "force in the middle of a stack of ten", "5·m·g", 1e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		c.plane(0, surface(0.6, 0))
		s := c.size
		var boxes [10]Body
		for i := range boxes {
			boxes[i] = c.body(0, s+2*s*float64(i), 0, QuatIdentity, BoxHalf(float32(s), float32(s), float32(s)),
				surface(0.6, 0))
		}
		c.run(5)
		return 5 * float64(boxes[0].Mass()) * c.g, c.forceOf(boxes[5], boxes[4])
	}},
	{"structure", "ball in a groove of 90°", "m·g/√2 on each wall", 1e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		wall := c.plane(math.Pi/4, surface(0, 0))
		c.plane(-math.Pi/4, surface(0, 0))
		b := c.body(0, c.size*math.Sqrt2, 0, QuatIdentity, Sphere{Radius: float32(c.size)}, surface(0, 0))
		c.run(3)
		return float64(b.Mass()) * c.g / math.Sqrt2, c.forceOf(b, wall)
	}},
	{"structure", "plank on two supports", "lever: 3/4 of the weight", 1e-2, false, func(c *truth) (float64, float64) {
		c.world(nil)
		l := 2 * c.size
		near := addBodyDef(c.t, c.w, Static, c.at(l/6, -0.5, 0), c.q, Sphere{Radius: 0.5}, surface(0.6, 0))
		// three points, so that it does not roll off
		addBodyDef(c.t, c.w, Static, c.at(-l/2, -0.5, l/4), c.q, Sphere{Radius: 0.5}, surface(0.6, 0))
		addBodyDef(c.t, c.w, Static, c.at(-l/2, -0.5, -l/4), c.q, Sphere{Radius: 0.5}, surface(0.6, 0))
		b := c.body(0, 0.05, 0, QuatIdentity, BoxHalf(float32(l), 0.05, float32(l/2)), surface(0.6, 0))
		c.note("plank of %.2f m on balls", 2*l)
		c.run(2)
		return 0.75 * float64(b.Mass()) * c.g, c.forceOf(b, near)
	}},
	{"structure", "plank beyond its middle over an edge falls", "more than 1/2", 0, false,
		func(c *truth) (float64, float64) {
			return 1, c.overhang(0.51)
		}},
	{"structure", "plank less than its middle over an edge stays", "less than 1/2", 0, true,
		func(c *truth) (float64, float64) {
			return 0, c.overhang(0.49)
		}},
	{"structure", "rough pile of three logs stands", "μ > tan 15° = 0.268", 0, true, func(c *truth) (float64, float64) {
		return 0, c.logs(0.30)
	}},
	{"structure", "smooth pile of three logs falls apart", "μ < tan 15°", 0, false, func(c *truth) (float64, float64) {
		return 1, c.logs(0.24)
	}},
	{"structure", "drift of a pyramid of 20 rows", "0; part of a box from 5 to 30 s", 2e-3, true,
		func(c *truth) (float64, float64) {
			c.world(nil)
			c.plane(0, surface(0.6, 0))
			s := c.size
			for row := range 20 {
				for i := range 20 - row {
					x := (2*float64(i) - float64(19-row)) * s * 1.02
					c.body(x, s+2*s*float64(row), 0, QuatIdentity, BoxHalf(float32(s), float32(s), float32(s)),
						surface(0.6, 0))
				}
			}
			c.note("cubes of %.2f m", 2*s)
			c.run(5)
			bodies := c.bodies()
			var start []Vec3
			for _, b := range bodies {
				start = append(start, b.Position())
			}
			c.run(25)
			shift := 0.0
			for i, b := range bodies {
				shift = math.Max(shift, float64(b.Position().Dist(start[i])))
			}
			return 0, shift / (2 * s)
		}},
}

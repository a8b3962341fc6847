package physics

import "math"

// rock lets a block rock on its edges from an angle and returns the square root of the energy that is left at the next
// turning point over that at the first, and 1 − 3/2·sin²α of Housner, 1963.
func (c *truth) rock(slender float64, edit func(*WorldDef)) (want, got float64) {
	c.world(edit)
	c.plane(0, surface(1, 0))
	h := c.size
	b := h * slender
	alpha := math.Atan(slender)
	r := math.Hypot(h, b)
	from := 0.6 * alpha
	// about the edge at x = b
	x, y := b-r*math.Sin(alpha-from), r*math.Cos(alpha-from)
	block := c.body(x, y, 0, axle(-from), BoxHalf(float32(b), float32(h), float32(h)), surface(1, 0))
	c.note("%.2f m high, slenderness %.2f, g %.1f m/s²", 2*h, slender, c.g)
	energy := func() float64 { _, y, _ := c.slot(block); return kinetic(block) + float64(block.Mass())*c.g*(y-h) }
	start := energy()
	c.until(5, func() bool { return block.Transform().Q.Rotate(V3(1, 0, 0)).Dot(c.v(0, 1, 0)) > 0 })
	c.until(5, func() bool { _, _, w := c.spin(block); return w < 0 })
	return 1 - 1.5*math.Pow(math.Sin(alpha), 2), math.Sqrt(math.Max(energy(), 0) / start)
}

// recycled returns the ratio of rock without and with recycling of contacts.
func (c *truth) recycled(slender float64) (without, with float64) {
	dice := *c.dice
	_, with = c.rock(slender, nil)
	*c.dice = dice
	_, without = c.rock(slender, func(d *WorldDef) { d.Settings.RecycleDistance = 0 })
	return without, with
}

// tiles slides a body over flush smooth boxes, each a body of its own, and returns the part of its speed that it
// keeps and how high it jumps (m).
func (c *truth) tiles(g Geometry, half, speed float64) (kept, jump float64) {
	c.world(nil)
	sd := surface(0, 0)
	tile := c.between(0.5, 1)
	for i := range 40 {
		addBodyDef(c.t, c.w, Static, c.at(2*tile*float64(i), -0.5, 0), c.q, BoxHalf(float32(tile), 0.5, 3), sd)
	}
	b := c.body(0, half, 0, QuatIdentity, g, sd)
	c.run(0.2)
	b.SetLinearVelocity(c.v(speed, 0, 0))
	c.note("tiles of %.2f m, %.1f m/s", 2*tile, speed)
	for range int(70 * tile / speed * testRate) {
		c.run(1.0 / testRate)
		_, y, _ := c.slot(b)
		jump = math.Max(jump, math.Abs(y-half))
	}
	x, _, _ := c.velocity(b)
	return x / speed, jump
}

func (c *truth) boxOnTiles(speed float64) (float64, float64) {
	s := float32(0.4 * c.size)
	kept, jump := c.tiles(BoxHalf(s, s, s), float64(s), speed)
	return 1, kept - jump
}

// spunDisc turns a disc or a cube on a rough floor, and lets it slide, and returns the times until both stop.
func (c *truth) spunDisc(g Geometry, half, v, w float64, q Quat) (slide, spin float64) {
	c.world(nil)
	c.plane(0, surface(0.3, 0))
	b := c.body(0, half, 0, q, g, surface(0.3, 0))
	c.run(0.2)
	b.SetLinearVelocity(c.v(v, 0, 0))
	b.SetAngularVelocity(c.v(0, w, 0))
	c.note("%.1f m/s, %.1f rad/s, g %.1f m/s²", v, w, c.g)
	for i := range 30 * testRate {
		x, _, z := c.velocity(b)
		_, y, _ := c.spin(b)
		t := float64(i) / testRate
		if slide == 0 && math.Hypot(x, z) <= 0.02*v {
			slide = t
		}
		if spin == 0 && math.Abs(y) <= 0.02*w {
			spin = t
		}
		if (slide > 0 || v == 0) && spin > 0 {
			break
		}
		c.run(1.0 / testRate)
	}
	return slide, spin
}

// surfaces drops the same boxes on a surface as a height field and as a mesh and returns how far apart the worst end.
func (c *truth) surfaces() float64 {
	const n = 41
	var ends [2][]Vec3
	var heights []float32
	for range n * n {
		heights = append(heights, float32(c.between(0, 0.6)))
	}
	var starts []Vec3
	for range 100 {
		starts = append(starts, V3(float32(c.between(3, 36)), float32(c.between(1, 1.5)), float32(c.between(3, 36))))
	}
	c.q, c.g = QuatIdentity, 9.81
	for kind := range ends {
		c.world(nil)
		f, err := NewHeightField(HeightFieldDef{Columns: n, Rows: n, Heights: heights, Spacing: V3(1, 1, 1)})
		if err != nil {
			c.t.Fatal(err)
		}
		var g Geometry = f
		if kind == 1 {
			var md MeshDef
			known := map[Vec3]uint32{}
			for _, v := range f.Triangles(nil) {
				if _, ok := known[v]; !ok {
					known[v] = uint32(len(md.Vertices))
					md.Vertices = append(md.Vertices, v)
				}
				md.Indices = append(md.Indices, known[v])
			}
			if g, err = NewMesh(md); err != nil {
				c.t.Fatal(err)
			}
		}
		addBodyDef(c.t, c.w, Static, c.at(0, 0, 0), QuatIdentity, g, surface(0.6, 0))
		var boxes []Body
		for _, p := range starts {
			boxes = append(boxes, c.body(float64(p.X), float64(p.Y), float64(p.Z), QuatIdentity, BoxHalf(0.2, 0.2, 0.2),
				surface(0.6, 0)))
			boxes[len(boxes)-1].Shapes(nil)[0].SetFilter(Filter{Category: 2, Mask: 1})
		}
		c.run(3)
		for _, b := range boxes {
			ends[kind] = append(ends[kind], b.Position())
		}
	}
	worst := 0.0
	for i := range ends[0] {
		worst = math.Max(worst, float64(ends[0][i].Dist(ends[1][i])))
	}
	c.note("100 boxes of 0.4 m")
	return worst
}

var truthFloor = []truthRow{
	{truthCase{"floor", "block of slenderness 0.4 that rocks", "1 − 3/2·sin²α", 0.02, false,
		func(c *truth) (float64, float64) { return c.rock(0.4, nil) }}, 0.03},
	{truthCase{"floor", "block of slenderness 0.25 that rocks", "1 − 3/2·sin²α", 0.02, false,
		func(c *truth) (float64, float64) { return c.rock(0.25, nil) }}, 0.04},
	{truthCase{"floor", "block of slenderness 0.2 that rocks", "1 − 3/2·sin²α", 0.02, false,
		func(c *truth) (float64, float64) { return c.rock(0.2, nil) }}, 0.04},
	{truthCase{"floor", "recycled contacts of a block of slenderness 0.4", "as without recycling", 0.01, false,
		func(c *truth) (float64, float64) { return c.recycled(0.4) }}, 0.02},
	{truthCase{"floor", "recycled contacts of a block of slenderness 0.25", "as without recycling", 0.01, false,
		func(c *truth) (float64, float64) { return c.recycled(0.25) }}, 0},
	{truthCase{"floor", "recycled contacts of a block of slenderness 0.2", "as without recycling", 0.01, false,
		func(c *truth) (float64, float64) { return c.recycled(0.2) }}, 0.02},
	{truthCase{"floor", "box over flush static boxes at 1 m/s", "goes on as on one", 0.01, true,
		func(c *truth) (float64, float64) { return c.boxOnTiles(1) }}, 0},
	{truthCase{"floor", "box over flush static boxes at 5 m/s", "goes on as on one", 0.01, true,
		func(c *truth) (float64, float64) { return c.boxOnTiles(5) }}, 0},
	{truthCase{"floor", "box over flush static boxes at 12 m/s", "goes on as on one", 0.01, true,
		func(c *truth) (float64, float64) { return c.boxOnTiles(12) }}, 0},
	{truthCase{"floor", "ball over flush static boxes at 2 m/s", "goes on as on one", 0.01, true,
		func(c *truth) (float64, float64) {
			r := 0.4 * c.size
			kept, jump := c.tiles(Sphere{Radius: float32(r)}, r, 2)
			return 1, kept - jump
		}}, 0},
	{truthCase{"floor", "disc that slides and spins", "both end together; ratio of the times", 0.05, true,
		func(c *truth) (float64, float64) {
			r := c.size
			h := float32(0.1 * r)
			slide, spin := c.spunDisc(Cylinder{A: V3(0, -h, 0), B: V3(0, h, 0), Radius: float32(r)}, float64(h), 2, 4/r,
				QuatIdentity)
			return 1, slide / spin
		}}, 0},
	{truthCase{"floor", "disc spun on its face", "4·μ·g/(3·R)", 0.03, false, func(c *truth) (float64, float64) {
		r, w := c.size, 10.0
		h := float32(0.1 * r)
		_, spin := c.spunDisc(Cylinder{A: V3(0, -h, 0), B: V3(0, h, 0), Radius: float32(r)}, float64(h), 0, w,
			QuatIdentity)
		return 0.98 * w * 3 * r / (4 * 0.3 * c.g), spin
	}}, 0},
	{truthCase{"floor", "cube spun on its face", "torque of uniform pressure", 0.02, false,
		func(c *truth) (float64, float64) {
			// mean distance from the middle of a square of half side s: 0.7652·s; inertia 2/3·m·s²
			s, w := c.size, 10.0
			g := BoxHalf(float32(s), float32(s), float32(s))
			_, spin := c.spunDisc(g, s, 0, w, axle(0))
			return 0.98 * w * s * 2 / 3 / (0.7652 * 0.3 * c.g), spin
		}}, 0},
	{truthCase{"floor", "boxes on a height field and on its mesh", "the same", 0.001, true,
		func(c *truth) (float64, float64) { return 0, c.surfaces() }}, 0},
}

package physics

// moreProbes pass bad values to the forms of shapes, to shapes made of pieces, to queries, to
// helpers and to the answers of hooks.
func moreProbes() []probe {
	return append(append(formProbes(), meshProbes()...), append(queryProbes(), helperProbes()...)...)
}

// eachOf makes probes that put the value into one of n places of a list of ordinary numbers.
func eachOf(name string, n int, use func(w *World, b Body, s Shape, x []float32)) []probe {
	var out []probe
	for i := range n {
		out = append(out, probe{name, func(w *World, b Body, s Shape, _ Joint, x float32) {
			numbers := make([]float32, n)
			for k := range numbers {
				numbers[k] = 0.2 + 0.1*float32(k)
			}
			numbers[i] = x
			use(w, b, s, numbers)
		}})
	}
	return out
}

func formProbes() []probe {
	keep := func(*ShapeDef) {}
	var p []probe
	form := func(name string, n int, g func(x []float32) Geometry) {
		p = append(p, eachOf(name, n, func(_ *World, b Body, _ Shape, x []float32) { makeShape(b, g(x), keep) })...)
	}
	form("TaperedCapsule", 8, func(x []float32) Geometry {
		return TaperedCapsule{A: V3(x[0], x[1], x[2]), B: V3(x[3], -x[4], x[5]), RadiusA: x[6], RadiusB: x[7]}
	})
	form("Cylinder", 7, func(x []float32) Geometry {
		return Cylinder{A: V3(x[0], x[1], x[2]), B: V3(x[3], -x[4], x[5]), Radius: x[6]}
	})
	form("Cone", 7, func(x []float32) Geometry {
		return Cone{Base: V3(x[0], x[1], x[2]), Apex: V3(x[3], -x[4], x[5]), Radius: x[6]}
	})
	p = append(p, eachOf("Material", 6, func(_ *World, _ Body, s Shape, x []float32) {
		s.SetMaterial(Material{Friction: x[0], Restitution: x[1], RollingResistance: x[2],
			SurfaceVelocity: V3(x[3], x[4], x[5])})
	})...)
	return append(p, eachOf("Plane", 4, func(w *World, _ Body, _ Shape, x []float32) {
		if b, err := w.CreateBody(DefaultBodyDef()); err == nil {
			makeShape(b, Plane{Normal: V3(x[0], x[1], x[2]), Offset: x[3] - 3}, keep)
		}
	})...)
}

func meshProbes() []probe {
	static := func(w *World, g Geometry, err error) {
		if err != nil {
			return
		}
		if b, err := w.CreateBody(DefaultBodyDef()); err == nil {
			b.CreateShape(g, DefaultShapeDef())
		}
	}
	p := eachOf("Mesh", 6, func(w *World, _ Body, _ Shape, x []float32) {
		m, err := NewMesh(MeshDef{
			Vertices: []Vec3{{X: -4, Z: -4}, {X: x[0], Y: x[1], Z: 4 + x[2]}, {X: 4, Z: -4}, {X: 3, Y: -2, Z: 5}},
			Indices:  []uint32{0, 1, 2, 1, 3, 2}, Scale: V3(x[3], x[4], x[5]),
		})
		static(w, m, err)
	})
	p = append(p, eachOf("HeightField", 8, func(w *World, _ Body, _ Shape, x []float32) {
		f, err := NewHeightField(HeightFieldDef{
			Columns: 3, Rows: 3, Heights: []float32{0, x[0], 0, 0, x[1], 0, 0, 0, -x[2]},
			Spacing: V3(3*x[3], 0, 3*x[4]),
			Origin:  V3(x[5]-2, x[6]-0.5, x[7]-2),
		})
		static(w, f, err)
	})...)
	p = append(p, eachOf("Compound", 5, func(w *World, _ Body, _ Shape, x []float32) {
		c, err := NewCompound([]Geometry{BoxHalf(3, 0.1, 3), Sphere{Center: V3(x[0], x[1], x[2]), Radius: x[3]},
			Box{Half: V3(1, x[4], 1)}})
		static(w, c, err)
	})...)
	return append(p, eachOf("SetSurfaces", 3, func(w *World, _ Body, s Shape, x []float32) {
		s.SetSurfaces([]Material{{Friction: x[0], Restitution: x[1], RollingResistance: x[2]}})
	})...)
}

func queryProbes() []probe {
	filter := DefaultQueryFilter()
	p := eachOf("box of OverlapBox", 6, func(w *World, _ Body, _ Shape, x []float32) {
		w.OverlapBox(AABB{Min: V3(-x[0], -x[1], -x[2]), Max: V3(x[3], x[4], x[5])}, filter, nil)
	})
	p = append(p, eachOf("point of queries", 4, func(w *World, b Body, s Shape, x []float32) {
		at := V3(x[0], x[1], x[2])
		w.ClosestPoint(at, x[3], filter)
		s.ClosestPoint(at)
		b.ClosestPoint(at)
		s.Contains(at)
		b.Contains(at)
		w.OverlapPoint(at, filter, nil)
	})...)
	return append(p, eachOf("pose and way of casts", 10, func(w *World, b Body, s Shape, x []float32) {
		probe, err := NewProbe(Box{Half: V3(x[0], 0.2, 0.3)})
		if err != nil {
			return
		}
		pose := Transform{P: V3(x[1], x[2], x[3]), Q: Quat{X: x[4], Y: x[5], Z: x[6], W: 0.9}}
		if x[4]+x[5]+x[6] < 3 {
			pose.Q = pose.Q.Norm()
		}
		motion := V3(x[7], x[8], x[9])
		w.ShapeCast(probe, pose, motion, filter)
		s.ShapeCast(probe, pose, motion)
		b.ShapeCast(probe, pose, motion)
		w.Overlap(probe, pose, filter, nil)
		b.Overlaps(probe, pose)
		s.RayCast(pose.P, motion)
		b.RayCast(pose.P, motion)
		w.RayCastAll(pose.P, motion, filter, nil)
		w.RayCastAny(pose.P, motion, filter)
	})...)
}

func helperProbes() []probe {
	p := eachOf("ExplosionDef", 6, func(w *World, _ Body, _ Shape, x []float32) {
		d := DefaultExplosionDef()
		d.Position, d.Radius, d.Falloff, d.Impulse = V3(x[0], x[1], x[2]), x[3], x[4], x[5]
		w.Explode(d)
	})
	p = append(p, eachOf("WindDef", 13, func(w *World, _ Body, _ Shape, x []float32) {
		d := DefaultWindDef()
		d.Velocity, d.Density, d.Drag, d.Lift = V3(x[0], x[1], x[2]), x[3], x[4], x[5]
		d.Area = AABB{Min: V3(-x[6], -x[7], -x[8]), Max: V3(x[9], x[10], x[11])}
		w.ApplyWind(d, x[12])
	})...)
	p = append(p, eachOf("BuoyancyDef", 12, func(w *World, _ Body, _ Shape, x []float32) {
		d := DefaultBuoyancyDef()
		d.Normal, d.Offset, d.Density = V3(x[0], x[1], x[2]), x[3], 1000*x[4]
		d.Flow = V3(x[5], x[6], x[7])
		d.Drag, d.LinearDamping, d.AngularDamping = x[8], x[9], x[10]
		w.ApplyBuoyancy(d, x[11])
	})...)
	p = append(p, eachOf("ShiftOrigin", 3, func(w *World, _ Body, _ Shape, x []float32) {
		w.ShiftOrigin(V3(x[0], x[1], x[2]))
	})...)
	return append(p, eachOf("ContactUpdate", 6, func(w *World, _ Body, s Shape, x []float32) {
		s.SetHooked(true)
		w.SetPreSolve(func(c *ContactUpdate) {
			c.Friction, c.Restitution, c.Rolling = x[0], x[1], x[2]
			c.SurfaceVelocity = V3(x[3], x[4], x[5])
			c.Normal, c.Points, c.Count = Vec3{}, [4]ContactPoint{}, -7
		})
	})...)
}

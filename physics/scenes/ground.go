package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// The scenes of this file are those public benchmarks and stability tests of Box3D and Jolt that have
// a mesh or a height field for a ground, rebuilt from their published numbers.

// trees is Box3D's fall of fifty trees on a mesh with cells of 1/fine metres.
func trees(name string, fine int) Scene {
	return Scene{
		Name:     name,
		Intended: []string{"units"},
		Category: "benchmarks",
		Text:     fmt.Sprintf("Box3D's fifty trees of 22 hulls fall over on a wavy mesh of %d cm", 100/fine),
		View:     View{Target: vec.V3(0, 12, 0), Distance: 170, Yaw: 35, Pitch: 22},
		Hertz:    benchmarkHertz,
		Steps:    500,
		Params: []Param{
			{Key: "trees", Min: 1, Max: 50, Default: 50, Whole: true, Text: "number of trees"},
			{Key: "width", Unit: "m", Min: 10, Max: 150, Default: 150, Whole: true, Text: "width of the ground"},
			{Key: "length", Unit: "m", Min: 10, Max: 200, Default: 200, Whole: true, Text: "length of the ground"},
		},
		Build: func(r *Run) {
			cell := 1 / float32(fine)
			columns, rows := fine*r.count("width"), fine*r.count("length")
			// the waves are those of the whole ground, of which a smaller one is the middle
			skipX, skipZ := (fine*150-columns)/2, (fine*200-rows)/2
			r.static(at(0, 0, 0), r.mesh(gridMesh(columns, rows, cell, func(i, k int) float32 {
				return wave(0.4, float32(0.1*cell), float32(0.05*cell), i+skipX, k+skipZ)
			})), material(0.6))
			n := r.count("trees")
			geometries := r.treeGeometries()
			for k := range n {
				r.tree(k, along(-70, 3, k+(50-n)/2), geometries)
			}
		},
		Check: func(r *Run) error {
			for i, b := range r.Bodies {
				p := b.WorldCenter()
				lean := vec.Acos(vec.Clamp(b.Transform().Q.Rotate(vec.AxisY).Y, -1, 1))
				if p.Y < -0.5 || p.Y > 4 || lean < 1.2 {
					return fmt.Errorf("tree %d has its middle at %v and leans by %.2f rad", i, p, lean)
				}
			}
			return nil
		},
	}
}

var (
	trees100 = trees("trees100", 1)
	trees50  = trees("trees50", 2)
	trees25  = trees("trees25", 4)
)

// wave is the height of a corner of Box3D's wave mesh, from the frequencies per cell (1/cell).
func wave(amplitude, rowFrequency, columnFrequency float32, i, k int) float32 {
	s := vec.Sin(float32(2 * vec.Pi * float32(rowFrequency*float32(i))))
	c := vec.Sin(float32(2 * vec.Pi * float32(columnFrequency*float32(k))))
	return float32(float32(amplitude*s) * c)
}

// treeGeometries returns the hulls of a trunk from its foot up. All trees share them.
func (r *Run) treeGeometries() []physics.Geometry {
	const count, sides, length = 22, 6, 1.5
	var geometries []physics.Geometry
	radius, y := float32(0.75), float32(1)
	for range count {
		low, high := y-radius, y+radius+length
		geometries = append(geometries, r.hull(ring(ring(nil, sides, radius, low), sides, radius, high)))
		y += length + 2*radius
		radius = float32(radius * 0.95)
	}
	return geometries
}

// tree builds the k-th tree at z.
func (r *Run) tree(k int, z float32, geometries []physics.Geometry) {
	def := bodyAt(physics.Dynamic, at(0, 1, z))
	def.SleepSpeed = 0.2
	b := r.body(def)
	bark := material(0.9)
	// 0.05 in Box3D, which multiplies it on meshes by the whole inner radius instead of a quarter
	bark.Density, bark.Material.RollingResistance = 1, 4*0.05
	for _, geometry := range geometries {
		r.attach(b, geometry, bark)
	}
	if r.err != nil {
		return
	}
	spin := vec.V3(0, 0, float32(0.5*(0.5+float32(0.5*float32(k))/50)))
	if k%2 == 0 {
		spin = spin.Neg()
	}
	b.SetAngularVelocity(spin)
	b.SetLinearVelocity(spin.Cross(b.WorldCenter().Sub(b.Position())))
}

var meshDrop = Scene{
	Name:     "mesh_drop",
	Category: "terrain",
	Text:     "Box3D's test of 400 thin boxes that fall on a wavy mesh: they come to rest, none gets through",
	View:     View{Target: vec.V3(0, 0, 0), Distance: 16, Yaw: 30, Pitch: 30},
	Hertz:    benchmarkHertz,
	Steps:    600,
	Params: []Param{
		{Key: "side", Min: 1, Max: 20, Default: 20, Whole: true, Text: "boxes along a side"},
	},
	Build: func(r *Run) {
		ground := material(0.6)
		ground.Filter = physics.Filter{Category: 1, Mask: ^uint64(0)}
		r.static(at(0, 0, 0), r.mesh(gridMesh(40, 40, 1, func(i, k int) float32 { return wave(0.5, 0.1, 0.2, i, k) })),
			ground)
		chip := material(0.6)
		chip.Filter = physics.Filter{Category: 2, Mask: 1}
		chip.Material.RollingResistance = 0.1
		rng := random(3963634789)
		n := r.count("side")
		for i := range n {
			for k := range n {
				def := bodyAt(physics.Dynamic, at(0.5*float32(i-n/2), 5, 0.5*float32(k-n/2)))
				def.LinearVelocity = rng.vector(1)
				def.AngularVelocity = rng.vector(5)
				r.attach(r.body(def), physics.BoxHalf(0.02, 0.2, 0.04), chip)
			}
		}
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			p := b.WorldCenter()
			hit, ok := r.World.RayCast(physics.V3(p.X, 2, p.Z), physics.V3(0, -4, 0),
				physics.QueryFilter{Category: 2, Mask: 1})
			if !ok || p.Y < hit.Point.Y {
				return fmt.Errorf("box %d is in or below the mesh at %v", i, p)
			}
		}
		if n := r.World.Counters().AwakeBodies; n > len(r.Bodies)/100 {
			return fmt.Errorf("%d boxes are still awake", n)
		}
		return nil
	},
}

// vector returns a vector with components in ±limit.
func (s *random) vector(limit float32) vec.Vec3 {
	x := s.between(-limit, limit)
	y := s.between(-limit, limit)
	return vec.V3(x, y, s.between(-limit, limit))
}

var wavePile = Scene{
	Name:     "wave_pile",
	Category: "terrain",
	Text:     "Box3D's test pile of balls, capsules, boxes and rocks on a wavy height field",
	View:     View{Target: vec.V3(0, 1, 0), Distance: 20, Yaw: 30, Pitch: 25},
	Hertz:    benchmarkHertz,
	Steps:    600,
	Params: []Param{
		{Key: "layers", Min: 1, Max: 10, Default: 4, Whole: true, Text: "layers of 25 bodies"},
	},
	Build: func(r *Run) {
		// wide enough for rocks that roll out of the pile
		def := physics.HeightFieldDef{Columns: 29, Rows: 29, Spacing: vec.V3(1, 0, 1)}
		for row := range 29 {
			for column := range 29 {
				def.Heights = append(def.Heights, wave(0.6, 0.08, 0.06, row-4, column-4))
			}
		}
		field, err := physics.NewHeightField(def)
		if err != nil {
			r.fail(err)
			return
		}
		r.static(at(-14, 0, -14), field, material(0.6))
		shapes := [4]physics.Geometry{physics.Sphere{Radius: 0.5}, capsule(0.3, 0.35), physics.BoxHalf(0.45, 0.3, 0.55),
			r.rock(0.55, 10)}
		surface := material(0.6)
		surface.Material.RollingResistance = 0.3
		rng := random(52977)
		for layer := range r.count("layers") {
			for i := range 25 {
				jitter := rng.vector(0.3)
				jitter.Y = float32(0.3 * jitter.Y)
				p := vec.V3(centred(i%5, 5, 1.7), along(2.5, 1.6, layer), centred(i/5, 5, 1.7)).Add(jitter)
				r.dynamic(physics.Transform{P: p, Q: rng.rotation()}, shapes[(25*layer+i)%4], surface)
			}
		}
	},
	Check: func(r *Run) error {
		if err := checkInside(r, physics.AABB{Min: vec.V3(-14, -0.7, -14), Max: vec.V3(14, 6, 14)}); err != nil {
			return err
		}
		mass := float32(0)
		for _, b := range r.Bodies {
			mass += b.Mass()
		}
		if e := kineticEnergy(r) / mass; e > 0.01 {
			return fmt.Errorf("the pile still moves with %.4f J/kg", e)
		}
		return nil
	},
}

// joltDamping (1/s) is the default of Jolt for every body.
const joltDamping = 0.05

var convexVsMesh = Scene{
	Name:     "convex_vs_mesh",
	Category: "benchmarks",
	Text:     "Jolt's 1764 boxes, balls, capsules and hulls on a wavy mesh of 20,000 triangles",
	View:     View{Target: vec.V3(0, 0, 0), Distance: 200, Yaw: 30, Pitch: 28},
	Hertz:    benchmarkHertz,
	Steps:    500,
	Params: []Param{
		{Key: "side", Min: 1, Max: 21, Default: 21, Whole: true, Text: "columns of four bodies along a side"},
	},
	Build: func(r *Run) {
		surface := material(0.5)
		surface.Material.Restitution = 0.6
		r.static(at(0, 5, 0), r.mesh(gridMesh(100, 100, 3, func(i, k int) float32 {
			return float32(float32(5*vec.Sin(0.5*float32(i))) * vec.Cos(0.5*float32(k)))
		})), surface)
		shapes := [4]physics.Geometry{
			physics.BoxHalf(0.5, 0.75, 1), physics.Sphere{Radius: 0.5}, capsule(0.75, 0.5),
			r.hull([]vec.Vec3{{Y: 1}, {X: 1}, {X: -1}, {Z: 1}, {Z: -1}}),
		}
		n := r.count("side")
		for x := range n {
			for y := range 4 {
				for z := range n {
					def := bodyAt(physics.Dynamic, at(centred(x, n, 7.5), along(15, 2, y), centred(z, n, 7.5)))
					def.LinearDamping, def.AngularDamping = joltDamping, joltDamping
					r.attach(r.body(def), shapes[y], surface)
				}
			}
		}
	},
	Check: func(r *Run) error {
		return checkInside(r, physics.AABB{Min: vec.V3(-150, 0, -150), Max: vec.V3(150, 30, 150)})
	},
}

package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// The scenes of this file keep the sizes and rates of the public benchmarks whose names
// they bear: Box3D's benchmark program and, for the wide pyramid, Jolt's PerformanceTest.

// flatPyramid builds a wall of cubes of half size 0.5 and density 100 with its lowest
// left cube at corner.
func (r *Run) flatPyramid(base int, corner vec.Vec3, sleep bool) {
	cube := physics.BoxHalf(0.5, 0.5, 0.5)
	light := material(0.6)
	light.Density = 100
	for i := range base {
		for j := i; j < base; j++ {
			x := along(corner.X+float32(j-i), 0.5, i+1)
			def := bodyAt(physics.Dynamic, at(x, along(0.5, 1, i), corner.Z))
			def.AllowSleep = sleep
			r.attach(r.body(def), cube, light)
		}
	}
}

var largePyramid = Scene{
	Name:     "large_pyramid",
	Category: "benchmarks",
	Text:     "Box3D's pyramid of 5050 cubes",
	View:     View{Target: vec.V3(0, 40, 0), Distance: 150, Yaw: 25, Pitch: 15},
	Hertz:    benchmarkHertz,
	Steps:    200,
	World:    noSleep,
	Params: []Param{
		{Key: "base", Min: 1, Max: 200, Default: 100, Whole: true, Text: "cubes in the bottom row"},
	},
	Build: func(r *Run) {
		base := r.count("base")
		r.ground(400, 400, 0.6)
		r.flatPyramid(base, vec.V3(-0.5*float32(base), 0, 0), true)
	},
	Check: func(r *Run) error {
		return checkStill(r, 0.003*float32(r.count("base")), 0.01*float32(r.count("base")))
	},
}

var manyPyramids = Scene{
	Name:     "many_pyramids",
	Category: "benchmarks",
	Text:     "Box3D's field of 14 × 14 pyramids of 55 cubes",
	View:     View{Target: vec.V3(0, 0, 0), Distance: 150, Yaw: 30, Pitch: 35},
	Hertz:    benchmarkHertz,
	Steps:    100,
	Params: []Param{
		{Key: "side", Min: 1, Max: 14, Default: 14, Whole: true, Text: "pyramids along a side of the field"},
	},
	Build: func(r *Run) {
		const extent = 77
		r.ground(extent, extent, 0.6)
		side := r.count("side")
		for row := range side {
			z := along(1-extent, 2*(extent-1)/float32(13), row)
			for column := range side {
				r.flatPyramid(10, vec.V3(along(0.5-extent, 11, column), 0, z), false)
			}
		}
	},
	Check: func(r *Run) error { return checkStill(r, 0.02, 0.05) },
}

var widePyramid = Scene{
	Name:     "wide_pyramid",
	Category: "benchmarks",
	Text:     "Jolt's pyramid: fifteen square layers of boxes",
	View:     View{Target: vec.V3(0, 12, 0), Distance: 60, Yaw: 30, Pitch: 20},
	Hertz:    benchmarkHertz,
	Steps:    500,
	World:    noSleep,
	Params: []Param{
		{Key: "height", Min: 1, Max: 15, Default: 15, Whole: true, Text: "number of layers"},
	},
	Build: func(r *Run) {
		r.ground(100, 100, 0.6)
		cube := physics.BoxHalf(0.975, 0.975, 0.975)
		height := r.count("height")
		for i := range height {
			odd := float32(i % 2)
			for j := i / 2; j < height-(i+1)/2; j++ {
				for k := i / 2; k < height-(i+1)/2; k++ {
					x := float32(2*j-height) + odd
					z := float32(2*k-height) + odd
					r.dynamic(at(x, along(1, 2.5, i), z), cube, material(0.6))
				}
			}
		}
	},
	Check: func(r *Run) error {
		return checkInside(r, physics.AABB{Min: vec.V3(-40, 0.9, -40), Max: vec.V3(40, 40, 40)})
	},
}

var convexPile = Scene{
	Name:     "convex_pile",
	Category: "benchmarks",
	Text:     "Box3D's pile of 5120 round hulls",
	View:     View{Target: vec.V3(0, 20, 0), Distance: 140, Yaw: 30, Pitch: 20},
	Hertz:    benchmarkHertz,
	Steps:    500,
	Params: []Param{
		{Key: "layers", Min: 1, Max: 80, Default: 80, Whole: true, Text: "layers of 64 hulls"},
	},
	Build: func(r *Run) {
		r.ground(250, 250, 0.6)
		hull := r.hull(peelPoints())
		for layer := range r.count("layers") {
			for z := range 8 {
				for x := range 8 {
					r.dynamic(at(along(-16, 4, x), along(2, 4, layer), along(-16, 4, z)), hull, material(0.6))
				}
			}
		}
	},
	Check: func(r *Run) error {
		return checkInside(r, physics.AABB{Min: vec.V3(-250, 1, -250), Max: vec.V3(250, 330, 250)})
	},
}

// peelPoints returns the 32 random points on a sphere of radius 2 m that the pile's hull
// is made of, drawn with the generator of the PEEL test bed.
func peelPoints() []vec.Vec3 {
	state := uint32(42)
	draw := func() float32 {
		state = state*2147001325 + 715136305
		return float32(state&0xffff)/65535 - 0.5
	}
	points := make([]vec.Vec3, 0, 32)
	for len(points) < 32 {
		p := vec.V3(draw(), draw(), draw())
		if p.Len2() > 0.25 {
			continue
		}
		points = append(points, p.Norm().Mul(2))
	}
	return points
}

var junkyard = Scene{
	Name:     "junkyard",
	Intended: []string{"overlap"},
	Category: "benchmarks",
	Text:     "Box3D's yard: a pillar ploughs through 10,584 rocks",
	View:     View{Target: vec.V3(0, 8, 0), Distance: 130, Yaw: 30, Pitch: 35},
	Hertz:    benchmarkHertz,
	Steps:    500,
	Params: []Param{
		{Key: "layers", Min: 1, Max: 24, Default: 24, Whole: true, Text: "layers of 441 rocks"},
	},
	Build: func(r *Run) {
		def := material(0.6)
		yard := r.body(bodyAt(physics.Static, at(0, -1, 0)))
		r.attach(yard, physics.BoxHalf(120, 1, 120), def)
		r.walls(yard, 50, vec.V3(1, 8, 50), 50, vec.V3(50, 8, 1), 8, def)
		rock := r.rock(1.5, 10)
		for y := range r.count("layers") {
			for x := range 21 {
				for z := range 21 {
					r.dynamic(at(along(-40, 4, x), along(25, 4, y), along(-40, 4, z)), rock, def)
				}
			}
		}
		pillar := r.body(bodyAt(physics.Kinematic, at(35, 0, 0)))
		r.attach(pillar, r.hull(ring(ring(nil, 16, 4, 0), 16, 4, 24)), def)
	},
	Step: func(r *Run, step int) error {
		degrees := -6 * float32(step+1) / benchmarkHertz
		s, c := vec.SinCos(float32(degrees * (vec.Pi / 180)))
		r.Movers[0].SetTarget(at(float32(35*c), 0, float32(35*s)), r.dt)
		return nil
	},
	Check: func(r *Run) error {
		return checkInside(r, physics.AABB{Min: vec.V3(-120, 0.3, -120), Max: vec.V3(120, 130, 120)})
	},
}

var washer = Scene{
	Name:     "washer",
	Category: "benchmarks",
	Text:     "Box3D's drum with 8000 cubes",
	View:     View{Target: vec.V3(0, 21, 0), Distance: 60, Yaw: 20, Pitch: 10},
	Hertz:    benchmarkHertz,
	Steps:    1000,
	Params: []Param{
		{Key: "side", Min: 1, Max: 20, Default: 20, Whole: true, Text: "cubes along a side of the block"},
	},
	Build: func(r *Run) {
		def := material(0.6)
		r.ground(60, 60, 0.6)
		drum := bodyAt(physics.Kinematic, at(0, 21, 0))
		drum.AngularVelocity = vec.V3(0, 0, 25*vec.Pi/180)
		drum.LinearVelocity = vec.V3(0.001, -0.002, 0)
		b := r.body(drum)
		for i := range 36 {
			from := along(0, 10, i)
			r.attach(b, r.sector(from-1, from+11, 16, 18), def)
			if i%9 == 0 {
				r.attach(b, r.sector(from, from+10, 14, 16), def)
			}
		}
		cube := physics.BoxHalf(0.2, 0.2, 0.2)
		side := r.count("side")
		for x := range side {
			for y := range side {
				for z := range side {
					r.dynamic(at(along(-8, 0.8, x), along(13, 0.8, y), along(-8, 0.8, z)), cube, def)
				}
			}
		}
	},
	Check: func(r *Run) error {
		return checkInside(r, physics.AABB{Min: vec.V3(-60, 0, -60), Max: vec.V3(60, 50, 60)})
	},
}

// sector returns the hull of a piece of a drum wall around the z axis: between two angles
// (°) and two radii (m), 20 m long.
func (r *Run) sector(from, to, inner, outer float32) physics.Geometry {
	var points []vec.Vec3
	for _, degrees := range [2]float32{from, to} {
		s, c := vec.SinCos(float32(degrees * (vec.Pi / 180)))
		for _, radius := range [2]float32{inner, outer} {
			points = append(points,
				vec.V3(float32(radius*c), float32(radius*s), -10),
				vec.V3(float32(radius*c), float32(radius*s), 10))
		}
	}
	return r.hull(points)
}

var largeWorld = Scene{
	Name:     "large_world",
	Intended: []string{"nothing-moves"},
	Category: "benchmarks",
	Text:     "Box3D's plain of a million static boxes on which a hundred spheres drop",
	View:     View{Target: vec.V3(0, 0, 0), Distance: 120, Yaw: 30, Pitch: 30},
	Hertz:    benchmarkHertz,
	Steps:    500,
	Params: []Param{
		{Key: "grid", Min: 10, Max: 1000, Default: 1000, Whole: true, Text: "static boxes along a side"},
	},
	Build: func(r *Run) {
		grid := r.count("grid")
		slab := physics.BoxHalf(5, 0.25, 5)
		for i := range grid {
			for j := range grid {
				r.static(at(centred(i, grid, 10), 0, centred(j, grid, 10)), slab, material(0.6))
			}
		}
	},
	Step: func(r *Run, step int) error {
		n := step/5 - 1
		if step%5 != 0 || n < 0 || n >= 100 {
			return nil
		}
		// the n-th sphere goes to the middle of its cell of the inner 80 %
		cell := 0.8 * float32(r.count("grid"))
		x, z := centred(n%10, 10, cell), centred(n/10, 10, cell)
		b, err := r.World.CreateBody(bodyAt(physics.Dynamic, at(x, 1.5, z)))
		if err != nil {
			return err
		}
		_, err = b.CreateShape(physics.Sphere{Radius: 0.5}, material(0.6))
		return err
	},
	Check: func(r *Run) error {
		spheres := 0
		for _, b := range r.World.Bodies(nil) {
			if b.Type() != physics.Dynamic {
				continue
			}
			spheres++
			// the last ones are still falling the half metre to their slab
			if p := b.Position(); p.Y < 0.7 || p.Y > 1.51 {
				return fmt.Errorf("sphere %d is at %v", spheres, p)
			}
		}
		if want := min((r.StepCount-1)/5, 100); spheres != want {
			return fmt.Errorf("%d spheres dropped, want %d", spheres, want)
		}
		return nil
	},
}

package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// The scenes of the category "continuous" are too fast for a look once per step.

// wallSpeeds are the speeds of the shots (m/s).
var wallSpeeds = [...]float32{10, 30, 50, 100, 200, 400, 700, 1000}

var thinWall = Scene{
	Name:     "thin_wall",
	Category: "continuous",
	Text:     "balls, boxes and rods of 10 to 1000 m/s against a wall of one centimetre, a mesh and a spinning blade",
	View:     View{Target: vec.V3(-2, 2, 0), Distance: 22, Yaw: 35, Pitch: 25},
	Steps:    200,
	Build: func(r *Run) {
		r.ground(60, 60, 0.6)
		r.static(at(0, 2.5, -5), physics.BoxHalf(0.005, 2.5, 5), material(0.6))
		sheet := flatMesh(10, 1)
		sheet.TwoSided = true
		upright := physics.Transform{P: vec.V3(0, 5, 5), Q: rotatedBy(vec.AxisZ, vec.Pi/2)}
		r.static(upright, r.mesh(sheet), material(0.6))
		blade := bodyAt(physics.Kinematic, at(5, 2.5, 0))
		blade.AngularVelocity = vec.V3(0, 20, 0)
		r.attach(r.body(blade), physics.BoxHalf(3, 0.3, 0.02), material(0.6))
		rng := random(99)
		shots := [3]physics.Geometry{physics.Sphere{Radius: 0.1}, physics.BoxHalf(0.15, 0.1, 0.08),
			physics.BoxHalf(0.4, 0.02, 0.02)}
		for i, speed := range wallSpeeds {
			for k, g := range shots {
				for side := float32(-1); side <= 1; side += 2 {
					p := at(-8, along(0.5, 0.5, i), float32(side*along(2, 1.2, k)))
					p.Q = rng.rotation()
					def := bodyAt(physics.Dynamic, p)
					def.LinearVelocity = vec.V3(speed, 0, 0)
					def.AngularVelocity = vec.V3(rng.between(-30, 30), rng.between(-30, 30), rng.between(-30, 30))
					def.Bullet = true
					r.attach(r.body(def), g, material(0.3))
				}
			}
		}
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			if p := b.WorldCenter(); p.X > 0 && vec.Abs(p.Z) < 9 && p.Y < 4.5 && p.Y > 0 {
				return fmt.Errorf("shot %d went through: it is at %v", i, p)
			}
			if p := b.WorldCenter(); p.Y < -0.1 && vec.Max(vec.Abs(p.X), vec.Abs(p.Z)) < 60 {
				return fmt.Errorf("shot %d fell through the ground to %v", i, p)
			}
		}
		return nil
	},
}

// The closed box of Jolt's PerformanceTest and what flies in it.
const (
	fastHalf  = 50
	fastSpeed = 250
)

var highSpeed = Scene{
	Name:     "high_speed",
	Intended: []string{"overlap"},
	Category: "benchmarks",
	Text:     "Jolt's closed box with 5000 bodies of 250 m/s that bounce for ever",
	View:     View{Target: vec.V3(0, 25, 0), Distance: 42, Yaw: 40, Pitch: 12},
	Hertz:    benchmarkHertz,
	Steps:    500,
	Params: []Param{
		{Key: "count", Min: 1, Max: 20000, Default: 5000, Whole: true, Text: "number of bodies"},
	},
	Build: func(r *Run) {
		wall := material(1)
		wall.Material.Restitution = 1
		r.closedBox(fastHalf, 0.2, wall)
		rng := random(5489)
		// a bar with a round end, as a bent thing
		bar := []physics.Geometry{
			physics.Capsule{A: vec.V3(-0.5, 0, 0), B: vec.V3(0.5, 0, 0), Radius: 0.1},
			physics.Box{Half: vec.V3(0.1, 0.5, 0.1), Center: vec.V3(0.5, 0.3, 0)},
		}
		for i := range r.count("count") {
			p := vec.V3(rng.between(-45, 45), fastHalf+rng.between(-45, 45), rng.between(-45, 45))
			def := bodyAt(physics.Dynamic, physics.Transform{P: p, Q: rng.rotation()})
			dir := vec.V3(rng.between(-1, 1), rng.between(-1, 1), rng.between(-1, 1)).Norm()
			def.LinearVelocity = dir.Mul(fastSpeed)
			def.Bullet = true
			surface := material(rng.between(0.5, 1))
			surface.Material.Restitution = rng.between(0.9, 1)
			switch i % 3 {
			case 0:
				r.attach(r.body(def), physics.Sphere{Radius: 0.5}, surface)
			case 1:
				r.attach(r.body(def), physics.BoxHalf(0.25, 0.5, 0.5), surface)
			default:
				r.compound(def, bar, surface)
			}
		}
	},
	Check: func(r *Run) error {
		return checkInside(r, physics.AABB{Min: vec.V3(-fastHalf, 0, -fastHalf),
			Max: vec.V3(fastHalf, 2*fastHalf, fastHalf)})
	},
}

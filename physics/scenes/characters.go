package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// courseGoals are where the person of the course walks in turn: the way up the stairs and the slope,
// onto the lift and the turning disc, through the boxes and back.
var courseGoals = [...]vec.Vec3{
	{X: 0, Z: 8}, {X: 9, Z: 8}, {X: 9, Z: 0}, {X: 0, Z: 0}, {X: -6, Z: 0}, {X: -6, Z: 7}, {X: -6, Z: 0}, {X: 0, Z: 0},
	{X: 0, Z: -7}, {X: 9, Z: -7},
}

// courseLeg is how many steps the person has for each leg of the course.
const courseLeg = 450

var characterCourse = Scene{
	Name:     "character_course",
	Category: "characters",
	Text:     "a person goes up stairs and down a slope, rides a lift and a turning disc, and pushes boxes aside",
	View:     View{Target: vec.V3(1, 1, 0), Distance: 26, Yaw: 25, Pitch: 38},
	Steps:    courseLeg * len(courseGoals),
	Params: []Param{
		{Key: "speed", Unit: "m/s", Min: 1, Max: 8, Default: 4, Text: "speed of the person"},
	},
	Build: func(r *Run) {
		r.ground(20, 20, 0.6)
		// ten steps of 20 cm lead up to a terrace, a slope of 30° leads down
		for i := range 10 {
			h := along(0.2, 0.2, i)
			r.static(at(along(2.15, 0.3, i), h/2, 8), physics.BoxHalf(0.15, h/2, 2), material(0.6))
		}
		r.static(at(8, 1, 8), physics.BoxHalf(3, 1, 2), material(0.6))
		s, c := vec.SinCos(vec.Pi / 6)
		foot := vec.V3(9, 0, float32(6-2*c/s))
		slope := physics.Transform{P: foot.Add(vec.V3(0, float32(2*s), float32(2*c))).Sub(
			vec.V3(0, float32(0.2*c), float32(-0.2*s))), Q: rotatedBy(vec.AxisX, -vec.Pi/6)}
		r.static(slope, physics.BoxHalf(2, 0.2, 2), material(0.6))
		// a slope that is too steep, beside the way
		r.static(physics.Transform{P: vec.V3(4, 0, 3), Q: rotatedBy(vec.AxisX, -1.1)}, physics.BoxHalf(1.5, 0.2, 2),
			material(0.6))

		lift := r.body(bodyAt(physics.Kinematic, at(-6, 0.1, 0)))
		r.attach(lift, physics.BoxHalf(1.5, 0.1, 1.5), material(0.6))
		disc := bodyAt(physics.Kinematic, at(-6, 0.1, 7))
		disc.AngularVelocity = vec.V3(0, 0.8, 0)
		r.attach(r.body(disc), physics.Cylinder{A: vec.V3(0, -0.1, 0), B: vec.V3(0, 0.1, 0), Radius: 2.5},
			material(0.6))
		light := material(0.4)
		light.Density = 30 // 6 kg: the person pushes with 250 N, and twelve in a row take more than that at 60
		for i := range 24 {
			r.dynamic(at(along(2, 0.8, i%6), along(0.3, 0.6, i/12), along(-7.4, 0.8, i/6%2)),
				physics.BoxHalf(0.3, 0.3, 0.3), light)
		}
		def := physics.DefaultMoverDef()
		def.Name = "person"
		r.character(def)
	},
	Step: func(r *Run, step int) error {
		// the lift goes up and down by a metre in 6 s
		s, _ := vec.SinCos(float32(2*vec.Pi) * float32(step%600) / 600)
		r.Movers[0].SetTarget(at(-6, 0.7+float32(0.6*s), 0), r.dt)
		goal := courseGoals[step/courseLeg%len(courseGoals)]
		r.Characters[0].Move(walkTo(r.Characters[0], goal, r.value("speed")), r.dt)
		return nil
	},
	Check: func(r *Run) error {
		p := r.Characters[0].Position()
		goal := courseGoals[(r.StepCount-1)/courseLeg%len(courseGoals)]
		d := p.Sub(goal)
		if d.Y = 0; d.Len() > 0.5 || p.Y < -0.01 {
			return fmt.Errorf("the person is at %v, not at %v", p, goal)
		}
		moved := 0
		for i, b := range r.Bodies {
			if b.Position().Dist(r.Start[i].P) > 0.3 {
				moved++
			}
		}
		if r.StepCount > courseLeg*9 && moved < 4 {
			return fmt.Errorf("the person pushed only %d boxes aside", moved)
		}
		return nil
	},
}

// walkTo is the input of a mover on its way to a place: slower as it arrives.
func walkTo(m *physics.Mover, goal vec.Vec3, speed float32) physics.MoverInput {
	d := goal.Sub(m.Position())
	d.Y = 0
	dir, distance := d.NormLen()
	return physics.MoverInput{Walk: dir.Mul(vec.Min(speed, float32(4*distance)))}
}

var characterVirtual = Scene{
	Name:     "character_virtual",
	Category: "benchmarks",
	Text:     "Jolt's hundred persons run back and forth on a wavy mesh with stairs, pillars and boxes",
	View:     View{Target: vec.V3(0, 0, 0), Distance: 45, Yaw: 30, Pitch: 35},
	Hertz:    benchmarkHertz,
	Steps:    500,
	Params: []Param{
		{Key: "side", Min: 1, Max: 10, Default: 10, Whole: true, Text: "persons along a side"},
	},
	Build: func(r *Run) {
		r.static(at(0, 0, 0), r.mesh(gridMesh(100, 100, 0.5, func(i, k int) float32 {
			return float32(float32(2*vec.Sin(0.2*float32(i))) * vec.Cos(0.2*float32(k)))
		})), material(0.2))
		for i := range 10 {
			half := 4 - float32(0.4*float32(i))
			r.static(at(-4, along(-1, 0.3, i), 0), physics.BoxHalf(half, 0.15, half), material(0.2))
		}
		for i := range 10 {
			r.static(at(2, 1, along(2, 0.2, i)), physics.BoxHalf(0.1, 2.5, 0.1), material(0.2))
		}
		box := material(0.2)
		box.Density = 8 // 1 kg
		n := r.count("side")
		for x := range n {
			for z := range n {
				r.dynamic(at(along(-20, 4, x), 5, along(-20, 4, z)), physics.BoxHalf(0.25, 0.25, 0.25), box)
				def := physics.DefaultMoverDef()
				def.Height, def.Radius = 1.95, 0.3
				def.Position = vec.V3(along(-20, 4, x), 1, along(-20, 4, z))
				r.character(def)
			}
		}
	},
	Step: func(r *Run, step int) error {
		for i, m := range r.Characters {
			// every two seconds a new place and a new speed, which nothing but the number decides
			rng := random(uint32(step/120)*7919 + uint32(i)*104729 + 1)
			rng.next()
			goal := vec.V3(rng.between(-20, 20), 0, rng.between(-20, 20))
			m.Move(walkTo(m, goal, rng.between(5, 9.5)), r.dt)
		}
		return nil
	},
	Check: func(r *Run) error {
		for i, m := range r.Characters {
			p := m.Position()
			if p.Y < -2.1 || p.Y > 6 || vec.Max(vec.Abs(p.X), vec.Abs(p.Z)) > 25 {
				return fmt.Errorf("person %d is at %v", i, p)
			}
		}
		return checkInside(r, physics.AABB{Min: vec.V3(-60, -200, -60), Max: vec.V3(60, 8, 60)})
	},
}

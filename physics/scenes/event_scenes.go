package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// The scenes of the category "events" show who meets whom, and what is told about it.

var filters = Scene{
	Name:     "filters",
	Category: "events",
	Text:     "balls of four categories fall through three floors; each floor stops its own kind, the last kind none",
	View:     View{Target: vec.V3(0, 3, 0), Distance: 19, Yaw: 25, Pitch: 12},
	Steps:    500,
	Params: []Param{
		{Key: "rows", Min: 1, Max: 10, Default: 5, Whole: true, Text: "rows of balls along each edge"},
	},
	Build: func(r *Run) {
		r.ground(12, 12, 0.6)
		for level := range 4 {
			// the lowest rim stands on the ground and stops all kinds
			kind := material(0.6)
			if level > 0 {
				kind.Filter.Mask = filterOf(level - 1)
			}
			b := r.body(bodyAt(physics.Static, at(0, along(-0.5, 2, level), 0)))
			r.attach(b, physics.BoxHalf(4, 0.1, 4), kind)
			r.walls(b, 4.1, vec.V3(0.1, 0.3, 4.2), 4.1, vec.V3(4, 0.3, 0.1), 0.3, kind)
		}
		n := r.count("rows")
		for i := range n * n {
			ball := material(0.6)
			ball.Filter.Category = filterOf(i % 4)
			x, z := centred(i%n, n, 1), centred(i/n, n, 1)
			r.dynamic(at(x, along(7.5, 0.3, i%3), z), physics.Sphere{Radius: 0.35}, ball)
			// a pair of one negative group falls through each other
			ghost := material(0.6)
			ghost.Filter.Category, ghost.Filter.Group = filterOf(i%4), -1-int32(i)
			r.dynamic(at(x, along(9.5, 0.3, i%3), z), physics.Sphere{Radius: 0.2}, ghost)
			r.dynamic(at(x, along(11.5, 0.3, i%3), z), physics.Sphere{Radius: 0.2}, ghost)
		}
	},
	Check: func(r *Run) error {
		for i, b := range r.Bodies {
			low, high := float32(0), float32(1.4)
			if kind := i / 3 % 4; kind < 3 {
				low, high = along(1.6, 2, kind), along(3.3, 2, kind)
			}
			if y := b.Position().Y; y < low || y > high {
				return fmt.Errorf("ball %d of kind %d is at height %.2f m, not between %.2f and %.2f", i, i/3%4, y, low,
					high)
			}
		}
		return nil
	},
}

// filterOf is the category bit of a kind of balls.
func filterOf(kind int) uint64 { return 1 << (kind + 8) }

var sensorGates = Scene{
	Name:     "sensor_gates",
	Intended: []string{"no-friction"},
	Category: "events",
	Text:     "balls roll through gates; every gate reports each ball coming and going",
	View:     View{Target: vec.V3(0, 1.5, 0), Distance: 18, Yaw: -20, Pitch: 20},
	Steps:    700,
	Params: []Param{
		{Key: "balls", Min: 1, Max: 30, Default: 6, Whole: true, Text: "number of balls"},
		{Key: "gates", Min: 1, Max: 8, Default: 4, Whole: true, Text: "number of gates"},
	},
	Build: func(r *Run) {
		r.ground(40, 10, 0.6)
		q := rotatedBy(vec.AxisZ, 0.12)
		pose := physics.Transform{P: vec.V3(0, 1.2, 0), Q: q}
		r.static(pose, physics.BoxHalf(9, 0.2, 1), material(0.6))
		for side := float32(-1); side <= 1; side += 2 {
			r.static(physics.Transform{P: pose.Apply(vec.V3(0, 0.3, float32(1.1*side))), Q: q},
				physics.BoxHalf(9, 0.3, 0.1), material(0))
		}
		n := r.count("gates")
		for i := range n {
			gate := material(0)
			gate.Sensor = true
			r.static(physics.Transform{P: pose.Apply(vec.V3(centred(i, n, 14/float32(n)), 0.8, 0)), Q: q},
				physics.BoxHalf(0.2, 0.6, 1), gate)
		}
		for i := range r.count("balls") {
			ball := material(0.6)
			ball.SensorEvents = true
			p := pose.Apply(vec.V3(along(8, 0.9, i), along(0.2+0.3, 0.5, i/2), centred(i%2, 2, 0.7)))
			r.dynamic(physics.Transform{P: p, Q: vec.QuatIdentity}, physics.Sphere{Radius: 0.3}, ball)
		}
		// a stop for those that start beyond the end of the lane
		r.static(physics.Transform{P: pose.Apply(vec.V3(24, -0.001, 0)), Q: q}, physics.BoxHalf(15, 0.2, 1),
			material(0.6))
	},
	Check: func(r *Run) error {
		want := r.count("balls") * r.count("gates")
		if r.Seen.SensorBegin != want || r.Seen.SensorEnd != want {
			return fmt.Errorf("%d came and %d went, want %d", r.Seen.SensorBegin, r.Seen.SensorEnd, want)
		}
		return nil
	},
}

var hitEvents = Scene{
	Name:     "hit_events",
	Category: "events",
	Text:     "bouncing balls report every contact that begins, ends, and hits",
	View:     View{Target: vec.V3(0, 2, 0), Distance: 14, Yaw: 20, Pitch: 15},
	Steps:    1000,
	Params: []Param{
		{Key: "balls", Min: 1, Max: 20, Default: 7, Whole: true, Text: "number of balls"},
	},
	Build: func(r *Run) {
		r.ground(10, 10, 0.6)
		n := r.count("balls")
		for i := range n {
			ball := material(0.6)
			ball.ContactEvents, ball.HitEvents = true, true
			ball.Material.Restitution = 0.7
			r.dynamic(at(centred(i, n, 1.2), along(1, 0.6, i), 0), physics.Sphere{Radius: 0.4}, ball)
		}
	},
	Check: func(r *Run) error {
		touching := len(r.World.Contacts(nil))
		if r.Seen.ContactBegin-r.Seen.ContactEnd != touching || touching != len(r.Bodies) {
			return fmt.Errorf("%d contacts began and %d ended, %d of %d balls lie on the ground",
				r.Seen.ContactBegin, r.Seen.ContactEnd, touching, len(r.Bodies))
		}
		// each bounce keeps half of the height, down to a speed of 1 m/s
		least := 0
		for i := range r.Bodies {
			for h := r.Start[i].P.Y - 0.4; 2*9.81*h > 1.1; h *= 0.49 {
				least++
			}
		}
		if r.Seen.Hit < least-len(r.Bodies) || r.Seen.Hit > least+len(r.Bodies) {
			return fmt.Errorf("%d hits, want about %d", r.Seen.Hit, least)
		}
		return nil
	},
}

package scenes

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
)

// The times (steps) at which the scene of trapdoors takes things out of the simulation: door and
// hook of the first lane, how much later those of the next lane follow, the baskets; and when doors
// and baskets are put back.
const (
	doorsOpen      = 150
	nextDoor       = 25
	basketsOff     = 600
	doorsBack      = 700
	trapdoorMovers = 3 // movers of a lane: door, basket, hook
)

var trapdoors = Scene{
	Name:     "trapdoors",
	Category: "events",
	Text:     "doors under sleeping boxes and hooks with pendulums are disabled one after the other; later the doors are back",
	View:     View{Target: vec.V3(0, 2, 1), Distance: 17, Yaw: 30, Pitch: 18},
	Steps:    800,
	Params: []Param{
		{Key: "lanes", Min: 1, Max: 16, Default: 6, Whole: true, Text: "number of doors"},
	},
	Build: func(r *Run) {
		r.ground(20, 8, 0.6)
		n := r.count("lanes")
		for i := range n {
			buildTrapdoor(r, centred(i, n, 2))
		}
	},
	Step: func(r *Run, step int) error {
		for i := range r.count("lanes") {
			pose := r.Movers[trapdoorMovers*i : trapdoorMovers*(i+1)]
			switch step {
			case doorsOpen + i*nextDoor:
				pose[0].SetEnabled(false)
				pose[2].SetEnabled(false)
			case basketsOff:
				pose[1].SetEnabled(false)
			case doorsBack:
				pose[0].SetEnabled(true)
				pose[1].SetEnabled(true)
			}
		}
		return nil
	},
	Check: checkTrapdoors,
}

// buildTrapdoor makes a lane: two boxes on a door, a basket below them that reports what is in it, and
// a ball that hangs on a hook.
func buildTrapdoor(r *Run, x float32) {
	load := material(0.6)
	load.ContactEvents, load.SensorEvents = true, true
	door := r.body(bodyAt(physics.Kinematic, at(x, 3, 0)))
	r.attach(door, physics.BoxHalf(0.8, 0.1, 0.8), material(0.6))
	basket := r.body(bodyAt(physics.Kinematic, at(x, 0.5, 0)))
	inside := material(0)
	inside.Sensor = true
	r.attach(basket, physics.BoxHalf(0.9, 0.4, 0.9), inside)
	hook := r.body(bodyAt(physics.Kinematic, at(x, 3, 3)))
	r.attach(hook, physics.Sphere{Radius: 0.1}, material(0.6))
	for k := range 2 {
		r.dynamic(at(x, along(3.5, 0.8, k), 0), physics.BoxHalf(0.4, 0.4, 0.4), load)
	}
	ball := r.dynamic(at(x, 2, 3.4), physics.Sphere{Radius: 0.3}, load)
	if r.err == nil {
		r.ball(hook, ball, vec.V3(x, 3, 3))
	}
}

func checkTrapdoors(r *Run) error {
	for i, b := range r.Bodies {
		if y := b.Position().Y; y > 1.3 {
			return fmt.Errorf("body %d is still at height %.2f m", i, y)
		}
	}
	touching, inside := 0, 0
	for _, c := range r.World.Contacts(nil) {
		a, _, _ := c.ShapeA.Events()
		b, _, _ := c.ShapeB.Events()
		if a || b {
			touching++
		}
	}
	for i := range r.count("lanes") {
		for _, s := range r.Movers[trapdoorMovers*i+1].Shapes(nil) {
			inside += len(s.Visitors(nil))
		}
	}
	s := &r.Seen
	if s.ContactBegin-s.ContactEnd != touching {
		return fmt.Errorf("%d contacts began and %d ended, but %d are there", s.ContactBegin, s.ContactEnd, touching)
	}
	if least := r.count("lanes"); s.SensorBegin-s.SensorEnd != inside || inside < least || s.SensorEnd < least {
		return fmt.Errorf("%d came and %d went, but %d are in the baskets", s.SensorBegin, s.SensorEnd, inside)
	}
	return nil
}

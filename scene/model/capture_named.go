package model

import (
	"slices"

	"tumble/physics"
	"tumble/physics/scenes"
)

// named finds the bodies and joints of a captured scene by their indices and orders in the world.
type named struct {
	run    *scenes.Run
	bodies map[physics.Body]int
	joints map[uint64]int
}

// keepNamed gives a captured scene the names and rotors of coordinates, the sensors and the actuators that the file of
// a run has. Those whose bodies or joints are gone are left out.
func (s *Model) keepNamed(run *scenes.Run, bodies map[physics.Body]int) {
	n := named{run, bodies, make(map[uint64]int, len(s.joints))}
	for i, j := range s.joints {
		n.joints[j.Order()] = i
	}
	for _, c := range run.Scene.Coordinates {
		if i, ok := n.joints[c.Joint]; ok {
			s.Joints[i].Coordinates, s.Joints[i].Armature = c.Names, c.Armature
		}
	}
	for _, x := range run.Scene.Sensors {
		if n.sensor(&x) {
			s.Sensors = append(s.Sensors, x)
		}
	}
	if len(run.Scene.Actuators) == 0 {
		return
	}
	controls := run.Controls()
	for i, a := range run.Scene.Actuators {
		var on []scenes.Drive
		for _, d := range a.On {
			if n.joint(&d.Joint) {
				on = append(on, d)
			}
		}
		if a.On = on; a.At != nil {
			at := *a.At
			if !n.body(&at.Body) {
				continue
			}
			a.At = &at
		}
		if a.Initial = a.Clamp(controls[i]); len(a.On) > 0 || a.At != nil {
			s.Actuators = append(s.Actuators, a)
		}
	}
}

// sensor changes the bodies and joints of a sensor from those of the world to those of the scene; false where one of
// them is gone.
func (n *named) sensor(x *scenes.Sensor) bool {
	ok := n.body(&x.At.Body) && n.body(&x.Relative.Body) && (x.Joint == 0 || n.joint(&x.Joint))
	x.Terms, x.Bodies = slices.Clone(x.Terms), slices.Clone(x.Bodies)
	for i := range x.Terms {
		ok = ok && n.joint(&x.Terms[i].Joint)
	}
	for i := range x.Bodies {
		ok = ok && n.body(&x.Bodies[i])
	}
	return ok
}

// body changes the index of a body in the world to that in the scene; those below 0 stand for the world.
func (n *named) body(index *int) bool {
	if *index < 0 {
		return true
	}
	b, ok := n.run.World.BodyAt(*index)
	if !ok || b.Generation() != 1 {
		return false
	}
	*index, ok = n.bodies[b]
	return ok
}

// joint changes the order of a joint in the world to 1 + its index in the scene.
func (n *named) joint(order *uint64) bool {
	i, ok := n.joints[*order]
	*order = uint64(i + 1)
	return ok
}

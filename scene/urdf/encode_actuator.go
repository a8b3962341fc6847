package urdf

import (
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/linktree"
)

// actuatorOf is the first actuator of the joint of a link that turns or slides, nil for none and for tendons.
func (e *encoder) actuatorOf(l *linktree.Link) *scenes.Actuator {
	if l.Joint < 0 || !e.hasAxis(l) {
		return nil
	}
	for i := range e.Scene.Actuators {
		if a := &e.Scene.Actuators[i]; len(a.On) == 1 && int(a.On[0].Joint) == l.Joint+1 {
			return a
		}
	}
	return nil
}

// interfaceOf is the kind of command that an actuator takes.
func interfaceOf(a *scenes.Actuator) string {
	switch {
	case a.Stiffness > 0:
		return "Position"
	case a.Damping > 0:
		return "Velocity"
	}
	return "Effort"
}

// effort is the largest force of an actuator on its joint, 0 for one without a bound.
func effort(a *scenes.Actuator) float32 {
	return vec.Abs(a.On[0].Gear) * vec.Max(vec.Abs(a.LeastForce), vec.Abs(a.MostForce))
}

// transmissions writes an actuator for each joint that has one.
func (e *encoder) transmissions() {
	count := 0
	for i := range e.Links {
		l := &e.Links[i]
		a := e.actuatorOf(l)
		if a == nil {
			continue
		}
		count++
		e.Open("transmission", "name", a.Name+"-transmission")
		e.Text("type", "transmission_interface/SimpleTransmission")
		e.Open("joint", "name", l.JointName)
		e.Text("hardwareInterface", "hardware_interface/"+interfaceOf(a)+"JointInterface")
		e.Close()
		e.Open("actuator", "name", a.Name)
		e.Text("mechanicalReduction", "1")
		e.Close()
		e.Close()
		e.f.Warnf(a.Name, "the gains of its actuator and the range of its control are left out: readers have their own")
	}
	if left := len(e.Scene.Actuators) - count; left > 0 {
		e.f.Lossf("", "%d actuators of tendons, sites and generic joints, or second ones of a joint are left out", left)
	}
}

// hasAxis reports whether a link hangs on a hinge or a slider.
func (e *encoder) hasAxis(l *linktree.Link) bool {
	switch e.Scene.Joints[l.Joint].Def.(type) {
	case *physics.HingeJointDef, *physics.SliderJointDef:
		return true
	}
	return false
}

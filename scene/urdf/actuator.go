package urdf

import (
	"strings"

	"tumble/physics/scenes"
	"tumble/scene/internal/xmlscene"
)

// actuators makes actuators of the transmissions of a robot and of the command interfaces of ros2_control. They are
// ideal: reductions and gears are part of the controller. Each joint takes the first that a file has for it.
func (b *builder) actuators(top *xmlscene.Element) {
	driven := map[string]bool{}
	for _, t := range top.All("transmission") {
		t.Text("name", "")
		t.ContentOf("type", t.Text("type", ""))
		for i, j := range t.All("joint") {
			name := j.Text("name", "")
			kind, called := j.ContentOf("hardwareInterface", ""), ""
			if list := t.All("actuator"); i < len(list) {
				called = list[i].Text("name", "")
				kind = list[i].ContentOf("hardwareInterface", kind)
				list[i].ContentOf("mechanicalReduction", "")
			}
			b.actuator(j, driven, name, kind, called)
		}
	}
	for _, system := range top.All("ros2_control") {
		system.Text("name", "")
		system.Text("type", "")
		for _, j := range system.All("joint") {
			for _, c := range j.All("command_interface") {
				if a := b.actuator(c, driven, j.Text("name", ""), c.Text("name", ""), ""); a != nil {
					b.commanded(c, a)
				}
			}
		}
	}
	b.scene.SettleActuators()
}

// commanded reads the range of the commands of an interface.
func (b *builder) commanded(c *xmlscene.Element, a *scenes.Actuator) {
	for _, p := range c.All("param") {
		var x [1]float32
		switch name := p.Text("name", ""); {
		case name != "min" && name != "max" || p.ContentNumbers(x[:]) == 0:
		case name == "min" && x[0] < a.Most:
			a.Least = x[0]
		case name == "max" && x[0] > a.Least:
			a.Most = x[0]
		}
	}
}

// A servo has its full effort at this distance (rad, m) from its target, or at this part of the largest speed of the
// joint from its speed, and comes to its target with this time (s).
const (
	fullAtAngle, fullAtLength = 0.05, 0.01
	fullAtSpeed               = 0.1
	servoTime                 = 0.1
)

// leastSpeed (rad/s, m/s) is that below which a joint has none.
const leastSpeed = 1e-4

// effortOf (N·m, N) is that of joints that give none.
const effortOf = 100

// actuator makes an actuator of a kind for a joint, a word or a class of ROS 1 that begins with it; nil where the joint
// has one, or does not move.
func (b *builder) actuator(e *xmlscene.Element, driven map[string]bool, joint, kind, called string) *scenes.Actuator {
	kind = strings.ToLower(kind[strings.LastIndexByte(kind, '/')+1:])
	word, known := "", false
	for _, w := range []string{"position", "velocity", "effort"} {
		if !known && strings.HasPrefix(kind, w) {
			word, known = w, true
		}
	}
	j := b.named[joint]
	index, moves := b.built[joint]
	switch {
	case !known || driven[joint]:
		return nil
	case j == nil:
		e.Ignoref("there is no joint %q: nothing is driven", joint)
		return nil
	case !moves || j.First("mimic") != nil:
		return nil
	}
	driven[joint] = true
	a := scenes.Actuator{Name: called}
	if a.Name == "" || b.scene.HasActuator(a.Name) {
		a.Name = joint
	}
	if b.scene.HasActuator(a.Name) {
		return nil
	}
	b.law(&a, word, j)
	b.scene.AddActuator(a, index, 0)
	return &b.scene.Actuators[len(b.scene.Actuators)-1]
}

// law is that of an actuator of a joint, within its effort, its speed and its limits.
func (b *builder) law(a *scenes.Actuator, word string, j *joint) {
	axis := b.scene.Joints[b.built[j.name]].Def.AxisAt(0)
	effort, speed := axis.MaxForce, axis.Speed
	if effort <= 0 {
		effort = effortOf
		j.Warnf("has no effort: its actuator has %d", effortOf)
	}
	full, force, unit := float32(fullAtAngle), "N·m", "rad"
	if j.kind == "prismatic" {
		full, force, unit = fullAtLength, "N", "m"
	}
	a.Limited, a.LeastForce, a.MostForce, a.Bounded = true, -effort, effort, true
	switch word {
	case "effort":
		a.Kind, a.Gain, a.Unit, a.Least, a.Most = "motor", 1, force, -effort, effort
	case "velocity":
		if speed < leastSpeed {
			speed = 1
		}
		a.Kind, a.Damping, a.Unit, a.Least, a.Most = "velocity", effort/(fullAtSpeed*speed), unit+"/s", -speed, speed
		a.Gain = a.Damping
	default:
		a.Kind, a.Stiffness, a.Unit = "position", effort/full, unit
		a.Gain, a.Damping = a.Stiffness, a.Stiffness*servoTime
		a.Initial = b.coordinate(j, 1)
		a.Bounded, a.Least, a.Most = axis.Limited, axis.Lower, axis.Upper
	}
}

package sdf

import (
	"strings"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/scene/internal/xmlscene"
)

// controllers makes actuators of the joint controllers of models: those of positions, velocities and trajectories of
// Gazebo. The integral parts of controllers are left out.
func (b *builder) controllers(list []*scope) {
	for _, s := range list {
		for _, p := range s.All("plugin") {
			name := p.Text("name", "") + " " + p.Text("filename", "")
			switch {
			case strings.Contains(name, "JointPositionController") ||
				strings.Contains(name, "joint-position-controller"):
				b.positions(s, p)
			case strings.Contains(name, "JointTrajectoryController") ||
				strings.Contains(name, "joint-trajectory-controller"):
				b.trajectory(s, p)
			case strings.Contains(name, "JointController") || strings.Contains(name, "joint-controller"):
				b.velocities(s, p)
			default:
				p.Unuse()
			}
		}
		b.controllers(s.models)
	}
}

// idealDamper (N·m·s/rad, N·s/m) is that of controllers that set a velocity without a gain.
const idealDamper = 100

// mostCommand (N·m, N) is the largest force of a controller of positions that gives none.
const mostCommand = 1000

// positions are the actuators of a controller of positions.
func (b *builder) positions(s *scope, p *xmlscene.Element) {
	if p.FlagOf("use_velocity_commands", false) {
		p.Warnf("velocity commands are not known here: its force follows the error of the position")
	}
	l := scenes.Law{Kind: "position", Stiffness: p.NumberOf("p_gain", 1), Damping: p.NumberOf("d_gain", 0.01),
		Limited: true, LeastForce: p.NumberOf("cmd_min", -mostCommand), MostForce: p.NumberOf("cmd_max", mostCommand)}
	if l.LeastForce > l.MostForce {
		p.Errorf("cmd_min %g must not be above cmd_max %g", l.LeastForce, l.MostForce)
		return
	}
	integral(p, p.NumberOf("i_gain", 0.1))
	for _, j := range p.All("joint_name") {
		b.position(s, j, l, p.NumberOf("initial_position", 0))
	}
}

// integral tells that an integral part is left out.
func integral(p *xmlscene.Element, gain float32) {
	if gain != 0 {
		p.Ignoref("the integral part of the controller is left out")
	}
}

// position adds an actuator to a position for a joint.
func (b *builder) position(s *scope, name *xmlscene.Element, l scenes.Law, initial float32) {
	if l.Stiffness <= 0 || l.Damping < 0 {
		name.Warnf("gains must be positive: it drives nothing")
		return
	}
	l.Gain = l.Stiffness
	b.actuator(s, name, scenes.Actuator{Law: l, Initial: initial, Unit: "rad"})
}

// trajectory are the actuators of a controller of trajectories: one to a position for each joint.
func (b *builder) trajectory(s *scope, p *xmlscene.Element) {
	at := func(list []*xmlscene.Element, i int, other float32) float32 {
		x := [1]float32{other}
		if i < len(list) && list[i].ContentNumbers(x[:]) == 0 {
			return other
		}
		return x[0]
	}
	gains, dampers, starts := p.All("position_p_gain"), p.All("position_d_gain"), p.All("initial_position")
	least, most := p.All("position_cmd_min"), p.All("position_cmd_max")
	for i, j := range p.All("joint_name") {
		l := scenes.Law{Kind: "position", Stiffness: at(gains, i, 0), Damping: at(dampers, i, 0)}
		if l.LeastForce, l.MostForce = at(least, i, 0), at(most, i, -1); l.LeastForce <= l.MostForce {
			l.Limited = true
		}
		if l.Stiffness > 0 {
			b.position(s, j, l, at(starts, i, 0))
		} else {
			j.Ignoref("the controller has no gain of positions for it: it drives nothing")
		}
	}
}

// velocities are the actuators of a controller of velocities.
func (b *builder) velocities(s *scope, p *xmlscene.Element) {
	l := scenes.Law{Kind: "velocity", Damping: idealDamper}
	if p.FlagOf("use_force_commands", false) {
		l.Damping = p.NumberOf("p_gain", 1)
		integral(p, p.NumberOf("i_gain", 0))
		if l.LeastForce, l.MostForce = p.NumberOf("cmd_min", 0),
			p.NumberOf("cmd_max", -1); l.LeastForce <= l.MostForce {
			l.Limited = true
		}
	} else {
		p.Warnf("it sets velocities: its joints come to them by dampers of %d N·m·s/rad or N·s/m", idealDamper)
	}
	if l.Gain = l.Damping; l.Damping <= 0 {
		p.Warnf("its gain must be positive: it drives nothing")
		return
	}
	for _, j := range p.All("joint_name") {
		b.actuator(s, j, scenes.Actuator{Law: l, Initial: p.NumberOf("initial_velocity", 0), Unit: "rad/s"})
	}
}

// actuator adds an actuator of a joint that an element names.
func (b *builder) actuator(s *scope, name *xmlscene.Element, a scenes.Actuator) {
	a.Name = s.scoped(name.Content())
	joint, ok := b.built[a.Name]
	if !ok {
		name.Ignoref("joint %q is not there, or does not move: nothing is driven", name.Content())
		return
	}
	if b.scene.HasActuator(a.Name) {
		name.Ignoref("joint %q is driven already", name.Content())
		return
	}
	if _, slides := b.scene.Joints[joint].Def.(*physics.SliderJointDef); slides {
		a.Unit = "m" + a.Unit[len("rad"):]
	}
	axis := b.scene.Joints[joint].Def.AxisAt(0)
	if a.Kind == "position" && axis.Limited {
		a.Bounded, a.Least, a.Most = true, axis.Lower, axis.Upper
	}
	b.scene.AddActuator(a, joint, 0)
}

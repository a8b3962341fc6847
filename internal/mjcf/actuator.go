package mjcf

import (
	"math"

	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
	"tumble/physics"
	"tumble/physics/vec"
)

// law is the force of an actuator with its control: F = force − stiffness·x − damping·v of its own length and
// velocity, which are those of the joint times the gear.
type law struct{ force, stiffness, damping float32 }

// lawOf reads the law of an actuator under a control.
func lawOf(e *xmlscene.Element, control float32) law {
	switch e.Name {
	case "motor":
		return law{force: control}
	case "position":
		k := max(e.Number("kp", 1), 0)
		if e.Has("dampratio") {
			e.Warnf("dampratio is left out: the actuator has no damping")
		}
		return law{k * control, k, max(e.Number("kv", 0), 0)}
	case "velocity":
		c := max(e.Number("kv", 1), 0)
		return law{c * control, 0, c}
	}
	gain := float32(1)
	if g := e.List("gainprm"); len(g) > 0 {
		gain = g[0]
	}
	l := law{force: gain * control}
	bias := e.List("biasprm")
	if e.Text("biastype", "none") != "affine" {
		return l
	}
	for i, to := range []*float32{&l.force, &l.stiffness, &l.damping}[:min(3, len(bias))] {
		if i == 0 {
			*to += bias[0]
		} else {
			*to = max(-bias[i], 0)
		}
	}
	return l
}

// control is that of the i-th actuator in the keyframe, 0 without one, within the range of the actuator.
func (r *reader) control(e *xmlscene.Element, i int) float32 {
	x := float32(0)
	if i < len(r.controls) {
		x = r.controls[i]
	}
	var within [2]float32
	limited := e.Text("ctrllimited", "auto")
	if e.Numbers("ctrlrange", within[:]) == 2 && limited != "false" && (limited == "true" || r.autoLimits) && within[0] < within[1] {
		x = vec.Clamp(x, within[0], within[1])
	}
	return x
}

// actuators gives joints the springs, dampers and forces of their actuators, with the control of a keyframe.
func (r *reader) actuators(model *xmlscene.Element) {
	i := 0
	for _, list := range model.All("actuator") {
		for _, e := range list.Children {
			switch e.Name {
			case "position", "velocity", "general", "motor":
				e.Use()
				r.inherit(e, "")
				l := lawOf(e, r.control(e, i))
				r.noteDrive(e, l)
				if l != (law{}) && !r.noActuation {
					r.actuator(e, l)
				} else {
					e.Ignoref("without control it has no force")
				}
			}
			i++
		}
	}
}

// drive is an actuator of a joint, for sensors.
type drive struct {
	law
	joint   string
	gear    float32
	limited bool
	force   [2]float32 // of limited ones
}

// noteDrive keeps the law of an actuator by its name.
func (r *reader) noteDrive(e *xmlscene.Element, l law) {
	d := drive{law: l, joint: e.Text("joint", e.Text("jointinparent", "")), gear: 1}
	gear := [6]float32{1}
	e.Numbers("gear", gear[:])
	d.gear = gear[0]
	d.limited = e.Numbers("forcerange", d.force[:]) == 2 && e.Text("forcelimited", "auto") != "false" && d.force[0] <= d.force[1]
	if r.noActuation {
		d.law = law{}
	}
	r.drives[e.Text("name", "")] = d
}

func (r *reader) actuator(e *xmlscene.Element, l law) {
	name := e.Text("joint", e.Text("jointinparent", ""))
	ref, ok := r.joints[name]
	if !ok {
		e.Lossf("there is no joint %q that it could drive: it has no effect", name)
		return
	}
	j := &r.scene.Joints[ref.joint]
	axis := scenefile.AxisOf(j.Def, ref.axis)
	if _, ball := j.Def.(*physics.BallJointDef); axis == nil || ball {
		e.Lossf("joint %q has no axis to drive", name)
		return
	}
	gear := [6]float32{1}
	e.Numbers("gear", gear[:])
	g := gear[0]
	if ref.reversed {
		// the coordinate of the scene runs the other way
		g = -g
	}
	var force [2]float32
	limited := e.Numbers("forcerange", force[:]) == 2 && e.Text("forcelimited", "auto") != "false"
	if l.stiffness == 0 && l.damping == 0 || g == 0 {
		if limited {
			l.force = vec.Clamp(l.force, force[0], force[1])
		}
		push(axis, l.force*g)
		return
	}
	if limited {
		axis.MaxSpring = vec.Abs(g) * vec.Max(vec.Abs(force[0]), vec.Abs(force[1]))
	}
	s := scenefile.Spring{Axis: ref.axis, Stiffness: l.stiffness * g * g, Damping: l.damping * g * g}
	target := float32(0)
	if l.stiffness > 0 {
		at := ref.ref
		if ref.reversed {
			at = -at
		}
		target = float32(math.Max(-1e6, math.Min(1e6, float64(l.force/(l.stiffness*g)-at))))
	} else {
		s.Velocity = l.force / (l.damping * g)
	}
	pull(j, axis, s, target)
}

// pull adds a spring with its target to an axis of a joint.
func pull(j *scenefile.Joint, axis *physics.JointAxis, s scenefile.Spring, target float32) {
	for i := range j.Springs {
		old := &j.Springs[i]
		if old.Axis != s.Axis || old.Limit {
			continue
		}
		// two springs are one between their targets, and two dampers one between their velocities
		if sum := old.Stiffness + s.Stiffness; sum > 0 {
			axis.Target = (old.Stiffness*axis.Target + s.Stiffness*target) / sum
		}
		if sum := old.Damping + s.Damping; sum > 0 {
			old.Velocity = (old.Damping*old.Velocity + s.Damping*s.Velocity) / sum
		}
		old.Stiffness += s.Stiffness
		old.Damping += s.Damping
		return
	}
	if s.Stiffness > 0 {
		axis.Target = target
	}
	j.Springs = append(j.Springs, s)
}

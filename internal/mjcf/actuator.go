package mjcf

import (
	"fmt"
	"math"

	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
	"tumble/physics"
	"tumble/physics/scenes"
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

// actuators gives joints the springs, dampers and forces of their actuators, with the control of a keyframe, and
// keeps them by
// name: their controls can be changed while the scene runs.
func (r *reader) actuators(model *xmlscene.Element) {
	i := 0
	for _, list := range model.All("actuator") {
		for _, e := range list.Children {
			switch e.Name {
			case "position", "velocity", "general", "motor":
				e.Use()
				r.inherit(e, "")
				control := r.control(e, i)
				l := lawOf(e, control)
				r.noteDrive(e, l)
				if r.noActuation {
					e.Ignoref("actuation is off: it has no force")
					break
				}
				r.actuator(e, l, r.newActuator(e, i, control))
			}
			i++
		}
	}
	r.settleActuators()
}

// newActuator is an actuator without the axes that it drives; i is its number in the file.
func (r *reader) newActuator(e *xmlscene.Element, i int, control float32) scenes.Actuator {
	a := scenes.Actuator{Name: e.Text("name", ""), Initial: control}
	if a.Name == "" {
		a.Name = e.Text("joint", e.Text("tendon", "actuator"))
	}
	for k := range r.scene.Actuators {
		if r.scene.Actuators[k].Name == a.Name {
			a.Name = fmt.Sprintf("%s-%d", a.Name, i)
			break
		}
	}
	limited := e.Text("ctrllimited", "auto")
	var within [2]float32
	if e.Numbers("ctrlrange", within[:]) == 2 && within[0] < within[1] {
		a.Bounded = limited == "true" || limited != "false" && r.autoLimits
		a.Least, a.Most = within[0], within[1]
	}
	return a
}

// settleActuators computes the effect of a control on each axis, when all springs of the axes are known.
func (r *reader) settleActuators() {
	type axisKey struct {
		joint uint64
		axis  int
	}
	sums := map[axisKey]*scenes.Drive{}
	each := func(do func(a *scenes.Actuator, d *scenes.Drive, sum *scenes.Drive)) {
		for i := range r.scene.Actuators {
			a := &r.scene.Actuators[i]
			for k := range a.On {
				d := &a.On[k]
				key := axisKey{d.Joint, d.Axis}
				if sums[key] == nil {
					sums[key] = r.driven(d)
				}
				do(a, d, sums[key])
			}
		}
	}
	each(func(a *scenes.Actuator, d, sum *scenes.Drive) {
		j := &r.scene.Joints[d.Joint-1]
		stiffness, damping := float32(0), float32(0)
		for _, s := range j.Springs {
			if s.Axis == d.Axis && !s.Limit {
				stiffness, damping = s.Stiffness, s.Damping
			}
		}
		// of the spring or damper of the axis the actuator is a part
		d.Target, d.Speed = share(d.Target, stiffness), share(d.Speed, damping)
		sum.BaseTarget -= d.Target * a.Initial
		sum.BaseSpeed -= d.Speed * a.Initial
		push := d.Force * a.Initial
		if d.Limited {
			push = vec.Clamp(push, d.LeastForce, d.MostForce)
		}
		sum.BaseForce -= push
	})
	each(func(_ *scenes.Actuator, d, sum *scenes.Drive) {
		d.BaseTarget, d.BaseSpeed, d.BaseForce = sum.BaseTarget, sum.BaseSpeed, sum.BaseForce
	})
}

func share(force, of float32) float32 {
	if of <= 0 {
		return 0
	}
	return force / of
}

// driven is an axis as it is under the controls of the beginning.
func (r *reader) driven(d *scenes.Drive) *scenes.Drive {
	j := &r.scene.Joints[d.Joint-1]
	axis := scenefile.AxisOf(j.Def, d.Axis)
	out := &scenes.Drive{BaseTarget: axis.Target}
	if axis.Motor {
		out.BaseForce = axis.MaxForce
		if axis.Speed < 0 {
			out.BaseForce = -axis.MaxForce
		}
	}
	for _, s := range j.Springs {
		if s.Axis == d.Axis && !s.Limit {
			out.BaseSpeed = s.Velocity
		}
	}
	return out
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

// actuator makes an actuator act on its joint, or on the joints of its tendon, each with its factor there.
func (r *reader) actuator(e *xmlscene.Element, l law, a scenes.Actuator) {
	terms := []fixedTerm{{e.Text("joint", e.Text("jointinparent", "")), 1}}
	if name := e.Text("tendon", ""); name != "" {
		var ok bool
		if terms, ok = r.fixedTerms[name]; !ok {
			e.Lossf("tendon %q is not a sum of joints: it has no effect", name)
			return
		}
	} else if terms[0].joint == "" {
		e.Lossf("drives neither a joint nor a fixed tendon: it has no effect")
		return
	}
	gear := [6]float32{1}
	e.Numbers("gear", gear[:])
	// the joints of a tendon share its stiffness as if they moved alike
	whole := float32(0)
	for _, t := range terms {
		whole += t.factor
	}
	if len(terms) > 1 && (l.stiffness > 0 || l.damping > 0) {
		if whole == 0 {
			e.Lossf("the joints of tendon %q move against each other: only forces are known there", e.Text("tendon", ""))
			return
		}
		e.Warnf("each joint of tendon %q is driven by its share, as if they moved alike", e.Text("tendon", ""))
	}
	for _, t := range terms {
		if len(terms) == 1 {
			whole = t.factor
		}
		r.drive(e, l, &a, t, gear[0], whole)
	}
	if len(a.On) > 0 {
		r.scene.Actuators = append(r.scene.Actuators, a)
	}
}

// drive makes an actuator act on one joint. whole is the length of the tendon for a coordinate of 1 of all of its
// joints.
func (r *reader) drive(e *xmlscene.Element, l law, a *scenes.Actuator, t fixedTerm, g, whole float32) {
	ref, ok := r.joints[t.joint]
	if !ok {
		e.Lossf("there is no joint %q that it could drive: it has no effect", t.joint)
		return
	}
	j := &r.scene.Joints[ref.joint]
	axis := scenefile.AxisOf(j.Def, ref.axis)
	if _, ball := j.Def.(*physics.BallJointDef); axis == nil || ball {
		e.Lossf("joint %q has no axis to drive", t.joint)
		return
	}
	// a servo that comes near its target slowly must not fall asleep before it
	r.scene.Bodies[j.B].Def.AllowSleep = false
	// the force on the joint for one of the actuator, and the length of the actuator for a coordinate of 1
	arm, length := g*t.factor, g*whole
	if ref.reversed {
		// the coordinate of the scene runs the other way
		arm, length = -arm, -length
	}
	gain := lawOf(e, 1).force - lawOf(e, 0).force
	d := scenes.Drive{Joint: uint64(ref.joint + 1), Axis: ref.axis}
	var force [2]float32
	limited := e.Numbers("forcerange", force[:]) == 2 && e.Text("forcelimited", "auto") != "false" && force[0] <= force[1]
	if l.stiffness == 0 && l.damping == 0 || arm == 0 {
		if limited {
			l.force = vec.Clamp(l.force, force[0], force[1])
			d.Limited, d.LeastForce, d.MostForce = true, min(force[0]*arm, force[1]*arm), max(force[0]*arm, force[1]*arm)
		}
		push(axis, l.force*arm)
		d.Force, a.Unit = gain*arm, unitOf(ref, "N·m", "N")
		a.On = append(a.On, d)
		return
	}
	if limited {
		axis.MaxSpring = vec.Abs(arm) * vec.Max(vec.Abs(force[0]), vec.Abs(force[1]))
	}
	s := scenefile.Spring{Axis: ref.axis, Stiffness: l.stiffness * arm * length, Damping: l.damping * arm * length}
	target := float32(0)
	if l.stiffness > 0 {
		at := ref.ref
		if ref.reversed {
			at = -at
		}
		target = float32(math.Max(-1e6, math.Min(1e6, float64(l.force/(l.stiffness*length)-at))))
		d.Target, a.Unit = gain*arm, unitOf(ref, "rad", "m")
	} else {
		s.Velocity = l.force / (l.damping * length)
		d.Speed, a.Unit = gain*arm, unitOf(ref, "rad/s", "m/s")
	}
	if g != 1 || e.Name == "general" {
		a.Unit = "" // of the actuator, not of the joint
	}
	pull(j, axis, s, target)
	a.On = append(a.On, d)
}

// unitOf is the unit for a hinge or for a slide.
func unitOf(ref jointRef, hinge, slide string) string {
	if ref.sliding {
		return slide
	}
	return hinge
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

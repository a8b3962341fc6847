package mjcf

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// lawOf reads the law of an actuator.
func lawOf(e *xmlscene.Element) scenes.Law {
	l := scenes.Law{Kind: e.Name, Gain: 1}
	var force [2]float32
	if e.Numbers("forcerange", force[:]) == 2 && e.Text("forcelimited", "auto") != "false" && force[0] <= force[1] {
		l.Limited, l.LeastForce, l.MostForce = true, force[0], force[1]
	}
	switch e.Name {
	case "motor":
		return l
	case "position":
		l.Gain = max(e.Number("kp", 1), 0)
		if e.Has("dampratio") {
			e.Warnf("dampratio is left out: the actuator has no damping")
		}
		l.Stiffness, l.Damping = l.Gain, max(e.Number("kv", 0), 0)
		return l
	case "velocity":
		l.Gain = max(e.Number("kv", 1), 0)
		l.Damping = l.Gain
		return l
	}
	if g := e.List("gainprm"); len(g) > 0 {
		l.Gain = g[0]
	}
	bias := e.List("biasprm")
	if e.Text("biastype", "none") != "affine" {
		return l
	}
	if len(bias) > 0 {
		l.Bias = bias[0]
	}
	for i, to := range []*float32{&l.Stiffness, &l.Damping} {
		if len(bias) > i+1 {
			*to = max(-bias[i+1], 0)
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
	least, most, bounded := r.controlRange(e)
	if bounded {
		return vec.Clamp(x, least, most)
	}
	return x
}

// controlRange is the range of the control of an actuator, 0 and 0 without one, and whether it bounds the control.
func (r *reader) controlRange(e *xmlscene.Element) (least, most float32, bounded bool) {
	var within [2]float32
	limited := e.Text("ctrllimited", "auto")
	if e.Numbers("ctrlrange", within[:]) != 2 || within[0] >= within[1] {
		return 0, 0, false
	}
	return within[0], within[1], limited == "true" || limited != "false" && r.autoLimits
}

// gearOf is the factor of an actuator on its joint or tendon.
func gearOf(e *xmlscene.Element) float32 {
	gear := [6]float32{1}
	e.Numbers("gear", gear[:])
	return gear[0]
}

// actuators gives joints the springs, dampers and forces of their actuators, with the control of a keyframe, and keeps
// them by name: their controls can be changed while the scene runs.
func (r *reader) actuators(top *xmlscene.Element) {
	i := 0
	for _, list := range top.All("actuator") {
		for _, e := range list.Children {
			switch e.Name {
			case "position", "velocity", "general", "motor":
				e.Use()
				r.inherit(e, "")
				control := r.control(e, i)
				l := lawOf(e)
				r.boundByJoint(e, &l)
				r.noteDrive(e, l, control)
				if r.noActuation {
					e.Ignoref("actuation is off: it has no force")
					break
				}
				r.actuator(e, r.newActuator(e, l, i, control))
			}
			i++
		}
	}
	r.scene.SettleActuators()
}

// boundByJoint gives a law the bounds that the joint of its actuator has for all actuators together.
func (r *reader) boundByJoint(e *xmlscene.Element, l *scenes.Law) {
	name, gear := e.Text("joint", ""), gearOf(e)
	x := r.joints[name].forces
	if x == [2]float32{} || gear == 0 {
		return
	}
	least, most := x[0]/gear, x[1]/gear
	if gear < 0 {
		least, most = most, least
	}
	if l.Limited {
		least, most = max(least, l.LeastForce), min(most, l.MostForce)
	}
	l.Limited, l.LeastForce, l.MostForce = true, min(least, most), most
	if r.bounded[name] {
		e.Warnf("each actuator of joint %q has the bounds of all together", name)
	}
	r.bounded[name] = true
}

// newActuator is an actuator without the axes that it drives; i is its number in the file.
func (r *reader) newActuator(e *xmlscene.Element, l scenes.Law, i int, control float32) scenes.Actuator {
	a := scenes.Actuator{Name: e.Text("name", ""), Law: l, Initial: control}
	if a.Name == "" {
		a.Name = e.Text("joint", e.Text("tendon", e.Text("site", "actuator")))
	}
	if r.scene.HasActuator(a.Name) {
		a.Name = fmt.Sprintf("%s-%d", a.Name, i)
	}
	a.Least, a.Most, a.Bounded = r.controlRange(e)
	return a
}

// drive is an actuator of a joint, for sensors, with its force where its joint is at 0 and at rest.
type drive struct {
	scenes.Law
	force float32
	joint string
	gear  float32
}

// noteDrive keeps the law of an actuator by its name.
func (r *reader) noteDrive(e *xmlscene.Element, l scenes.Law, control float32) {
	d := drive{Law: l, force: l.Gain*control + l.Bias, gear: gearOf(e)}
	d.joint = e.Text("joint", e.Text("jointinparent", ""))
	if r.noActuation {
		d.Law, d.force = scenes.Law{}, 0
	}
	r.drives[e.Text("name", "")] = d
}

// actuator makes an actuator act on its joint, or on the joints of its tendon, each with its factor there.
func (r *reader) actuator(e *xmlscene.Element, a scenes.Actuator) {
	if e.Has("site") {
		r.pushAt(e, a)
		return
	}
	terms := []fixedTerm{{e.Text("joint", e.Text("jointinparent", "")), 1}}
	if name := e.Text("tendon", ""); name != "" {
		var ok bool
		if terms, ok = r.fixedTerms[name]; !ok {
			e.Lossf("tendon %q is not a sum of joints: it has no effect", name)
			return
		}
		a.Tendon = name
	} else if terms[0].joint == "" {
		e.Lossf("drives no joint, fixed tendon or site: it has no effect")
		return
	}
	gear := gearOf(e)
	// the joints of a tendon share its stiffness as if they moved alike
	whole, begin := float32(0), float32(0)
	for _, t := range terms {
		whole += t.factor
		begin += float32(t.factor * r.joints[t.joint].ref)
	}
	if len(terms) > 1 && (a.Stiffness > 0 || a.Damping > 0) {
		if whole == 0 {
			e.Lossf("the joints of tendon %q move against each other: only forces are known there", e.Text("tendon",
				""))
			return
		}
		e.Warnf("each joint of tendon %q is driven by its share, as if they moved alike", e.Text("tendon", ""))
	}
	l := a.Law
	// coordinates of the scene are 0 in the pose of the model
	a.Bias -= float32(a.Stiffness * gear * begin)
	for _, t := range terms {
		r.drive(e, l, &a, t, gear, whole, begin)
	}
	if len(a.On) > 0 {
		r.scene.Actuators = append(r.scene.Actuators, a)
	}
}

// pushAt makes an actuator push the body of its site. The length of such an actuator is always 0, so that it has no
// spring.
func (r *reader) pushAt(e *xmlscene.Element, a scenes.Actuator) {
	name := e.Text("site", "")
	at, ok := r.sites[name]
	switch {
	case !ok:
		e.Lossf("there is no site %q that it could push: it has no effect", name)
		return
	case at.body < 0:
		e.Lossf("site %q does not move: it has no effect", name)
		return
	case e.Has("refsite"):
		e.Lossf("acts on site %q against refsite %q, and only actuators of one site are known: it has no effect", name,
			e.Text("refsite", ""))
		return
	}
	if a.Damping > 0 {
		e.Warnf("the damping of an actuator on a site is left out")
	}
	a.Stiffness, a.Damping = 0, 0
	gear := [6]float32{1}
	e.Numbers("gear", gear[:])
	a.At = &scenes.Push{Mount: mounted(at), Force: vec.V3(gear[0], gear[1], gear[2]),
		Torque: vec.V3(gear[3], gear[4], gear[5])}
	if a.Kind == "motor" {
		a.Unit = "N"
		if a.At.Force == (vec.Vec3{}) {
			a.Unit = "N·m"
		}
	}
	// a body that begins to rise slowly must not fall asleep first
	r.scene.Bodies[at.body].Def.AllowSleep = false
	r.scene.Actuators = append(r.scene.Actuators, a)
}

// drive makes an actuator act on one joint. whole is the length of the tendon for a coordinate of 1 of all of its
// joints, begin its length in the pose of the model.
func (r *reader) drive(e *xmlscene.Element, l scenes.Law, a *scenes.Actuator, t fixedTerm, g, whole, begin float32) {
	ref, ok := r.joints[t.joint]
	if !ok {
		e.Lossf("there is no joint %q that it could drive: it has no effect", t.joint)
		return
	}
	j := &r.scene.Joints[ref.joint]
	axis := j.Def.AxisAt(ref.axis)
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
	d := scenes.Drive{Joint: uint64(ref.joint + 1), Axis: ref.axis, Gear: arm}
	force := l.Gain*a.Initial + l.Bias
	if l.Stiffness == 0 && l.Damping == 0 || arm == 0 {
		if l.Limited {
			force = vec.Clamp(force, l.LeastForce, l.MostForce)
			least, most := l.LeastForce*arm, l.MostForce*arm
			d.Limited, d.LeastForce, d.MostForce = true, min(least, most), max(least, most)
		}
		push(axis, force*arm)
		d.Force, a.Unit = l.Gain*arm, unitOf(ref, "N·m", "N")
		a.On = append(a.On, d)
		return
	}
	if l.Limited {
		axis.MaxSpring = vec.Abs(arm) * vec.Max(vec.Abs(l.LeastForce), vec.Abs(l.MostForce))
	}
	d.Stiffness, d.Damping = l.Stiffness*arm*length, l.Damping*arm*length
	target, rate := float32(0), float32(0)
	if l.Stiffness > 0 {
		target = vec.Clamp((force/l.Stiffness-g*begin)/length, -1e6, 1e6)
		d.Target, a.Unit = l.Gain*arm, unitOf(ref, "rad", "m")
	} else {
		rate = force / (l.Damping * length)
		d.Speed, a.Unit = l.Gain*arm, unitOf(ref, "rad/s", "m/s")
	}
	if g != 1 || e.Name == "general" {
		a.Unit = "" // of the actuator, not of the joint
	}
	model.Pull(axis, d.Stiffness, d.Damping, target, rate)
	a.On = append(a.On, d)
}

// unitOf is the unit for a hinge or for a slide.
func unitOf(ref jointRef, hinge, slide string) string {
	if ref.sliding {
		return slide
	}
	return hinge
}

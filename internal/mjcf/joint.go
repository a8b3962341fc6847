package mjcf

import (
	"tumble/internal/scenefile"
	"tumble/internal/xmlscene"
	"tumble/physics"
	"tumble/physics/vec"
)

// connect joins a body to what carries it by its joint elements. A hinge, a slide or a ball alone
// becomes that joint; several of them a joint of six coordinates.
func (r *reader) connect(e *xmlscene.Element, joints []*xmlscene.Element, parent, body int, at, inParent vec.Transform) {
	if parent < 0 {
		inParent = at
	}
	if len(joints) > 1 {
		r.several(e, joints, parent, body, inParent)
		return
	}
	j := joints[0]
	axis, pos := j.Vector("axis", vec.AxisZ), j.Vector("pos", vec.Vec3{})
	place := func(f *physics.JointFrames, engine vec.Vec3) {
		f.FrameB = vec.Transform{P: pos, Q: xmlscene.Align(engine, axis)}
		f.FrameA = inParent.Mul(f.FrameB)
		f.FrameA.Q = f.FrameA.Q.Norm()
	}
	switch kind := j.Text("type", "hinge"); kind {
	case "hinge":
		d := physics.DefaultHingeJointDef()
		place(&d.JointFrames, vec.AxisZ)
		r.put(j, parent, body, &d, r.acting(j, &d.Axis, 0, true), 0, false)
	case "slide":
		d := physics.DefaultSliderJointDef()
		place(&d.JointFrames, vec.AxisX)
		r.put(j, parent, body, &d, r.acting(j, &d.Axis, 0, false), 0, true)
	case "ball":
		d := physics.DefaultBallJointDef()
		place(&d.JointFrames, vec.AxisZ)
		var x [2]float32
		if r.limited(j) && j.Numbers("range", x[:]) == 2 {
			d.Cone.Limited, d.Cone.Upper = true, r.angle(x[1])
		}
		r.put(j, parent, body, &d, nil, 0, false)
	default:
		j.Errorf("type %q: must be free, ball, slide or hinge", kind)
	}
}

// several joins by joints on one body: those along the same axes of one frame, as a universal joint or
// a planar carriage has them.
func (r *reader) several(e *xmlscene.Element, joints []*xmlscene.Element, parent, body int, inParent vec.Transform) {
	d := physics.DefaultSixJointDef()
	d.Locked = [6]bool{true, true, true, true, true, true}
	d.FrameB = vec.Transform{P: joints[len(joints)-1].Vector("pos", vec.Vec3{}), Q: vec.QuatIdentity}
	d.FrameA = inParent.Mul(d.FrameB)
	d.FrameA.Q = d.FrameA.Q.Norm()
	var springs []scenefile.Spring
	for _, j := range joints {
		axis := j.Vector("axis", vec.AxisZ).Norm()
		k, sign := nearest(axis)
		if axis.Abs().MaxComponent() < 0.999 || sign < 0 {
			j.Warnf("several joints on a body turn about its axes: %v becomes axis %d", axis, k)
		}
		kind := j.Text("type", "hinge")
		switch kind {
		case "hinge":
			k += 3
		case "slide":
		default:
			e.Errorf("a %s joint beside others is not known here", kind)
			return
		}
		d.Locked[k] = false
		springs = append(springs, r.acting(j, &d.Axes[k], k, kind == "hinge")...)
		if name := j.Text("name", ""); name != "" {
			r.joints[name] = jointRef{len(r.scene.Joints), k, kind == "slide"}
		}
	}
	r.scene.Joints = append(r.scene.Joints, scenefile.Joint{A: parent, B: body, Def: &d, Springs: springs})
}

func nearest(axis vec.Vec3) (index int, sign float32) {
	a := axis.Abs()
	switch {
	case a.X >= a.Y && a.X >= a.Z:
		return 0, axis.X
	case a.Y >= a.Z:
		return 1, axis.Y
	}
	return 2, axis.Z
}

func (r *reader) put(j *xmlscene.Element, parent, body int, def any, springs []scenefile.Spring, axis int, sliding bool) {
	if name := j.Text("name", ""); name != "" {
		r.joints[name] = jointRef{len(r.scene.Joints), axis, sliding}
	}
	r.scene.Joints = append(r.scene.Joints, scenefile.Joint{A: parent, B: body, Def: def, Springs: springs})
}

// limited reports whether the range of a joint counts.
func (r *reader) limited(j *xmlscene.Element) bool {
	switch j.Text("limited", "auto") {
	case "true":
		return true
	case "false":
		return false
	}
	return j.Has("range")
}

// acting reads range, spring, damping and friction of a joint.
func (r *reader) acting(j *xmlscene.Element, a *physics.JointAxis, index int, angular bool) []scenefile.Spring {
	unit := func(x float32) float32 {
		if angular {
			return r.angle(x)
		}
		return x
	}
	var x [2]float32
	if n := j.Numbers("range", x[:]); r.limited(j) && n == 2 {
		a.Limited, a.Lower, a.Upper = true, unit(x[0]), unit(x[1])
		if a.Lower > a.Upper {
			j.Errorf("range %g %g: the first must be the smaller one", x[0], x[1])
			a.Upper = a.Lower
		}
	}
	a.Friction = max(j.Number("frictionloss", 0), 0)
	a.Target = unit(j.Number("springref", 0))
	k, c := j.Number("stiffness", 0), j.Number("damping", 0)
	if k < 0 || c < 0 {
		j.Errorf("stiffness and damping must not be negative")
		return nil
	}
	if k > 0 || c > 0 {
		return []scenefile.Spring{{Axis: index, Stiffness: k, Damping: c}}
	}
	return nil
}

// actuators turn position and velocity actuators into drives of their joints.
func (r *reader) actuators(model *xmlscene.Element) {
	for _, list := range model.All("actuator") {
		for _, name := range []string{"position", "velocity"} {
			for _, e := range list.All(name) {
				r.inherit(e, "")
				r.actuator(e, name)
			}
		}
	}
}

func (r *reader) actuator(e *xmlscene.Element, kind string) {
	name := e.Text("joint", "")
	ref, ok := r.joints[name]
	if !ok {
		e.Warnf("there is no joint %q of its own: it has no effect", name)
		return
	}
	j := &r.scene.Joints[ref.joint]
	axis := scenefile.AxisOf(j.Def, ref.axis)
	if axis == nil {
		e.Warnf("joint %q has no axis to drive", name)
		return
	}
	var force [2]float32
	limited := e.Numbers("forcerange", force[:]) == 2
	if kind == "velocity" {
		// without a control the target is rest
		axis.Motor, axis.MaxForce = true, e.Number("kv", 1)
		if limited {
			axis.MaxForce = vec.Max(vec.Abs(force[0]), vec.Abs(force[1]))
		}
		return
	}
	if limited {
		axis.MaxSpring = vec.Max(vec.Abs(force[0]), vec.Abs(force[1]))
	}
	s := scenefile.Spring{Axis: ref.axis, Stiffness: max(e.Number("kp", 1), 0), Damping: max(e.Number("kv", 0), 0)}
	for i := range j.Springs {
		if j.Springs[i].Axis == ref.axis && !j.Springs[i].Limit {
			j.Springs[i].Stiffness += s.Stiffness
			j.Springs[i].Damping += s.Damping
			return
		}
	}
	j.Springs = append(j.Springs, s)
}

// equalities turn connect and weld into joints.
func (r *reader) equalities(model *xmlscene.Element) {
	for _, list := range model.All("equality") {
		for _, e := range append(list.All("connect"), list.All("weld")...) {
			a, okA := r.bodies[e.Text("body1", "")]
			b, okB := r.bodies[e.Text("body2", "")]
			if !e.Has("body2") {
				b, okB = -1, true
			}
			if !okA || !okB || a < 0 || a == b {
				e.Warnf("its bodies are not known here: it has no effect")
				continue
			}
			r.equal(e, a, b)
		}
	}
}

// equal holds body a at b, which is the world for −1.
func (r *reader) equal(e *xmlscene.Element, a, b int) {
	at := func(body int) vec.Transform {
		if body < 0 {
			return vec.TransformIdentity
		}
		d := &r.scene.Bodies[body].Def
		return vec.Transform{P: d.Position, Q: d.Rotation}
	}
	anchor := e.Vector("anchor", vec.Vec3{})
	world := at(a).Mul(vec.Transform{P: anchor, Q: vec.QuatIdentity})
	frameA, frameB := at(b).InvMul(world), vec.Transform{P: anchor, Q: vec.QuatIdentity}
	frameA.Q = frameA.Q.Norm()
	if e.Name == "weld" {
		d := physics.DefaultFixedJointDef()
		d.FrameA, d.FrameB = frameA, frameB
		r.scene.Joints = append(r.scene.Joints, scenefile.Joint{A: b, B: a, Def: &d})
		return
	}
	d := physics.DefaultBallJointDef()
	d.FrameA, d.FrameB = frameA, frameB
	r.scene.Joints = append(r.scene.Joints, scenefile.Joint{A: b, B: a, Def: &d})
}

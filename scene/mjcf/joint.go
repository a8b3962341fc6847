package mjcf

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// axisOf is the axis of a joint and where it is, on the body.
func (r *reader) axisOf(j *xmlscene.Element) (axis, pos vec.Vec3) {
	axis, pos = j.Vector("axis", vec.AxisZ), j.Vector("pos", vec.Vec3{})
	if f, ok := r.frames[j]; ok {
		axis, pos = f.Q.Rotate(axis), f.Apply(pos)
	}
	if axis == (vec.Vec3{}) {
		axis = vec.AxisZ
	}
	return axis.Norm(), pos
}

// connect joins a body to its parent by its joint elements; inParent is its pose there, in the world
// for parent −1. A hinge, a slide or a ball alone becomes that joint; several of them a joint of six
// coordinates.
func (r *reader) connect(e *xmlscene.Element, joints []*xmlscene.Element, parent, body int, inParent vec.Transform) {
	if len(joints) > 1 {
		r.several(e, joints, parent, body, inParent)
		return
	}
	j := joints[0]
	axis, pos := r.axisOf(j)
	frames := func(f *physics.JointFrames, engine vec.Vec3) {
		f.FrameB = vec.Transform{P: pos, Q: xmlscene.Align(engine, axis)}
		f.FrameA = inParent.Mul(f.FrameB)
		f.FrameA.Q = f.FrameA.Q.Norm()
		f.CollideConnected = r.noParent
	}
	switch kind := j.Text("type", "hinge"); kind {
	case "hinge":
		d := physics.DefaultHingeJointDef()
		frames(&d.JointFrames, vec.AxisZ)
		r.put(j, parent, body, &d, r.acting(j, &d.Axis, true), jointRef{axis: 0, ref: r.refOf(j),
			forces: r.forcesOf(j)})
		r.rotor(j)
	case "slide":
		d := physics.DefaultSliderJointDef()
		frames(&d.JointFrames, vec.AxisX)
		r.put(j, parent, body, &d, r.acting(j, &d.Axis, false), jointRef{axis: 0, sliding: true, ref: r.refOf(j),
			forces: r.forcesOf(j)})
		r.rotor(j)
	case "ball":
		d := physics.DefaultBallJointDef()
		frames(&d.JointFrames, vec.AxisZ)
		var x [2]float32
		if n := j.Numbers("range", x[:]); r.limited(j) && n == 2 {
			d.Cone.Limited, d.Cone.Upper = true, r.angle(x[1])
		}
		if k, c := j.Number("stiffness", 0), j.Number("damping", 0); k > 0 || c > 0 {
			j.Warnf("stiffness and damping of a ball joint are left out")
		}
		r.put(j, parent, body, &d, physics.JointPassive{}, jointRef{})
		r.rotor(j)
		r.carryRotor(j, parent, body)
	default:
		j.Errorf("type %q: must be free, ball, slide or hinge", kind)
	}
}

// basis are the axes of a frame along the axes of joints, as far as those are at right angles.
func basis(axes []vec.Vec3) vec.Quat {
	var b []vec.Vec3
	for _, a := range axes {
		for _, x := range b {
			a = a.MulSub(x.Dot(a), x)
		}
		if len(b) < 3 && a.Len() > 0.3 {
			b = append(b, a.Norm())
		}
	}
	if len(b) == 1 {
		return xmlscene.Align(vec.AxisX, b[0])
	}
	if len(b) == 2 || b[0].Cross(b[1]).Dot(b[2]) < 0 {
		b = append(b[:2], b[0].Cross(b[1]))
	}
	return vec.Mat3Cols(b[0], b[1], b[2]).Quat().Norm()
}

// several joins by joints on one body, as a universal joint or a planar carriage has them.
func (r *reader) several(e *xmlscene.Element, joints []*xmlscene.Element, parent, body int, inParent vec.Transform) {
	d := physics.DefaultSixJointDef()
	d.Locked = [6]bool{true, true, true, true, true, true}
	d.CollideConnected = r.noParent
	var axes []vec.Vec3
	var pos vec.Vec3
	for _, j := range joints {
		axis, at := r.axisOf(j)
		axes = append(axes, axis)
		pos = at
	}
	d.FrameB = vec.Transform{P: pos, Q: basis(axes)}
	d.FrameA = inParent.Mul(d.FrameB)
	d.FrameA.Q = d.FrameA.Q.Norm()
	out := model.Joint{A: parent, B: body, Def: &d}
	hinges, later := 0, false
	names, rotors := make([]string, len(d.Axes)), make([]float32, len(d.Axes))
	for i, j := range joints {
		k, along := nearest(d.FrameB.Q.InvRotate(axes[i]))
		if vec.Abs(along) < 0.999 {
			j.Warnf("its axis is %.0f° away from that of the joint of all: axes at right angles are taken",
				vec.Acos(vec.Abs(along))*180/3.1416)
		}
		kind := j.Text("type", "hinge")
		switch kind {
		case "hinge":
			k += 3
			hinges++
		case "slide":
			later = later || hinges > 0
		default:
			e.Errorf("a %s joint beside others is not known here", kind)
			return
		}
		if !d.Locked[k] {
			j.Lossf("a second joint along an axis: it is left out")
			continue
		}
		d.Locked[k] = false
		a := &d.Axes[k]
		p := r.acting(j, a, kind == "hinge")
		if along < 0 {
			a.Lower, a.Upper, p.Rest = -a.Upper, -a.Lower, -p.Rest
		}
		out.Resist(k, p)
		rotors[k] = max(j.Number("armature", 0), 0)
		if name := j.Text("name", ""); name != "" {
			names[k] = name
			r.joints[name] = jointRef{len(r.scene.Joints), k, kind == "slide", along < 0, r.refOf(j), r.forcesOf(j)}
		}
	}
	if later {
		e.Warnf("a slide after a hinge keeps the direction that it has in the model")
	}
	if hinges > 1 {
		e.Warnf("%d hinges are one joint: large angles of one change the axes of the others a little", hinges)
	}
	out.Coordinates, out.Armature = names, rotors
	r.scene.Joints = append(r.scene.Joints, out)
}

// refOf is the coordinate of a joint in the pose of the model.
func (r *reader) refOf(j *xmlscene.Element) float32 {
	ref := j.Number("ref", 0)
	if j.Text("type", "hinge") == "hinge" {
		ref = r.angle(ref)
	}
	return ref
}

// forcesOf are the bounds of the force of actuators on a joint, 0 and 0 for none.
func (r *reader) forcesOf(j *xmlscene.Element) [2]float32 {
	var x [2]float32
	n, limited := j.Numbers("actuatorfrcrange", x[:]), j.Text("actuatorfrclimited", "auto")
	if n != 2 || x[0] > 0 || x[1] < 0 || x[0] == x[1] || limited == "false" || limited != "true" && !r.autoLimits {
		return [2]float32{}
	}
	return x
}

// nearest is the axis of a frame next to a direction, and how much of it lies along that.
func nearest(direction vec.Vec3) (index int, along float32) {
	a := direction.Abs()
	switch {
	case a.X >= a.Y && a.X >= a.Z:
		return 0, direction.X
	case a.Y >= a.Z:
		return 1, direction.Y
	}
	return 2, direction.Z
}

func (r *reader) put(j *xmlscene.Element, parent, body int, def physics.JointDef, p physics.JointPassive,
	ref jointRef) {
	if name := j.Text("name", ""); name != "" {
		ref.joint = len(r.scene.Joints)
		r.joints[name] = ref
	}
	out := model.Joint{Name: j.Text("name", ""), A: parent, B: body, Def: def}
	out.Resist(0, p)
	r.scene.Joints = append(r.scene.Joints, out)
}

// limited reports whether the range of a joint counts.
func (r *reader) limited(j *xmlscene.Element) bool {
	if r.noLimit {
		return false
	}
	switch j.Text("limited", "auto") {
	case "true":
		return true
	case "false":
		return false
	}
	return r.autoLimits && j.Has("range")
}

// maxForce (N, N·s/m) bounds what joints have: more is as good as a lock.
const maxForce = 1e9

// acting reads range and friction of a joint, and its spring and damper. Coordinates are those from the pose of the
// model, which has the value of ref in the file.
func (r *reader) acting(j *xmlscene.Element, a *physics.JointAxis, angular bool) physics.JointPassive {
	unit := func(x float32) float32 {
		if angular {
			return r.angle(x)
		}
		return x
	}
	ref := unit(j.Number("ref", 0))
	var x [2]float32
	if n := j.Numbers("range", x[:]); r.limited(j) && n == 2 {
		a.Limited, a.Lower, a.Upper = true, unit(x[0])-ref, unit(x[1])-ref
		if a.Lower > a.Upper {
			j.Errorf("range %g %g: the first must be the smaller one", x[0], x[1])
			a.Upper = a.Lower
		}
	}
	a.Friction = max(j.Bounded("frictionloss", 0, maxForce), 0)
	k, c := j.Bounded("stiffness", 0, maxForce), j.Bounded("damping", 0, maxForce)
	if k < 0 || c < 0 {
		j.Warnf("stiffness and damping must not be negative: 0 is taken")
		k, c = max(k, 0), max(c, 0)
	}
	return physics.JointPassive{Stiffness: k, Damping: c, Rest: unit(j.Number("springref", 0)) - ref}
}

// rotor notes the armature of the joint that was added last.
func (r *reader) rotor(j *xmlscene.Element) {
	if x := j.Number("armature", 0); x > 0 {
		r.scene.Joints[len(r.scene.Joints)-1].Armature = []float32{x}
	}
}

// carryRotor adds the inertia of the rotor of a ball joint (kg·m²) to its body about all axes. The motion is the same
// where the parent does not move; the cone and the twist, the axes of a ball joint, have no rotors about three axes.
func (r *reader) carryRotor(j *xmlscene.Element, parent, body int) {
	x := j.Number("armature", 0)
	if x <= 0 {
		return
	}
	if parent >= 0 {
		j.Lossf("armature=%g kg·m² is added to the inertia of the body: it resists all rotation, not that against the "+
			"parent alone", x)
	}
	add := vec.Diag(vec.V3(x, x, x))
	b := &r.scene.Bodies[body]
	if b.Mass.Inertia != nil {
		add = add.Add(*b.Mass.Inertia)
	}
	b.Mass.Inertia = &add
}

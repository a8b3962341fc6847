package urdf

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// joint connects the child of a joint, a body of its own, with its parent.
func (b *builder) joint(j *joint, from attachment, child int) {
	axis := j.First("axis").Vector("xyz", vec.AxisX)
	if axis == (vec.Vec3{}) {
		j.Warnf("has an axis of no length: x is taken")
		axis = vec.AxisX
	}
	frames := func(f *physics.JointFrames, engine vec.Vec3) {
		rotation := xmlscene.Align(engine, axis)
		f.FrameA = vec.Transform{P: from.local.P, Q: from.local.Q.Mul(rotation).Norm()}
		f.FrameB = vec.Transform{Q: rotation}
	}
	var def physics.JointDef
	var passive physics.JointPassive
	switch j.kind {
	case "revolute", "continuous":
		d := physics.DefaultHingeJointDef()
		frames(&d.JointFrames, vec.AxisZ)
		passive = acting(j, &d.Axis, j.kind == "revolute")
		def = &d
		b.built[j.name] = len(b.scene.Joints)
	case "prismatic":
		d := physics.DefaultSliderJointDef()
		frames(&d.JointFrames, vec.AxisX)
		passive = acting(j, &d.Axis, true)
		def = &d
		b.built[j.name] = len(b.scene.Joints)
	case "fixed":
		d := physics.DefaultFixedJointDef()
		d.FrameA = from.local
		def = &d
	case "planar":
		d := physics.DefaultSixJointDef()
		frames(&d.JointFrames, vec.AxisZ)
		d.Locked = [6]bool{2: true, 3: true, 4: true}
		def = &d
	case "spherical":
		// an extension of Bullet
		d := physics.DefaultBallJointDef()
		frames(&d.JointFrames, vec.AxisZ)
		def = &d
	case "floating":
		return
	default:
		j.Errorf("type %q: must be revolute, continuous, prismatic, fixed, planar or floating", j.kind)
		return
	}
	def.Ends().CollideConnected = b.SelfCollision
	out := model.Joint{Name: j.name, A: from.body, B: child, Def: def}
	out.Resist(0, passive)
	b.scene.Joints = append(b.scene.Joints, out)
}

// maxLimit (m, rad) and maxForce (N, N·s/m) bound what joints have: more is as good as none, or as a lock.
const maxLimit, maxForce = 1e6, 1e9

// acting reads limits and dynamics of a joint.
func acting(j *joint, a *physics.JointAxis, limited bool) physics.JointPassive {
	if l := j.First("limit"); l != nil {
		lower, upper := l.Bounded("lower", 0, maxLimit), l.Bounded("upper", 0, maxLimit)
		switch {
		case limited && lower > upper:
			l.Warnf("lower %g is above upper %g: the joint has no limits", lower, upper)
		case limited && (lower > -maxLimit || upper < maxLimit):
			a.Limited, a.Lower, a.Upper = true, lower, upper
		}
		// what a controller of the joint has; nothing drives it before
		a.MaxForce = max(l.Bounded("effort", 0, maxForce), 0)
		a.Speed = max(l.Bounded("velocity", 0, maxLimit), 0)
	} else if limited {
		j.Warnf("has no limit element: the joint has no limits")
	}
	d := j.First("dynamics")
	a.Friction = d.Bounded("friction", 0, maxForce)
	c := d.Bounded("damping", 0, maxForce)
	if a.Friction < 0 || c < 0 {
		j.Warnf("friction and damping must not be negative: 0 is taken")
		a.Friction, c = max(a.Friction, 0), max(c, 0)
	}
	return physics.JointPassive{Damping: c}
}

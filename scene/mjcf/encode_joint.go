package mjcf

import (
	"fmt"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/linktree"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// mobility writes the joints of a body.
func (e *encoder) mobility(l *linktree.Link) {
	if l.Joint < 0 {
		e.Leaf("freejoint")
		linear, angular := e.OriginVelocity(l)
		e.note(linear)
		e.note(e.rotated(l, angular))
		return
	}
	j := &e.Scene.Joints[l.Joint]
	e.endings(l.Name, j)
	value, speed := e.Coordinates(l.Joint)
	switch d := j.Def.(type) {
	case *physics.HingeJointDef:
		e.axis(l, "hinge", &d.Axis, 0, value[5], speed[5])
	case *physics.SliderJointDef:
		e.axis(l, "slide", &d.Axis, 0, value[0], speed[0])
	case *physics.BallJointDef:
		e.ball(l, d, vec.V3(value[3], value[4], value[5]))
	case *physics.FixedJointDef:
		e.f.Ignoref(l.Name, "is held by a fixed joint: it is one body with what carries it in the file")
		if d.LinearHertz != 0 || d.AngularHertz != 0 {
			e.f.Warnf(l.Name, "hangs on a fixed joint that gives way: it is rigid in the file")
		}
	case *physics.SixJointDef:
		e.six(l, d, value, speed)
	}
}

// note notes three velocities of the file.
func (e *encoder) note(v vec.Vec3) {
	e.velocity = append(e.velocity, v.X, v.Y, v.Z)
	e.moving = e.moving || v != (vec.Vec3{})
}

// endings tells what no joint of a model has.
func (e *encoder) endings(name string, j *model.Joint) {
	f := j.Def.Ends()
	if f.BreakForce > 0 || f.BreakTorque > 0 {
		e.f.Lossf(name, "its joint cannot break in the file")
	}
	if f.CollideConnected && j.A >= 0 && e.Scene.Bodies[j.A].Def.Type == physics.Dynamic {
		e.f.Warnf(name, "does not collide with the body that carries it in the file")
	}
}

// axis writes a hinge or slide. The pose of the file is that of the scene, in which the coordinate has a value.
func (e *encoder) axis(l *linktree.Link, kind string, a *physics.JointAxis, index int, value, speed float32) {
	anchor, axis := e.Anchor(l)
	e.coordinate(l, e.joints[l.Joint], kind, anchor, axis, a, index, value, speed)
}

// coordinate writes one coordinate of the joint of a link.
func (e *encoder) coordinate(l *linktree.Link, name, kind string, anchor, axis vec.Vec3, a *physics.JointAxis,
	index int, value, speed float32) {
	var within, limited, stiffness, damping, springref, friction string
	if a.Limited {
		within, limited = xmlscene.Format(a.Lower, a.Upper), "true"
		if a.Lower >= a.Upper {
			within = xmlscene.Format(a.Lower-1e-6, a.Upper+1e-6)
		}
	}
	ref := ""
	if value != 0 {
		ref = xmlscene.Format(value)
	}
	driven := e.drives.on(l.Joint, index, name)
	e.axisNames[[2]int{l.Joint, index}] = name
	passive := e.Scene.Joints[l.Joint].PassiveAt(index)
	for _, s := range e.Scene.Springs(l.Joint) {
		switch {
		case s.Axis != index:
		case s.Limit:
			e.f.Warnf(l.Name, "the limits of its joint are hard in the file")
		case driven != nil:
			// the actuators write it
		case passive != (physics.JointPassive{}) || a.MaxSpring > 0 || a.Rate != 0:
			m := motor{kind: "position", joint: name, kp: s.Stiffness, kv: s.Damping, control: a.Target,
				force: a.MaxSpring}
			if s.Stiffness == 0 {
				m.kind, m.control = "velocity", a.Rate
			}
			e.motors = append(e.motors, m)
		default:
			passive = physics.JointPassive{Stiffness: s.Stiffness, Damping: s.Damping, Rest: a.Target}
		}
	}
	if passive.Stiffness > 0 {
		stiffness, springref = xmlscene.Format(passive.Stiffness), xmlscene.Format(passive.Rest)
	}
	if passive.Damping > 0 {
		damping = xmlscene.Format(passive.Damping)
	}
	if a.Motor && (driven == nil || !driven.pushes) {
		// a damper so strong that it is at its limit unless it has its speed
		e.f.Warnf(l.Name, "its motor is a damper of 100 times its force at 1 rad/s or 1 m/s")
		m := motor{kind: "velocity", joint: name, kv: 100 * a.MaxForce, control: a.Speed, force: a.MaxForce}
		e.motors = append(e.motors, m)
	}
	if (!a.Motor || driven != nil) && a.Friction > 0 {
		friction = xmlscene.Format(a.Friction)
	}
	if !a.Motor && a.MaxForce > 0 && driven == nil {
		e.f.Ignoref(l.Name, "force and speed of its motor, which is off, are left out")
	}
	e.Leaf("joint", "name", name, "type", kind, "pos", xmlscene.FormatVector(anchor),
		"axis", xmlscene.FormatVector(axis), "limited", limited, "range", within, "ref", ref, "stiffness", stiffness,
		"springref", springref, "damping", damping, "frictionloss", friction, "armature", e.armature(l, index))
	e.velocity = append(e.velocity, speed)
	e.moving = e.moving || speed != 0
}

// ball writes a ball joint, which has a cone about its present direction in a model.
func (e *encoder) ball(l *linktree.Link, d *physics.BallJointDef, rotation vec.Vec3) {
	anchor, _ := e.Anchor(l)
	var within, limited string
	if d.Cone.Limited {
		within, limited = xmlscene.Format(0, d.Cone.Upper), "true"
		e.f.Warnf(l.Name, "the limit of its ball joint is about all axes in the file")
		if rotation.Len() > 1e-3 {
			e.f.Warnf(l.Name, "the limit of its ball joint is about the present pose in the file")
		}
	}
	if d.Twist.Limited || d.Twist.Motor || d.Drive.Hertz > 0 || d.Drive.MaxMotor > 0 || d.Cone.Hertz > 0 ||
		d.Twist.Hertz > 0 {
		e.f.Lossf(l.Name, "twist, springs and motors of its ball joint are left out")
	}
	damping := ""
	e.Leaf("joint", "name", e.joints[l.Joint], "type", "ball", "pos", xmlscene.FormatVector(anchor),
		"limited", limited, "range", within, "damping", damping,
		"armature", e.armature(l, 0))
	_, own := e.OriginVelocity(l)
	carrier := vec.Vec3{}
	if l.Parent >= 0 {
		_, carrier = e.OriginVelocity(&e.Links[l.Parent])
	}
	e.note(e.rotated(l, own.Sub(carrier)))
}

// six writes the coordinates of a joint of six one by one.
func (e *encoder) six(l *linktree.Link, d *physics.SixJointDef, value, speed [6]float32) {
	count := 0
	for i := range d.Axes {
		if d.Locked[i] {
			continue
		}
		count++
		kind := "slide"
		if i >= 3 {
			kind = "hinge"
		}
		axis := d.FrameB.Q.Rotate([3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[i%3])
		if i < 3 {
			// slides come first: they go along what carries the body, however it has rotated since
			axis = e.Carried(l.Joint, i)
		}
		name := fmt.Sprintf("%s-%d", e.joints[l.Joint], i+1)
		if list := e.Scene.Joints[l.Joint].Coordinates; i < len(list) && list[i] != "" {
			name = list[i]
		}
		name = e.Joints.Take(name)
		e.coordinate(l, name, kind, d.FrameB.P, axis, &d.Axes[i], i, value[i], speed[i])
	}
	if count > 1 {
		e.f.Warnf(l.Name, "its joint is %d in the file, one after the other", count)
	}
}

// rotated is a vector of the world of the file in the frame of a link.
func (e *encoder) rotated(l *linktree.Link, v vec.Vec3) vec.Vec3 {
	q := l.Local.Q
	for p := l.Parent; p >= 0; p = e.Links[p].Parent {
		q = e.Links[p].Local.Q.Mul(q)
	}
	return q.Norm().InvRotate(v)
}

// armature is the inertia of the rotor of a coordinate of the joint of a link, empty for none.
func (e *encoder) armature(l *linktree.Link, index int) string {
	list := e.Scene.Joints[l.Joint].Armature
	if index >= len(list) || list[index] == 0 || l.Reversed {
		return ""
	}
	return xmlscene.Format(list[index])
}

// withoutRotor is the inertia of a link without the rotor of its ball joint, which the file has as armature.
func (e *encoder) withoutRotor(l *linktree.Link, t vec.Mat3) vec.Mat3 {
	if l.Joint < 0 || l.Reversed {
		return t
	}
	j := &e.Scene.Joints[l.Joint]
	if _, ball := j.Def.(*physics.BallJointDef); ball && len(j.Armature) > 0 {
		x := j.Armature[0]
		return t.Add(vec.Diag(vec.V3(-x, -x, -x)))
	}
	return t
}

package urdf

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/linktree"
	"tumble/scene/internal/xmlscene"
)

// joint writes the joint that carries a link: its own, or a fixed or floating one that hangs it on the world.
func (e *encoder) joint(i int) {
	l := &e.Links[i]
	kind, parent, name := "floating", "world", l.JointName
	if e.Scene.Bodies[l.Body].Def.Type != physics.Dynamic {
		kind = "fixed"
	}
	from := vec.TransformIdentity
	if l.Parent >= 0 {
		parent = e.Links[l.Parent].Name
		from.P = e.shift[l.Parent].Neg()
	}
	var axis *physics.JointAxis
	var value float32
	if l.Joint >= 0 {
		kind, axis, value = e.kind(l)
		if e.Scene.Joints[l.Joint].Armature != nil {
			e.f.Warnf(l.Name, "the rotor of its joint (armature) is left out")
		}
	}
	e.Open("joint", "name", name, "type", kind)
	e.origin(from.Mul(l.Local).Mul(vec.Transform{P: e.shift[i], Q: vec.QuatIdentity}))
	e.Leaf("parent", "link", parent)
	e.Leaf("child", "link", l.Name)
	if axis != nil || kind == "planar" {
		_, along := e.Anchor(l)
		e.Leaf("axis", "xyz", xmlscene.FormatVector(along))
	}
	if axis != nil {
		e.acting(l, kind, axis, value)
	}
	e.Close()
}

// kind is the type of the joint of a link, with the axis that it has and its present coordinate.
func (e *encoder) kind(l *linktree.Link) (kind string, axis *physics.JointAxis, value float32) {
	j := &e.Scene.Joints[l.Joint]
	at, _ := e.Coordinates(l.Joint)
	if f := j.Def.Ends(); f.BreakForce > 0 || f.BreakTorque > 0 {
		e.f.Lossf(l.Name, "its joint cannot break in the file")
	}
	switch d := j.Def.(type) {
	case *physics.HingeJointDef:
		if !d.Axis.Limited {
			return "continuous", &d.Axis, at[5]
		}
		return "revolute", &d.Axis, at[5]
	case *physics.SliderJointDef:
		return "prismatic", &d.Axis, at[0]
	case *physics.BallJointDef:
		e.f.Warnf(l.Name, "hangs on a ball joint, which is an extension of Bullet; its limits and springs are left out")
		return "spherical", nil, 0
	case *physics.SixJointDef:
		planar := d.Locked == [6]bool{2: true, 3: true, 4: true}
		for i := range d.Axes {
			if !d.Locked[i] && d.Axes[i] != (physics.JointAxis{}) || d.Locked[i] && !planar {
				e.f.Lossf(l.Name, "limits, springs and locked axes of its generic joint are left out")
				break
			}
		}
		if planar {
			return "planar", nil, 0
		}
		if j.A >= 0 {
			e.f.Lossf(l.Name,
				"nothing holds it in the file, and it meets what carried it: its generic joint is a floating one")
		}
		return "floating", nil, 0
	}
	e.f.Ignoref(l.Name, "is held by a fixed joint: readers make it one body with what carries it")
	return "fixed", nil, 0
}

// around are limits of a joint with the pose of the file, 0, on them where rounding has it beyond.
func (e *encoder) around(l *linktree.Link, lower, upper float32) (from, to float32) {
	if lower > startRounding || upper < -startRounding {
		e.f.Warnf(l.Name, "is beyond the limits of its joint: readers begin within them")
		return lower, upper
	}
	return vec.Min(lower, 0), vec.Max(upper, 0)
}

// acting writes limits, dynamics and mimic of a joint. The pose of the file is the zero of its coordinate.
func (e *encoder) acting(l *linktree.Link, kind string, a *physics.JointAxis, value float32) {
	passive := e.Scene.Joints[l.Joint].PassiveAt(0)
	damping, springy := passive.Damping, passive.Stiffness > 0
	force, driven := a.MaxForce, e.actuatorOf(l)
	if driven != nil && driven.Limited {
		force = effort(driven)
	}
	for _, s := range e.Scene.Springs(l.Joint) {
		if s.Limit {
			e.f.Warnf(l.Name, "the limits of its joint are hard in the file")
			continue
		}
		if driven == nil {
			damping += s.Damping
			springy = springy || s.Stiffness > 0 || a.Rate != 0
		}
	}
	if springy {
		e.f.Lossf(l.Name, "the spring of its joint is left out")
	}
	if a.Motor && driven == nil {
		e.f.Lossf(l.Name, "the motor of its joint is switched off in the file")
	}
	lower, upper := -float32(maxLimit), float32(maxLimit)
	if a.Limited {
		lower, upper = e.around(l, a.Lower-value, a.Upper-value)
	}
	if kind != "continuous" {
		e.Leaf("limit", "lower", xmlscene.Format(lower), "upper", xmlscene.Format(upper), "effort",
			xmlscene.Format(force),
			"velocity", xmlscene.Format(vec.Abs(a.Speed)))
	} else if force > 0 {
		e.Leaf("limit", "effort", xmlscene.Format(force), "velocity", xmlscene.Format(vec.Abs(a.Speed)))
	}
	if damping > 0 || a.Friction > 0 {
		e.Leaf("dynamics", "damping", xmlscene.Format(damping), "friction", xmlscene.Format(a.Friction))
	}
	if c, ok := e.mimic[l.Joint]; ok {
		e.Leaf("mimic", "joint", e.joints[e.Links[c.Leader].Joint], "multiplier", xmlscene.Format(c.Ratio))
	}
}

package sdf

import (
	"math"
	"strconv"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// connection is a joint with the links that it connects.
type connection struct {
	*frame
	scope         *scope
	kind          string
	parent, child *link // a parent of nil is the world
	reversed      bool  // the file calls the parent the child
}

// connect finds the links of a joint.
func (b *builder) connect(s *scope, j *frame) (connection, bool) {
	c := connection{frame: j, scope: s, kind: j.Text("type", "")}
	report := j.Errorf
	if b.lost {
		report = j.Lossf // it may be in a part that could not be read
	}
	if j.ContentOf("parent", "") == "" || j.ContentOf("child", "") == "" {
		j.Errorf("must have a parent and a child")
		return c, false
	}
	var err error
	if c.parent, err = s.carrier(j.ContentOf("parent", "")); err != nil {
		report("parent: %v", err)
		return c, false
	}
	if c.child, err = s.carrier(j.ContentOf("child", "")); err != nil {
		report("child: %v", err)
		return c, false
	}
	if c.child == nil {
		c.parent, c.child, c.reversed = nil, c.parent, true
	}
	if c.child == nil {
		j.Errorf("connects the world with itself")
		return c, false
	}
	return c, true
}

// joint adds a joint between two bodies.
func (b *builder) joint(c *connection) {
	child := c.child.root()
	parent, at := -1, vec.TransformIdentity
	static := func(body int) bool { return b.scene.Bodies[body].Def.Type == physics.Static }
	moves := !static(child.body)
	if c.parent != nil {
		root := c.parent.root()
		parent, at = root.body, root.world
		moves = moves || !static(parent)
	}
	if !moves {
		c.Ignoref("neither of its links moves")
		return
	}
	if parent == child.body {
		c.Lossf("its links are parts of one body: it has no effect")
		return
	}
	local, err := c.scope.position(c.frame)
	if err != nil {
		c.Errorf("pose: %v", err)
		return
	}
	world := c.scope.world.Mul(local)
	frames := func(f *physics.JointFrames, q vec.Quat) {
		joint := vec.Transform{P: world.P, Q: world.Q.Mul(q).Norm()}
		f.FrameA, f.FrameB = at.InvMul(joint), child.world.InvMul(joint)
		f.FrameA.Q, f.FrameB.Q = f.FrameA.Q.Norm(), f.FrameB.Q.Norm()
	}
	if c.kind == "universal" || c.kind == "revolute2" {
		b.cross(c, parent, at, world, local)
		return
	}
	def, passive := b.definition(c, local, frames)
	if def == nil {
		return
	}
	name := c.scope.scoped(c.Text("name", ""))
	switch def.(type) {
	case *physics.HingeJointDef, *physics.SliderJointDef:
		b.built[name] = len(b.scene.Joints)
	}
	out := model.Joint{Name: name, A: parent, B: child.body, Def: def}
	out.Resist(0, passive)
	b.scene.Joints = append(b.scene.Joints, out)
}

// definition makes the definition of a joint; frames sets its frames with a rotation within that of the joint.
func (b *builder) definition(c *connection, local vec.Transform, frames func(*physics.JointFrames,
	vec.Quat)) (def physics.JointDef, passive physics.JointPassive) {
	axis := b.axis(c, "axis", local)
	switch c.kind {
	case "revolute", "continuous":
		d := physics.DefaultHingeJointDef()
		frames(&d.JointFrames, xmlscene.Align(vec.AxisZ, axis))
		return &d, acting(c.First("axis"), &d.Axis, c.kind == "revolute")
	case "prismatic":
		d := physics.DefaultSliderJointDef()
		frames(&d.JointFrames, xmlscene.Align(vec.AxisX, axis))
		return &d, acting(c.First("axis"), &d.Axis, true)
	case "ball":
		d := physics.DefaultBallJointDef()
		frames(&d.JointFrames, vec.QuatIdentity)
		return &d, passive
	case "fixed":
		d := physics.DefaultFixedJointDef()
		frames(&d.JointFrames, vec.QuatIdentity)
		return &d, passive
	case "screw":
		c.Lossf("the thread is left out: the joint slides and turns freely")
		d := physics.DefaultSixJointDef()
		frames(&d.JointFrames, xmlscene.Align(vec.AxisZ, axis))
		d.Locked = [6]bool{true, true, false, true, true, false}
		return &d, passive
	case "gearbox":
		c.Lossf("gearboxes are not known here: it has no effect")
		return nil, passive
	}
	c.Errorf("type %q: must be revolute, continuous, prismatic, fixed, ball, universal, revolute2, screw or gearbox",
		c.kind)
	return nil, passive
}

// cross adds a universal joint: a hinge about the first axis to a light piece, and one about the second from there.
func (b *builder) cross(c *connection, parent int, at, world, local vec.Transform) {
	child := c.child.root()
	one, two := b.axis(c, "axis", local), b.axis(c, "axis2", local)
	if one.Cross(two).Len() < 0.1 {
		c.Lossf("axis2 lies along axis: the joint turns about that alone")
		two = vec.Vec3{}
	}
	// hinges have the first axis on the parent and the second on the child
	hinge := func(a int, atA vec.Transform, of int, atB vec.Transform, axis vec.Vec3, name, part string) {
		d := physics.DefaultHingeJointDef()
		joint := vec.Transform{P: world.P, Q: world.Q.Mul(xmlscene.Align(vec.AxisZ, axis)).Norm()}
		d.FrameA, d.FrameB = atA.InvMul(joint), atB.InvMul(joint)
		d.FrameA.Q, d.FrameB.Q = d.FrameA.Q.Norm(), d.FrameB.Q.Norm()
		out := model.Joint{Name: c.scope.scoped(c.Text("name", "") + part), A: a, B: of, Def: &d}
		out.Resist(0, acting(c.First(name), &d.Axis, true))
		b.scene.Joints = append(b.scene.Joints, out)
	}
	if two == (vec.Vec3{}) {
		hinge(parent, at, child.body, child.world, one, "axis", "")
		return
	}
	mass := b.scene.TakePiece(parent, child.body)
	mass.Center = &vec.Vec3{}
	c.Warnf("a %s joint is two hinges with a piece of %.3g kg of it between them", c.kind, mass.Mass)
	def := physics.DefaultBodyDef()
	def.Type, def.Position, def.Rotation, def.Name = physics.Dynamic, world.P, world.Q.Norm(),
		c.scope.scoped(c.Text("name", "")+" cross")
	piece := len(b.scene.Bodies)
	b.scene.Bodies = append(b.scene.Bodies, model.Body{Def: def, Mass: mass})
	hinge(parent, at, piece, world, one, "axis", "")
	hinge(piece, world, child.body, child.world, two, "axis2", " second")
}

// axis reads a unit vector in the frame of the joint, whose place in its model is local. The file gives the vector in
// the frame of the joint, in a named frame or, in old versions, in the frame of the model.
func (b *builder) axis(c *connection, name string, local vec.Transform) vec.Vec3 {
	e := c.First(name)
	axis := e.VectorOf("xyz", vec.AxisZ).Norm()
	if c.reversed {
		axis = axis.Neg()
	}
	if axis == (vec.Vec3{}) {
		e.Warnf("has an axis of no length: z is taken")
		return vec.AxisZ
	}
	within := e.First("xyz").Text("expressed_in", "")
	switch {
	case within == "__model__", within == "" && (c.version < 5 || e.FlagOf("use_parent_model_frame", false)):
		within = c.home
	case within == "":
		return axis
	}
	base, err := c.scope.local(within)
	if err != nil {
		e.Errorf("xyz: %v", err)
		return axis
	}
	return local.Q.InvRotate(base.Q.Rotate(axis))
}

// wide reads a number that may be as large as inf within the first child of a name.
func wide(e *xmlscene.Element, name string, other float64) float64 {
	c := e.First(name)
	if c == nil || c.Content() == "" {
		return other
	}
	v, err := strconv.ParseFloat(c.Content(), 64)
	if v != v || err != nil && !math.IsInf(v, 0) {
		c.Errorf("%.40q is no number", c.Content())
		return other
	}
	return v
}

// noLimit and all beyond stand for no limit in the format and its tools.
const noLimit = 1e9

// acting reads limits and dynamics of an axis of a joint.
func acting(e *xmlscene.Element, a *physics.JointAxis, limited bool) physics.JointPassive {
	if l := e.First("limit"); limited && l != nil {
		lower, upper := wide(l, "lower", -math.Inf(1)), wide(l, "upper", math.Inf(1))
		switch {
		case lower > upper:
			l.Warnf("lower %g is above upper %g: the joint has no limits", lower, upper)
		case lower > -noLimit || upper < noLimit:
			a.Limited = true
			a.Lower, a.Upper = float32(math.Max(lower, -noLimit)), float32(math.Min(upper, noLimit))
		}
	}
	d := e.First("dynamics")
	a.Friction = d.NumberOf("friction", 0)
	p := physics.JointPassive{Stiffness: d.NumberOf("spring_stiffness", 0), Damping: d.NumberOf("damping", 0),
		Rest: d.NumberOf("spring_reference", 0)}
	if a.Friction < 0 || p.Damping < 0 || p.Stiffness < 0 {
		d.Warnf("friction, damping and stiffness must not be negative: 0 is taken")
		a.Friction, p.Damping, p.Stiffness = max(a.Friction, 0), max(p.Damping, 0), max(p.Stiffness, 0)
	}
	return p
}

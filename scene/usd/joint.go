package usd

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
	"tumble/scene/usd/internal/usdstage"
)

// joint is a joint with its inherited properties.
type joint struct {
	prim *usdstage.Prim
	view view
}

// end is one side of a joint.
type end struct {
	body  *body // nil for the world
	frame vec.Transform
	named bool // the file names a prim
	index int
}

// connect adds all joints.
func (r *reader) connect() {
	for i := range r.joints {
		j := &r.joints[i]
		r.connectOne(j)
		if i > model.MaxJoints {
			j.prim.Errorf("more than %d joints", model.MaxJoints)
			return
		}
	}
	for _, key := range r.order {
		r.chain(r.between[key])
	}
}

// connectOne adds a joint between two bodies.
func (r *reader) connectOne(j *joint) {
	p := j.prim
	if p.Type != "PhysicsFixedJoint" {
		r.scene.Declared.Joints++
	}
	a, okA := r.end(j, "0")
	b, okB := r.end(j, "1")
	if !okA || !okB {
		return
	}
	if !moves(a.body) && !moves(b.body) {
		p.Ignoref("neither of its bodies moves")
		return
	}
	if a.body == b.body {
		p.Lossf("both of its sides are one body: it has no effect")
		return
	}
	if b.index < 0 {
		b.index = r.world()
	}
	list, off := r.definition(p, a.frame, b.frame), !p.Flag("physics:jointEnabled", true)
	for i := range list {
		frames := list[i].Def.Ends()
		frames.CollideConnected = p.Flag("physics:collisionEnabled", false) || !a.named || !b.named
		force := r.mass * r.length
		frames.BreakForce = breaking(p, "physics:breakForce", force)
		frames.BreakTorque = breaking(p, "physics:breakTorque", force*r.length)
		list[i].A, list[i].B, list[i].Off = a.index, b.index, off
		list[i].Name = shortened(p.Path)
	}
	if len(list) > 0 {
		key := [2]int{a.index, b.index}
		r.between[key] = append(r.between[key], made{p, list})
		if len(r.between[key]) == 1 {
			r.order = append(r.order, key)
		}
	}
}

func moves(b *body) bool { return b != nil && b.kind == physics.Dynamic }

// breaking reads a force above which a joint breaks, 0 for never.
func breaking(p *usdstage.Prim, name string, unit float64) float32 {
	x := p.Number(name, math.Inf(1)) * unit
	if !(x >= 0 && x < 1e9) {
		return 0
	}
	return max(float32(x), math.SmallestNonzeroFloat32)
}

// world is a body without shapes for joints whose second body is the world.
func (r *reader) world() int {
	if r.ground == 0 {
		def := physics.DefaultBodyDef()
		def.Name = "world"
		r.ground = len(r.scene.Bodies)
		r.scene.Bodies = append(r.scene.Bodies, model.Body{Def: def})
	}
	return r.ground
}

// end finds one side of a joint, and the frame of the joint in it.
func (r *reader) end(j *joint, side string) (end, bool) {
	p := j.prim
	e := end{index: -1}
	at := r.upright
	if targets := p.Targets("physics:body" + side); len(targets) > 0 {
		e.named = true
		prim := r.stage.Prim(targets[0])
		if prim == nil || prim.Abstract {
			p.Lossf("body%s: there is no prim %.100q: the joint is left out", side, targets[0])
			return e, false
		}
		at, e.body = r.standsAt(&j.view, prim)
	}
	var pos vector
	p.Tuple("physics:localPos"+side, pos[:])
	rotated := quaternion{1}
	if name := "physics:localRot" + side; p.Value(name) != nil {
		var ok bool
		if rotated, ok = orientation(p, name); !ok {
			return e, false
		}
	}
	around, _, _ := at.split()
	where := vec.Transform{P: at.point(pos).single(), Q: around.Q.Mul(rotated.single()).Norm()}
	frame := vec.TransformIdentity
	if e.body != nil {
		e.index, frame = e.body.index, e.body.frame
	}
	e.frame = frame.InvMul(where)
	e.frame.Q = e.frame.Q.Norm()
	return e, true
}

// standsAt is where a prim is that a joint names, and the body that it is a part of: nil for the world.
func (r *reader) standsAt(v *view, p *usdstage.Prim) (matrix, *body) {
	var chain []*usdstage.Prim
	base, in := r.upright, (*body)(nil)
	for at := p; at != nil && at != r.stage.Root; at = at.Parent {
		path := v.path(at.Path)
		b := r.moving[path]
		if b == nil {
			b = r.standing[path]
		}
		if b != nil && path != "" {
			base, in = b.at, b
			break
		}
		chain = append(chain, at)
		if v.to != "" && at.Path == v.from {
			break
		}
	}
	for i := len(chain) - 1; i >= 0; i-- {
		m, reset := local(chain[i])
		if reset {
			base = r.upright
		}
		base = base.mul(m)
	}
	return base, in
}

// definition makes the definitions of a joint with their frames: several for one of several hinges.
func (r *reader) definition(p *usdstage.Prim, a, b vec.Transform) []model.Joint {
	axis := vec.AxisX
	switch p.Type {
	case "PhysicsRevoluteJoint", "PhysicsPrismaticJoint", "PhysicsSphericalJoint":
		axis = [3]vec.Vec3{vec.AxisX, vec.AxisY, vec.AxisZ}[axisOf(p, "physics:axis", "X")]
	}
	switch p.Type {
	case "PhysicsFixedJoint":
		d := physics.DefaultFixedJointDef()
		align(&d.JointFrames, a, b, vec.AxisX, axis)
		return []model.Joint{{Def: &d}}
	case "PhysicsRevoluteJoint":
		d := physics.DefaultHingeJointDef()
		align(&d.JointFrames, a, b, vec.AxisZ, axis)
		r.limit(p, &d.Axis, "physics:lowerLimit", "physics:upperLimit", math.Pi/180)
		return []model.Joint{r.acting(p, &d, &d.Axis, "angular")}
	case "PhysicsPrismaticJoint":
		d := physics.DefaultSliderJointDef()
		align(&d.JointFrames, a, b, vec.AxisX, axis)
		r.limit(p, &d.Axis, "physics:lowerLimit", "physics:upperLimit", r.length)
		return []model.Joint{r.acting(p, &d, &d.Axis, "linear")}
	case "PhysicsSphericalJoint":
		d := physics.DefaultBallJointDef()
		align(&d.JointFrames, a, b, vec.AxisZ, axis)
		r.cone(p, &d)
		return []model.Joint{{Def: &d}}
	case "PhysicsDistanceJoint":
		d := physics.DefaultDistanceJointDef()
		align(&d.JointFrames, a, b, vec.AxisX, axis)
		if !r.span(p, &d) {
			return nil
		}
		return []model.Joint{{Def: &d}}
	}
	return r.generic(p, a, b)
}

// align gives a joint its frames, rotated so that an axis of the engine is one of the file.
func align(f *physics.JointFrames, a, b vec.Transform, from, axis vec.Vec3) {
	q := xmlscene.Align(from, axis)
	f.FrameA, f.FrameB = a, b
	f.FrameA.Q, f.FrameB.Q = a.Q.Mul(q).Norm(), b.Q.Mul(q).Norm()
}

// most is the largest coordinate of a joint (m, rad) that the engine takes.
const most = 1e6

// limit reads the ends of a coordinate. A low end above the high one locks it; ok is false then.
func (r *reader) limit(p *usdstage.Prim, a *physics.JointAxis, low, high string, unit float64) bool {
	lower, upper := p.Number(low, math.Inf(-1)), p.Number(high, math.Inf(1))
	switch {
	case math.IsNaN(lower) || math.IsNaN(upper):
		p.Errorf("%s and %s must be numbers", low, high)
	case lower > upper:
		a.Limited, a.Lower, a.Upper = true, 0, 0
		return false
	case lower*unit > -most || upper*unit < most:
		a.Limited = true
		a.Lower, a.Upper = float32(math.Max(lower*unit, -most)), float32(math.Min(upper*unit, most))
	}
	return true
}

// cone reads the limits of a ball joint.
func (r *reader) cone(p *usdstage.Prim, d *physics.BallJointDef) {
	one, two := p.Number("physics:coneAngle0Limit", -1), p.Number("physics:coneAngle1Limit", -1)
	for _, name := range []string{"angular", "rotX", "rotY", "rotZ"} {
		if p.Applied("PhysicsDriveAPI:" + name) {
			p.Lossf("the drive %s of a ball joint is left out", name)
		}
	}
	if !(one >= 0 && one < 180 || two >= 0 && two < 180) {
		return
	}
	angle := math.Min(cut(one), cut(two))
	if one != two {
		p.Warnf("a cone of %g° by %g°: it is round here, %g°", one, two, angle)
	}
	d.Cone.Limited, d.Cone.Upper = true, float32(angle*math.Pi/180)
}

// cut is an angle (degrees), half a circle for those without a limit.
func cut(angle float64) float64 {
	if angle >= 0 && angle < 180 {
		return angle
	}
	return 180
}

// span reads the limits of a distance joint; false where it has none.
func (r *reader) span(p *usdstage.Prim, d *physics.DistanceJointDef) bool {
	least, longest := p.Number("physics:minDistance", -1)*r.length, p.Number("physics:maxDistance", -1)*r.length
	if p.Applied("PhysxPhysicsDistanceJointAPI") {
		p.Warnf("the spring of PhysX is left out")
	}
	switch {
	case !(least >= 0) && !(longest >= 0):
		p.Ignoref("has no limits: it has no effect")
		return false
	case least == longest:
		d.Length = float32(math.Min(longest, most))
		return true
	}
	if longest >= 0 && least > longest {
		p.Errorf("minDistance is above maxDistance")
		return false
	}
	d.Axis.Limited, d.Axis.Lower, d.Axis.Upper = true, float32(math.Min(math.Max(least, 0), most)), most
	if longest >= 0 {
		d.Axis.Upper = float32(math.Min(longest, most))
	}
	return true
}

// acting is a joint of one coordinate with its drive, and the spring, damper and friction that MuJoCo gives it.
func (r *reader) acting(p *usdstage.Prim, def physics.JointDef, a *physics.JointAxis, name string) model.Joint {
	r.drive(p, a, name)
	out := model.Joint{Def: def}
	if !p.Applied("MjcJointAPI") {
		return out
	}
	unit := r.mass
	friction := r.mass * r.length
	if name == "angular" {
		unit, friction = unit*r.length*r.length, friction*r.length
	}
	a.Friction = float32(math.Max(0, math.Min(p.Number("mjc:frictionloss", 0)*friction, most)))
	own := physics.JointPassive{Stiffness: bounded(p.Number("mjc:stiffness", 0) * unit),
		Damping: bounded(p.Number("mjc:damping", 0) * unit)}
	if own.Stiffness >= 0 && own.Damping >= 0 {
		out.Resist(0, own)
	}
	return out
}

// drive reads a drive of a joint on a coordinate, as it is applied under a name, and reports whether there is one.
func (r *reader) drive(p *usdstage.Prim, a *physics.JointAxis, name string) bool {
	at := "drive:" + name + ":physics:"
	if !applied(p, "PhysicsDriveAPI:"+name, at+"stiffness", at+"damping") {
		return false
	}
	angular := name == "angular" || name[0] == 'r'
	perMass := p.Word(at+"type", "force") == "acceleration"
	stiffness, damping := p.Number(at+"stiffness", 0), p.Number(at+"damping", 0)
	target, speed := p.Number(at+"targetPosition", 0), p.Number(at+"targetVelocity", 0)
	// of a force, a unit is a mass times a length, and a torque has one length more; angles are degrees
	force, position := 1.0, r.length
	if !perMass {
		force = r.mass
	}
	if angular {
		position = math.Pi / 180
		if force /= position; !perMass {
			force *= r.length * r.length
		}
	}
	stiffness, damping = stiffness*force, damping*force
	if !(stiffness >= 0 && damping >= 0) || math.IsInf(stiffness+damping, 0) {
		p.Warnf("the stiffness and damping of the drive %s must be positive numbers: it is left out", name)
		return false
	}
	unit := r.mass * r.length
	if angular {
		unit *= r.length
	}
	limit := p.Number(at+"maxForce", math.Inf(1)) * unit
	if stiffness == 0 && damping == 0 || limit == 0 {
		return false
	}
	if limit > 0 && limit < 1e9 {
		a.MaxSpring = float32(limit)
	}
	if perMass {
		model.PullPerMass(a, stiffness, damping)
	} else {
		a.Stiffness, a.Damping = bounded(stiffness), bounded(damping)
	}
	a.Rate = float32(math.Max(-most, math.Min(most, speed*position)))
	a.Target = float32(math.Max(-most, math.Min(most, target*position)))
	return true
}

// bounded is a number within the bounds of forces of the engine.
func bounded(x float64) float32 { return float32(math.Max(-1e15, math.Min(1e15, x))) }

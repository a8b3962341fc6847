package gltfscene

import (
	"math"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// kindNames are the joints of the engine that a file can name in TUMBLE_physics.
var kindNames = []string{"ball", "hinge", "slider", "fixed", "distance", "motor", "parallel", "wheel", "six", "gear", "rack", "pulley", "path"}

// jointParts are where the parts of a definition are, whatever its kind.
type jointParts struct {
	def             any
	axes            []*physics.JointAxis
	linear, angular *physics.JointDrive
	target          *vec.Quat
	place           *vec.Vec3
	length, ratio   *float32
	groundA         *vec.Vec3
	groundB         *vec.Vec3
	rope            *float32
	locked          *[6]bool
	parallel        *physics.ParallelJointDef
	fixed           *physics.FixedJointDef
	path            *physics.PathJointDef
}

// partsOf returns an empty definition of a kind.
func partsOf(kind string) jointParts {
	switch kind {
	case "ball":
		d := physics.DefaultBallJointDef()
		return jointParts{def: &d, axes: []*physics.JointAxis{&d.Cone, &d.Twist}, angular: &d.Drive, target: &d.Target}
	case "hinge":
		d := physics.DefaultHingeJointDef()
		return jointParts{def: &d, axes: []*physics.JointAxis{&d.Axis}}
	case "slider":
		d := physics.DefaultSliderJointDef()
		return jointParts{def: &d, axes: []*physics.JointAxis{&d.Axis}}
	case "fixed":
		d := physics.DefaultFixedJointDef()
		return jointParts{def: &d, fixed: &d, linear: &physics.JointDrive{}, angular: &physics.JointDrive{}}
	case "distance":
		d := physics.DefaultDistanceJointDef()
		return jointParts{def: &d, axes: []*physics.JointAxis{&d.Axis}, length: &d.Length}
	case "motor":
		d := physics.DefaultMotorJointDef()
		d.Linear, d.Angular = physics.JointDrive{}, physics.JointDrive{}
		return jointParts{def: &d, linear: &d.Linear, angular: &d.Angular, target: &d.Target, place: &d.Place}
	case "parallel":
		d := physics.DefaultParallelJointDef()
		return jointParts{def: &d, parallel: &d, axes: []*physics.JointAxis{{}}}
	case "wheel":
		d := physics.DefaultWheelJointDef()
		d.Suspension = physics.JointAxis{}
		return jointParts{def: &d, axes: []*physics.JointAxis{&d.Suspension, &d.Spin, &d.Steering}}
	case "six":
		d := physics.DefaultSixJointDef()
		p := jointParts{def: &d, locked: &d.Locked}
		for i := range d.Axes {
			p.axes = append(p.axes, &d.Axes[i])
		}
		return p
	case "gear":
		d := physics.DefaultGearJointDef()
		return jointParts{def: &d, ratio: &d.Ratio}
	case "rack":
		d := physics.DefaultRackJointDef()
		return jointParts{def: &d, ratio: &d.Ratio}
	case "path":
		d := physics.DefaultPathJointDef()
		return jointParts{def: &d, path: &d, axes: []*physics.JointAxis{&d.Axis}}
	}
	d := physics.DefaultPulleyJointDef()
	return jointParts{def: &d, ratio: &d.Ratio, groundA: &d.GroundA, groundB: &d.GroundB, rope: &d.Length}
}

// ownJoint reads a joint that the extension describes: it replaces limits and drives.
func (d *decoder) ownJoint(v value, e ends) {
	v.only("kind", "breakForce", "breakTorque", "order", "tag", "axes", "locked", "linear", "angular", "targetRotation", "targetPlace",
		"length", "ratio", "groundA", "groundB", "path", "turn")
	kind := v.at("kind").text("")
	known := false
	for _, k := range kindNames {
		known = known || k == kind
	}
	if !known {
		v.at("kind").errorf("%q: must be one of %v", kind, kindNames)
		return
	}
	p := partsOf(kind)
	f := scenefile.Frames(p.def)
	f.FrameA, f.FrameB, f.CollideConnected = e.frameA, e.frameB, e.collide
	f.BreakForce, f.BreakTorque = v.at("breakForce").single(0, 0, 1e15), v.at("breakTorque").single(0, 0, 1e15)
	f.UserTag = v.bits("tag", 0)
	list := v.at("axes").list()
	if len(list) > len(p.axes) {
		v.at("axes").errorf("a %s joint has %d axes", kind, len(p.axes))
		return
	}
	for i, a := range list {
		if a.isObject() {
			readAxis(a, p.axes[i])
		}
	}
	readDrive(v.at("linear"), p.linear)
	readDrive(v.at("angular"), p.angular)
	if p.target != nil {
		*p.target = v.at("targetRotation").rotation(vec.QuatIdentity)
	}
	if p.place != nil {
		*p.place = v.at("targetPlace").vector(vec.Vec3{}, maxLength)
	}
	p.readNumbers(v)
	p.settle()
	d.scene.Joints = append(d.scene.Joints, scenefile.Joint{A: e.a, B: e.b, Def: p.def, Order: v.order()})
}

func (p *jointParts) readNumbers(v value) {
	if p.length != nil {
		*p.length = v.at("length").single(1, 0, endless)
	}
	if p.rope != nil {
		*p.rope = v.at("length").single(0, 0, endless)
		*p.groundA = v.at("groundA").vector(vec.Vec3{}, maxLength)
		*p.groundB = v.at("groundB").vector(vec.Vec3{}, maxLength)
	}
	if p.ratio != nil {
		*p.ratio = v.at("ratio").single(1, -1e3, 1e3)
	}
	if p.path != nil {
		p.path.Path = readPath(v.at("path"))
		for i, name := range turnNames {
			if v.at("turn").choice(turnNames...) == name {
				p.path.Turn = physics.PathTurn(i)
			}
		}
	}
	if p.locked != nil {
		for i, e := range v.at("locked").list() {
			if i >= 6 {
				e.errorf("there are 6 coordinates")
				return
			}
			p.locked[i] = e.flag(false)
		}
	}
}

// turnNames are the ways in which a body on a path turns, in the order of their numbers.
var turnNames = []string{"free", "fixed", "follow"}

func readPath(v value) physics.Path {
	v.only("points", "closed", "straight", "up")
	p := physics.Path{Closed: v.at("closed").flag(false), Straight: v.at("straight").flag(false), Up: v.at("up").vector(vec.Vec3{}, maxLength)}
	list := v.at("points").list()
	if len(list) < 2 || len(list) > physics.MaxPathPoints {
		v.errorf("has %d points: must be 2 to %d", len(list), physics.MaxPathPoints)
		return p
	}
	for _, e := range list {
		p.Points = append(p.Points, e.vector(vec.Vec3{}, maxLength))
	}
	return p
}

// settle moves what was read as axes and drives to where the definition has it.
func (p *jointParts) settle() {
	if d := p.parallel; d != nil {
		a := p.axes[0]
		d.Hertz, d.DampingRatio, d.MaxTorque = a.Hertz, a.DampingRatio, a.MaxSpring
	}
	if d := p.fixed; d != nil {
		d.LinearHertz, d.LinearDampingRatio = p.linear.Hertz, p.linear.DampingRatio
		d.AngularHertz, d.AngularDampingRatio = p.angular.Hertz, p.angular.DampingRatio
	}
}

func readAxis(v value, a *physics.JointAxis) {
	v.only("hertz", "dampingRatio", "target", "maxSpring", "limited", "lower", "upper", "limitHertz", "limitDampingRatio",
		"motor", "speed", "maxForce", "friction")
	a.Hertz, a.DampingRatio = v.at("hertz").single(0, 0, 1e3), v.at("dampingRatio").single(0, 0, 1e3)
	a.Target, a.MaxSpring = v.at("target").single(0, -endless, endless), v.at("maxSpring").single(0, 0, 1e15)
	a.Limited = v.at("limited").flag(false)
	a.Lower, a.Upper = v.at("lower").single(0, -endless, endless), v.at("upper").single(0, -endless, endless)
	if a.Lower > a.Upper {
		v.errorf("lower %g is above upper %g", a.Lower, a.Upper)
	}
	a.LimitHertz, a.LimitDampingRatio = v.at("limitHertz").single(0, 0, 1e3), v.at("limitDampingRatio").single(0, 0, 1e3)
	a.Motor = v.at("motor").flag(false)
	a.Speed, a.MaxForce = v.at("speed").single(0, -1e6, 1e6), v.at("maxForce").single(0, 0, 1e15)
	a.Friction = v.at("friction").single(0, 0, 1e15)
}

func readDrive(v value, d *physics.JointDrive) {
	if !v.isObject() {
		return
	}
	if d == nil {
		v.errorf("this kind of joint has no such drive")
		return
	}
	v.only("hertz", "dampingRatio", "maxSpring", "velocity", "maxMotor")
	d.Hertz, d.DampingRatio = v.at("hertz").single(0, 0, 1e3), v.at("dampingRatio").single(0, 0, 1e3)
	d.MaxSpring = v.at("maxSpring").single(0, 0, 1e15)
	d.Velocity = v.at("velocity").vector(vec.Vec3{}, math.MaxFloat32)
	d.MaxMotor = v.at("maxMotor").single(0, 0, 1e15)
}

package load

import (
	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// jointParts are where the parts of a definition are, whatever its kind.
type jointParts struct {
	def             physics.JointDef
	axes            []*physics.JointAxis
	linear, angular *physics.JointDrive
	target          *vec.Quat
	pose            *vec.Vec3
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
		return jointParts{def: &d, linear: &d.Linear, angular: &d.Angular, target: &d.Target, pose: &d.Place}
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

// addOwnJoint reads a joint that the extension describes: it replaces limits and drives.
func addOwnJoint(scene *model.Model, v jsonvalue.Value, e ends) {
	v.Only("kind", "mendable", "breakForce", "breakTorque", "order", "tag", "axes", "locked", "linear", "angular",
		"targetRotation", "targetPlace", "length", "ratio", "groundA", "groundB", "path", "turn",
		"coordinates", "armature", "passive", "off")
	kind := v.At("kind").Text("")
	known := false
	for _, k := range extension.JointKinds {
		known = known || k == kind
	}
	if !known {
		v.At("kind").Errorf("%q: must be one of %v", kind, extension.JointKinds)
		return
	}
	p := partsOf(kind)
	f := p.def.Ends()
	f.FrameA, f.FrameB, f.CollideConnected = e.frameA, e.frameB, e.collide
	f.BreakForce, f.BreakTorque = v.At("breakForce").Single(0, 0, 1e15), v.At("breakTorque").Single(0, 0, 1e15)
	f.Mendable, f.UserTag = v.At("mendable").Flag(false), v.Bits("tag", 0)
	list := v.At("axes").List()
	if len(list) > len(p.axes) {
		v.At("axes").Errorf("a %s joint has %d axes", kind, len(p.axes))
		return
	}
	for i, a := range list {
		if a.IsObject() {
			readAxis(a, p.axes[i])
		}
	}
	readDrive(v.At("linear"), p.linear)
	readDrive(v.At("angular"), p.angular)
	if p.target != nil {
		*p.target = v.At("targetRotation").Rotation(vec.QuatIdentity)
	}
	if p.pose != nil {
		*p.pose = v.At("targetPlace").Vector(vec.Vec3{}, extension.MaxLength)
	}
	p.readNumbers(v)
	p.settle()
	scene.Joints = append(scene.Joints, model.Joint{Name: e.name,
		Coordinates: p.coordinates(v), Armature: p.armature(v), Passive: p.passive(v), A: e.a, B: e.b, Def: p.def,
		Off: v.At("off").Flag(false), Order: orderOf(v)})
}

// coordinates are the names of the coordinates of a generic joint.
func (p *jointParts) coordinates(v jsonvalue.Value) []string {
	var names []string
	for i, e := range v.At("coordinates").List() {
		if p.locked == nil || i >= len(p.locked) {
			e.Errorf("the joint has no coordinate %d that could have a name", i+1)
			break
		}
		names = append(names, e.Text(""))
	}
	return names
}

// armature is the inertia of rotors by axis.
func (p *jointParts) armature(v jsonvalue.Value) []float32 {
	var list []float32
	for i, e := range v.At("armature").List() {
		if i >= len(p.axes) {
			e.Errorf("the joint has %d axes", len(p.axes))
			break
		}
		list = append(list, e.Single(0, 0, 1e12))
	}
	return list
}

// passive are the springs and dampers of the joint itself by axis.
func (p *jointParts) passive(v jsonvalue.Value) []physics.JointPassive {
	var list []physics.JointPassive
	for i, e := range v.At("passive").List() {
		if i >= len(p.axes) {
			e.Errorf("the joint has %d axes", len(p.axes))
			break
		}
		e.Only("stiffness", "damping", "rest")
		list = append(list, physics.JointPassive{Stiffness: e.At("stiffness").Single(0, 0, 1e15),
			Damping: e.At("damping").Single(0, 0, 1e15),
			Rest:    e.At("rest").Single(0, -extension.Endless, extension.Endless)})
	}
	return list
}

func (p *jointParts) readNumbers(v jsonvalue.Value) {
	if p.length != nil {
		*p.length = v.At("length").Single(1, 0, extension.Endless)
	}
	if p.rope != nil {
		*p.rope = v.At("length").Single(0, 0, extension.Endless)
		*p.groundA = v.At("groundA").Vector(vec.Vec3{}, extension.MaxLength)
		*p.groundB = v.At("groundB").Vector(vec.Vec3{}, extension.MaxLength)
	}
	if p.ratio != nil {
		*p.ratio = v.At("ratio").Single(1, -1e3, 1e3)
	}
	if p.path != nil {
		p.path.Path = readPath(v.At("path"))
		for i, name := range extension.PathRotations {
			if v.At("turn").Choice(extension.PathRotations...) == name {
				p.path.Turn = physics.PathTurn(i)
			}
		}
	}
	if p.locked != nil {
		for i, e := range v.At("locked").List() {
			if i >= 6 {
				e.Errorf("there are 6 coordinates")
				return
			}
			p.locked[i] = e.Flag(false)
		}
	}
}

func readPath(v jsonvalue.Value) physics.Path {
	v.Only("points", "closed", "straight", "up")
	p := physics.Path{Closed: v.At("closed").Flag(false), Straight: v.At("straight").Flag(false),
		Up: v.At("up").Vector(vec.Vec3{}, extension.MaxLength)}
	list := v.At("points").List()
	if len(list) < 2 || len(list) > physics.MaxPathPoints {
		v.Errorf("has %d points: must be 2 to %d", len(list), physics.MaxPathPoints)
		return p
	}
	for _, e := range list {
		p.Points = append(p.Points, e.Vector(vec.Vec3{}, extension.MaxLength))
	}
	return p
}

// settle copies axes and drives into definitions that have fields of other names for them.
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

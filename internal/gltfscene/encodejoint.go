package gltfscene

import (
	"math"

	"tumble/internal/scenefile"
	"tumble/physics"
	"tumble/physics/vec"
)

// joint writes a joint: its frames as nodes below its bodies, in the standard what has words there,
// and the whole in the extension.
func (e *encoder) joint(j *scenefile.Joint) error {
	f := scenefile.Frames(j.Def)
	side := func(body int, at vec.Transform) int {
		n := nodeAt("", vec.Transform{P: at.P, Q: at.Q.Unit()})
		if body < 0 {
			return e.node(-1, n)
		}
		return e.node(e.bodies[body], n)
	}
	a, b := side(j.A, f.FrameA), side(j.B, f.FrameB)
	index, err := e.joints.put(describe(j.Def))
	if err != nil {
		return err
	}
	own := exactly(j.Def)
	if f.BreakForce != 0 {
		own["breakForce"] = single(f.BreakForce)
	}
	if f.BreakTorque != 0 {
		own["breakTorque"] = single(f.BreakTorque)
	}
	putOrder(own, j.Order)
	putTag(own, f.UserTag)
	content := object{"connectedNode": b, "joint": index, "extensions": object{extOwn: own}}
	if f.CollideConnected {
		content["enableCollision"] = true
	}
	extend(e.doc.Nodes[a], extBodies, object{"joint": content})
	return nil
}

// limitOf is a limit over axes; both bounds at most endless.
func limitOf(kind string, lo, hi float32, axes ...int) object {
	out := object{kind: axes}
	if lo > -endless {
		out["min"] = single(lo)
	}
	if hi < endless {
		out["max"] = single(hi)
	}
	return out
}

// description collects limits and drives.
type description struct{ limits, drives []any }

const (
	linear  = "linear"
	angular = "angular"
)

func (d *description) lock(kind string, axes ...int) {
	d.limits = append(d.limits, limitOf(kind+"Axes", 0, 0, axes...))
}

// axis adds what acts on one coordinate.
func (d *description) axis(kind string, axis int, a *physics.JointAxis) {
	if a.Limited {
		l := limitOf(kind+"Axes", a.Lower, a.Upper, axis)
		if a.LimitHertz > 0 {
			w := 2 * math.Pi * float64(a.LimitHertz)
			// per kilogram: the standard has no frequency here
			l["stiffness"], l["damping"] = single(w*w), single(2*w*float64(a.LimitDampingRatio))
		}
		d.limits = append(d.limits, l)
	}
	switch {
	case a.Hertz > 0:
		d.spring(kind, axis, a.Hertz, a.DampingRatio, a.Target, a.MaxSpring)
	case a.Motor:
		d.drives = append(d.drives, object{"type": kind, "mode": "acceleration", "axis": axis, "velocityTarget": single(a.Speed),
			"maxForce": single(a.MaxForce), "damping": 1000})
	}
}

func (d *description) spring(kind string, axis int, hertz, ratio, target, most float32) {
	w := 2 * math.Pi * float64(hertz)
	out := object{"type": kind, "mode": "acceleration", "axis": axis, "positionTarget": single(target),
		"stiffness": single(w * w), "damping": single(2 * w * float64(ratio))}
	if most > 0 {
		out["maxForce"] = single(most)
	}
	d.drives = append(d.drives, out)
}

// drive adds a spring on all three axes of a kind.
func (d *description) drive(kind string, j *physics.JointDrive, target vec.Vec3) {
	if j.Hertz <= 0 {
		return
	}
	for i, x := range [3]float32{target.X, target.Y, target.Z} {
		d.spring(kind, i, j.Hertz, j.DampingRatio, x, j.MaxSpring)
	}
}

// describe says in the words of the standard what a joint does, as far as they reach.
func describe(def any) object {
	var d description
	switch j := def.(type) {
	case *physics.BallJointDef:
		d.lock(linear, 0, 1, 2)
		if j.Cone.Limited {
			d.limits = append(d.limits, limitOf("angularAxes", 0, j.Cone.Upper, 0, 1))
		}
		d.axis(angular, 2, &j.Twist)
		d.drive(angular, &j.Drive, j.Target.RotationVector())
	case *physics.HingeJointDef:
		d.lock(linear, 0, 1, 2)
		d.lock(angular, 0, 1)
		d.axis(angular, 2, &j.Axis)
	case *physics.SliderJointDef:
		d.lock(linear, 1, 2)
		d.lock(angular, 0, 1, 2)
		d.axis(linear, 0, &j.Axis)
	case *physics.FixedJointDef:
		if j.LinearHertz == 0 {
			d.lock(linear, 0, 1, 2)
		}
		d.drive(linear, &physics.JointDrive{Hertz: j.LinearHertz, DampingRatio: j.LinearDampingRatio}, vec.Vec3{})
		if j.AngularHertz == 0 {
			d.lock(angular, 0, 1, 2)
		}
		d.drive(angular, &physics.JointDrive{Hertz: j.AngularHertz, DampingRatio: j.AngularDampingRatio}, vec.Vec3{})
	case *physics.DistanceJointDef:
		lo, hi := j.Length, j.Length
		if a := &j.Axis; a.Limited {
			lo, hi = vec.Max(a.Lower, 0), a.Upper
		} else if a.Hertz > 0 || a.Motor {
			break
		}
		d.limits = append(d.limits, limitOf("linearAxes", lo, hi, 0, 1, 2))
	case *physics.MotorJointDef:
		d.drive(linear, &j.Linear, j.Place)
		d.drive(angular, &j.Angular, j.Target.RotationVector())
	case *physics.ParallelJointDef:
		d.lock(angular, 0, 1)
	default:
		d.describeMore(def)
	}
	out := object{}
	if d.limits != nil {
		out["limits"] = d.limits
	}
	if d.drives != nil {
		out["drives"] = d.drives
	}
	return out
}

// describeMore knows the wheel and the joint of six coordinates; gears, racks, pulleys and paths
// have no words in the standard.
func (d *description) describeMore(def any) {
	switch j := def.(type) {
	case *physics.WheelJointDef:
		d.lock(linear, 0, 2)
		d.axis(linear, 1, &j.Suspension)
		d.lock(angular, 0)
		if (j.Steering == physics.JointAxis{}) {
			d.lock(angular, 1)
		} else {
			d.axis(angular, 1, &j.Steering)
		}
		d.axis(angular, 2, &j.Spin)
	case *physics.SixJointDef:
		for i := range j.Axes {
			kind := linear
			if i >= 3 {
				kind = angular
			}
			if j.Locked[i] {
				d.lock(kind, i%3)
			} else {
				d.axis(kind, i%3, &j.Axes[i])
			}
		}
	}
}

// exactly is a joint in the words of the extension.
func exactly(def any) object {
	own := object{}
	axes := func(list ...*physics.JointAxis) {
		var out []object
		for _, a := range list {
			out = append(out, axisObject(a))
		}
		own["axes"] = out
	}
	switch j := def.(type) {
	case *physics.BallJointDef:
		own["kind"] = "ball"
		axes(&j.Cone, &j.Twist)
		putDrive(own, angular, &j.Drive)
		own["targetRotation"] = rotation(j.Target)
	case *physics.HingeJointDef:
		own["kind"] = "hinge"
		axes(&j.Axis)
	case *physics.SliderJointDef:
		own["kind"] = "slider"
		axes(&j.Axis)
	case *physics.FixedJointDef:
		own["kind"] = "fixed"
		putDrive(own, linear, &physics.JointDrive{Hertz: j.LinearHertz, DampingRatio: j.LinearDampingRatio})
		putDrive(own, angular, &physics.JointDrive{Hertz: j.AngularHertz, DampingRatio: j.AngularDampingRatio})
	case *physics.DistanceJointDef:
		own["kind"], own["length"] = "distance", single(j.Length)
		axes(&j.Axis)
	case *physics.MotorJointDef:
		own["kind"] = "motor"
		putDrive(own, linear, &j.Linear)
		putDrive(own, angular, &j.Angular)
		own["targetPlace"], own["targetRotation"] = vector(j.Place), rotation(j.Target)
	case *physics.ParallelJointDef:
		own["kind"] = "parallel"
		axes(&physics.JointAxis{Hertz: j.Hertz, DampingRatio: j.DampingRatio, MaxSpring: j.MaxTorque})
	case *physics.WheelJointDef:
		own["kind"] = "wheel"
		axes(&j.Suspension, &j.Spin, &j.Steering)
	case *physics.SixJointDef:
		own["kind"], own["locked"] = "six", j.Locked
		axes(&j.Axes[0], &j.Axes[1], &j.Axes[2], &j.Axes[3], &j.Axes[4], &j.Axes[5])
	case *physics.GearJointDef:
		own["kind"], own["ratio"] = "gear", single(j.Ratio)
	case *physics.RackJointDef:
		own["kind"], own["ratio"] = "rack", single(j.Ratio)
	case *physics.PulleyJointDef:
		own["kind"], own["ratio"], own["length"] = "pulley", single(j.Ratio), single(j.Length)
		own["groundA"], own["groundB"] = vector(j.GroundA), vector(j.GroundB)
	case *physics.PathJointDef:
		own["kind"], own["turn"] = "path", turnNames[j.Turn]
		var points [][]single
		for _, p := range j.Path.Points {
			points = append(points, vector(p))
		}
		own["path"] = object{"points": points, "closed": j.Path.Closed, "straight": j.Path.Straight, "up": vector(j.Path.Up)}
		axes(&j.Axis)
	}
	return own
}

func axisObject(a *physics.JointAxis) object {
	out := object{}
	for name, x := range map[string]float32{
		"hertz": a.Hertz, "dampingRatio": a.DampingRatio, "target": a.Target, "maxSpring": a.MaxSpring, "lower": a.Lower, "upper": a.Upper,
		"limitHertz": a.LimitHertz, "limitDampingRatio": a.LimitDampingRatio, "speed": a.Speed, "maxForce": a.MaxForce, "friction": a.Friction,
	} {
		if math.Float32bits(x) != 0 {
			out[name] = single(x)
		}
	}
	if a.Limited {
		out["limited"] = true
	}
	if a.Motor {
		out["motor"] = true
	}
	return out
}

func putDrive(own object, name string, d *physics.JointDrive) {
	if *d == (physics.JointDrive{}) {
		return
	}
	out := object{}
	for member, x := range map[string]float32{"hertz": d.Hertz, "dampingRatio": d.DampingRatio, "maxSpring": d.MaxSpring, "maxMotor": d.MaxMotor} {
		if x != 0 {
			out[member] = single(x)
		}
	}
	if d.Velocity != (vec.Vec3{}) {
		out["velocity"] = vector(d.Velocity)
	}
	own[name] = out
}

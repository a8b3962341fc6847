package save

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
)

// exactly is a joint in the words of the extension.
func exactly(def physics.JointDef) jsonvalue.Object {
	own := jsonvalue.Object{}
	axes := func(list ...*physics.JointAxis) {
		var out []jsonvalue.Object
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
		own["kind"], own["turn"] = "path", extension.PathRotations[j.Turn]
		var points [][]single
		for _, p := range j.Path.Points {
			points = append(points, vector(p))
		}
		own["path"] = jsonvalue.Object{"points": points, "closed": j.Path.Closed, "straight": j.Path.Straight,
			"up": vector(j.Path.Up)}
		axes(&j.Axis)
	}
	return own
}

func axisObject(a *physics.JointAxis) jsonvalue.Object {
	out := jsonvalue.Object{}
	for name, x := range map[string]float32{
		"hertz": a.Hertz, "dampingRatio": a.DampingRatio, "target": a.Target, "maxSpring": a.MaxSpring,
		"stiffness": a.Stiffness, "damping": a.Damping, "rate": a.Rate, "lower": a.Lower, "upper": a.Upper,
		"limitHertz": a.LimitHertz, "limitDampingRatio": a.LimitDampingRatio,
		"limitStiffness": a.LimitStiffness, "limitDamping": a.LimitDamping,
		"speed": a.Speed, "maxForce": a.MaxForce, "friction": a.Friction,
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

func putDrive(own jsonvalue.Object, name string, d *physics.JointDrive) {
	if *d == (physics.JointDrive{}) {
		return
	}
	out := jsonvalue.Object{}
	for member, x := range map[string]float32{"hertz": d.Hertz, "dampingRatio": d.DampingRatio,
		"maxSpring": d.MaxSpring, "maxMotor": d.MaxMotor} {
		if x != 0 {
			out[member] = single(x)
		}
	}
	if d.Velocity != (vec.Vec3{}) {
		out["velocity"] = vector(d.Velocity)
	}
	own[name] = out
}

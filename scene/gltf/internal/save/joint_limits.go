package save

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// limitOf is a limit over axes; both bounds at most endless.
func limitOf(kind string, lo, hi float32, axes ...int) jsonvalue.Object {
	out := jsonvalue.Object{kind: axes}
	if lo > -extension.Endless {
		out["min"] = single(lo)
	}
	if hi < extension.Endless {
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

// axis adds limit, spring and motor of one coordinate.
func (d *description) axis(kind string, axis int, a *physics.JointAxis) {
	if a.Limited {
		l := limitOf(kind+"Axes", a.Lower, a.Upper, axis)
		if a.LimitHertz > 0 {
			w := 2 * math.Pi * float64(a.LimitHertz)
			// per kilogram: the standard has no frequency here
			l["stiffness"], l["damping"] = single(w*w), single(2*w*float64(a.LimitDampingRatio))
		} else if a.LimitStiffness > 0 {
			l["stiffness"], l["damping"] = single(a.LimitStiffness), single(a.LimitDamping)
		}
		d.limits = append(d.limits, l)
	}
	switch {
	case a.Hertz > 0:
		w := 2 * math.Pi * float64(a.Hertz)
		d.spring(kind, "acceleration", axis, w*w, 2*w*float64(a.DampingRatio), a)
	case a.HasSpring():
		d.spring(kind, "force", axis, float64(a.Stiffness), float64(a.Damping), a)
	case a.Motor:
		d.drives = append(d.drives, jsonvalue.Object{"type": kind, "mode": "acceleration", "axis": axis,
			"velocityTarget": single(a.Speed),
			"maxForce":       single(a.MaxForce), "damping": 1000})
	}
}

// spring adds a drive of a mode to the target and rate of an axis.
func (d *description) spring(kind, mode string, axis int, stiffness, damping float64, a *physics.JointAxis) {
	out := jsonvalue.Object{"type": kind, "mode": mode, "axis": axis, "damping": single(damping)}
	if stiffness > 0 {
		out["positionTarget"], out["stiffness"] = single(a.Target), single(stiffness)
	}
	if a.Rate != 0 {
		out["velocityTarget"] = single(a.Rate)
	}
	if a.MaxSpring > 0 {
		out["maxForce"] = single(a.MaxSpring)
	}
	d.drives = append(d.drives, out)
}

// drive adds a spring on all three axes of a kind.
func (d *description) drive(kind string, j *physics.JointDrive, target vec.Vec3) {
	if j.Hertz <= 0 {
		return
	}
	for i, x := range [3]float32{target.X, target.Y, target.Z} {
		a := physics.JointAxis{Hertz: j.Hertz, DampingRatio: j.DampingRatio, Target: x, MaxSpring: j.MaxSpring}
		d.axis(kind, i, &a)
	}
}

// resist adds the springs and dampers of a joint itself as drives, where the axis has no other.
func (d *description) resist(j *model.Joint) {
	for i, p := range j.Passive {
		if a := j.Def.AxisAt(i); p == (physics.JointPassive{}) || a.HasSpring() || a.Motor {
			continue
		}
		kind, axis := linear, i
		if _, hinge := j.Def.(*physics.HingeJointDef); hinge {
			kind, axis = angular, 2
		} else if i > 2 {
			kind, axis = angular, i-3
		}
		d.drives = append(d.drives, jsonvalue.Object{"type": kind, "mode": "force", "axis": axis,
			"positionTarget": single(p.Rest), "stiffness": single(p.Stiffness), "damping": single(p.Damping)})
	}
}

// describe returns a joint as limits and drives of the standard, as far as those reach.
func describe(joint *model.Joint) jsonvalue.Object {
	var d description
	d.resist(joint)
	switch j := joint.Def.(type) {
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
		} else if a.HasSpring() || a.Motor {
			break
		}
		d.limits = append(d.limits, limitOf("linearAxes", lo, hi, 0, 1, 2))
	case *physics.MotorJointDef:
		d.drive(linear, &j.Linear, j.Place)
		d.drive(angular, &j.Angular, j.Target.RotationVector())
	case *physics.ParallelJointDef:
		d.lock(angular, 0, 1)
	default:
		d.describeMore(joint.Def)
	}
	out := jsonvalue.Object{}
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
func (d *description) describeMore(def physics.JointDef) {
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

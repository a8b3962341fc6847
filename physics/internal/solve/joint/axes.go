package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// axis returns the row and the coordinate of axis i of a joint, and false where it has no
// direction.
func (x *Pair) axis(j *Joint, i int) (r Row, coordinate float32, ok bool) {
	switch j.Kind {
	case BallJoint:
		if i == 0 {
			return about(x.coneAxis(), 0), vec.Acos(kernel.ZAxis(x.qa).Dot(kernel.ZAxis(x.qb))), true
		}
		return about(x.twistAxis(), 0), x.twistAngle(), true
	case HingeJoint:
		return about(kernel.ZAxis(x.qa), 0), x.twistAngle(), true
	case SliderJoint:
		e := x.qa.Rotate(vec.V3(1, 0, 0))
		return x.along(e, 0), x.gap.Dot(e), true
	case DistanceJoint:
		e, length := x.distance()
		return x.between(e, 0), length, true
	case ParallelJoint:
		e := x.qa.Rotate(unit(i))
		return about(e, 0), kernel.ZAxis(x.qa).Cross(kernel.ZAxis(x.qb)).Dot(e), true
	case WheelJoint:
		return x.wheelAxis(i)
	case GenericJoint:
		e := x.qa.Rotate(unit(i % 3))
		if i < 3 {
			return x.along(e, 0), x.gap.Dot(e), true
		}
		return about(e, 0), x.rotationError().Dot(e), true
	case PulleyJoint:
		return x.pulley(j)
	case PathJoint:
		return x.pathAxis(j)
	}
	return Row{}, 0, false
}

func (x *Pair) wheelAxis(i int) (Row, float32, bool) {
	up := x.qa.Rotate(vec.V3(0, 1, 0))
	switch i {
	case 0:
		return x.along(up, 0), x.gap.Dot(up), true
	case 1:
		// a wheel rotates without end: it has a speed but no coordinate
		return about(kernel.ZAxis(x.qb), 0), 0, true
	}
	axle := kernel.ZAxis(x.qb)
	return about(up, 0), vec.Atan2(axle.Dot(x.qa.Rotate(vec.V3(1, 0, 0))), axle.Dot(kernel.ZAxis(x.qa))), true
}

// pulley is the row of both lengths of the rope.
func (x *Pair) pulley(j *Joint) (Row, float32, bool) {
	ea, la := x.pa.Sub(j.GroundA).NormLen()
	eb, lb := x.pa.Add(x.gap).Sub(j.GroundB).NormLen()
	eb = eb.Mul(j.Ratio)
	return Row{LinearA: ea, AngularA: x.ArmA.Cross(ea), LinearB: eb, AngularB: x.ArmB.Cross(eb)}, la + float32(j.Ratio*lb), true
}

// twistAxis is the axis about which angular velocity changes the twist angle, to the accuracy
// that a limit needs: halfway between the two z axes.
func (x *Pair) twistAxis() vec.Vec3 { return kernel.ZAxis(x.qa).Add(kernel.ZAxis(x.qb)).Norm() }

// coneAxis is the axis about which B tilts away from A.
func (x *Pair) coneAxis() vec.Vec3 {
	a, b := kernel.ZAxis(x.qa), kernel.ZAxis(x.qb)
	axis := a.Cross(b).Norm()
	if axis == (vec.Vec3{}) {
		return a.Perp()
	}
	return axis
}

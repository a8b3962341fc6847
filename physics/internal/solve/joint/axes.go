package joint

import (
	"math"

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
		return about(x.twistAxis(), 0), j.Axes[i].inRange(x.twistAngle()), true
	case HingeJoint:
		return about(kernel.ZAxis(x.qa), 0), j.Axes[0].inRange(x.twistAngle()), true
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
		r, coordinate, ok = x.wheelAxis(i)
		if i == 2 {
			coordinate = j.Axes[2].inRange(coordinate)
		}
		return r, coordinate, ok
	case GenericJoint:
		e := x.qa.Rotate(unit(i % 3))
		if i < 3 {
			return x.along(e, 0), x.gap.Dot(e), true
		}
		if j.loneAngle() == i-3 {
			return about(e, 0), j.Axes[i].inRange(x.twistAbout(i - 3)), true
		}
		return about(e, 0), x.rotationError().Dot(e), true
	case PulleyJoint:
		return x.pulley(j)
	case PathJoint:
		return x.pathAxis(j)
	}
	return Row{}, 0, false
}

// inRange is the angle that differs from a given one, between −π and π, by whole turns and is nearest to the middle of
// the limits. A range of a turn or more has no ends that an angle can tell from one another.
func (a *Axis) inRange(angle float32) float32 {
	if a.Flags&AxisLimit == 0 {
		return angle
	}
	laps := float32((float32(0.5*(a.Lower+a.Upper)) - angle) * (1 / (2 * math.Pi)))
	switch {
	case laps > 0.5:
		return angle + float32(2*math.Pi*float32(int32(laps+0.5)))
	case laps < -0.5:
		return angle + float32(2*math.Pi*float32(int32(laps-0.5)))
	}
	return angle
}

// winds reports whether limits lie beyond half a turn, unlike the angles of lanes.
func (a *Axis) winds() bool {
	return a.Flags&AxisLimit != 0 && a.Lower+a.Upper != 0 && (a.Lower < -math.Pi || a.Upper > math.Pi)
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
	return Row{LinearA: ea, AngularA: x.ArmA.Cross(ea), LinearB: eb, AngularB: x.ArmB.Cross(eb)},
		la + float32(j.Ratio*lb), true
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

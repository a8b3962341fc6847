package solve

import "tumble/physics/vec"

// axis returns the row and the coordinate of axis i of a joint, and false where it has no
// direction.
func (x *jointBodies) axis(j *Joint, i int) (r row, coordinate float32, ok bool) {
	switch j.Kind {
	case BallJoint:
		if i == 0 {
			return about(x.coneAxis(), 0), vec.Acos(zAxis(x.qa).Dot(zAxis(x.qb))), true
		}
		return about(x.twistAxis(), 0), x.twistAngle(), true
	case HingeJoint:
		return about(zAxis(x.qa), 0), x.twistAngle(), true
	case SliderJoint:
		e := x.qa.Rotate(vec.V3(1, 0, 0))
		return x.along(e, 0), x.gap.Dot(e), true
	case DistanceJoint:
		e, length := x.distance()
		return x.between(e, 0), length, true
	case ParallelJoint:
		e := x.qa.Rotate(unit(i))
		return about(e, 0), zAxis(x.qa).Cross(zAxis(x.qb)).Dot(e), true
	case WheelJoint:
		return x.wheelAxis(i)
	case SixJoint:
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
	return row{}, 0, false
}

func (x *jointBodies) wheelAxis(i int) (row, float32, bool) {
	up := x.qa.Rotate(vec.V3(0, 1, 0))
	switch i {
	case 0:
		return x.along(up, 0), x.gap.Dot(up), true
	case 1:
		// a wheel turns without end: it has a speed but no place
		return about(zAxis(x.qb), 0), 0, true
	}
	axle := zAxis(x.qb)
	return about(up, 0), vec.Atan2(axle.Dot(x.qa.Rotate(vec.V3(1, 0, 0))), axle.Dot(zAxis(x.qa))), true
}

// pulley is the row of both lengths of the rope.
func (x *jointBodies) pulley(j *Joint) (row, float32, bool) {
	ea, la := x.pa.Sub(j.GroundA).NormLen()
	eb, lb := x.pa.Add(x.gap).Sub(j.GroundB).NormLen()
	eb = eb.Mul(j.Ratio)
	return row{la: ea, aa: x.ra.Cross(ea), lb: eb, ab: x.rb.Cross(eb)}, la + float32(j.Ratio*lb), true
}

// distance is the unit vector from anchor A to anchor B and their distance; some axis where
// they coincide, so that a rod grows out of a point.
func (x *jointBodies) distance() (vec.Vec3, float32) {
	e, length := x.gap.NormLen()
	if e == (vec.Vec3{}) {
		return vec.V3(0, 1, 0), 0
	}
	return e, length
}

// Coordinate returns the value of axis i of a joint at the poses of the bodies, and how fast it
// changes. The bodies of j must be those of the solver.
func (s *Joints) Coordinate(j *Joint, i int) (value, speed float32) {
	if i < 0 || i >= j.AxisCount() {
		return 0, 0
	}
	copied := *j
	var x jointBodies
	s.openStill(&x, &copied)
	r, value, _ := x.axis(&copied, i)
	return value, x.speed(&r)
}

// openStill reads the bodies of a joint between two steps; it uses up j.
func (s *Joints) openStill(x *jointBodies, copied *Joint) {
	copied.options = 0
	s.prepareJoint(copied)
	// the poses are final: what the states say of the last step is in them already
	x.ia, x.ib, x.ma, x.mb = copied.inertiaA, copied.inertiaB, copied.invMassA, copied.invMassB
	x.ra, x.rb, x.gap = copied.armA, copied.armB, copied.centers.Add(copied.armB).Sub(copied.armA)
	x.qa, x.qb, x.ta, x.tb = copied.frameA, copied.frameB, vec.QuatIdentity, vec.QuatIdentity
	ia, _ := stateOf(copied.stateA)
	ib, _ := stateOf(copied.stateB)
	x.va, x.wa, x.vb, x.wb = s.bodies.States[ia].V, s.bodies.States[ia].W, s.bodies.States[ib].V, s.bodies.States[ib].W
	switch copied.Kind {
	case PulleyJoint:
		x.pa = s.bodies.Sims[copied.BodyA].Center.Add(x.ra)
	case PathJoint:
		s.openRail(x, copied)
	}
}

func unit(i int) vec.Vec3 {
	switch i {
	case 0:
		return vec.V3(1, 0, 0)
	case 1:
		return vec.V3(0, 1, 0)
	}
	return vec.V3(0, 0, 1)
}

// rotationError is the rotation vector from frame A to frame B in world axes.
func (x *jointBodies) rotationError() vec.Vec3 {
	return x.qb.Mul(x.qa.Conj()).RotationVector()
}

// twistAngle is the part of the rotation from A to B that turns about the z axis (the twist of
// the swing-twist decomposition).
func (x *jointBodies) twistAngle() float32 {
	q := x.qa.InvMul(x.qb)
	if q.W < 0 {
		q = q.Neg()
	}
	return float32(2 * vec.Atan2(q.Z, q.W))
}

// twistAxis is the axis about which angular velocity changes the twist angle, to the accuracy
// that a limit needs: halfway between the two z axes.
func (x *jointBodies) twistAxis() vec.Vec3 { return zAxis(x.qa).Add(zAxis(x.qb)).Norm() }

// coneAxis is the axis about which B turns away from A.
func (x *jointBodies) coneAxis() vec.Vec3 {
	a, b := zAxis(x.qa), zAxis(x.qb)
	axis := a.Cross(b).Norm()
	if axis == (vec.Vec3{}) {
		return a.Perp()
	}
	return axis
}

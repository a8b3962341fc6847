package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// Pair are the two bodies of a joint while one of its passes runs, in local variables.
type Pair struct {
	va, wa, vb, wb vec.Vec3
	ia, ib         kernel.Inertia
	ma, mb         float32
	// ra and rb lead from the centres of mass to the anchors now; gap is anchor B less
	// anchor A.
	ArmA, ArmB, gap vec.Vec3
	// qa and qb are the joint frames now; rotationA and rotationB the rotations of the bodies in this step.
	qa, qb, rotationA, rotationB vec.Quat
	// pa is anchor A in the world, for pulleys.
	pa vec.Vec3
	// rail is the point of anchor B on a path, against anchor A.
	rail Rail
}

// push applies the impulse p at the anchors, on B, and its opposite on A.
func (x *Pair) push(p vec.Vec3) {
	x.va, x.vb = x.va.MulSub(x.ma, p), x.vb.MulAdd(x.mb, p)
	x.wa = x.wa.Sub(x.ia.Mul(x.ArmA.Cross(p)))
	x.wb = x.wb.Add(x.ib.Mul(x.ArmB.Cross(p)))
}

// twist applies the angular impulse l on B and its opposite on A.
func (x *Pair) twist(l vec.Vec3) {
	x.wa, x.wb = x.wa.Sub(x.ia.Mul(l)), x.wb.Add(x.ib.Mul(l))
}

// velocity is that of anchor B against anchor A.
func (x *Pair) velocity() vec.Vec3 {
	return x.vb.Add(x.wb.Cross(x.ArmB)).Sub(x.va.Add(x.wa.Cross(x.ArmA)))
}

// pointMatrix is the inverse effective mass at the anchors: (mA+mB)·1 − [rA]·IA·[rA] − ….
func (x *Pair) pointMatrix() vec.Mat3 {
	m := x.ma + x.mb
	k := vec.Diag(vec.V3(m, m, m))
	sa, sb := vec.Skew(x.ArmA), vec.Skew(x.ArmB)
	a, b := x.ia.Matrix(), x.ib.Matrix()
	// −[r] is the transpose of [r]
	k = k.Add(sa.Mul(a).Mul(sa.Transpose()))
	return k.Add(sb.Mul(b).Mul(sb.Transpose()))
}

// Row is one row of the Jacobian: its speed is la·vA + aa·ωA + lb·vB + ab·ωB.
type Row struct {
	LinearA, AngularA, LinearB, AngularB vec.Vec3
	Error                                float32 // position error
}

// along is a row along the unit vector e between anchor B and the point of A where it is now,
// for axes that rotate with A.
func (x *Pair) along(e vec.Vec3, c float32) Row {
	return Row{LinearA: e.Neg(), AngularA: x.ArmA.Add(x.gap).Cross(e).Neg(), LinearB: e, AngularB: x.ArmB.Cross(e),
		Error: c}
}

// between is a row along e between the two anchors.
func (x *Pair) between(e vec.Vec3, c float32) Row {
	return Row{LinearA: e.Neg(), AngularA: x.ArmA.Cross(e).Neg(), LinearB: e, AngularB: x.ArmB.Cross(e), Error: c}
}

// about is an angular row.
func about(e vec.Vec3, c float32) Row { return Row{AngularA: e.Neg(), AngularB: e, Error: c} }

func (x *Pair) pointRows() [3]Row {
	return [3]Row{
		x.between(vec.V3(1, 0, 0), x.gap.X), x.between(vec.V3(0, 1, 0), x.gap.Y), x.between(vec.V3(0, 0, 1), x.gap.Z),
	}
}

func angularRows() [3]Row {
	return [3]Row{about(vec.V3(1, 0, 0), 0), about(vec.V3(0, 1, 0), 0), about(vec.V3(0, 0, 1), 0)}
}

func (x *Pair) speed(r *Row) float32 {
	return r.LinearA.Dot(x.va) + r.AngularA.Dot(x.wa) + r.LinearB.Dot(x.vb) + r.AngularB.Dot(x.wb)
}

func (x *Pair) apply(r *Row, l float32) {
	x.va, x.vb = x.va.MulAdd(float32(x.ma*l), r.LinearA), x.vb.MulAdd(float32(x.mb*l), r.LinearB)
	x.wa = x.wa.Add(x.ia.Mul(r.AngularA.Mul(l)))
	x.wb = x.wb.Add(x.ib.Mul(r.AngularB.Mul(l)))
}

// couple is the change of speed of row q by a unit impulse of row r.
func (x *Pair) couple(r, q *Row) float32 {
	return float32(x.ma*r.LinearA.Dot(q.LinearA)) + r.AngularA.Dot(x.ia.Mul(q.AngularA)) +
		float32(x.mb*r.LinearB.Dot(q.LinearB)) + r.AngularB.Dot(x.ib.Mul(q.AngularB))
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
func (x *Pair) rotationError() vec.Vec3 {
	return x.qb.Mul(x.qa.Conj()).RotationVector()
}

// twistAngle is the angle of the rotation from A to B about the z axis (the twist of
// the swing-twist decomposition).
func (x *Pair) twistAngle() float32 { return x.twistAbout(2) }

// twistAbout is that angle about axis i.
func (x *Pair) twistAbout(i int) float32 {
	q := x.qa.InvMul(x.qb)
	if q.W < 0 {
		q = q.Neg()
	}
	return float32(2 * vec.Atan2([3]float32{q.X, q.Y, q.Z}[i%3], q.W))
}

// genericError is the rotation vector from frame A to frame B in world axes, as a joint sees it that has some angles
// free. Of one alone the others hold the axis, as those of a hinge: the rotation vector stands half the angle askew to
// their correction.
func (x *Pair) genericError(j *Joint) vec.Vec3 {
	k := j.loneAngle()
	if k < 0 {
		return x.rotationError()
	}
	a, b := x.qa.Rotate(unit(k)), x.qb.Rotate(unit(k))
	return axisError(a, b).MulAdd(x.twistAbout(k), a)
}

// loneAngle is the axis of the only free angle of a generic joint, −1 for none or several.
func (j *Joint) loneAngle() int {
	switch j.Locked >> 3 {
	case 0b110:
		return 0
	case 0b101:
		return 1
	case 0b011:
		return 2
	}
	return -1
}

// axisError is the rotation that takes axis a to b, by its sine.
func axisError(a, b vec.Vec3) vec.Vec3 {
	c := a.Cross(b)
	if a.Dot(b) < 0 {
		// upside down: the cross product would lead back to the wrong side
		c = c.Norm()
	}
	return c
}

// distance is the unit vector from anchor A to anchor B and their distance; some axis where
// they coincide, so that a rod grows out of a point.
func (x *Pair) distance() (vec.Vec3, float32) {
	e, length := x.gap.NormLen()
	if e == (vec.Vec3{}) {
		return vec.V3(0, 1, 0), 0
	}
	return e, length
}

package solve

import "tumble/physics/vec"

// jointBodies are the two bodies of a joint while one of its passes runs, in local variables.
type jointBodies struct {
	va, wa, vb, wb vec.Vec3
	ia, ib         inertia6
	ma, mb         float32
	// ra and rb lead from the centres of mass to the anchors now; gap is anchor B less
	// anchor A.
	ra, rb, gap vec.Vec3
	// qa and qb are the joint frames now; ta and tb how the bodies turned in this step.
	qa, qb, ta, tb vec.Quat
	// pa is anchor A in the world, for pulleys.
	pa vec.Vec3
	// rail is the place of anchor B on a path, against anchor A.
	rail Rail
}

// open reads the bodies of a joint.
func (s *Joints) open(x *jointBodies, j *Joint) {
	ia, _ := stateOf(j.stateA)
	ib, _ := stateOf(j.stateB)
	a, b := &s.bodies.States[ia], &s.bodies.States[ib]
	x.va, x.wa, x.vb, x.wb = a.V, a.W, b.V, b.W
	x.ia, x.ib, x.ma, x.mb = j.inertiaA, j.inertiaB, j.invMassA, j.invMassB
	x.ra, x.rb = a.DQ.Rotate(j.armA), b.DQ.Rotate(j.armB)
	x.gap = j.centers.Add(b.DP.Sub(a.DP)).Add(x.rb.Sub(x.ra))
	x.qa, x.qb = a.DQ.Mul(j.frameA), b.DQ.Mul(j.frameB)
	x.ta, x.tb = a.DQ, b.DQ
	switch j.Kind {
	case PulleyJoint:
		x.pa = s.bodies.Sims[j.BodyA].Center.Add(a.DP).Add(x.ra)
	case PathJoint:
		s.openRail(x, j)
	}
}

// close writes the velocities of the bodies that can move.
func (s *Joints) close(x *jointBodies, j *Joint) {
	if j.stateA >= 0 {
		a := &s.bodies.States[j.stateA]
		a.V, a.W = x.va, x.wa
	}
	if j.stateB >= 0 {
		b := &s.bodies.States[j.stateB]
		b.V, b.W = x.vb, x.wb
	}
}

// push applies the impulse p at the anchors, on B, and its opposite on A.
func (x *jointBodies) push(p vec.Vec3) {
	x.va, x.vb = x.va.MulSub(x.ma, p), x.vb.MulAdd(x.mb, p)
	x.wa = x.wa.Sub(x.ia.mul(x.ra.Cross(p)))
	x.wb = x.wb.Add(x.ib.mul(x.rb.Cross(p)))
}

// twist applies the angular impulse l on B and its opposite on A.
func (x *jointBodies) twist(l vec.Vec3) {
	x.wa, x.wb = x.wa.Sub(x.ia.mul(l)), x.wb.Add(x.ib.mul(l))
}

// velocity is that of anchor B against anchor A.
func (x *jointBodies) velocity() vec.Vec3 {
	return x.vb.Add(x.wb.Cross(x.rb)).Sub(x.va.Add(x.wa.Cross(x.ra)))
}

// pointMatrix is the inverse effective mass at the anchors: (mA+mB)·1 − [rA]·IA·[rA] − ….
func (x *jointBodies) pointMatrix() vec.Mat3 {
	m := x.ma + x.mb
	k := vec.Diag(vec.V3(m, m, m))
	sa, sb := vec.Skew(x.ra), vec.Skew(x.rb)
	a, b := x.ia.matrix(), x.ib.matrix()
	// −[r] is the transpose of [r]
	k = k.Add(sa.Mul(a).Mul(sa.Transpose()))
	return k.Add(sb.Mul(b).Mul(sb.Transpose()))
}

// row is one row of the Jacobian: its speed is la·vA + aa·ωA + lb·vB + ab·ωB.
type row struct {
	la, aa, lb, ab vec.Vec3
	c              float32 // position error
}

// along is a row along the unit vector e between anchor B and the point of A where it is now,
// for axes that turn with A.
func (x *jointBodies) along(e vec.Vec3, c float32) row {
	return row{la: e.Neg(), aa: x.ra.Add(x.gap).Cross(e).Neg(), lb: e, ab: x.rb.Cross(e), c: c}
}

// between is a row along e between the two anchors.
func (x *jointBodies) between(e vec.Vec3, c float32) row {
	return row{la: e.Neg(), aa: x.ra.Cross(e).Neg(), lb: e, ab: x.rb.Cross(e), c: c}
}

// about is an angular row.
func about(e vec.Vec3, c float32) row { return row{aa: e.Neg(), ab: e, c: c} }

func (x *jointBodies) pointRows() [3]row {
	return [3]row{
		x.between(vec.V3(1, 0, 0), x.gap.X), x.between(vec.V3(0, 1, 0), x.gap.Y), x.between(vec.V3(0, 0, 1), x.gap.Z),
	}
}

func turnRows() [3]row {
	return [3]row{about(vec.V3(1, 0, 0), 0), about(vec.V3(0, 1, 0), 0), about(vec.V3(0, 0, 1), 0)}
}

func (x *jointBodies) speed(r *row) float32 {
	return r.la.Dot(x.va) + r.aa.Dot(x.wa) + r.lb.Dot(x.vb) + r.ab.Dot(x.wb)
}

func (x *jointBodies) apply(r *row, l float32) {
	x.va, x.vb = x.va.MulAdd(float32(x.ma*l), r.la), x.vb.MulAdd(float32(x.mb*l), r.lb)
	x.wa = x.wa.Add(x.ia.mul(r.aa.Mul(l)))
	x.wb = x.wb.Add(x.ib.mul(r.ab.Mul(l)))
}

// couple is the change of speed of row q by a unit impulse of row r.
func (x *jointBodies) couple(r, q *row) float32 {
	return float32(x.ma*r.la.Dot(q.la)) + r.aa.Dot(x.ia.mul(q.aa)) +
		float32(x.mb*r.lb.Dot(q.lb)) + r.ab.Dot(x.ib.mul(q.ab))
}

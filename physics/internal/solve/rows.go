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
func (s *Solver) open(x *jointBodies, j *Joint) {
	ia, _ := stateOf(j.stateA)
	ib, _ := stateOf(j.stateB)
	a, b := &s.States[ia], &s.States[ib]
	x.va, x.wa, x.vb, x.wb = a.V, a.W, b.V, b.W
	x.ia, x.ib, x.ma, x.mb = j.inertiaA, j.inertiaB, j.invMassA, j.invMassB
	x.ra, x.rb = a.DQ.Rotate(j.armA), b.DQ.Rotate(j.armB)
	x.gap = j.centers.Add(b.DP.Sub(a.DP)).Add(x.rb.Sub(x.ra))
	x.qa, x.qb = a.DQ.Mul(j.frameA), b.DQ.Mul(j.frameB)
	x.ta, x.tb = a.DQ, b.DQ
	switch j.Kind {
	case PulleyJoint:
		x.pa = s.Sims[j.BodyA].Center.Add(a.DP).Add(x.ra)
	case PathJoint:
		s.openRail(x, j)
	}
}

// close writes the velocities of the bodies that can move.
func (s *Solver) close(x *jointBodies, j *Joint) {
	if j.stateA >= 0 {
		a := &s.States[j.stateA]
		a.V, a.W = x.va, x.wa
	}
	if j.stateB >= 0 {
		b := &s.States[j.stateB]
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

// heldRows are the rows that a joint holds, and the inverse of their matrix.
type heldRows struct {
	count int
	rows  [MaxHeld]row
	inv   [MaxHeld * MaxHeld]float64
}

func (h *heldRows) add(r row) {
	h.rows[h.count] = r
	h.count++
}

// factor inverts the matrix of the rows.
func (h *heldRows) factor(x *jointBodies) {
	n := h.count
	var k [MaxHeld * MaxHeld]float64
	for i := range n {
		for j := range i + 1 {
			v := float64(x.couple(&h.rows[i], &h.rows[j]))
			k[i*n+j], k[j*n+i] = v, v
		}
		k[i*n+i] += float64(softness * k[i*n+i])
	}
	invert(k[:n*n], h.inv[:n*n], n)
}

// solve returns d with K·d = v.
func (h *heldRows) solve(v, d *[MaxHeld]float32) {
	n := h.count
	for i := range n {
		sum := 0.0
		for j := range n {
			sum += float64(h.inv[i*n+j] * float64(v[j]))
		}
		d[i] = float32(sum)
	}
}

// mass is the effective mass of row r while the rows of h are held; lift is how much of each held
// row a unit impulse of r takes away.
func (h *heldRows) mass(x *jointBodies, r *row) (mass float32, lift [MaxHeld]float32) {
	var c [MaxHeld]float32
	for i := range h.count {
		c[i] = x.couple(&h.rows[i], r)
	}
	h.solve(&c, &lift)
	free := x.couple(r, r)
	k := free
	for i := range h.count {
		k -= float32(c[i] * lift[i])
	}
	if !(k > float32(1e-5*free)) {
		// the held rows leave no motion along this one
		return 0, lift
	}
	return 1 / k, lift
}

// mass3 is the same for three rows at once.
func (h *heldRows) mass3(x *jointBodies, rows [3]row) (mass vec.Mat3, lift [3][MaxHeld]float32) {
	var c [3][MaxHeld]float32
	for k := range rows {
		for i := range h.count {
			c[k][i] = x.couple(&h.rows[i], &rows[k])
		}
		h.solve(&c[k], &lift[k])
	}
	var m [3][3]float32
	for k := range rows {
		for l := range rows {
			v := x.couple(&rows[k], &rows[l])
			for i := range h.count {
				v -= float32(c[k][i] * lift[l][i])
			}
			m[k][l] = v
		}
	}
	return vec.Mat3{
		XX: m[0][0], XY: m[0][1], XZ: m[0][2],
		YX: m[1][0], YY: m[1][1], YZ: m[1][2],
		ZX: m[2][0], ZY: m[2][1], ZZ: m[2][2],
	}.Inverse(), lift
}

// lift takes the answer of the held rows from a row.
func (h *heldRows) lift(r *row, lift *[MaxHeld]float32) {
	for i := range h.count {
		q, l := &h.rows[i], lift[i]
		r.la, r.aa = r.la.MulSub(l, q.la), r.aa.MulSub(l, q.aa)
		r.lb, r.ab = r.lb.MulSub(l, q.lb), r.ab.MulSub(l, q.ab)
	}
}

// applyLifted applies a lifted row and counts the answer of the held rows.
func (x *jointBodies) applyLifted(j *Joint, h *heldRows, r *row, lift *[MaxHeld]float32, l float32) {
	x.apply(r, l)
	for i := range h.count {
		j.Held[i] -= float32(lift[i] * l)
	}
}

// invert writes the inverse of the symmetric positive definite matrix k of n rows to inv, by
// Gauss-Jordan elimination without pivoting. Rows without mass become zero.
func invert(k, inv []float64, n int) {
	for i := range inv {
		inv[i] = 0
	}
	for i := range n {
		inv[i*n+i] = 1
	}
	for p := range n {
		pivot := k[p*n+p]
		if !(pivot > 1e-30) {
			for i := range n {
				inv[p*n+i], inv[i*n+p] = 0, 0
				k[p*n+i], k[i*n+p] = 0, 0
			}
			continue
		}
		s := 1 / pivot
		for i := range n {
			k[p*n+i] = float64(s * k[p*n+i])
			inv[p*n+i] = float64(s * inv[p*n+i])
		}
		for r := range n {
			if f := k[r*n+p]; r != p && f != 0 {
				for i := range n {
					k[r*n+i] -= float64(f * k[p*n+i])
					inv[r*n+i] -= float64(f * inv[p*n+i])
				}
			}
		}
	}
}

// matrix returns m in the general form.
func (m inertia6) matrix() vec.Mat3 {
	return vec.Mat3{
		XX: m.xx, XY: m.xy, XZ: m.xz,
		YX: m.xy, YY: m.yy, YZ: m.yz,
		ZX: m.xz, ZY: m.yz, ZZ: m.zz,
	}
}

// clampLength returns v shortened to the length limit if it is longer.
func clampLength(v vec.Vec3, limit float32) vec.Vec3 {
	if square := v.Len2(); square > float32(limit*limit) {
		return v.Mul(limit / (vec.Sqrt(square) + tiny))
	}
	return v
}

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
	// qa and qb are the joint frames now.
	qa, qb vec.Quat
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

// pushAlong applies an impulse of size l along axis at anchor B, where the lever on A reaches
// to the same point: for rows that follow an axis of A.
func (x *jointBodies) pushAlong(axis vec.Vec3, l float32) {
	p := axis.Mul(l)
	x.va, x.vb = x.va.MulSub(x.ma, p), x.vb.MulAdd(x.mb, p)
	x.wa = x.wa.Sub(x.ia.mul(x.ra.Add(x.gap).Cross(p)))
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

// velocityAlong is the speed of a row of pushAlong.
func (x *jointBodies) velocityAlong(axis vec.Vec3) float32 {
	return axis.Dot(x.vb.Sub(x.va)) + x.wb.Dot(x.rb.Cross(axis)) - x.wa.Dot(x.ra.Add(x.gap).Cross(axis))
}

// massAlong is the effective mass of a row of pushAlong.
func (x *jointBodies) massAlong(axis vec.Vec3) float32 {
	a, b := x.ra.Add(x.gap).Cross(axis), x.rb.Cross(axis)
	return inverse(x.ma + x.mb + a.Dot(x.ia.mul(a)) + b.Dot(x.ib.mul(b)))
}

// massAbout is the effective mass of an angular row.
func (x *jointBodies) massAbout(axis vec.Vec3) float32 {
	return inverse(axis.Dot(x.ia.mul(axis)) + axis.Dot(x.ib.mul(axis)))
}

// massAboutHeld is the effective mass of an angular row about axis when a pointRow holds the
// anchors together: the inertia of what really swings, which a spring has to know to deliver
// its frequency. It is the Schur complement of the point rows.
func (x *jointBodies) massAboutHeld(axis vec.Vec3) float32 {
	a, b := x.ia.mul(axis), x.ib.mul(axis)
	// velocity between the anchors by a unit impulse of the row
	c := b.Cross(x.rb).Add(a.Cross(x.ra))
	return inverse(axis.Dot(a) + axis.Dot(b) - c.Dot(x.pointMatrix().Solve(c)))
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

// pointRow holds the anchors together: three rows solved as one.
func (x *jointBodies) pointRow(soft Soft, impulse *vec.Vec3) {
	v := x.velocity().MulAdd(soft.BiasRate, x.gap)
	d := x.pointMatrix().Solve(v.Mul(-soft.MassScale)).MulSub(soft.ImpulseScale, *impulse)
	*impulse = impulse.Add(d)
	x.push(d)
}

// planeRow holds anchor B on the line through anchor A along the axis that is perpendicular
// to the unit vectors t and u: two rows solved as one.
func (x *jointBodies) planeRow(soft Soft, t, u vec.Vec3, impulseT, impulseU *float32) {
	arm := x.ra.Add(x.gap)
	at, au := arm.Cross(t), arm.Cross(u)
	bt, bu := x.rb.Cross(t), x.rb.Cross(u)
	iat, iau, ibt, ibu := x.ia.mul(at), x.ia.mul(au), x.ib.mul(bt), x.ib.mul(bu)
	m := x.ma + x.mb
	dt, du := solve2(
		m+at.Dot(iat)+bt.Dot(ibt), at.Dot(iau)+bt.Dot(ibu), m+au.Dot(iau)+bu.Dot(ibu),
		x.velocityAlong(t)+float32(soft.BiasRate*x.gap.Dot(t)),
		x.velocityAlong(u)+float32(soft.BiasRate*x.gap.Dot(u)))
	dt = -float32(soft.MassScale*dt) - float32(soft.ImpulseScale**impulseT)
	du = -float32(soft.MassScale*du) - float32(soft.ImpulseScale**impulseU)
	*impulseT += dt
	*impulseU += du
	x.pushAlong(t, dt)
	x.pushAlong(u, du)
}

// alignRow makes the frames turn as one: three angular rows. angle is the rotation vector from
// frame A to frame B in world axes.
func (x *jointBodies) alignRow(soft Soft, angle vec.Vec3, impulse *vec.Vec3) {
	v := x.wb.Sub(x.wa).MulAdd(soft.BiasRate, angle)
	d := x.ia.add(x.ib).matrix().Solve(v.Mul(-soft.MassScale)).MulSub(soft.ImpulseScale, *impulse)
	*impulse = impulse.Add(d)
	x.twist(d)
}

// axisRow keeps the axis b of B parallel to the axis a of A: two angular rows about t and u,
// which are perpendicular to a.
func (x *jointBodies) axisRow(soft Soft, a, b, t, u vec.Vec3, impulseT, impulseU *float32) {
	// a × b is the rotation that a lacks to reach b
	c := a.Cross(b)
	w := x.wb.Sub(x.wa)
	it, iu := x.ia.mul(t).Add(x.ib.mul(t)), x.ia.mul(u).Add(x.ib.mul(u))
	dt, du := solve2(t.Dot(it), t.Dot(iu), u.Dot(iu),
		w.Dot(t)+float32(soft.BiasRate*c.Dot(t)), w.Dot(u)+float32(soft.BiasRate*c.Dot(u)))
	dt = -float32(soft.MassScale*dt) - float32(soft.ImpulseScale**impulseT)
	du = -float32(soft.MassScale*du) - float32(soft.ImpulseScale**impulseU)
	*impulseT += dt
	*impulseU += du
	x.twist(t.Mul(dt).MulAdd(du, u))
}

// solve2 solves the symmetric system (xx xy; xy yy)·d = (v, w).
func solve2(xx, xy, yy, v, w float32) (dv, dw float32) {
	det := inverse(float32(xx*yy) - float32(xy*xy))
	return float32(det * (float32(yy*v) - float32(xy*w))), float32(det * (float32(xx*w) - float32(xy*v)))
}

// rowKind says how a scalar row acts on the bodies.
type rowKind bool

const (
	linearRow  rowKind = false
	angularRow rowKind = true
)

// scalarRow is one row along or about an axis.
type scalarRow struct {
	axis vec.Vec3
	kind rowKind
	mass float32
}

func (x *jointBodies) rowAlong(axis vec.Vec3) scalarRow {
	return scalarRow{axis, linearRow, x.massAlong(axis)}
}

func (x *jointBodies) rowAbout(axis vec.Vec3) scalarRow {
	return scalarRow{axis, angularRow, x.massAbout(axis)}
}

func (x *jointBodies) speed(r *scalarRow) float32 {
	if r.kind == angularRow {
		return r.axis.Dot(x.wb.Sub(x.wa))
	}
	return x.velocityAlong(r.axis)
}

func (x *jointBodies) apply(r *scalarRow, l float32) {
	if r.kind == angularRow {
		x.twist(r.axis.Mul(l))
		return
	}
	x.pushAlong(r.axis, l)
}

// springRow pulls the coordinate with error c to 0.
func (x *jointBodies) springRow(r *scalarRow, s Spring, c, limit float32, impulse *float32) {
	old := *impulse
	*impulse = vec.Clamp(old+s.change(r.mass, c, x.speed(r), old), -limit, limit)
	x.apply(r, *impulse-old)
}

// motorRow drives the coordinate at a speed with an impulse of at most limit.
func (x *jointBodies) motorRow(r *scalarRow, speed, limit float32, impulse *float32) {
	old := *impulse
	*impulse = vec.Clamp(old-float32(r.mass*(x.speed(r)-speed)), -limit, limit)
	x.apply(r, *impulse-old)
}

// limitRow keeps sign·(coordinate − bound) = c ≥ 0: while there is room it lets the coordinate
// approach the bound until it closes.
func (x *jointBodies) limitRow(r *scalarRow, soft Soft, c, sign, invH float32, impulse *float32) {
	bias := float32(soft.BiasRate * c)
	if c > 0 {
		soft = Rigid
		bias = float32(c * invH)
	}
	old := *impulse
	v := float32(sign*x.speed(r)) + bias
	l := old - float32(float32(r.mass*soft.MassScale)*v) - float32(soft.ImpulseScale*old)
	*impulse = vec.Max(l, 0)
	x.apply(r, float32(sign*(*impulse-old)))
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

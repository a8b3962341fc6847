package solve

import "tumble/physics/vec"

// ballRow is a ball joint without options that no group solves: what the passes need of it in
// little more than two cache lines, side by side in the order of the batches. Nets and cloths
// consist of these.
type ballRow struct {
	a, b   int32 // as in Block
	ma, mb float32
	ia, ib inertia6
	// armA, armB and centers as in Joint.
	armA, armB, centers vec.Vec3
	// mass is the effective mass of the three rows at the start of the step.
	mass inertia6
	// impulse of the last sub-step, and sum over the step.
	impulse, sum vec.Vec3
}

// prepare fills the row of a joint that has been prepared.
func (r *ballRow) prepare(j *Joint) {
	*r = ballRow{
		a: j.stateA, b: j.stateB, ma: j.invMassA, mb: j.invMassB, ia: j.inertiaA, ib: j.inertiaB,
		armA: j.armA, armB: j.armB, centers: j.centers,
		mass:    pointInertia(j.invMassA+j.invMassB, &j.inertiaA, &j.inertiaB, j.armA, j.armB).inverse(),
		impulse: vec.V3(j.Held[0], j.Held[1], j.Held[2]),
	}
}

// pointInertia is the change of velocity between the anchors by a unit impulse there, for the sum m
// of the inverse masses: m + [rA]·IA·[rA]ᵀ + [rB]·IB·[rB]ᵀ.
func pointInertia(m float32, ia, ib *inertia6, ra, rb vec.Vec3) inertia6 {
	a0, a1, a2 := ia.columns()
	b0, b1, b2 := ib.columns()
	return inertiaOf(m, 0, 0, m, 0, m).
		add(turnedTwice(a0.Cross(ra), a1.Cross(ra), a2.Cross(ra), ra)).
		add(turnedTwice(b0.Cross(rb), b1.Cross(rb), b2.Cross(rb), rb))
}

// storeBall writes the impulse of the last sub-step and the sum of the step back to the joint.
func (j *Joint) storeBall(impulse, sum vec.Vec3, dt float32) {
	j.Held[0], j.Held[1], j.Held[2] = impulse.X, impulse.Y, impulse.Z
	j.Force, j.Torque = sum.Mul(1/dt), vec.Vec3{}
}

func (s *Solver) warmStartBall(r *ballRow) {
	ia, moveA := stateOf(r.a)
	ib, moveB := stateOf(r.b)
	a, b := &s.States[ia], &s.States[ib]
	p := r.impulse
	if moveA {
		a.V = a.V.MulSub(r.ma, p)
		a.W = a.W.Sub(r.ia.mul(a.DQ.Rotate(r.armA).Cross(p)))
	}
	if moveB {
		b.V = b.V.MulAdd(r.mb, p)
		b.W = b.W.Add(r.ib.mul(b.DQ.Rotate(r.armB).Cross(p)))
	}
}

func (s *Solver) solveBall(r *ballRow, soft Soft, bias bool) {
	ia, moveA := stateOf(r.a)
	ib, moveB := stateOf(r.b)
	a, b := &s.States[ia], &s.States[ib]
	ra, rb := a.DQ.Rotate(r.armA), b.DQ.Rotate(r.armB)
	v := b.V.Add(b.W.Cross(rb)).Sub(a.V.Add(a.W.Cross(ra)))
	if bias {
		gap := r.centers.Add(b.DP.Sub(a.DP)).Add(rb.Sub(ra))
		v = v.Add(clampLength(gap.Mul(soft.BiasRate), maxBias))
	}
	p := r.mass.mul(v.Mul(-soft.MassScale)).MulSub(soft.ImpulseScale, r.impulse)
	r.impulse = r.impulse.Add(p)
	if !bias {
		r.sum = r.sum.Add(r.impulse)
	}
	if moveA {
		a.V = a.V.MulSub(r.ma, p)
		a.W = a.W.Sub(r.ia.mul(ra.Cross(p)))
	}
	if moveB {
		b.V = b.V.MulAdd(r.mb, p)
		b.W = b.W.Add(r.ib.mul(rb.Cross(p)))
	}
}

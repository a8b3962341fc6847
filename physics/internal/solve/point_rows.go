package solve

import "tumble/physics/vec"

// The functions of this file and of angular_rows.go define what the generated kernels of joints give. They work lane by
// lane; conditions only choose values, and sums are taken whether or not there is something to add, so that wide
// instructions give the same bits.

// preparePoint computes the effective mass of the point of lane k at the start of the step.
func (b *PointBlock) preparePoint(k int) {
	b.Mass.set(k, b.pointMobility(k).inverse())
}

// pointMobility is the change of velocity between the anchors by a unit impulse there:
// m + [rA]·IA·[rA]ᵀ + [rB]·IB·[rB]ᵀ with m the sum of the inverse masses.
func (l *JointLanes) pointMobility(k int) inertia6 {
	ia, ib := l.InertiaA.at(k), l.InertiaB.at(k)
	ra, rb := l.ArmA.at(k), l.ArmB.at(k)
	a0, a1, a2 := ia.columns()
	b0, b1, b2 := ib.columns()
	m := l.InvMassA[k&7] + l.InvMassB[k&7]
	return inertiaOf(m, 0, 0, m, 0, m).
		add(skewTwice(a0.Cross(ra), a1.Cross(ra), a2.Cross(ra), ra)).
		add(skewTwice(b0.Cross(rb), b1.Cross(rb), b2.Cross(rb), rb))
}

// skewTwice is [r]·I·[r]ᵀ from the columns of −[r]·I.
func skewTwice(c0, c1, c2, r vec.Vec3) inertia6 {
	return inertiaOf(
		float32(r.Z*c1.X)-float32(r.Y*c2.X), float32(r.X*c2.X)-float32(r.Z*c0.X), float32(r.Y*c0.X)-float32(r.X*c1.X),
		float32(r.X*c2.Y)-float32(r.Z*c0.Y), float32(r.Y*c0.Y)-float32(r.X*c1.Y), float32(r.Y*c0.Z)-float32(r.X*c1.Z),
	)
}

// applyPoint applies an impulse on B, and its opposite on A, to the bodies of lane k, whose lever arms are ra and rb.
func (l *JointLanes) applyPoint(states []State, k int, ra, rb, p vec.Vec3) {
	k &= Width - 1
	if ia, movable := stateOf(l.A[k]); movable {
		a := &states[ia]
		a.V = a.V.MulSub(l.InvMassA[k], p)
		a.W = a.W.Sub(l.InertiaA.at(k).mul(ra.Cross(p)))
	}
	if ib, movable := stateOf(l.B[k]); movable {
		b := &states[ib]
		b.V = b.V.MulAdd(l.InvMassB[k], p)
		b.W = b.W.Add(l.InertiaB.at(k).mul(rb.Cross(p)))
	}
}

// arms returns the bodies of lane k and the lever arms at their poses now.
func (l *JointLanes) arms(states []State, k int) (a, b *State, ra, rb vec.Vec3) {
	k &= Width - 1
	ia, _ := stateOf(l.A[k])
	ib, _ := stateOf(l.B[k])
	a, b = &states[ia], &states[ib]
	return a, b, a.DQ.Rotate(l.ArmA.at(k)), b.DQ.Rotate(l.ArmB.at(k))
}

// warmStartPoint applies the impulse of the sub-step before.
func (b *PointBlock) warmStartPoint(states []State, k int) {
	_, _, ra, rb := b.arms(states, k)
	b.applyPoint(states, k, ra, rb, b.Held.at(k))
}

// solvePoint solves the point of lane k once; bias says whether position errors are pushed out.
func (b *PointBlock) solvePoint(states []State, k int, soft Soft, bias bool) {
	sa, sb, ra, rb := b.arms(states, k)
	v := sb.V.Add(sb.W.Cross(rb)).Sub(sa.V.Add(sa.W.Cross(ra)))
	if bias {
		v = v.Add(b.pull(k, sa, sb, ra, rb, soft.BiasRate))
	}
	old := b.Held.at(k)
	p := b.Mass.at(k).mul(v.Mul(-soft.MassScale)).MulSub(soft.ImpulseScale, old)
	old = old.Add(p)
	b.Held.set(k, old)
	if !bias {
		b.HeldSum.set(k, b.HeldSum.at(k).Add(old))
	}
	b.applyPoint(states, k, ra, rb, p)
}

// pull is the velocity (m/s) that closes the gap between the anchors at a rate (1/s).
func (l *JointLanes) pull(k int, a, b *State, ra, rb vec.Vec3, rate float32) vec.Vec3 {
	gap := l.Centers.at(k).Add(b.DP.Sub(a.DP)).Add(rb.Sub(ra))
	return clampLength(gap.Mul(rate), maxBias)
}

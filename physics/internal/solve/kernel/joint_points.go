package kernel

import "tumble/physics/vec"

// The functions of this file and of joint_angular.go define the result of the generated kernels of joints. They work
// lane by lane; conditions only choose values, and sums are taken whether or not there is something to add, so that
// wide instructions give the same bits.

// preparePoint computes the effective mass of the point of lane k at the start of the step.
func (b *PointBlock) preparePoint(k int) {
	b.Mass.Set(k, b.pointMobility(k).Inverse())
}

// pointMobility is the change of velocity between the anchors by a unit impulse there:
// m + [rA]·IA·[rA]ᵀ + [rB]·IB·[rB]ᵀ with m the sum of the inverse masses.
func (l *JointLanes) pointMobility(k int) Inertia {
	ia, ib := l.InertiaA.At(k), l.InertiaB.At(k)
	ra, rb := l.ArmA.At(k), l.ArmB.At(k)
	a0, a1, a2 := ia.columns()
	b0, b1, b2 := ib.columns()
	m := l.InvMassA[k&7] + l.InvMassB[k&7]
	return InertiaOf(m, 0, 0, m, 0, m).
		Add(skewTwice(a0.Cross(ra), a1.Cross(ra), a2.Cross(ra), ra)).
		Add(skewTwice(b0.Cross(rb), b1.Cross(rb), b2.Cross(rb), rb))
}

// skewTwice is [r]·I·[r]ᵀ from the columns of −[r]·I.
func skewTwice(c0, c1, c2, r vec.Vec3) Inertia {
	return InertiaOf(
		float32(r.Z*c1.X)-float32(r.Y*c2.X), float32(r.X*c2.X)-float32(r.Z*c0.X), float32(r.Y*c0.X)-float32(r.X*c1.X),
		float32(r.X*c2.Y)-float32(r.Z*c0.Y), float32(r.Y*c0.Y)-float32(r.X*c1.Y), float32(r.Y*c0.Z)-float32(r.X*c1.Z),
	)
}

// applyPoint applies an impulse on B, and its opposite on A, to the bodies of lane k, whose lever arms are ra and rb.
func (l *JointLanes) applyPoint(states []State, k int, ra, rb, p vec.Vec3) {
	k &= Width - 1
	if ia, movable := StateOf(l.A[k]); movable {
		a := &states[ia]
		a.V = a.V.MulSub(l.InvMassA[k], p)
		a.W = a.W.Sub(l.InertiaA.At(k).Mul(ra.Cross(p)))
	}
	if ib, movable := StateOf(l.B[k]); movable {
		b := &states[ib]
		b.V = b.V.MulAdd(l.InvMassB[k], p)
		b.W = b.W.Add(l.InertiaB.At(k).Mul(rb.Cross(p)))
	}
}

// arms returns the bodies of lane k and the lever arms at their poses now.
func (l *JointLanes) arms(states []State, k int) (a, b *State, ra, rb vec.Vec3) {
	k &= Width - 1
	ia, _ := StateOf(l.A[k])
	ib, _ := StateOf(l.B[k])
	a, b = &states[ia], &states[ib]
	return a, b, a.DQ.Rotate(l.ArmA.At(k)), b.DQ.Rotate(l.ArmB.At(k))
}

// warmStartPoint applies the impulse of the sub-step before.
func (b *PointBlock) warmStartPoint(states []State, k int) {
	_, _, ra, rb := b.arms(states, k)
	b.applyPoint(states, k, ra, rb, b.Held.At(k))
}

// solvePoint solves the point of lane k once; bias says whether position errors are pushed out.
func (b *PointBlock) solvePoint(states []State, k int, soft Soft, bias bool) {
	sa, sb, ra, rb := b.arms(states, k)
	v := sb.V.Add(sb.W.Cross(rb)).Sub(sa.V.Add(sa.W.Cross(ra)))
	if bias {
		v = v.Add(b.pull(k, sa, sb, ra, rb, soft.BiasRate))
	}
	old := b.Held.At(k)
	p := b.Mass.At(k).Mul(v.Mul(-soft.MassScale)).MulSub(soft.ImpulseScale, old)
	old = old.Add(p)
	b.Held.Set(k, old)
	if !bias {
		b.HeldSum.Set(k, b.HeldSum.At(k).Add(old))
	}
	b.applyPoint(states, k, ra, rb, p)
}

// pull is the velocity (m/s) that closes the gap between the anchors at a rate (1/s).
func (l *JointLanes) pull(k int, a, b *State, ra, rb vec.Vec3, rate float32) vec.Vec3 {
	gap := l.Centers.At(k).Add(b.DP.Sub(a.DP)).Add(rb.Sub(ra))
	return ClampLength(gap.Mul(rate), MaxBias)
}

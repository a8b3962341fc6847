package kernel

import "tumble/physics/vec"

// deriveBlocks computes the rows of blocks at the poses of now: both bodies are pushed at one common point, so that rows keep angular as well as
// linear momentum. A point counts fully for the friction centre up to a gap of the speculative distance
// (1/invSpeculative, m) and not at all at twice that: a weight that fades keeps the centre from jumping when points
// come and go.
func deriveBlocks(states []State, pushes []Push, blocks []Block, invSpeculative float32) {
	for i := range blocks {
		b := &blocks[i]
		count := b.points()
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			b.derivePoints(states, pushes, j, count, invSpeculative)
			b.deriveFriction(j)
		}
	}
}

// rotationChange is the displacement of a point at r that rotates by q = (u, w), 2·w·(u × r) + 2·u × (u × r), in two parts.
func rotationChange(q *vec.Quat, r vec.Vec3) (first, second vec.Vec3) {
	u := vec.Vec3{X: q.X, Y: q.Y, Z: q.Z}
	t := u.Cross(r)
	first, second = t.Mul(q.W), u.Cross(t)
	return first.Add(first), second.Add(second)
}

// derivePoints computes inertias, arms, separations, masses, the Gram matrix, friction centres and levers.
//
// A point of a round surface is the one straight below its centre of curvature, which rotates with the body. With the displacement d of the
// centre of curvature of B against that of A, the surfaces are start·n + d apart, and n·d farther than at the start.
//
// Points that act where they will be in the middle of the step keep their arms, and the centre of mass above them its height: Turns is 0 there, and
// only the first part of the rotation counts.
func (b *Block) derivePoints(states []State, pushes []Push, j, count int, invSpeculative float32) {
	j &= Width - 1
	ia, _ := StateOf(b.A[j])
	ib, _ := StateOf(b.B[j])
	sa, sb := &states[ia], &states[ib]
	n := b.Normal.At(j)
	invMass := b.InvMassA[j] + b.InvMassB[j]
	inertiaA, inertiaB := pushes[ia].InverseInertia(), pushes[ib].InverseInertia()
	b.InertiaA.Set(j, inertiaA)
	b.InertiaB.Set(j, inertiaB)
	centers := sb.DP.Sub(sa.DP)
	roundA, roundB := n.Mul(b.RadiusA[j]), n.Mul(b.RadiusB[j])
	middle, turnsA, turnsB := b.Middle[j], b.TurnsA[j], b.TurnsB[j]
	var arms, armA, armB, massA, massB [MaxPoints]vec.Vec3
	var centerA, centerB vec.Vec3
	var weights, lowest float32
	for k := 0; k < count && k < MaxPoints; k++ {
		q, anchor := &b.Points[k], &b.Anchors[k]
		ra, rb := anchor.A.At(j), anchor.B.At(j)
		firstA, secondA := rotationChange(&sa.DQ, ra)
		firstB, secondB := rotationChange(&sb.DQ, rb)
		secondA, secondB = secondA.Mul(turnsA), secondB.Mul(turnsB)
		d := centers.Add(firstB.Add(secondB).Sub(firstA.Add(secondA)))
		start := anchor.Separation[j]
		separation := start + n.Dot(d)
		apart := n.Mul(separation)
		slid := n.Mul(start).Add(d).Sub(apart)
		apart = apart.Mul(middle)
		ra = ra.Add(firstA.Mul(turnsA).Add(secondA)).Add(roundA).Add(apart.Add(slid.Mul(b.ShareA[j])))
		rb = rb.Add(firstB.Mul(turnsB).Add(secondB)).Sub(roundB).Sub(apart.Add(slid.Mul(b.ShareB[j])))
		arms[k] = ra
		armA[k], armB[k] = ra.Cross(n), rb.Cross(n)
		massA[k], massB[k] = inertiaA.Mul(armA[k]), inertiaB.Mul(armB[k])
		there := anchor.There[j]
		w := float32(there * vec.Min(vec.Max(2-float32(separation*invSpeculative), leastWeight), 1))
		weights += w
		centerA, centerB = centerA.MulAdd(w, ra), centerB.MulAdd(w, rb)
		q.ArmA.Set(j, armA[k])
		q.ArmB.Set(j, armB[k])
		q.Separation[j] = separation
		q.Mass[j] = float32(there * inverse(invMass+(armA[k].Dot(massA[k])+armB[k].Dot(massB[k]))))
		q.Push[j] = 0
		lowest = vec.Min(float32(there*separation), lowest)
	}
	b.Measured[j], b.PushX[j], b.PushY[j] = lowest, 0, 0
	gram := func(k, l int) float32 {
		return invMass + (armA[k].Dot(massA[l]) + armB[k].Dot(massB[l]))
	}
	if count > 1 {
		b.Gram01[j] = gram(0, 1)
	}
	if count > 2 {
		b.Gram02[j], b.Gram03[j] = gram(0, 2), gram(0, 3)
		b.Gram12[j], b.Gram13[j], b.Gram23[j] = gram(1, 2), gram(1, 3), gram(2, 3)
	}
	w := inverse(weights)
	centerA, centerB = centerA.Mul(w), centerB.Mul(w)
	for k := 0; k < count && k < MaxPoints; k++ {
		b.Lever[k][j] = float32(b.Spread[j] * arms[k].Sub(centerA).Len())
	}
	b.CenterA.Set(j, centerA)
	b.CenterB.Set(j, centerB)
}

// Tangent returns a unit vector perpendicular to the unit vector n, without branches but one.
// Source: Duff et al., "Building an Orthonormal Basis, Revisited", 2017.
func Tangent(n vec.Vec3) vec.Vec3 {
	sign := float32(1)
	if 0 > n.Z {
		sign = -1
	}
	a := -1 / (sign + n.Z)
	b := float32(float32(n.X*n.Y) * a)
	return vec.Vec3{
		X: 1 + float32(float32(float32(n.X*n.X)*a)*sign),
		Y: float32(sign * b),
		Z: 0 - float32(sign*n.X),
	}
}

// deriveFriction computes the friction rows; the friction centres are known.
func (b *Block) deriveFriction(j int) {
	j &= Width - 1
	n, t := b.Normal.At(j), b.Tangent.At(j)
	u := n.Cross(t)
	invMass := b.InvMassA[j] + b.InvMassB[j]
	inertiaA, inertiaB := b.InertiaA.At(j), b.InertiaB.At(j)
	ra, rb := b.CenterA.At(j), b.CenterB.At(j)
	at, au := ra.Cross(t), ra.Cross(u)
	bt, bu := rb.Cross(t), rb.Cross(u)
	mt, mu := inertiaA.Mul(at), inertiaA.Mul(au)
	nt, nu := inertiaB.Mul(bt), inertiaB.Mul(bu)
	xx := invMass + (at.Dot(mt) + bt.Dot(nt))
	xy := at.Dot(mu) + bt.Dot(nu)
	yy := invMass + (au.Dot(mu) + bu.Dot(nu))
	det := inverse(float32(xx*yy) - float32(xy*xy))
	b.FrictionXX[j], b.FrictionYY[j] = float32(yy*det), float32(xx*det)
	b.FrictionXY[j] = 0 - float32(xy*det)
	b.TwistMass[j] = inverse(n.Dot(inertiaA.Mul(n)) + n.Dot(inertiaB.Mul(n)))
}

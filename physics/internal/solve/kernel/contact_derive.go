package kernel

import "tumble/physics/vec"

// deriveBlocks computes the rows of blocks that prepareLane has filled, and leaves the normal
// velocities of the points in Bounce. A point counts fully for the friction centre up to a gap of the speculative
// distance (1/invSpeculative, m) and not at all at twice that: a weight that fades keeps the centre from jumping when
// points come and go.
func deriveBlocks(states []State, blocks []Block, invSpeculative float32) {
	for i := range blocks {
		b := &blocks[i]
		count := b.points()
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			b.derivePoints(states, j, count, invSpeculative)
			b.deriveFriction(j)
		}
	}
}

// derivePoints computes arms, masses, the Gram matrix, friction centres and levers.
func (b *Block) derivePoints(states []State, j, count int, invSpeculative float32) {
	j &= Width - 1
	ia, _ := StateOf(b.A[j])
	ib, _ := StateOf(b.B[j])
	sa, sb := &states[ia], &states[ib]
	n := b.Normal.At(j)
	invMass := b.InvMassA[j] + b.InvMassB[j]
	inertiaA, inertiaB := b.InertiaA.At(j), b.InertiaB.At(j)
	approach := n.Dot(sb.V.Sub(sa.V))
	var anchors, armA, armB, massA, massB [MaxPoints]vec.Vec3
	var centerA, centerB vec.Vec3
	var weights float32
	for k := 0; k < count && k < MaxPoints; k++ {
		q := &b.Points[k]
		ra, rb := q.ArmA.At(j), q.ArmB.At(j)
		anchors[k] = ra
		armA[k], armB[k] = ra.Cross(n), rb.Cross(n)
		massA[k], massB[k] = inertiaA.Mul(armA[k]), inertiaB.Mul(armB[k])
		// there is 1 for a point, 0 for none
		there := q.Mass[j]
		w := float32(there * vec.Min(vec.Max(2-float32(q.Separation[j]*invSpeculative), leastWeight), 1))
		weights += w
		centerA, centerB = centerA.MulAdd(w, ra), centerB.MulAdd(w, rb)
		q.ArmA.Set(j, armA[k])
		q.ArmB.Set(j, armB[k])
		q.Mass[j] = float32(there * inverse(invMass+(armA[k].Dot(massA[k])+armB[k].Dot(massB[k]))))
		q.Total[j] = 0
		b.Bounce[k][j] = approach + (armB[k].Dot(sb.W) - armA[k].Dot(sa.W))
	}
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
	// the field of the friction centre still holds the surface velocity
	surface := b.CenterA.At(j)
	w := inverse(weights)
	centerA, centerB = centerA.Mul(w), centerB.Mul(w)
	// the fields of the heights still hold those of the surfaces from the centres about which they roll
	b.HeightA[j], b.HeightB[j] = n.Dot(centerA)-b.HeightA[j], n.Dot(centerB)-b.HeightB[j]
	for k := 0; k < count && k < MaxPoints; k++ {
		b.Lever[k][j] = anchors[k].Sub(centerA).Len()
	}
	t := tangent(n)
	u := n.Cross(t)
	b.SurfaceX[j], b.SurfaceY[j] = surface.Dot(t), surface.Dot(u)
	// the field of the mass against twist still holds half of the step for a centre that goes on with the surfaces: it
	// acts where they will take it in the middle of the step
	half := b.TwistMass[j]
	goA, goB := sa.W.Cross(centerA), sb.W.Cross(centerB)
	slip := sb.V.Sub(sa.V).Add(goB.Sub(goA)).Mul(0.5)
	b.CenterA.Set(j, centerA.MulAdd(half, goA.Add(slip)))
	b.CenterB.Set(j, centerB.MulAdd(half, goB.Sub(slip)))
}

// tangent returns a unit vector perpendicular to the unit vector n, without branches but one.
// Source: Duff et al., "Building an Orthonormal Basis, Revisited", 2017.
func tangent(n vec.Vec3) vec.Vec3 {
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
	n := b.Normal.At(j)
	impulse := b.Tangent.At(j)
	t := tangent(n)
	u := n.Cross(t)
	b.Tangent.Set(j, t)
	b.FrictionX[j], b.FrictionY[j] = impulse.Dot(t), impulse.Dot(u)

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

package solve

import "tumble/physics/vec"

// normalRow is one contact point on its way through a pass: with the velocity v (bias
// included), the change of v by the points before it and the impulse old, the new impulse is
// max(keep − mass·v, 0).
type normalRow struct{ v, mass, keep, old float32 }

// solveBlocks solves the normal rows once with bias: overlap is pushed out with the softness
// of the contact at pushSpeed (m/s) at most, a gap lets the bodies approach until it closes.
func solveBlocks(states []State, blocks []Block, invH, pushSpeed float32) {
	var rows [MaxPoints]normalRow
	for i := range blocks {
		b := &blocks[i]
		count := int(b.Count)
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			ia, movableA := stateOf(b.A[j])
			ib, movableB := stateOf(b.B[j])
			sa, sb := &states[ia], &states[ib]
			n := b.Normal.at(j)
			fa, ca := turned(n, &sa.DQ)
			fb, cb := turned(n, &sb.DQ)
			gap := n.Dot(sb.DP.Sub(sa.DP)) +
				(float32(b.HeightB[j]*cb) - float32(b.HeightA[j]*ca))
			approach := n.Dot(sb.V.Sub(sa.V))
			wa, wb := sa.W, sb.W
			rate, massScale, impulseScale := b.BiasRate[j], b.MassScale[j], b.ImpulseScale[j]
			for k := 0; k < count && k < MaxPoints; k++ {
				q := &b.Points[k]
				armA, armB := q.ArmA.at(j), q.ArmB.at(j)
				s := (gap + q.Separation[j]) + (armB.Dot(fb) - armA.Dot(fa))
				v := approach + (armB.Dot(wb) - armA.Dot(wa))
				old := q.Impulse[j]
				bias := vec.Max(float32(rate*s), -pushSpeed)
				scale, keep := massScale, old-float32(impulseScale*old)
				if s > 0 {
					bias, scale, keep = float32(s*invH), 1, old
				}
				rows[k] = normalRow{v + bias, float32(q.Mass[j] * scale), keep, old}
			}
			sum, la, lb := b.chain(j, count, &rows)
			if movableA {
				sa.V = sa.V.MulSub(float32(b.InvMassA[j]*sum), n)
				sa.W = wa.Sub(b.InertiaA.at(j).mul(la))
			}
			if movableB {
				sb.V = sb.V.MulAdd(float32(b.InvMassB[j]*sum), n)
				sb.W = wb.Add(b.InertiaB.at(j).mul(lb))
			}
		}
	}
}

// chain solves the points of a manifold one after the other (Gauss–Seidel), each seeing the
// changes of those before it through the Gram matrix, and returns the sum of the changes of
// impulse and their moments on both bodies.
func (b *Block) chain(j, count int, rows *[MaxPoints]normalRow) (sum float32, la, lb vec.Vec3) {
	j &= Width - 1
	r0 := &rows[0]
	x0 := vec.Max(r0.keep-float32(r0.mass*r0.v), 0)
	d0 := x0 - r0.old
	p0 := &b.Points[0]
	p0.Impulse[j] = x0
	sum = d0
	la, lb = p0.ArmA.at(j).Mul(d0), p0.ArmB.at(j).Mul(d0)
	if count < 2 {
		return sum, la, lb
	}
	r1 := &rows[1]
	x1 := vec.Max(r1.keep-float32(r1.mass*(r1.v+float32(b.Gram01[j]*d0))), 0)
	d1 := x1 - r1.old
	p1 := &b.Points[1]
	p1.Impulse[j] = x1
	sum += d1
	la, lb = la.MulAdd(d1, p1.ArmA.at(j)), lb.MulAdd(d1, p1.ArmB.at(j))
	if count < 3 {
		return sum, la, lb
	}
	r2 := &rows[2]
	v2 := r2.v + (float32(b.Gram02[j]*d0) + float32(b.Gram12[j]*d1))
	x2 := vec.Max(r2.keep-float32(r2.mass*v2), 0)
	d2 := x2 - r2.old
	p2 := &b.Points[2]
	p2.Impulse[j] = x2
	sum += d2
	la, lb = la.MulAdd(d2, p2.ArmA.at(j)), lb.MulAdd(d2, p2.ArmB.at(j))
	if count < 4 {
		return sum, la, lb
	}
	r3 := &rows[3]
	v3 := r3.v + (float32(b.Gram03[j]*d0) + float32(b.Gram13[j]*d1) + float32(b.Gram23[j]*d2))
	x3 := vec.Max(r3.keep-float32(r3.mass*v3), 0)
	d3 := x3 - r3.old
	p3 := &b.Points[3]
	p3.Impulse[j] = x3
	sum += d3
	return sum, la.MulAdd(d3, p3.ArmA.at(j)), lb.MulAdd(d3, p3.ArmB.at(j))
}

package kernel

import "tumble/physics/vec"

// NormalRow is one contact point during a pass: with the velocity v (bias
// included) the new impulse is max(keep − mass·v, 0).
type NormalRow struct{ Velocity, Mass, Keep float32 }

// solveBlocks solves the normal rows once with bias: overlap is pushed out with the softness
// of the contact at pushSpeed (m/s) at most, a gap lets the bodies approach until it closes.
func solveBlocks(states []State, blocks []Block, invH, pushSpeed float32) {
	var rows [MaxPoints]NormalRow
	for i := range blocks {
		b := &blocks[i]
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			b.SolveLane(states, j, invH, pushSpeed, &rows)
		}
	}
}

// SolveLane is the pass Solve for lane j. rows is scratch memory.
func (b *Block) SolveLane(states []State, j int, invH, pushSpeed float32, rows *[MaxPoints]NormalRow) {
	j &= Width - 1
	count := b.points()
	ia, movableA := StateOf(b.A[j])
	ib, movableB := StateOf(b.B[j])
	sa, sb := &states[ia], &states[ib]
	n := b.Normal.At(j)
	fa, ca := SeparationChange(n, &sa.DQ)
	fb, cb := SeparationChange(n, &sb.DQ)
	gap := n.Dot(sb.DP.Sub(sa.DP)) +
		(float32(b.HeightB[j]*cb) - float32(b.HeightA[j]*ca))
	approach := n.Dot(sb.V.Sub(sa.V))
	wa, wb := sa.W, sb.W
	rate, massScale := b.BiasRate[j], b.MassScale[j]
	for k := 0; k < count && k < MaxPoints; k++ {
		q := &b.Points[k]
		armA, armB := q.ArmA.At(j), q.ArmB.At(j)
		s := (gap + q.Separation[j]) + (armB.Dot(fb) - armA.Dot(fa))
		v := approach + (armB.Dot(wb) - armA.Dot(wa))
		old := q.Impulse[j]
		bias := vec.Max(float32(rate*s), -pushSpeed)
		scale := massScale
		if s > 0 {
			bias, scale = float32(s*invH), 1
		}
		rows[k] = NormalRow{v + bias, float32(q.Mass[j] * scale), float32(scale * old)}
	}
	sum, la, lb := b.SolvePoints(j, count, rows)
	if movableA {
		sa.V = sa.V.MulSub(float32(b.InvMassA[j]*sum), n)
		sa.W = wa.Sub(b.InertiaA.At(j).Mul(la))
	}
	if movableB {
		sb.V = sb.V.MulAdd(float32(b.InvMassB[j]*sum), n)
		sb.W = wb.Add(b.InertiaB.At(j).Mul(lb))
	}
}

// SolvePoints solves the points of a manifold by projected Gauss–Seidel sweeps and returns the
// sum of the changes of impulse and their moments on both bodies.
//
// With G the Gram matrix, the velocity at point k is v + Σ G·(x − old) over all points l. Point
// k itself has G = 1/m, so that the softened change −m·s·velocity − (1−s)·x leads to
// x = s·old − m·s·(v + Σ' G·(x − old)) with the sum over the other points: the old x of the
// point itself has gone.
func (b *Block) SolvePoints(j, count int, rows *[MaxPoints]NormalRow) (sum float32, la, lb vec.Vec3) {
	j &= Width - 1
	p0, p1, p2, p3 := &b.Points[0], &b.Points[1], &b.Points[2], &b.Points[3]
	r0 := &rows[0]
	o0 := p0.Impulse[j]
	c0 := r0.Keep - float32(r0.Mass*r0.Velocity)
	if count == 1 {
		x0 := vec.Max(c0, 0)
		p0.Impulse[j] = x0
		d := x0 - o0
		return d, p0.ArmA.At(j).Mul(d), p0.ArmB.At(j).Mul(d)
	}
	if count == 2 {
		return b.solveTwo(j, rows)
	}
	r1, r2, r3 := &rows[1], &rows[2], &rows[3]
	o1, o2, o3 := p1.Impulse[j], p2.Impulse[j], p3.Impulse[j]
	// h is mass times Gram matrix; c does not change during the sweeps
	g := b.Gram01[j]
	h01, h10 := float32(r0.Mass*g), float32(r1.Mass*g)
	g = b.Gram02[j]
	h02, h20 := float32(r0.Mass*g), float32(r2.Mass*g)
	g = b.Gram03[j]
	h03, h30 := float32(r0.Mass*g), float32(r3.Mass*g)
	g = b.Gram12[j]
	h12, h21 := float32(r1.Mass*g), float32(r2.Mass*g)
	g = b.Gram13[j]
	h13, h31 := float32(r1.Mass*g), float32(r3.Mass*g)
	g = b.Gram23[j]
	h23, h32 := float32(r2.Mass*g), float32(r3.Mass*g)
	c0 += float32(h01*o1) + float32(h02*o2) + float32(h03*o3)
	c1 := (r1.Keep - float32(r1.Mass*r1.Velocity)) + (float32(h10*o0) + float32(h12*o2) + float32(h13*o3))
	c2 := (r2.Keep - float32(r2.Mass*r2.Velocity)) + (float32(h20*o0) + float32(h21*o1) + float32(h23*o3))
	c3 := (r3.Keep - float32(r3.Mass*r3.Velocity)) + (float32(h30*o0) + float32(h31*o1) + float32(h32*o2))
	x0, x1, x2, x3 := o0, o1, o2, o3
	for i := 0; i < sweeps; i++ {
		// the newest impulse comes last: the sum waits for it
		x0 = vec.Max(((c0-float32(h01*x1))-float32(h02*x2))-float32(h03*x3), 0)
		x1 = vec.Max(((c1-float32(h12*x2))-float32(h13*x3))-float32(h10*x0), 0)
		x2 = vec.Max(((c2-float32(h23*x3))-float32(h20*x0))-float32(h21*x1), 0)
		x3 = vec.Max(((c3-float32(h30*x0))-float32(h31*x1))-float32(h32*x2), 0)
	}
	p0.Impulse[j], p1.Impulse[j], p2.Impulse[j], p3.Impulse[j] = x0, x1, x2, x3
	d0, d1, d2, d3 := x0-o0, x1-o1, x2-o2, x3-o3
	la = p0.ArmA.At(j).Mul(d0).MulAdd(d1, p1.ArmA.At(j)).MulAdd(d2, p2.ArmA.At(j)).MulAdd(d3, p3.ArmA.At(j))
	lb = p0.ArmB.At(j).Mul(d0).MulAdd(d1, p1.ArmB.At(j)).MulAdd(d2, p2.ArmB.At(j)).MulAdd(d3, p3.ArmB.At(j))
	return (d0 + d1) + (d2 + d3), la, lb
}

// solveTwo is solvePoints for two points.
func (b *Block) solveTwo(j int, rows *[MaxPoints]NormalRow) (sum float32, la, lb vec.Vec3) {
	j &= Width - 1
	p0, p1 := &b.Points[0], &b.Points[1]
	r0, r1 := &rows[0], &rows[1]
	o0, o1 := p0.Impulse[j], p1.Impulse[j]
	g := b.Gram01[j]
	h01, h10 := float32(r0.Mass*g), float32(r1.Mass*g)
	c0 := (r0.Keep - float32(r0.Mass*r0.Velocity)) + float32(h01*o1)
	c1 := (r1.Keep - float32(r1.Mass*r1.Velocity)) + float32(h10*o0)
	x0, x1 := o0, o1
	for range sweeps {
		x0 = vec.Max(c0-float32(h01*x1), 0)
		x1 = vec.Max(c1-float32(h10*x0), 0)
	}
	p0.Impulse[j], p1.Impulse[j] = x0, x1
	d0, d1 := x0-o0, x1-o1
	la = p0.ArmA.At(j).Mul(d0).MulAdd(d1, p1.ArmA.At(j))
	lb = p0.ArmB.At(j).Mul(d0).MulAdd(d1, p1.ArmB.At(j))
	return d0 + d1, la, lb
}

package kernel

import "tumble/physics/vec"

// NormalRow is one contact point during a pass: with the velocity v (bias included) the impulse x becomes max(x − mass·v, 0).
type NormalRow struct{ Velocity, Mass, Impulse float32 }

// pushBlocks solves the pseudo-velocities of bodies once, see PushLane.
func pushBlocks(pushes []Push, blocks []Block, invH, rate, pushSpeed float32) {
	var rows [MaxPoints]NormalRow
	for i := range blocks {
		b := &blocks[i]
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			b.PushLane(pushes, j, invH, rate, pushSpeed, &rows)
		}
	}
}

// PushLane solves the pseudo-velocities of lane j once. They part overlaps at a rate (1/s) times what is beyond the slop, and at
// pushSpeed (m/s) at most, and let gaps close. They have the masses of the rows and never read velocities: pushing out that answered
// to these would keep a pile moving for ever. They have friction of their own: without it what is pushed out creeps, and pyramids spread.
func (b *Block) PushLane(pushes []Push, j int, invH, rate, pushSpeed float32, rows *[MaxPoints]NormalRow) {
	j &= Width - 1
	count := b.points()
	ia, movableA := StateOf(b.A[j])
	ib, movableB := StateOf(b.B[j])
	sa, sb := &pushes[ia], &pushes[ib]
	n := b.Normal.At(j)
	approach := n.Dot(sb.V.Sub(sa.V))
	wa, wb := sa.W, sb.W
	for k := 0; k < count && k < MaxPoints; k++ {
		q := &b.Points[k]
		v := approach + (q.ArmB.At(j).Dot(wb) - q.ArmA.At(j).Dot(wa))
		s := q.Separation[j]
		bias := vec.Max(float32(rate*vec.Min(s+b.Slop[j], 0)), -pushSpeed)
		if s > 0 {
			bias = float32(s * invH)
		}
		rows[k] = NormalRow{v + bias, q.Mass[j], q.Push[j]}
	}
	sum, la, lb := b.SolvePoints(j, count, rows)
	total := float32(0)
	for k := 0; k < count && k < MaxPoints; k++ {
		x := rows[k].Impulse
		b.Points[k].Push[j] = x
		total += x
	}
	ma, mb := b.InvMassA[j], b.InvMassB[j]
	inertiaA, inertiaB := b.InertiaA.At(j), b.InertiaB.At(j)
	va, vb := sa.V.MulSub(float32(ma*sum), n), sb.V.MulAdd(float32(mb*sum), n)
	wa, wb = wa.Sub(inertiaA.Mul(la)), wb.Add(inertiaB.Mul(lb))

	// friction along the surface
	t := b.Tangent.At(j)
	u := n.Cross(t)
	ra, rb := b.CenterA.At(j), b.CenterB.At(j)
	slip := vb.Add(wb.Cross(rb)).Sub(va.Add(wa.Cross(ra)))
	slipX, slipY := slip.Dot(t), slip.Dot(u)
	x := b.PushX[j] - (float32(b.FrictionXX[j]*slipX) + float32(b.FrictionXY[j]*slipY))
	y := b.PushY[j] - (float32(b.FrictionXY[j]*slipX) + float32(b.FrictionYY[j]*slipY))
	limit := float32(b.Friction[j] * total)
	square := float32(x*x) + float32(y*y)
	if square > float32(limit*limit) {
		scale := limit / (vec.Sqrt(square) + Tiny)
		x, y = float32(scale*x), float32(scale*y)
	}
	f := t.Mul(x-b.PushX[j]).MulAdd(y-b.PushY[j], u)
	b.PushX[j], b.PushY[j] = x, y
	if movableA {
		sa.V = va.MulSub(ma, f)
		sa.W = wa.Sub(inertiaA.Mul(ra.Cross(f)))
	}
	if movableB {
		sb.V = vb.MulAdd(mb, f)
		sb.W = wb.Add(inertiaB.Mul(rb.Cross(f)))
	}
}

// setImpulses keeps the impulses of rows.
func (b *Block) setImpulses(j, count int, rows *[MaxPoints]NormalRow) {
	for k := 0; k < count && k < MaxPoints; k++ {
		b.Points[k].Impulse[j&(Width-1)] = rows[k].Impulse
	}
}

// SolvePoints solves the points of a manifold by projected Gauss–Seidel sweeps and returns the
// sum of the changes of impulse and their moments on both bodies.
//
// With G the Gram matrix, the velocity at point k is v + Σ G·(x − old) over all points l. Point
// k itself has G = 1/m, so that the change −m·velocity leads to x = old − m·(v + Σ' G·(x − old)) with the sum over the other points:
// the x of the point itself has gone. The new impulses are left in rows.
func (b *Block) SolvePoints(j, count int, rows *[MaxPoints]NormalRow) (sum float32, la, lb vec.Vec3) {
	j &= Width - 1
	p0, p1, p2, p3 := &b.Points[0], &b.Points[1], &b.Points[2], &b.Points[3]
	r0 := &rows[0]
	o0 := r0.Impulse
	c0 := o0 - float32(r0.Mass*r0.Velocity)
	if count == 1 {
		x0 := vec.Max(c0, 0)
		r0.Impulse = x0
		d := x0 - o0
		return d, p0.ArmA.At(j).Mul(d), p0.ArmB.At(j).Mul(d)
	}
	if count == 2 {
		return b.solveTwo(j, rows)
	}
	r1, r2, r3 := &rows[1], &rows[2], &rows[3]
	o1, o2, o3 := r1.Impulse, r2.Impulse, r3.Impulse
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
	c1 := (o1 - float32(r1.Mass*r1.Velocity)) + (float32(h10*o0) + float32(h12*o2) + float32(h13*o3))
	c2 := (o2 - float32(r2.Mass*r2.Velocity)) + (float32(h20*o0) + float32(h21*o1) + float32(h23*o3))
	c3 := (o3 - float32(r3.Mass*r3.Velocity)) + (float32(h30*o0) + float32(h31*o1) + float32(h32*o2))
	x0, x1, x2, x3 := o0, o1, o2, o3
	for i := 0; i < sweeps; i++ {
		// the newest impulse comes last: the sum waits for it
		x0 = vec.Max(((c0-float32(h01*x1))-float32(h02*x2))-float32(h03*x3), 0)
		x1 = vec.Max(((c1-float32(h12*x2))-float32(h13*x3))-float32(h10*x0), 0)
		x2 = vec.Max(((c2-float32(h23*x3))-float32(h20*x0))-float32(h21*x1), 0)
		x3 = vec.Max(((c3-float32(h30*x0))-float32(h31*x1))-float32(h32*x2), 0)
	}
	r0.Impulse, r1.Impulse, r2.Impulse, r3.Impulse = x0, x1, x2, x3
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
	o0, o1 := r0.Impulse, r1.Impulse
	g := b.Gram01[j]
	h01, h10 := float32(r0.Mass*g), float32(r1.Mass*g)
	c0 := (o0 - float32(r0.Mass*r0.Velocity)) + float32(h01*o1)
	c1 := (o1 - float32(r1.Mass*r1.Velocity)) + float32(h10*o0)
	x0, x1 := o0, o1
	for range sweeps {
		x0 = vec.Max(c0-float32(h01*x1), 0)
		x1 = vec.Max(c1-float32(h10*x0), 0)
	}
	r0.Impulse, r1.Impulse = x0, x1
	d0, d1 := x0-o0, x1-o1
	la = p0.ArmA.At(j).Mul(d0).MulAdd(d1, p1.ArmA.At(j))
	lb = p0.ArmB.At(j).Mul(d0).MulAdd(d1, p1.ArmB.At(j))
	return d0 + d1, la, lb
}

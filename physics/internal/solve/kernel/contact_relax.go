package kernel

import "tumble/physics/vec"

// relaxBlocks solves the normal rows once without pushing overlap out, then rolling
// resistance, friction about the normal and friction along the surface, whose limits follow
// the normal impulses. Friction acts at one point per manifold (central friction): a square of
// points that each pull in their own direction would make friction depend on direction.
func relaxBlocks(states []State, blocks []Block, invH float32) {
	var rows [MaxPoints]NormalRow
	for i := range blocks {
		b := &blocks[i]
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			b.RelaxLane(states, j, invH, &rows)
		}
	}
}

// RelaxLane is the pass Relax for lane j. rows is scratch memory.
func (b *Block) RelaxLane(states []State, j int, invH float32, rows *[MaxPoints]NormalRow) {
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
	va, vb, wa, wb := sa.V, sb.V, sa.W, sb.W
	approach := n.Dot(vb.Sub(va))
	for k := 0; k < count && k < MaxPoints; k++ {
		q := &b.Points[k]
		armA, armB := q.ArmA.At(j), q.ArmB.At(j)
		s := (gap + q.Separation[j]) + (armB.Dot(fb) - armA.Dot(fa))
		v := approach + (armB.Dot(wb) - armA.Dot(wa))
		old := q.Impulse[j]
		bias := vec.Max(float32(s*invH), 0)
		rows[k] = NormalRow{v + bias, q.Mass[j], old}
	}
	sum, la, lb := b.SolvePoints(j, count, rows)
	ma, mb := b.InvMassA[j], b.InvMassB[j]
	inertiaA, inertiaB := b.InertiaA.At(j), b.InertiaB.At(j)
	va, vb = va.MulSub(float32(ma*sum), n), vb.MulAdd(float32(mb*sum), n)
	wa, wb = wa.Sub(inertiaA.Mul(la)), wb.Add(inertiaB.Mul(lb))

	// limits of the friction rows
	var total, twist float32
	for k := 0; k < count && k < MaxPoints; k++ {
		q := &b.Points[k]
		x := q.Impulse[j]
		q.Total[j] += x
		total += x
		twist += float32(b.Lever[k][j] * x)
	}
	if b.Has&HasRolling != 0 {
		d := b.roll(j, total, wb.Sub(wa))
		wa, wb = wa.Sub(inertiaA.Mul(d)), wb.Add(inertiaB.Mul(d))
	}

	// friction about the normal
	limit := float32(b.Friction[j] * twist)
	old := b.TwistImpulse[j]
	x := vec.Max(vec.Min(old-float32(b.TwistMass[j]*n.Dot(wb.Sub(wa))), limit), 0-limit)
	b.TwistImpulse[j] = x
	d := n.Mul(x - old)
	wa, wb = wa.Sub(inertiaA.Mul(d)), wb.Add(inertiaB.Mul(d))

	// friction along the surface
	t := b.Tangent.At(j)
	u := n.Cross(t)
	ra, rb := b.CenterA.At(j), b.CenterB.At(j)
	slip := vb.Add(wb.Cross(rb)).Sub(va.Add(wa.Cross(ra)))
	p := b.Slide(j, total, slip.Dot(t), slip.Dot(u))
	f := t.Mul(p.X).MulAdd(p.Y, u)
	if movableA {
		sa.V = va.MulSub(ma, f)
		sa.W = wa.Sub(inertiaA.Mul(ra.Cross(f)))
	}
	if movableB {
		sb.V = vb.MulAdd(mb, f)
		sb.W = wb.Add(inertiaB.Mul(rb.Cross(f)))
	}
}

// Slide solves the two tangential rows at slip velocity (slipX, slipY) under the normal
// impulse total and returns the change of impulse in X and Y. The limit is a circle, so that
// friction is the same in all directions.
func (b *Block) Slide(j int, total, slipX, slipY float32) vec.Vec3 {
	j &= Width - 1
	x, y := slipX-b.SurfaceX[j], slipY-b.SurfaceY[j]
	oldX, oldY := b.FrictionX[j], b.FrictionY[j]
	x, y = oldX-(float32(b.FrictionXX[j]*x)+float32(b.FrictionXY[j]*y)),
		oldY-(float32(b.FrictionXY[j]*x)+float32(b.FrictionYY[j]*y))
	limit := float32(b.Friction[j] * total)
	square := float32(x*x) + float32(y*y)
	scale := float32(1)
	if square > float32(limit*limit) {
		scale = float32(b.SlidingFriction[j]*total) / (vec.Sqrt(square) + Tiny)
	}
	x, y = float32(scale*x), float32(scale*y)
	b.FrictionX[j], b.FrictionY[j] = x, y
	return vec.Vec3{X: x - oldX, Y: y - oldY}
}

// roll solves the rolling resistance row at the relative angular velocity w and returns the
// change of angular impulse.
func (b *Block) roll(j int, total float32, w vec.Vec3) vec.Vec3 {
	old := b.RollingImpulse.At(j)
	x := old.Sub(b.RollingMass.At(j).Mul(w))
	limit := float32(b.Rolling[j&7] * total)
	square := x.Dot(x)
	if square > float32(limit*limit) {
		x = x.Mul(limit / (vec.Sqrt(square) + Tiny))
	}
	b.RollingImpulse.Set(j, x)
	return x.Sub(old)
}

package kernel

import "tumble/physics/vec"

// relaxBlocks solves the normal rows once without pushing overlap out, then rolling
// resistance, and friction along the surface and about the normal, whose limits follow
// the normal impulses. Friction acts at one point per manifold (central friction): a square of
// points that each pull in their own direction would make friction depend on direction.
//
// A point that is apart and was not pressed in this sub-step stays out: it meets in the next one at the earliest.
// Stopped ahead of time, a block that rocks would lose the energy of its last fall (TestTruth/floor).
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
		bias, mass := vec.Max(float32(s*invH), 0), q.Mass[j]
		if s > 0 && 0 >= old {
			mass = 0
		}
		rows[k] = NormalRow{v + bias, mass, old}
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

	// friction about the normal, as if nothing slid
	most := float32(b.Friction[j] * twist)
	old, spin := b.TwistImpulse[j], n.Dot(wb.Sub(wa))
	x := vec.Max(vec.Min(old-float32(b.TwistMass[j]*spin), most), 0-most)
	d := n.Mul(x - old)
	ta, tb := wa.Sub(inertiaA.Mul(d)), wb.Add(inertiaB.Mul(d))

	// friction along the surface, and the limit of both
	t := b.Tangent.At(j)
	u := n.Cross(t)
	ra, rb := b.CenterA.At(j), b.CenterB.At(j)
	slip := vb.Add(tb.Cross(rb)).Sub(va.Add(ta.Cross(ra)))
	p := b.Slide(j, Load{total, twist}, x, spin, slip.Dot(t), slip.Dot(u))
	f := t.Mul(p.X).MulAdd(p.Y, u)
	m := n.Mul(p.Z)
	if movableA {
		sa.V = va.MulSub(ma, f)
		sa.W = wa.Sub(inertiaA.Mul(ra.Cross(f).Add(m)))
	}
	if movableB {
		sb.V = vb.MulAdd(mb, f)
		sb.W = wb.Add(inertiaB.Mul(rb.Cross(f).Add(m)))
	}
}

// Load is the sum of the normal impulses of a manifold, and the same of their products with the levers of their points.
type Load struct{ Total, Lever float32 }

// Slide solves the two tangential rows at slip velocity (slipX, slipY), and limits them together with friction about
// the normal, of which twist is the impulse where nothing slides, at the angular velocity spin. It returns the change
// of impulse in X and Y, and that about the normal in Z.
//
// The limit is an ellipsoid. With e = lever/total, and T for the twist impulse over e,
//
//	√(X² + Y² + T²) ≤ μ·total
//
// Friction is the same in all directions, and what slides and spins stops doing both at once, since the surface has
// only one friction (Goyal, Ruina and Papadopoulos, 1991; Howe and Cutkosky, 1996). Without T a disc that slides and
// spins spins on for twice the time (TestTruth/floor). The slip that belongs to T is e·spin, at the mass along the
// surface: that about the normal is far larger where a long body rests on a small patch, and its least spin would use
// up all friction.
func (b *Block) Slide(j int, load Load, twist, spin, slipX, slipY float32) vec.Vec3 {
	j &= Width - 1
	x, y := slipX-b.SurfaceX[j], slipY-b.SurfaceY[j]
	oldX, oldY, oldTwist := b.FrictionX[j], b.FrictionY[j], b.TwistImpulse[j]
	xx, yy := b.FrictionXX[j], b.FrictionYY[j]
	x, y = oldX-(float32(xx*x)+float32(b.FrictionXY[j]*y)), oldY-(float32(b.FrictionXY[j]*x)+float32(yy*y))
	limit, most := float32(b.Friction[j]*load.Total), float32(b.Friction[j]*load.Lever)
	e := load.Lever / (load.Total + Tiny)
	g := load.Total / ((load.Lever + float32(load.Total*Tiny)) + Tiny)
	third := float32(g*vec.Max(vec.Min(oldTwist, most), 0-most)) -
		float32(vec.Min(float32(b.TwistMass[j]*g), float32((xx+yy)*float32(0.5*e)))*spin)
	square := (float32(x*x) + float32(y*y)) + float32(third*third)
	if square > float32(limit*limit) {
		scale := float32(b.SlidingFriction[j]*load.Total) / (vec.Sqrt(square) + Tiny)
		x, y, twist = float32(scale*x), float32(scale*y), float32(scale*float32(third*e))
	}
	b.FrictionX[j], b.FrictionY[j], b.TwistImpulse[j] = x, y, twist
	return vec.Vec3{X: x - oldX, Y: y - oldY, Z: twist - oldTwist}
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

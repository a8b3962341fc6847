package kernel

import "tumble/physics/vec"

// AngularPass are the numbers of a pass over blocks of ball joints and hinges.
type AngularPass struct {
	// H and InvH are the length of a sub-step (s) and 1 over it.
	H, InvH float32
	// Limit are the coefficients of limits, Held those of the held rows.
	Limit, Held Soft
	// Own is 1 if the warm start of the block includes the held rows of hinges, 0 if an articulation solves them.
	Own float32
	// Bias says whether position errors are pushed out.
	Bias bool
}

// prepareAngular computes the effective masses of lane k at the start of the step, the angular velocity there, and the
// angular impulse of the step before in the axes of this one.
func (b *AngularBlock) prepareAngular(states []State, k int) {
	// the velocity at the anchors by an angular impulse l is C·l with C = −([rB]·IB + [rA]·IA)
	ia, ib := b.InertiaA.At(k), b.InertiaB.At(k)
	ra, rb := b.ArmA.At(k), b.ArmB.At(k)
	a0, a1, a2 := ia.columns()
	b0, b1, b2 := ib.columns()
	c0 := a0.Cross(ra).Add(b0.Cross(rb))
	c1 := a1.Cross(ra).Add(b1.Cross(rb))
	c2 := a2.Cross(ra).Add(b2.Cross(rb))
	mass := b.pointMobility(k).Inverse()
	l0, l1, l2 := mass.Mul(c0), mass.Mul(c1), mass.Mul(c2)
	i := ia.Add(ib)
	mobility := InertiaOf(
		i.XX-c0.Dot(l0), i.XY-c0.Dot(l1), i.XZ-c0.Dot(l2),
		i.YY-c1.Dot(l1), i.YZ-c1.Dot(l2), i.ZZ-c2.Dot(l2),
	)
	b.Mass.Set(k, mass)
	b.Lift.set(k, vec.Mat3Cols(l0, l1, l2))
	b.Mobility.Set(k, mobility)
	b.Stiffness.Set(k, mobility.Inverse())
	b.AngularImpulse.Set(k, b.startAngular(k))
	ja, _ := StateOf(b.A[k&(Width-1)])
	jb, _ := StateOf(b.B[k&(Width-1)])
	sa, sb := &states[ja], &states[jb]
	v := sb.V.Add(sb.W.Cross(rb)).Sub(sa.V.Add(sa.W.Cross(ra)))
	b.Start.Set(k, sb.W.Sub(sa.W).Sub(b.Lift.at(k).TMulVec(v)))
}

// startAngular is the angular impulse of the last step at the poses of now.
func (b *AngularBlock) startAngular(k int) vec.Vec3 {
	k &= Width - 1
	qa, qb := b.FrameA.At(k), b.FrameB.At(k)
	l := b.Pull.At(k).Add(b.Brake.At(k))
	z, zb := ZAxis(qa), ZAxis(qb)
	hinge := b.Hinge != 0
	if impulse := b.ConeImpulse[k]; !hinge && impulse > 0 {
		l = l.MulSub(impulse, coneAxis(qa, z, zb))
	}
	if t := b.axisImpulse(k); t != 0 {
		e := z
		if !hinge {
			e = direction(z.Add(zb))
		}
		l = l.MulAdd(t, e)
	}
	if hinge {
		_, t, u := Axes(qa)
		l = l.MulAdd(b.Held[3][k], t).MulAdd(b.Held[4][k], u)
	}
	return l
}

// axisImpulse is the impulse along the free axis of lane k.
func (b *AngularBlock) axisImpulse(k int) float32 {
	k &= Width - 1
	return b.AxisSpring[k] + b.AxisMotor[k] + b.Low[k] - b.Above[k]
}

// point is the held impulse of lane k at the anchors.
func (b *AngularBlock) point(k int) vec.Vec3 {
	k &= Width - 1
	return vec.Vec3{X: b.Held[0][k], Y: b.Held[1][k], Z: b.Held[2][k]}
}

// apply applies the impulse p at the anchors and the angular impulse l to the bodies of lane k.
func (b *AngularBlock) apply(states []State, k int, ra, rb, p, l vec.Vec3) {
	k &= Width - 1
	if i, movable := StateOf(b.A[k]); movable {
		s := &states[i]
		s.V = s.V.MulSub(b.InvMassA[k], p)
		s.W = s.W.Sub(b.InertiaA.At(k).Mul(ra.Cross(p).Add(l)))
	}
	if i, movable := StateOf(b.B[k]); movable {
		s := &states[i]
		s.V = s.V.MulAdd(b.InvMassB[k], p)
		s.W = s.W.Add(b.InertiaB.At(k).Mul(rb.Cross(p).Add(l)))
	}
}

// warmStartAngular applies the impulses of the sub-step before to the bodies of lane k.
func (b *AngularBlock) warmStartAngular(states []State, k int) {
	_, _, ra, rb := b.arms(states, k)
	b.apply(states, k, ra, rb, b.point(k), b.AngularImpulse.At(k))
}

// solveAngular solves the options of lane k on the angular velocity that its held rows leave, then the held rows.
//
// All options act on the relative angular velocity of the two bodies, three numbers. Lift and Mobility hold the answer
// of the held point to an angular impulse (a Schur complement), so that the options need not iterate with it.
func (b *AngularBlock) solveAngular(states []State, k int, p *AngularPass) {
	sa, sb, ra, rb := b.arms(states, k)
	qa, qb := sa.DQ.Mul(b.FrameA.At(k)), sb.DQ.Mul(b.FrameB.At(k))
	v := sb.V.Add(sb.W.Cross(rb)).Sub(sa.V.Add(sa.W.Cross(ra)))
	lift := b.Lift.at(k)
	// the relative angular velocity that will be left
	u := sb.W.Sub(sa.W).Sub(lift.TMulVec(v))
	var l vec.Vec3
	if b.Hinge != 0 {
		l = b.solveHinge(k, qa, qb, u, p)
	} else {
		l = b.solveBall(k, qa, qb, u, p)
	}
	if !p.Bias {
		b.Start.Set(k, u.Add(b.Mobility.At(k).Mul(l)))
	}
	answer := lift.MulVec(l)
	// the point sees the effect of the options; its own answer to them is not softened
	v = v.Add(b.InertiaB.At(k).Mul(l).Cross(rb)).Add(b.InertiaA.At(k).Mul(l).Cross(ra))
	soft := &p.Held
	if p.Bias {
		v = v.Add(b.pull(k, sa, sb, ra, rb, soft.BiasRate))
	}
	old := b.point(k)
	change := b.Mass.At(k).Mul(v.Mul(-soft.MassScale)).MulSub(1-soft.MassScale, answer).MulSub(soft.ImpulseScale, old)
	old = old.Add(change)
	k &= Width - 1
	b.Held[0][k], b.Held[1][k], b.Held[2][k] = old.X, old.Y, old.Z
	if !p.Bias {
		b.HeldSum.Set(k, b.HeldSum.At(k).Add(old))
	}
	b.apply(states, k, ra, rb, change, l)
}

// solveBall solves drive, cone and twist of a ball joint and returns the angular impulse.
func (b *AngularBlock) solveBall(k int, qa, qb vec.Quat, u vec.Vec3, p *AngularPass) (l vec.Vec3) {
	k &= Width - 1
	if b.driven(k) {
		l = b.solveDrive(k, qa, qb, u, p.Bias)
	}
	mobility := b.Mobility.At(k)
	u = u.Add(mobility.Mul(l))
	var limits vec.Vec3
	za, zb := ZAxis(qa), ZAxis(qb)
	if b.ConeUpper[k] != FarOff {
		c := b.ConeUpper[k] - vec.Acos(za.Dot(zb))
		reach := float32(p.H * vec.Sqrt(u.Len2()))
		// far from the limit nothing happens
		if vec.Max(b.ConeImpulse[k], reach-c) > 0 {
			e := coneAxis(qa, za, zb)
			m := mobility.Mul(e)
			d := p.limit(&b.ConeImpulse[k], massOf(e.Dot(m)), 0-e.Dot(u), c)
			l, u = l.MulSub(d, e), u.MulSub(d, m)
			limits = e.Mul(0 - b.ConeImpulse[k])
		}
	}
	if b.HasAxis[k] != 0 {
		e := direction(za.Add(zb))
		l = l.MulAdd(b.solveAxis(k, e.Dot(mobility.Mul(e)), e.Dot(b.Start.At(k)), e.Dot(u), twistAngle(qa, qb), p), e)
		limits = limits.MulAdd(b.axisImpulse(k), e)
	}
	if !p.Bias {
		b.keepAngular(k, b.Pull.At(k).Add(b.Brake.At(k)).Add(limits))
	}
	return l
}

// keepAngular notes the angular impulse of a sub-step, with which the next one starts.
func (b *AngularBlock) keepAngular(k int, l vec.Vec3) {
	b.AngularImpulse.Set(k, l)
	b.AngularSum.Set(k, b.AngularSum.At(k).Add(l))
}

// driven reports whether the joint of lane k has a spring or a motor about all three axes.
func (b *AngularBlock) driven(k int) bool {
	k &= Width - 1
	return b.SpringPull[k] != 0 || b.MaxMotor[k] > 0
}

// solveDrive solves the spring and the motor of a ball joint and returns the angular impulse.
func (b *AngularBlock) solveDrive(k int, qa, qb vec.Quat, u vec.Vec3, bias bool) (l vec.Vec3) {
	k &= Width - 1
	if bias {
		old := b.Pull.At(k)
		share, pull := b.SpringShare[k], old
		if b.SpringPull[k] != 0 {
			c := qb.Mul(qa.Mul(b.Target.At(k)).Conj()).RotationVector()
			f := b.Stiffness.At(k).Mul(u.Mul(share).MulAdd(b.SpringDrag[k], b.Start.At(k)).MulAdd(b.SpringPull[k], c))
			pull = ClampLength(old.Mul(share).Sub(f), b.MaxSpring[k])
			b.Pull.Set(k, pull)
		}
		l = pull.Sub(old)
		u = u.Add(b.Mobility.At(k).Mul(l))
	}
	old := b.Brake.At(k)
	brake := old
	if b.MaxMotor[k] > 0 {
		if velocity := b.Velocity.At(k); velocity != (vec.Vec3{}) {
			u = u.Sub(qa.Rotate(velocity))
		}
		brake = ClampLength(old.Sub(b.Stiffness.At(k).Mul(u)), b.MaxMotor[k])
		b.Brake.Set(k, brake)
	}
	return l.Add(brake.Sub(old))
}

// solveHinge solves the options of a hinge on the angular velocity v that its two held angles leave, then these angles,
// and returns the angular impulse of both.
func (b *AngularBlock) solveHinge(k int, qa, qb vec.Quat, v vec.Vec3, p *AngularPass) (l vec.Vec3) {
	k &= Width - 1
	z, t, u := Axes(qa)
	mobility := b.Mobility.At(k)
	kt, ku := mobility.Mul(t), mobility.Mul(u)
	tt, tu, uu := t.Dot(kt), t.Dot(ku), u.Dot(ku)
	det := float32(tt*uu) - float32(tu*tu)
	inv := float32(0)
	if det > float32(singular*float32(tt*uu)) {
		inv = 1 / det
	}
	var kept vec.Vec3
	var answerT, answerU float32
	if b.HasAxis[k] != 0 {
		zt, zu := z.Dot(kt), z.Dot(ku)
		lt := float32(inv * (float32(uu*zt) - float32(tu*zu)))
		lu := float32(inv * (float32(tt*zu) - float32(tu*zt)))
		d := z.MulSub(lt, t).MulSub(lu, u)
		n := b.solveAxis(k, d.Dot(mobility.Mul(z)), d.Dot(b.Start.At(k)), d.Dot(v), twistAngle(qa, qb), p)
		l = z.Mul(n)
		answerT, answerU = 0-float32(lt*n), 0-float32(lu*n)
		v = v.Add(mobility.Mul(l))
		kept = z.Mul(b.axisImpulse(k))
	}
	soft := &p.Held
	vt, vu := t.Dot(v), u.Dot(v)
	if p.Bias {
		c := hingeError(z, ZAxis(qb))
		vt += ClampBias(float32(soft.BiasRate * c.Dot(t)))
		vu += ClampBias(float32(soft.BiasRate * c.Dot(u)))
	}
	keep, scale := 1-soft.MassScale, float32(soft.MassScale*inv)
	oldT, oldU := b.Held[3][k], b.Held[4][k]
	lt := (float32(keep*answerT) - float32(scale*(float32(uu*vt)-float32(tu*vu)))) - float32(soft.ImpulseScale*oldT)
	lu := (float32(keep*answerU) - float32(scale*(float32(tt*vu)-float32(tu*vt)))) - float32(soft.ImpulseScale*oldU)
	heldT, heldU := oldT+lt, oldU+lu
	b.Held[3][k], b.Held[4][k] = heldT, heldU
	if !p.Bias {
		b.keepAngular(k, kept.MulAdd(float32(p.Own*heldT), t).MulAdd(float32(p.Own*heldU), u))
	}
	return l.Add(t.Mul(lt).MulAdd(lu, u))
}

// solveAxis solves spring, motor and limits of one angle, whose speed a unit impulse changes by mobility; start is the
// speed at the start of the sub-step. It returns the change of impulse.
func (b *AngularBlock) solveAxis(k int, mobility, start, speed, angle float32, p *AngularPass) float32 {
	k &= Width - 1
	mass, total := massOf(mobility), float32(0)
	if p.Bias {
		old, share := b.AxisSpring[k], b.AxisShare[k]
		drag := float32(b.AxisDrag[k]*start) + float32(share*speed)
		force := float32(mass * (float32(b.AxisPull[k]*(angle-b.AxisTarget[k])) + drag))
		change := -force - float32((1-share)*old)
		spring := vec.Clamp(old+change, -b.AxisMaxSpring[k], b.AxisMaxSpring[k])
		b.AxisSpring[k] = spring
		total = spring - old
		speed += float32(mobility * total)
	}
	old, limit := b.AxisMotor[k], b.AxisMaxMotor[k]
	motor := vec.Clamp(old-float32(mass*(speed-b.Speed[k])), 0-limit, limit)
	b.AxisMotor[k] = motor
	d := motor - old
	total, speed = total+d, speed+float32(mobility*d)
	d = p.limit(&b.Low[k], mass, speed, angle-b.Lower[k])
	total, speed = total+d, speed+float32(mobility*d)
	return total - p.limit(&b.Above[k], mass, 0-speed, b.Upper[k]-angle)
}

// limit keeps c ≥ 0, where speed is its rate, and returns the change of impulse.
func (p *AngularPass) limit(impulse *float32, mass, speed, c float32) float32 {
	soft := &p.Limit
	push := vec.Max(float32(soft.BiasRate*c), -MaxBias)
	massScale, impulseScale := soft.MassScale, soft.ImpulseScale
	if c > 0 {
		massScale, impulseScale = 1, 0
		push = float32(c * p.InvH)
	}
	old := *impulse
	*impulse = vec.Max((old-float32(float32(massScale*mass)*(speed+push)))-float32(impulseScale*old), 0)
	return *impulse - old
}

// massOf is the effective mass of a row of a given mobility, 0 for one that cannot move.
func massOf(mobility float32) float32 {
	if mobility > leastMobility {
		return 1 / mobility
	}
	return 0
}

// direction returns v with length 1, or zeros if it is too short.
func direction(v vec.Vec3) vec.Vec3 {
	l, f := v.Len(), float32(0)
	if !(l < leastLength) {
		f = 1 / l
	}
	return v.Mul(f)
}

// coneAxis is the axis about which frame B tilts away from A, both given by their z axes; any axis
// across where they agree.
func coneAxis(qa vec.Quat, za, zb vec.Vec3) vec.Vec3 {
	c := za.Cross(zb)
	l := c.Len()
	if l < leastLength {
		return xAxis(qa)
	}
	return c.Mul(1 / l)
}

// twistAngle is the component of the rotation from A to B about the z axis (the twist of the swing-twist
// decomposition).
func twistAngle(qa, qb vec.Quat) float32 {
	q := qa.InvMul(qb)
	sign := float32(1)
	if q.W < 0 {
		sign = -1
	}
	return float32(2 * vec.Atan2(float32(q.Z*sign), float32(q.W*sign)))
}

// hingeError is the rotation that axis z of A lacks to reach that of B.
func hingeError(z, zb vec.Vec3) vec.Vec3 {
	c := z.Cross(zb)
	if z.Dot(zb) < 0 {
		// upside down: the cross product would lead back to the wrong side
		c = direction(c)
	}
	return c
}

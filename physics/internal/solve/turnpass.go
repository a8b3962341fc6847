package solve

import "tumble/physics/vec"

// The passes over ball joints and hinges with options define what the kernels of eight side by side
// give (turnblock.go). So conditions only choose values here, and sums are taken whether or not there
// is something to add: the bits of a skipped option are those of one that comes to nothing.

func (s *Solver) warmStartTurn(r *turnRow) {
	ia, moveA := stateOf(r.a)
	ib, moveB := stateOf(r.b)
	a, b := &s.States[ia], &s.States[ib]
	var p vec.Vec3
	if !r.direct {
		p = vec.V3(r.held[0], r.held[1], r.held[2])
	}
	if moveA {
		a.V = a.V.MulSub(r.ma, p)
		a.W = a.W.Sub(r.ia.mul(a.DQ.Rotate(r.armA).Cross(p).Add(r.turned)))
	}
	if moveB {
		b.V = b.V.MulAdd(r.mb, p)
		b.W = b.W.Add(r.ib.mul(b.DQ.Rotate(r.armB).Cross(p).Add(r.turned)))
	}
}

// solveTurn solves the options on the turning left, then what is held.
func (s *Solver) solveTurn(r *turnRow, soft Soft, bias bool) {
	ia, moveA := stateOf(r.a)
	ib, moveB := stateOf(r.b)
	a, b := &s.States[ia], &s.States[ib]
	ra, rb := a.DQ.Rotate(r.armA), b.DQ.Rotate(r.armB)
	qa, qb := a.DQ.Mul(r.frameA), b.DQ.Mul(r.frameB)
	v := b.V.Add(b.W.Cross(rb)).Sub(a.V.Add(a.W.Cross(ra)))
	// the relative angular velocity that will be left
	u := b.W.Sub(a.W).Sub(r.lift.TMulVec(v))

	var l vec.Vec3
	if r.hinge {
		l = s.turnHinge(r, qa, qb, u, soft, bias)
	} else {
		l = s.turnBall(r, qa, qb, u, soft, bias)
	}
	answer := r.lift.MulVec(l)
	var p vec.Vec3
	if r.direct {
		p = answer.Neg()
		if p != (vec.Vec3{}) {
			h := &s.Joints[r.joint].Held
			h[0], h[1], h[2] = h[0]+p.X, h[1]+p.Y, h[2]+p.Z
		}
	} else {
		// the point sees what the options did, its own answer to them is not softened
		v = v.Add(r.ib.mul(l).Cross(rb)).Add(r.ia.mul(l).Cross(ra))
		if bias {
			gap := r.centers.Add(b.DP.Sub(a.DP)).Add(rb.Sub(ra))
			v = v.Add(clampLength(gap.Mul(soft.BiasRate), maxBias))
		}
		old := vec.V3(r.held[0], r.held[1], r.held[2])
		p = r.mass.mul(v.Mul(-soft.MassScale)).MulSub(1-soft.MassScale, answer).MulSub(soft.ImpulseScale, old)
		old = old.Add(p)
		r.held[0], r.held[1], r.held[2] = old.X, old.Y, old.Z
		if !bias {
			r.holdSum = r.holdSum.Add(old)
		}
	}
	if moveA {
		a.V = a.V.MulSub(r.ma, p)
		a.W = a.W.Sub(r.ia.mul(ra.Cross(p).Add(l)))
	}
	if moveB {
		b.V = b.V.MulAdd(r.mb, p)
		b.W = b.W.Add(r.ib.mul(rb.Cross(p).Add(l)))
	}
}

// turnBall solves drive, cone and twist of a ball joint and returns the angular impulse.
func (s *Solver) turnBall(r *turnRow, qa, qb vec.Quat, u vec.Vec3, soft Soft, bias bool) (l vec.Vec3) {
	if r.driven {
		l = s.turnDrive(r, qa, qb, u, bias)
	}
	u = u.Add(r.mobility.mul(l))
	var limits vec.Vec3
	za, zb := zAxis(qa), zAxis(qb)
	if r.coneUpper != farOff {
		c := r.coneUpper - vec.Acos(za.Dot(zb))
		reach := float32(s.H * vec.Sqrt(u.Len2()))
		// far from the limit nothing happens
		if vec.Max(r.coneImpulse, reach-c) > 0 {
			e := coneAxis(qa, za, zb)
			k := r.mobility.mul(e)
			m := e.Dot(k)
			d := s.turnLimit(&r.coneImpulse, massOf(m), 0-e.Dot(u), c, soft)
			l, u = l.MulSub(d, e), u.MulSub(d, k)
			limits = e.Mul(0 - r.coneImpulse)
		}
	}
	if r.limits != 0 {
		e := direction(za.Add(zb))
		l = l.MulAdd(s.turnAxis(r, e.Dot(r.mobility.mul(e)), e.Dot(u), turnAngle(qa, qb), soft, bias), e)
		limits = limits.MulAdd(r.axis.twist(), e)
	}
	if !bias {
		r.turned = r.pull.Add(r.brake).Add(limits)
		r.turnSum = r.turnSum.Add(r.turned)
	}
	return l
}

// turnDrive solves the spring and the motor of a ball joint and returns the angular impulse.
func (s *Solver) turnDrive(r *turnRow, qa, qb vec.Quat, u vec.Vec3, bias bool) (l vec.Vec3) {
	if bias {
		old := r.pull
		if r.spring.Drag != 0 || r.spring.Pull != 0 {
			c := qb.Mul(qa.Mul(r.target).Conj()).RotationVector()
			f := r.stiffness.mul(u.Mul(r.spring.Drag).MulAdd(r.spring.Pull, c))
			r.pull = clampLength(old.Mul(r.spring.Drag).Sub(f), r.maxSpring)
		}
		l = r.pull.Sub(old)
		u = u.Add(r.mobility.mul(l))
	}
	old := r.brake
	if r.maxMotor > 0 {
		if r.velocity != (vec.Vec3{}) {
			u = u.Sub(qa.Rotate(r.velocity))
		}
		r.brake = clampLength(old.Sub(r.stiffness.mul(u)), r.maxMotor)
	}
	return l.Add(r.brake.Sub(old))
}

// turnHinge solves the options of a hinge on what its two held angles leave of the turning, then
// these angles, and returns the angular impulse of both.
func (s *Solver) turnHinge(r *turnRow, qa, qb vec.Quat, v vec.Vec3, soft Soft, bias bool) (l vec.Vec3) {
	z, t, u := axes(qa)
	kt, ku := r.mobility.mul(t), r.mobility.mul(u)
	tt, tu, uu := t.Dot(kt), t.Dot(ku), u.Dot(ku)
	det := float32(tt*uu) - float32(tu*tu)
	inv := float32(0)
	if det > float32(1e-6*float32(tt*uu)) {
		inv = 1 / det
	}
	var turned vec.Vec3
	var answerT, answerU float32
	if r.limits != 0 {
		zt, zu := z.Dot(kt), z.Dot(ku)
		lt := float32(inv * (float32(uu*zt) - float32(tu*zu)))
		lu := float32(inv * (float32(tt*zu) - float32(tu*zt)))
		d := z.MulSub(lt, t).MulSub(lu, u)
		n := s.turnAxis(r, d.Dot(r.mobility.mul(z)), d.Dot(v), turnAngle(qa, qb), soft, bias)
		l = z.Mul(n)
		answerT, answerU = 0-float32(lt*n), 0-float32(lu*n)
		v = v.Add(r.mobility.mul(l))
		turned = z.Mul(r.axis.twist())
	}
	if r.direct {
		h := &s.Joints[r.joint].Held
		h[3], h[4] = h[3]+answerT, h[4]+answerU
		if !bias {
			r.turned = turned
			r.turnSum = r.turnSum.Add(turned)
		}
		return l.Add(t.Mul(answerT).MulAdd(answerU, u))
	}
	vt, vu := t.Dot(v), u.Dot(v)
	if bias {
		c := hingeError(z, zAxis(qb))
		vt += clampBias(float32(soft.BiasRate * c.Dot(t)))
		vu += clampBias(float32(soft.BiasRate * c.Dot(u)))
	}
	keep, scale := 1-soft.MassScale, float32(soft.MassScale*inv)
	lt := (float32(keep*answerT) - float32(scale*(float32(uu*vt)-float32(tu*vu)))) - float32(soft.ImpulseScale*r.held[3])
	lu := (float32(keep*answerU) - float32(scale*(float32(tt*vu)-float32(tu*vt)))) - float32(soft.ImpulseScale*r.held[4])
	r.held[3], r.held[4] = r.held[3]+lt, r.held[4]+lu
	if !bias {
		r.turned = turned.MulAdd(r.held[3], t).MulAdd(r.held[4], u)
		r.turnSum = r.turnSum.Add(r.turned)
	}
	return l.Add(t.Mul(lt).MulAdd(lu, u))
}

// turnAxis solves the options of one angle: mobility is the change of its speed by a unit
// impulse. It returns the change of impulse.
func (s *Solver) turnAxis(r *turnRow, mobility, speed, angle float32, soft Soft, bias bool) float32 {
	a := &r.axis
	mass, total := massOf(mobility), float32(0)
	if bias {
		old := a.spring
		a.spring = vec.Clamp(old+a.springOf.change(mass, angle-a.target, speed, old), -a.maxSpring, a.maxSpring)
		total = a.spring - old
		speed += float32(mobility * total)
	}
	old := a.motor
	a.motor = vec.Clamp(old-float32(mass*(speed-a.speed)), 0-a.maxMotor, a.maxMotor)
	d := a.motor - old
	total, speed = total+d, speed+float32(mobility*d)
	d = s.turnLimit(&a.low, mass, speed, angle-a.lower, soft)
	total, speed = total+d, speed+float32(mobility*d)
	return total - s.turnLimit(&a.above, mass, 0-speed, a.upper-angle, soft)
}

// turnLimit keeps c ≥ 0, where speed is its rate, and returns the change of impulse.
func (s *Solver) turnLimit(impulse *float32, mass, speed, c float32, soft Soft) float32 {
	push := vec.Max(float32(soft.BiasRate*c), -maxBias)
	massScale, impulseScale := soft.MassScale, soft.ImpulseScale
	if c > 0 {
		massScale, impulseScale = 1, 0
		push = float32(c * s.InvH)
	}
	old := *impulse
	*impulse = vec.Max((old-float32(float32(massScale*mass)*(speed+push)))-float32(impulseScale*old), 0)
	return *impulse - old
}

// massOf is the effective mass of a row of a given mobility, 0 for one that cannot move.
func massOf(mobility float32) float32 {
	if mobility > 1e-12 {
		return 1 / mobility
	}
	return 0
}

// leastLength is the length below which a vector has no direction.
const leastLength = 1e-18

// direction returns v with length 1, or zeros if it is too short.
func direction(v vec.Vec3) vec.Vec3 {
	l, f := v.Len(), float32(0)
	if !(l < leastLength) {
		f = 1 / l
	}
	return v.Mul(f)
}

// coneAxis is the axis about which frame B turns away from A, both given by their z axes; any axis
// across where they agree.
func coneAxis(qa vec.Quat, za, zb vec.Vec3) vec.Vec3 {
	c := za.Cross(zb)
	l := c.Len()
	if l < leastLength {
		return xAxis(qa)
	}
	return c.Mul(1 / l)
}

// xAxis is the first column of the rotation matrix of q.
func xAxis(q vec.Quat) vec.Vec3 {
	y2, z2 := q.Y+q.Y, q.Z+q.Z
	return vec.Vec3{
		X: 1 - (float32(q.Y*y2) + float32(q.Z*z2)),
		Y: float32(q.X*y2) + float32(q.W*z2),
		Z: float32(q.X*z2) - float32(q.W*y2),
	}
}

// turnAngle is the part of the rotation from A to B that turns about the z axis (the twist of
// the swing-twist decomposition).
func turnAngle(qa, qb vec.Quat) float32 {
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
		// turned over: the cross product would lead back to the wrong side
		c = direction(c)
	}
	return c
}

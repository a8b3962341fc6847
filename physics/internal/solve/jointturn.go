package solve

import "tumble/physics/vec"

// turnRow is a ball or hinge joint with springs, motors or limits, side by side in the order of the
// batches: limbs of figures, doors and wheels are these. All of its options act on how the
// bodies turn against each other, three numbers. What is left of that turning once the held
// point has answered (its Schur complement) is worked out once a step, so that a pass solves the
// options on three numbers and touches the bodies only at its end.
type turnRow struct {
	a, b   int32 // as in Block
	joint  int32
	hinge  bool
	direct bool // a group solves the held rows
	driven bool
	limits AxisFlags // options of axis
	cone   bool
	ma, mb float32
	ia, ib inertia6
	// armA, armB, centers, frameA and frameB as in Joint.
	armA, armB, centers vec.Vec3
	frameA, frameB      vec.Quat

	// mass is the effective mass at the anchors; lift turns an angular impulse on B into what
	// the held point takes away; mobility is the change of angular velocity by a unit angular
	// impulse with that answer, stiffness its inverse.
	mass      inertia6
	lift      vec.Mat3
	mobility  inertia6
	stiffness inertia6

	// The drive, with its limits as impulses.
	spring              keptSpring
	target              vec.Quat
	velocity            vec.Vec3
	maxSpring, maxMotor float32
	hertz               bool
	pull, brake         vec.Vec3 // impulses of spring and motor

	coneUpper, coneImpulse float32
	axis                   turnAxis

	// turned is the angular impulse of the sub-step but for the held rows; the sums are those of
	// the step.
	turned           vec.Vec3
	turnSum, holdSum vec.Vec3
	held             [MaxHeld]float32
}

// turnAxis are the options of the twist of a ball joint or of the angle of a hinge, with limits
// of forces as impulses.
type turnAxis struct {
	springOf                  keptSpring
	target, maxSpring         float32
	lower, upper              float32
	speed, maxMotor           float32
	spring, motor, low, above float32 // impulses
}

// keptSpring are coefficients and what they are of: they hardly ever change.
type keptSpring struct {
	Spring
	hertz, zeta, h float32
}

// of returns the coefficients of a spring, computed only if they are others than before.
func (k keptSpring) of(hertz, zeta, h float32) keptSpring {
	if k.hertz == hertz && k.zeta == zeta && k.h == h {
		return k
	}
	return keptSpring{SpringCoefficients(hertz, zeta, h), hertz, zeta, h}
}

// isTurn reports whether a joint gets a turnRow.
func (j *Joint) isTurn() bool {
	switch j.Kind {
	case BallJoint:
		return j.options > 0 && j.Axes[0].LimitHertz == 0 && j.Axes[1].LimitHertz == 0 &&
			j.Axes[0].Flags&^AxisLimit == 0
	case HingeJoint:
		return j.Axes[0].LimitHertz == 0
	}
	return false
}

// prepareTurn fills the row of a joint that has been prepared.
func (s *Solver) prepareTurn(index int32, j *Joint, r *turnRow) {
	spring, springOf := r.spring, r.axis.springOf
	*r = turnRow{
		a: j.stateA, b: j.stateB, joint: index, hinge: j.Kind == HingeJoint, direct: j.direct,
		ma: j.invMassA, mb: j.invMassB, ia: j.inertiaA, ib: j.inertiaB,
		armA: j.armA, armB: j.armB, centers: j.centers, frameA: j.frameA, frameB: j.frameB,
		held: j.Held,
	}
	r.prepareMasses()
	axis := &j.Axes[0]
	if !r.hinge {
		if d := &j.Angular; d.active() {
			r.driven, r.hertz = true, d.Hertz > 0
			r.spring = spring.of(d.Hertz, d.DampingRatio, s.H)
			r.target, r.velocity = j.Target, d.Velocity
			r.maxSpring, r.maxMotor = float32(s.H*d.MaxSpring), float32(s.H*d.MaxMotor)
			r.pull, r.brake = d.SpringImpulse, d.MotorImpulse
		}
		r.cone = axis.Flags&AxisLimit != 0
		r.coneUpper, r.coneImpulse = axis.Upper, axis.UpperImpulse
		axis = &j.Axes[1]
	}
	r.limits = axis.Flags
	if r.limits != 0 {
		r.axis = turnAxis{
			springOf: springOf.of(axis.Hertz, axis.DampingRatio, s.H), target: axis.Target,
			maxSpring: float32(s.H * axis.MaxSpring), lower: axis.Lower, upper: axis.Upper,
			maxMotor: float32(s.H * axis.Friction),
			spring:   axis.SpringImpulse, motor: axis.MotorImpulse, low: axis.LowerImpulse, above: axis.UpperImpulse,
		}
		if axis.MaxSpring == 0 {
			r.axis.maxSpring = noLimit
		}
		if axis.Flags&AxisMotor != 0 {
			r.axis.speed, r.axis.maxMotor = axis.Speed, float32(s.H*axis.MaxForce)
		}
	}
	r.turned = r.startTurned()
}

// prepareMasses works out what the held point leaves of the turning, at the start of the step.
func (r *turnRow) prepareMasses() {
	// the velocity at the anchors by an angular impulse l is C·l with C = −([rB]·IB + [rA]·IA)
	a0, a1, a2 := r.ia.columns()
	b0, b1, b2 := r.ib.columns()
	ra, rb := r.armA, r.armB
	a0, a1, a2 = a0.Cross(ra), a1.Cross(ra), a2.Cross(ra)
	b0, b1, b2 = b0.Cross(rb), b1.Cross(rb), b2.Cross(rb)
	c := vec.Mat3Cols(a0.Add(b0), a1.Add(b1), a2.Add(b2))
	// that by an impulse at the anchors is m + [rA]·IA·[rA]ᵀ + [rB]·IB·[rB]ᵀ; the rows of a
	// matrix times [r]ᵀ are r × row
	m := r.ma + r.mb
	k := inertia6{xx: m, yy: m, zz: m}.
		add(turnedTwice(a0, a1, a2, ra)).add(turnedTwice(b0, b1, b2, rb))
	r.mass = k.inverse()
	l0, l1, l2 := r.mass.mul(c.Col(0)), r.mass.mul(c.Col(1)), r.mass.mul(c.Col(2))
	r.lift = vec.Mat3Cols(l0, l1, l2)
	i := r.ia.add(r.ib)
	c0, c1, c2 := c.Col(0), c.Col(1), c.Col(2)
	r.mobility = inertia6{
		i.xx - c0.Dot(l0), i.xy - c0.Dot(l1), i.xz - c0.Dot(l2),
		i.yy - c1.Dot(l1), i.yz - c1.Dot(l2), i.zz - c2.Dot(l2),
	}
	r.stiffness = r.mobility.inverse()
}

// turnedTwice is [r]·I·[r]ᵀ from the columns of −[r]·I.
func turnedTwice(c0, c1, c2, r vec.Vec3) inertia6 {
	return inertia6{
		float32(r.Z*c1.X) - float32(r.Y*c2.X), float32(r.X*c2.X) - float32(r.Z*c0.X), float32(r.Y*c0.X) - float32(r.X*c1.X),
		float32(r.X*c2.Y) - float32(r.Z*c0.Y), float32(r.Y*c0.Y) - float32(r.X*c1.Y), float32(r.Y*c0.Z) - float32(r.X*c1.Z),
	}
}

// columns returns the columns of the matrix.
func (m *inertia6) columns() (c0, c1, c2 vec.Vec3) {
	return vec.V3(m.xx, m.xy, m.xz), vec.V3(m.xy, m.yy, m.yz), vec.V3(m.xz, m.yz, m.zz)
}

// twist is the impulse along the free axis.
func (a *turnAxis) twist() float32 { return a.spring + a.motor + a.low - a.above }

// startTurned is the angular impulse of the options of the last step.
func (r *turnRow) startTurned() vec.Vec3 {
	l := r.pull.Add(r.brake)
	x := jointBodies{qa: r.frameA, qb: r.frameB}
	if r.coneImpulse != 0 {
		l = l.MulSub(r.coneImpulse, x.coneAxis())
	}
	if t := r.axis.twist(); t != 0 {
		e := zAxis(r.frameA)
		if !r.hinge {
			e = x.twistAxis()
		}
		l = l.MulAdd(t, e)
	}
	return l
}

// storeTurn writes the impulses of the step back to the joint.
func (s *Solver) storeTurn(j *Joint, r *turnRow) {
	axis := &j.Axes[0]
	if !r.hinge {
		j.Angular.SpringImpulse, j.Angular.MotorImpulse = r.pull, r.brake
		axis.UpperImpulse, axis.LowerImpulse = r.coneImpulse, 0
		axis = &j.Axes[1]
	}
	if r.limits != 0 {
		axis.SpringImpulse, axis.MotorImpulse = r.axis.spring, r.axis.motor
		axis.LowerImpulse, axis.UpperImpulse = r.axis.low, r.axis.above
	}
	push, turn := r.holdSum, r.turnSum
	if r.direct {
		push = vec.V3(j.heldSum[0], j.heldSum[1], j.heldSum[2])
		if r.hinge {
			_, t, u := axes(r.frameA)
			turn = turn.MulAdd(j.heldSum[3], t).MulAdd(j.heldSum[4], u)
		}
	} else {
		j.Held = r.held
	}
	j.Force, j.Torque = push.Mul(1/s.Dt), turn.Mul(1/s.Dt)
}

func (s *Solver) warmStartTurn(r *turnRow) {
	ia, moveA := stateOf(r.a)
	ib, moveB := stateOf(r.b)
	a, b := &s.States[ia], &s.States[ib]
	l := r.turned
	var p vec.Vec3
	if !r.direct {
		p = vec.V3(r.held[0], r.held[1], r.held[2])
		if r.hinge {
			_, t, u := axes(a.DQ.Mul(r.frameA))
			l = l.MulAdd(r.held[3], t).MulAdd(r.held[4], u)
		}
	}
	if moveA {
		a.V = a.V.MulSub(r.ma, p)
		a.W = a.W.Sub(r.ia.mul(a.DQ.Rotate(r.armA).Cross(p).Add(l)))
	}
	if moveB {
		b.V = b.V.MulAdd(r.mb, p)
		b.W = b.W.Add(r.ib.mul(b.DQ.Rotate(r.armB).Cross(p).Add(l)))
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

	var l, held vec.Vec3
	if r.hinge {
		l, held = s.turnHinge(r, qa, qb, u, soft, bias)
	} else {
		l = s.turnBall(r, qa, qb, u, soft, bias)
	}
	l = l.Add(held)

	p := r.lift.MulVec(l).Neg()
	if r.direct {
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
		p = p.Mul(1-soft.MassScale).Add(r.mass.mul(v.Mul(-soft.MassScale))).MulSub(soft.ImpulseScale, old)
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
		d := s.turnDrive(r, qa, qb, u, bias)
		l, u = d, u.Add(r.mobility.mul(d))
	}
	if !r.cone && r.limits == 0 {
		r.turned = r.pull.Add(r.brake)
		if !bias {
			r.turnSum = r.turnSum.Add(r.turned)
		}
		return l
	}
	za, zb := zAxis(qa), zAxis(qb)
	var limits vec.Vec3
	if r.cone {
		c := r.coneUpper - vec.Acos(za.Dot(zb))
		// far from the limit nothing happens, and its axis need not be known
		if r.coneImpulse != 0 || c < 0 || float32(c*c) <= float32(float32(s.H*s.H)*u.Len2()) {
			e := za.Cross(zb).Norm()
			if e == (vec.Vec3{}) {
				e = za.Perp()
			}
			k := r.mobility.mul(e)
			d := s.turnLimit(&r.coneImpulse, e.Dot(k), -e.Dot(u), c, soft)
			l, u = l.MulSub(d, e), u.MulSub(d, k)
			limits = e.Mul(-r.coneImpulse)
		}
	}
	if r.limits != 0 {
		x := jointBodies{qa: qa, qb: qb}
		e := za.Add(zb).Norm()
		l = l.MulAdd(s.turnAxis(r, e.Dot(r.mobility.mul(e)), e.Dot(u), x.twistAngle(), soft, bias), e)
		limits = limits.MulAdd(r.axis.twist(), e)
	}
	r.turned = r.pull.Add(r.brake).Add(limits)
	if !bias {
		r.turnSum = r.turnSum.Add(r.turned)
	}
	return l
}

// turnDrive solves the spring and the motor of a ball joint and returns the angular impulse.
func (s *Solver) turnDrive(r *turnRow, qa, qb vec.Quat, u vec.Vec3, bias bool) (l vec.Vec3) {
	if r.hertz && bias {
		c := qb.Mul(qa.Mul(r.target).Conj()).RotationVector()
		f := r.stiffness.mul(u.Mul(r.spring.Drag).MulAdd(r.spring.Pull, c))
		old := r.pull
		r.pull = old.Mul(r.spring.Drag).Sub(f)
		if r.maxSpring > 0 {
			r.pull = clampLength(r.pull, r.maxSpring)
		}
		l = r.pull.Sub(old)
	}
	if r.maxMotor > 0 {
		v := u.Add(r.mobility.mul(l))
		if r.velocity != (vec.Vec3{}) {
			v = v.Sub(qa.Rotate(r.velocity))
		}
		old := r.brake
		r.brake = clampLength(old.Sub(r.stiffness.mul(v)), r.maxMotor)
		l = l.Add(r.brake.Sub(old))
	}
	return l
}

// turnHinge solves the options of a hinge on what its two held angles leave of the turning, then
// these angles, and returns both angular impulses.
func (s *Solver) turnHinge(r *turnRow, qa, qb vec.Quat, v vec.Vec3, soft Soft, bias bool) (l, held vec.Vec3) {
	z, t, u := axes(qa)
	kt, ku := r.mobility.mul(t), r.mobility.mul(u)
	tt, tu, uu := t.Dot(kt), t.Dot(ku), u.Dot(ku)
	det := float32(tt*uu) - float32(tu*tu)
	if !(det > float32(1e-6*float32(tt*uu))) {
		return l, held
	}
	inv := 1 / det
	var answerT, answerU float32
	if r.limits != 0 {
		zt, zu := z.Dot(kt), z.Dot(ku)
		lt := float32(inv * (float32(uu*zt) - float32(tu*zu)))
		lu := float32(inv * (float32(tt*zu) - float32(tu*zt)))
		d := z.MulSub(lt, t).MulSub(lu, u)
		x := jointBodies{qa: qa, qb: qb}
		n := s.turnAxis(r, d.Dot(r.mobility.mul(z)), d.Dot(v), x.twistAngle(), soft, bias)
		l = z.Mul(n)
		answerT, answerU = -float32(lt*n), -float32(lu*n)
		v = v.Add(r.mobility.mul(l))
		r.turned = z.Mul(r.axis.twist())
		if !bias {
			r.turnSum = r.turnSum.Add(r.turned)
		}
	}
	if r.direct {
		h := &s.Joints[r.joint].Held
		h[3], h[4] = h[3]+answerT, h[4]+answerU
		return l, t.Mul(answerT).MulAdd(answerU, u)
	}
	vt, vu := t.Dot(v), u.Dot(v)
	if bias {
		c := hingeError(z, zAxis(qb))
		vt += clampBias(float32(soft.BiasRate * c.Dot(t)))
		vu += clampBias(float32(soft.BiasRate * c.Dot(u)))
	}
	keep := 1 - soft.MassScale
	lt := float32(keep*answerT) - float32(float32(soft.MassScale*inv)*(float32(uu*vt)-float32(tu*vu))) - float32(soft.ImpulseScale*r.held[3])
	lu := float32(keep*answerU) - float32(float32(soft.MassScale*inv)*(float32(tt*vu)-float32(tu*vt))) - float32(soft.ImpulseScale*r.held[4])
	r.held[3], r.held[4] = r.held[3]+lt, r.held[4]+lu
	if !bias {
		r.turnSum = r.turnSum.MulAdd(r.held[3], t).MulAdd(r.held[4], u)
	}
	return l, t.Mul(lt).MulAdd(lu, u)
}

// hingeError is the rotation that axis z of A lacks to reach that of B.
func hingeError(z, zb vec.Vec3) vec.Vec3 {
	c := z.Cross(zb)
	if z.Dot(zb) < 0 {
		// turned over: the cross product would lead back to the wrong side
		c = c.Norm()
	}
	return c
}

// turnAxis solves the options of one angle: mobility is the change of its speed by a unit
// impulse. It returns the change of impulse.
func (s *Solver) turnAxis(r *turnRow, mobility, speed, angle float32, soft Soft, bias bool) float32 {
	if !(mobility > 1e-12) {
		return 0
	}
	a := &r.axis
	mass, total := 1/mobility, float32(0)
	if r.limits&AxisSpring != 0 && bias {
		old := a.spring
		a.spring = vec.Clamp(old+a.springOf.change(mass, angle-a.target, speed, old), -a.maxSpring, a.maxSpring)
		d := a.spring - old
		total, speed = d, speed+float32(mobility*d)
	}
	if r.limits&(AxisMotor|AxisFriction) != 0 {
		old := a.motor
		a.motor = vec.Clamp(old-float32(mass*(speed-a.speed)), -a.maxMotor, a.maxMotor)
		d := a.motor - old
		total, speed = total+d, speed+float32(mobility*d)
	}
	if r.limits&AxisLimit != 0 {
		d := s.turnLimit(&a.low, mobility, speed, angle-a.lower, soft)
		total, speed = total+d, speed+float32(mobility*d)
		total -= s.turnLimit(&a.above, mobility, -speed, a.upper-angle, soft)
	}
	return total
}

// turnLimit keeps c ≥ 0, where speed is its rate, and returns the change of impulse.
func (s *Solver) turnLimit(impulse *float32, mobility, speed, c float32, soft Soft) float32 {
	if !(mobility > 1e-12) {
		return 0
	}
	push := vec.Max(float32(soft.BiasRate*c), -maxBias)
	if c > 0 {
		soft = Rigid
		push = float32(c * s.InvH)
	}
	old := *impulse
	*impulse = vec.Max(old-float32(float32(soft.MassScale/mobility)*(speed+push))-float32(soft.ImpulseScale*old), 0)
	return *impulse - old
}

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

	turnOptions

	// turned is the angular impulse of the sub-step; the sums are those of the step. A group counts
	// the held angles of a hinge itself.
	turned           vec.Vec3
	turnSum, holdSum vec.Vec3
	held             [MaxHeld]float32
}

// turnOptions are the options of a turnRow. What a joint does not have is set so that it comes to nothing.
type turnOptions struct {
	driven bool
	limits AxisFlags // options of axis

	// The drive, with its limits as impulses.
	spring              keptSpring
	target              vec.Quat
	velocity            vec.Vec3
	maxSpring, maxMotor float32
	pull, brake         vec.Vec3 // impulses of spring and motor

	// coneUpper is farOff where there is no limit.
	coneUpper, coneImpulse float32
	axis                   turnAxis
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
	springs := keptSprings{r.spring, r.axis.springOf}
	r.prepare(index, j, s.H, &springs)
}

// prepare fills the row; springs are the coefficients of the step before.
func (r *turnRow) prepare(index int32, j *Joint, h float32, springs *keptSprings) {
	*r = turnRow{
		a: j.stateA, b: j.stateB, joint: index, hinge: j.Kind == HingeJoint, direct: j.direct,
		ma: j.invMassA, mb: j.invMassB, ia: j.inertiaA, ib: j.inertiaB,
		armA: j.armA, armB: j.armB, centers: j.centers, frameA: j.frameA, frameB: j.frameB,
		held: j.Held,
	}
	r.prepareMasses()
	r.turnOptions.read(j, h, springs)
	r.turned = r.startTurned()
}

// read reads the options of a joint; springs are the coefficients of the step before.
func (o *turnOptions) read(j *Joint, h float32, springs *keptSprings) {
	axis := &j.Axes[0]
	o.coneUpper, o.maxSpring = farOff, noLimit
	o.target = vec.QuatIdentity
	if j.Kind != HingeJoint {
		if d := &j.Angular; d.active() {
			o.driven = true
			if d.Hertz > 0 {
				o.spring = springs.drive.of(d.Hertz, d.DampingRatio, h)
				o.pull = d.SpringImpulse
			}
			if d.MaxSpring > 0 {
				o.maxSpring = float32(h * d.MaxSpring)
			}
			if d.MaxMotor > 0 {
				o.maxMotor, o.brake = float32(h*d.MaxMotor), d.MotorImpulse
			}
			// no zeros with a sign
			o.target, o.velocity = j.Target, d.Velocity.Add(vec.Vec3{})
		}
		if axis.Flags&AxisLimit != 0 {
			o.coneUpper, o.coneImpulse = axis.Upper, axis.UpperImpulse
		}
		axis = &j.Axes[1]
	}
	o.limits = axis.Flags
	// a lane without options keeps these, and no impulse comes of them
	o.axis = turnAxis{maxSpring: noLimit, lower: -farOff, upper: farOff}
	if o.limits == 0 {
		return
	}
	a := o.axis
	a.target = axis.Target
	if o.limits&AxisSpring != 0 {
		a.spring = axis.SpringImpulse
		a.springOf = springs.axis.of(axis.Hertz, axis.DampingRatio, h)
		if axis.MaxSpring != 0 {
			a.maxSpring = float32(h * axis.MaxSpring)
		}
	}
	if o.limits&(AxisMotor|AxisFriction) != 0 {
		a.motor = axis.MotorImpulse
	}
	if o.limits&AxisMotor != 0 {
		a.speed, a.maxMotor = axis.Speed, float32(h*axis.MaxForce)
	} else if o.limits&AxisFriction != 0 {
		a.maxMotor = float32(h * axis.Friction)
	}
	if o.limits&AxisLimit != 0 {
		a.lower, a.upper = axis.Lower, axis.Upper
		a.low, a.above = axis.LowerImpulse, axis.UpperImpulse
	}
	o.axis = a
}

// farOff is an angle (rad) that nothing reaches, unless joints that fly apart turn at 1e22 rad/s.
const farOff = 1e20

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
	k := inertiaOf(m, 0, 0, m, 0, m).
		add(turnedTwice(a0, a1, a2, ra)).add(turnedTwice(b0, b1, b2, rb))
	r.mass = k.inverse()
	l0, l1, l2 := r.mass.mul(c.Col(0)), r.mass.mul(c.Col(1)), r.mass.mul(c.Col(2))
	r.lift = vec.Mat3Cols(l0, l1, l2)
	i := r.ia.add(r.ib)
	c0, c1, c2 := c.Col(0), c.Col(1), c.Col(2)
	r.mobility = inertiaOf(
		i.xx-c0.Dot(l0), i.xy-c0.Dot(l1), i.xz-c0.Dot(l2),
		i.yy-c1.Dot(l1), i.yz-c1.Dot(l2), i.zz-c2.Dot(l2),
	)
	r.stiffness = r.mobility.inverse()
}

// turnedTwice is [r]·I·[r]ᵀ from the columns of −[r]·I.
func turnedTwice(c0, c1, c2, r vec.Vec3) inertia6 {
	return inertiaOf(
		float32(r.Z*c1.X)-float32(r.Y*c2.X), float32(r.X*c2.X)-float32(r.Z*c0.X), float32(r.Y*c0.X)-float32(r.X*c1.X),
		float32(r.X*c2.Y)-float32(r.Z*c0.Y), float32(r.Y*c0.Y)-float32(r.X*c1.Y), float32(r.Y*c0.Z)-float32(r.X*c1.Z),
	)
}

// columns returns the columns of the matrix.
func (m *inertia6) columns() (c0, c1, c2 vec.Vec3) {
	return vec.V3(m.xx, m.xy, m.xz), vec.V3(m.xy, m.yy, m.yz), vec.V3(m.xz, m.yz, m.zz)
}

// twist is the impulse along the free axis.
func (a *turnAxis) twist() float32 { return a.spring + a.motor + a.low - a.above }

// startTurned is the angular impulse of the last step at the poses of now.
func (r *turnRow) startTurned() vec.Vec3 {
	l := r.pull.Add(r.brake)
	z, zb := zAxis(r.frameA), zAxis(r.frameB)
	if r.coneImpulse > 0 {
		l = l.MulSub(r.coneImpulse, coneAxis(r.frameA, z, zb))
	}
	if t := r.axis.twist(); t != 0 {
		e := z
		if !r.hinge {
			e = direction(z.Add(zb))
		}
		l = l.MulAdd(t, e)
	}
	if r.hinge && !r.direct {
		_, t, u := axes(r.frameA)
		l = l.MulAdd(r.held[3], t).MulAdd(r.held[4], u)
	}
	return l
}

// storeTurn writes the impulses of the step back to the joint.
func (s *Solver) storeTurn(j *Joint, r *turnRow) {
	j.storeOptions(&r.turnOptions, r.hinge)
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

// storeOptions writes the impulses of the options back to the joint.
func (j *Joint) storeOptions(o *turnOptions, hinge bool) {
	axis := &j.Axes[0]
	if !hinge {
		j.Angular.SpringImpulse, j.Angular.MotorImpulse = o.pull, o.brake
		axis.UpperImpulse, axis.LowerImpulse = o.coneImpulse, 0
		axis = &j.Axes[1]
	}
	if o.limits != 0 {
		axis.SpringImpulse, axis.MotorImpulse = o.axis.spring, o.axis.motor
		axis.LowerImpulse, axis.UpperImpulse = o.axis.low, o.axis.above
	}
}

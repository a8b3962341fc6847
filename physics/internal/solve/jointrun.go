package solve

import "tumble/physics/vec"

// WarmStart applies the impulses of the sub-step before to a list of joints, and of complements of places of blocks.
func (s *Joints) WarmStart(list []int32) {
	if len(list) == 0 {
		return
	}
	var x jointBodies
	for i := 0; i < len(list); i++ {
		index := list[i]
		if index < 0 {
			i += s.warmStartLanes(list[i:]) - 1
			continue
		}
		j := &s.list[index]
		s.open(&x, j)
		for i := range j.AxisCount() {
			if a := &j.Axes[i]; a.Flags != 0 {
				if row, _, ok := x.axis(j, i); ok {
					x.apply(&row, a.impulse())
				}
			}
		}
		if j.Linear.active() {
			x.push(j.Linear.SpringImpulse.Add(j.Linear.MotorImpulse))
		}
		if j.Angular.active() || j.Kind == DragJoint {
			x.twist(j.Angular.SpringImpulse.Add(j.Angular.MotorImpulse))
		}
		if !j.direct {
			x.warmStartHeld(j)
		}
		s.close(&x, j)
	}
}

func (x *jointBodies) warmStartHeld(j *Joint) {
	var held heldRows
	x.hold(j, &held)
	for i := range held.rows[:held.count] {
		x.apply(&held.rows[i], j.Held[i])
	}
}

// Solve solves a list as for WarmStart once; bias says whether position errors are pushed out. Springs are solved
// with bias only: the positions have moved on when the relax pass comes, and a spring that is
// solved again there is not the one that was asked for.
func (s *Joints) Solve(list []int32, bias bool) {
	if len(list) == 0 {
		return
	}
	var x jointBodies
	var held heldRows
	hold := Rigid
	if bias {
		hold = s.bodies.Joint
	}
	for i := 0; i < len(list); i++ {
		index := list[i]
		if index < 0 {
			i += s.solveLanes(list[i:], hold, bias) - 1
			continue
		}
		j := &s.list[index]
		s.open(&x, j)
		if j.direct {
			s.heldOf(j, &held)
		} else {
			x.hold(j, &held)
		}
		if j.options > 0 {
			if j.Kind == DragJoint {
				s.solveDrag(&x, j, bias)
			} else {
				s.solveDrives(&x, j, &held, bias)
				s.solveAxes(&x, j, &held, hold, bias)
			}
		}
		if !j.direct {
			s.solveHeld(&x, j, &held, hold)
		}
		if !bias {
			j.sum()
		}
		s.close(&x, j)
	}
}

// heldOf copies the rows that the articulation of a joint has built. When relaxing they are those of the
// poses before, which is near enough for the answer of the held rows to an option.
func (s *Joints) heldOf(j *Joint, h *heldRows) {
	h.count = j.HeldCount()
	for i := range h.count {
		h.rows[i] = s.direct[int(j.row)+i].row
	}
}

// solveHeld solves the held rows of one joint as one system.
func (s *Joints) solveHeld(x *jointBodies, j *Joint, held *heldRows, soft Soft) {
	if held.count == 0 {
		return
	}
	held.factor(x)
	var v, d [MaxHeld]float32
	for i := range held.rows[:held.count] {
		r := &held.rows[i]
		v[i] = x.speed(r) + clampBias(float32(soft.BiasRate*r.c))
	}
	held.solve(&v, &d)
	for i := range held.rows[:held.count] {
		l := -float32(soft.MassScale*d[i]) - float32(soft.ImpulseScale*j.Held[i])
		j.Held[i] += l
		x.apply(&held.rows[i], l)
	}
}

// sum adds the impulses of a sub-step to those of the step.
func (j *Joint) sum() {
	for i := range j.AxisCount() {
		a := &j.Axes[i]
		a.sum += a.impulse()
	}
	j.Linear.sum = j.Linear.sum.Add(j.Linear.SpringImpulse).Add(j.Linear.MotorImpulse)
	j.Angular.sum = j.Angular.sum.Add(j.Angular.SpringImpulse).Add(j.Angular.MotorImpulse)
	if !j.direct {
		for i, l := range j.Held {
			j.heldSum[i] += l
		}
	}
}

// react adds the impulse l of a row to the reaction: its force on B, and the torque about
// anchor B.
func (j *Joint) react(r *row, x *jointBodies, l float32) {
	force := r.lb.Mul(l)
	j.Force = j.Force.Add(force)
	j.Torque = j.Torque.Add(r.ab.Mul(l).Sub(x.rb.Cross(force)))
}

// solveAxes solves springs, motors and limits of the axes of a joint.
func (s *Joints) solveAxes(x *jointBodies, j *Joint, held *heldRows, hold Soft, bias bool) {
	for i := range j.AxisCount() {
		a := &j.Axes[i]
		if a.Flags == 0 {
			continue
		}
		r, coordinate, ok := x.axis(j, i)
		if !ok {
			continue
		}
		held.lift(&r, &a.lift)
		before := a.impulse()
		if a.Flags&AxisSpring != 0 && bias {
			limit := float32(s.bodies.H * a.MaxSpring)
			if a.MaxSpring == 0 {
				limit = noLimit
			}
			old := a.SpringImpulse
			a.SpringImpulse = vec.Clamp(old+a.spring.change(a.mass, j.springError(coordinate, a.Target), x.speed(&r), old), -limit, limit)
			x.apply(&r, a.SpringImpulse-old)
		}
		if a.Flags&(AxisMotor|AxisFriction) != 0 {
			speed, force := float32(0), a.Friction
			if a.Flags&AxisMotor != 0 {
				speed, force = a.Speed, a.MaxForce
			}
			old := a.MotorImpulse
			limit := float32(s.bodies.H * force)
			a.MotorImpulse = vec.Clamp(old-float32(a.mass*(x.speed(&r)-speed)), -limit, limit)
			x.apply(&r, a.MotorImpulse-old)
		}
		if a.Flags&AxisLimit != 0 {
			s.limitRow(x, a, &r, hold, bias, coordinate-a.Lower, 1, &a.LowerImpulse)
			s.limitRow(x, a, &r, hold, bias, a.Upper-coordinate, -1, &a.UpperImpulse)
		}
		change := a.impulse() - before
		for k := range held.count {
			j.Held[k] -= float32(a.lift[k] * change)
		}
	}
}

// noLimit is an impulse that no row reaches.
const noLimit = 1e30

// limitRow keeps sign·(coordinate − bound) = c ≥ 0: while there is room it lets the coordinate
// approach the bound until it closes. A soft limit is a spring that only pushes.
func (s *Joints) limitRow(x *jointBodies, a *Axis, r *row, soft Soft, bias bool, c, sign float32, impulse *float32) {
	old := *impulse
	v := float32(sign * x.speed(r))
	if a.LimitHertz > 0 {
		if !bias {
			return
		}
		*impulse = 0
		if c < 0 {
			*impulse = vec.Max(0, old+a.limit.change(a.mass, c, v, old))
		}
		x.apply(r, float32(sign*(*impulse-old)))
		return
	}
	push := vec.Max(float32(soft.BiasRate*c), -maxBias)
	if c > 0 {
		soft = Rigid
		push = float32(c * s.bodies.InvH)
	}
	l := old - float32(float32(a.mass*soft.MassScale)*(v+push)) - float32(soft.ImpulseScale*old)
	*impulse = vec.Max(l, 0)
	x.apply(r, float32(sign*(*impulse-old)))
}

// solveDrives solves the springs and motors that act on three coordinates at once.
func (s *Joints) solveDrives(x *jointBodies, j *Joint, held *heldRows, bias bool) {
	if d := &j.Angular; d.active() {
		var c vec.Vec3
		if d.Hertz > 0 && bias {
			c = x.qb.Mul(x.qa.Mul(j.Target).Conj()).RotationVector()
		}
		s.drive(x, j, d, held, turnRows(), c, bias)
	}
	if d := &j.Linear; d.active() {
		s.drive(x, j, d, held, x.pointRows(), x.gap.Sub(x.qa.Rotate(j.Place)), bias)
	}
}

// drive solves a drive with the rows along x, y and z at position error c.
func (s *Joints) drive(x *jointBodies, j *Joint, d *Drive, held *heldRows, rows [3]row, c vec.Vec3, bias bool) {
	for k := range rows {
		held.lift(&rows[k], &d.lift[k])
	}
	if d.Hertz > 0 && bias {
		old := d.SpringImpulse
		v := vec.V3(x.speed(&rows[0]), x.speed(&rows[1]), x.speed(&rows[2]))
		f := d.mass.MulVec(v.Mul(d.spring.Drag).MulAdd(d.spring.Pull, c))
		d.SpringImpulse = old.Mul(d.spring.Drag).Sub(f)
		if d.MaxSpring > 0 {
			d.SpringImpulse = clampLength(d.SpringImpulse, float32(s.bodies.H*d.MaxSpring))
		}
		x.applyDrive(j, d, held, &rows, d.SpringImpulse.Sub(old))
	}
	if d.MaxMotor > 0 {
		old := d.MotorImpulse
		v := vec.V3(x.speed(&rows[0]), x.speed(&rows[1]), x.speed(&rows[2]))
		f := d.mass.MulVec(v.Sub(x.qa.Rotate(d.Velocity)))
		d.MotorImpulse = clampLength(old.Sub(f), float32(s.bodies.H*d.MaxMotor))
		x.applyDrive(j, d, held, &rows, d.MotorImpulse.Sub(old))
	}
}

func (x *jointBodies) applyDrive(j *Joint, d *Drive, held *heldRows, rows *[3]row, l vec.Vec3) {
	x.applyLifted(j, held, &rows[0], &d.lift[0], l.X)
	x.applyLifted(j, held, &rows[1], &d.lift[1], l.Y)
	x.applyLifted(j, held, &rows[2], &d.lift[2], l.Z)
}

// solveDrag: the spring acts on the whole body as if it were a point at the anchor.
func (s *Joints) solveDrag(x *jointBodies, j *Joint, bias bool) {
	if d := &j.Angular; d.MaxMotor > 0 {
		old := d.MotorImpulse
		f := x.ia.add(x.ib).matrix().Solve(x.wb.Sub(x.wa))
		d.MotorImpulse = clampLength(old.Sub(f), float32(s.bodies.H*d.MaxMotor))
		x.twist(d.MotorImpulse.Sub(old))
	}
	if !bias {
		return
	}
	d := &j.Linear
	old := d.SpringImpulse
	v := x.velocity().Mul(d.spring.Drag).MulAdd(d.spring.Pull, x.gap)
	f := x.pointMatrix().Solve(v.Neg()).MulSub(1-d.spring.Drag, old)
	d.SpringImpulse = clampLength(old.Add(f), float32(s.bodies.H*d.MaxSpring))
	x.push(d.SpringImpulse.Sub(old))
}

package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// WarmStart applies the impulses of the sub-step before to a list of joints, and of complements of indices of blocks.
func (s *Solver) WarmStart(list []int32) {
	if len(list) == 0 {
		return
	}
	var x Pair
	for i := 0; i < len(list); i++ {
		index := list[i]
		if index < 0 {
			i += s.warmStartLanes(list[i:]) - 1
			continue
		}
		j := &s.list[index]
		j.LetGo()
		s.Open(&x, j)
		for i := range j.AxisCount() {
			if j.acts(i) {
				if row, _, ok := x.axis(j, i); ok {
					x.apply(&row, j.rowImpulse(i))
				}
			}
		}
		if j.Linear.active() {
			x.push(j.Linear.SpringImpulse.Add(j.Linear.MotorImpulse))
		}
		if j.Angular.active() || j.Kind == MouseJoint {
			x.twist(j.Angular.SpringImpulse.Add(j.Angular.MotorImpulse))
		}
		if !j.direct {
			x.warmStartHeld(j)
		}
		s.close(&x, j)
	}
}

func (x *Pair) warmStartHeld(j *Joint) {
	var held HeldRows
	x.Hold(j, &held)
	for i := range held.Rows[:held.count] {
		x.apply(&held.Rows[i], j.Held[i])
	}
}

// Solve solves a list as for WarmStart once; bias says whether position errors are pushed out. Springs are solved
// with bias only: the positions have moved on when the relax pass comes, and a spring that is
// solved again there is not the one that was asked for.
func (s *Solver) Solve(list []int32, bias bool) {
	if len(list) == 0 {
		return
	}
	var x Pair
	var held HeldRows
	hold := kernel.Rigid
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
		if j.Broken {
			continue
		}
		s.Open(&x, j)
		if j.direct {
			s.heldOf(j, &held)
		} else {
			x.Hold(j, &held)
		}
		if j.options > 0 {
			if j.Kind == MouseJoint {
				s.solveMouse(&x, j, bias)
			} else {
				s.solveDrives(&x, j, &held, bias)
				s.solveAxes(&x, j, &held, hold, bias)
			}
		}
		if !j.direct {
			s.solveHeld(&x, j, &held, hold)
			s.yield(&x, j, &held, bias)
		}
		if !bias {
			j.sum()
		}
		s.close(&x, j)
	}
}

// heldOf copies the rows that the articulation of a joint has built. When relaxing they are those of the
// poses before, which is near enough for the answer of the held rows to an option.
func (s *Solver) heldOf(j *Joint, h *HeldRows) {
	h.count = j.HeldCount()
	for i := range h.count {
		h.Rows[i] = s.direct[int(j.row)+i].Row
	}
}

// solveHeld solves the held rows of one joint as one system.
func (s *Solver) solveHeld(x *Pair, j *Joint, held *HeldRows, soft kernel.Soft) {
	if held.count == 0 {
		return
	}
	held.factor(x)
	var v, d [MaxHeld]float32
	for i := range held.Rows[:held.count] {
		r := &held.Rows[i]
		v[i] = x.speed(r) + kernel.ClampBias(float32(soft.BiasRate*r.Error))
	}
	held.solve(&v, &d)
	for i := range held.Rows[:held.count] {
		l := -float32(soft.MassScale*d[i]) - float32(soft.ImpulseScale*j.Held[i])
		j.Held[i] += l
		x.apply(&held.Rows[i], l)
	}
}

// sum adds the impulses of a sub-step to those of the step.
func (j *Joint) sum() {
	for i := range j.AxisCount() {
		j.Axes[i].sum += j.rowImpulse(i)
	}
	j.Linear.sum = j.Linear.sum.Add(j.Linear.SpringImpulse).Add(j.Linear.MotorImpulse)
	j.Angular.sum = j.Angular.sum.Add(j.Angular.SpringImpulse).Add(j.Angular.MotorImpulse)
	if !j.direct {
		for i, l := range j.Held[:MaxHeld] {
			j.heldSum[i] += l
		}
	}
}

// solveAxes solves springs, motors and limits of the axes of a joint.
func (s *Solver) solveAxes(x *Pair, j *Joint, held *HeldRows, hold kernel.Soft, bias bool) {
	for i := range j.AxisCount() {
		a := &j.Axes[i]
		flags, own := a.Flags&^j.inArticulation(i), !j.direct && j.yields(i)
		if flags == 0 && !own {
			continue
		}
		r, coordinate, ok := x.axis(j, i)
		if !ok {
			continue
		}
		held.lift(&r, &a.lift)
		before := a.impulse()
		if flags&AxisSpring != 0 && bias {
			limit := float32(s.bodies.H * a.MaxSpring)
			if a.MaxSpring == 0 {
				limit = noLimit
			}
			old := a.SpringImpulse
			pull := a.pulled(j.springError(coordinate, a.Target))
			change := a.spring.change(a.mass, pull, a.start, x.speed(&r), old)
			a.SpringImpulse = vec.Clamp(old+change, -limit, limit)
			x.apply(&r, j.sharePassive(i, a.SpringImpulse-old))
		}
		if flags&(AxisMotor|AxisFriction) != 0 {
			speed, force := float32(0), a.Friction
			if a.Flags&AxisMotor != 0 {
				speed, force = a.Speed, a.MaxForce
			}
			old := a.MotorImpulse
			limit := float32(s.bodies.H * force)
			a.MotorImpulse = vec.Clamp(old-float32(a.answer*(x.speed(&r)-speed)), -limit, limit)
			x.apply(&r, j.sharePassive(i, a.MotorImpulse-old))
		}
		if flags&AxisLimit != 0 {
			l := s.limitRow(x, a, &r, hold, bias, coordinate-a.Lower, 1, &a.LowerImpulse)
			x.apply(&r, j.sharePassive(i, l))
			l = s.limitRow(x, a, &r, hold, bias, a.Upper-coordinate, -1, &a.UpperImpulse)
			x.apply(&r, j.sharePassive(i, l))
		}
		if own {
			x.apply(&r, j.solvePassive(x, i, &r, coordinate, bias))
		}
		if !bias {
			a.start = x.speed(&r)
			a.began = a.start
		}
		change := a.impulse() - before
		if j.direct {
			change = float32(a.share * change)
		}
		for k := range held.count {
			j.Held[k] -= float32(a.lift[k] * change)
		}
	}
}

// solveDrives solves the springs and motors that act on three coordinates at once.
func (s *Solver) solveDrives(x *Pair, j *Joint, held *HeldRows, bias bool) {
	if d := &j.Angular; d.active() {
		var c vec.Vec3
		if d.Hertz > 0 && bias {
			c = x.qb.Mul(x.qa.Mul(j.Target).Conj()).RotationVector()
		}
		s.drive(x, j, d, held, angularRows(), c, bias)
	}
	if d := &j.Linear; d.active() {
		s.drive(x, j, d, held, x.pointRows(), x.gap.Sub(x.qa.Rotate(j.Offset)), bias)
	}
}

// drive solves a drive with the rows along x, y and z at position error c.
func (s *Solver) drive(x *Pair, j *Joint, d *Drive, held *HeldRows, rows [3]Row, c vec.Vec3, bias bool) {
	for k := range rows {
		held.lift(&rows[k], &d.lift[k])
	}
	if d.Hertz > 0 && bias {
		old := d.SpringImpulse
		f := d.mass.MulVec(d.spring.pull(c, d.start, x.speed3(&rows)))
		d.SpringImpulse = old.Mul(d.spring.Share).Sub(f)
		if d.MaxSpring > 0 {
			d.SpringImpulse = kernel.ClampLength(d.SpringImpulse, float32(s.bodies.H*d.MaxSpring))
		}
		x.applyDrive(j, d, held, &rows, d.SpringImpulse.Sub(old))
	}
	if d.MaxMotor > 0 {
		old := d.MotorImpulse
		f := d.mass.MulVec(x.speed3(&rows).Sub(x.qa.Rotate(d.Velocity)))
		d.MotorImpulse = kernel.ClampLength(old.Sub(f), float32(s.bodies.H*d.MaxMotor))
		x.applyDrive(j, d, held, &rows, d.MotorImpulse.Sub(old))
	}
	if !bias {
		d.start = x.speed3(&rows)
	}
}

func (x *Pair) applyDrive(j *Joint, d *Drive, held *HeldRows, rows *[3]Row, l vec.Vec3) {
	x.applyLifted(j, held, &rows[0], &d.lift[0], l.X)
	x.applyLifted(j, held, &rows[1], &d.lift[1], l.Y)
	x.applyLifted(j, held, &rows[2], &d.lift[2], l.Z)
}

// solveMouse: the spring acts on the whole body as if it were a point at the anchor.
func (s *Solver) solveMouse(x *Pair, j *Joint, bias bool) {
	if d := &j.Angular; d.MaxMotor > 0 {
		old := d.MotorImpulse
		f := x.ia.Add(x.ib).Matrix().Solve(x.wb.Sub(x.wa))
		d.MotorImpulse = kernel.ClampLength(old.Sub(f), float32(s.bodies.H*d.MaxMotor))
		x.twist(d.MotorImpulse.Sub(old))
	}
	d := &j.Linear
	if !bias {
		d.start = x.velocity()
		return
	}
	old := d.SpringImpulse
	f := x.pointMatrix().Solve(d.spring.pull(x.gap, d.start, x.velocity()).Neg()).MulSub(1-d.spring.Share, old)
	d.SpringImpulse = kernel.ClampLength(old.Add(f), float32(s.bodies.H*d.MaxSpring))
	x.push(d.SpringImpulse.Sub(old))
}

package joint

import (
	"tumble/physics/vec"
)

// Residual is the largest velocity error (m/s) that a sub-step left at the joints of units, after it was relaxed: the
// speed along held rows, how far motors and brakes that have not reached their force are from their speed, and how fast
// limits are passed. An angular error counts at the radius of gyration of the pair. Springs and soft limits have no
// speed to reach.
//
// Blocks hold what the fields of their joints say between steps only, so that each joint is measured on a copy: written
// back in the middle of a step, the impulses and masses of a block are old ones to the passes that follow
// (TestWatchingChangesNothing).
func (s *Solver) Residual(units []int32) (most float32) {
	for _, unit := range units {
		if unit >= 0 {
			most = vec.Max(s.residual(s.list[unit]), most)
			continue
		}
		block := ^unit & blockBits
		for k, index := range s.LanesOf(unit) {
			j := s.list[index]
			if ^unit&^blockBits == angularBit {
				j.takeOptions(&s.angularBlocks[block], k)
			}
			s.readBodies(&j)
			most = vec.Max(s.residual(j), most)
		}
	}
	return most
}

// residual is that of one joint, whose bodies have been read.
func (s *Solver) residual(j Joint) (most float32) {
	if j.StateA < 0 && j.StateB < 0 || j.Broken {
		return 0
	}
	var x Pair
	var held HeldRows
	s.Open(&x, &j)
	x.Hold(&j, &held)
	for i := range held.Rows[:held.count] {
		r := &held.Rows[i]
		most = vec.Max(x.linear(r, vec.Abs(x.speed(r))), most)
	}
	for i := range j.AxisCount() {
		if a := &j.Axes[i]; a.Flags != 0 {
			if r, coordinate, ok := x.axis(&j, i); ok {
				most = vec.Max(x.linear(&r, s.axisError(&j, i, coordinate, x.speed(&r))), most)
			}
		}
	}
	if d := &j.Angular; d.MaxMotor > 0 {
		lack := x.qa.Rotate(d.Velocity).Sub(x.wb.Sub(x.wa))
		axis, e := lack.NormLen()
		r := about(axis, 0)
		if e > 0 && !d.spent(lack, s.bodies.H) {
			most = vec.Max(x.linear(&r, e), most)
		}
	}
	if d := &j.Linear; d.MaxMotor > 0 {
		if lack := x.qa.Rotate(d.Velocity).Sub(x.velocity()); !d.spent(lack, s.bodies.H) {
			most = vec.Max(lack.Len(), most)
		}
	}
	return most
}

// linear is an error of a row in m/s: that of an angular row e counts at the radius of gyration √(1/m : 1/I) of the
// pair about e. A row that moves nothing has none.
func (x *Pair) linear(r *Row, e float32) float32 {
	mobility := x.couple(r, r)
	switch {
	case !(mobility > 0):
		return 0
	case r.LinearA == vec.Vec3{} && r.LinearB == vec.Vec3{}:
		return float32(e * vec.Sqrt((x.ma+x.mb)/mobility))
	}
	return e
}

// axisError is the velocity error that motor, brake and hard limits of axis i leave at a speed.
func (s *Solver) axisError(j *Joint, i int, coordinate, speed float32) (e float32) {
	a := &j.Axes[i]
	motor, lower, upper := a.MotorImpulse, a.LowerImpulse, a.UpperImpulse
	lack, force := 0-speed, a.Friction
	if a.Flags&AxisMotor != 0 {
		lack, force = a.Speed-speed, a.MaxForce
	}
	most := float32(s.bodies.H * force)
	if direct := j.inArticulation(i); direct != 0 {
		l := j.optionImpulse(i)
		if direct&AxisMotor != 0 {
			motor = vec.Clamp(l, -most, most)
			if direct&AxisLimit != 0 && s.stopped(a, coordinate, speed, lack) {
				if motor = most; lack < 0 {
					motor = -most
				}
			}
			l -= motor
		}
		l = j.limitImpulse(i, l)
		lower, upper = vec.Max(l, 0), vec.Max(-l, 0)
	}
	if a.Flags&(AxisMotor|AxisFriction) != 0 && (float32(motor*lack) <= 0 || vec.Abs(motor) < float32(nearlyAll*most)) {
		e = vec.Abs(lack)
	}
	if a.Flags&AxisLimit != 0 && !a.SoftLimit() {
		e = vec.Max(s.limitError(coordinate-a.Lower, speed, lower), e)
		e = vec.Max(s.limitError(a.Upper-coordinate, -speed, upper), e)
	}
	return e
}

// stopped reports whether a limit, rather than its force, keeps the motor of an axis at a speed that lacks something.
func (s *Solver) stopped(a *Axis, coordinate, speed, lack float32) bool {
	c := coordinate - a.Lower
	if lack > 0 {
		c, speed = a.Upper-coordinate, -speed
	}
	return vec.Abs(speed+float32(vec.Max(c, 0)*s.bodies.InvH)) < vec.Abs(lack)
}

// limitError is the velocity error of a limit from which a coordinate is c away and parts with speed. One that presses
// should neither be approached nor left, no other one be passed in a sub-step.
func (s *Solver) limitError(c, speed, impulse float32) float32 {
	v := speed + float32(vec.Max(c, 0)*s.bodies.InvH)
	if impulse > 0 {
		return vec.Abs(v)
	}
	return vec.Max(-v, 0)
}

// spent reports whether the motor of a drive pushes against a lack of velocity with all of its force in a sub-step of h
// (s).
func (d *Drive) spent(lack vec.Vec3, h float32) bool {
	return d.MotorImpulse.Dot(lack) > 0 && d.MotorImpulse.Len() >= float32(nearlyAll*float32(h*d.MaxMotor))
}

package joint

import "tumble/physics/vec"

// DriveWork is the most work (J) that springs and motors of a joint can have done on its bodies in a step, after Finish:
//
//	W = Σ (|F| + k·|Δq|)·|Δq|
//
// over their rows, with the displacement Δq along a row in the step, the force F of the last sub-step, and the change k·Δq of
// the force of a spring of stiffness k before.
func (s *Solver) DriveWork(j *Joint) float64 {
	var x Pair
	var held HeldRows
	s.Open(&x, j)
	x.Hold(j, &held)
	held.factor(&x)
	s.displace(&x, j)
	work := 0.0
	for i := range j.AxisCount() {
		if j.Axes[i].drives() {
			if row, _, ok := x.axis(j, i); ok {
				mass, _ := held.mass(&x, &row)
				work += j.axisWork(i, mass, vec.Abs(x.speed(&row)), s.bodies.H)
			}
		}
	}
	if d := &j.Linear; d.active() {
		rows := x.pointRows()
		mass := x.pointMatrix().Inverse()
		if j.Kind != MouseJoint {
			mass, _ = held.mass3(&x, rows)
		}
		work += d.work(mass, x.speed3(&rows).Len(), s.bodies.H)
	}
	if d := &j.Angular; d.active() {
		rows := angularRows()
		mass, _ := held.mass3(&x, rows)
		work += d.work(mass, x.speed3(&rows).Len(), s.bodies.H)
	}
	return work
}

// displace replaces the velocities of a pair by what its bodies have moved by in the step so far.
func (s *Solver) displace(x *Pair, j *Joint) {
	x.va, x.wa, x.vb, x.wb = vec.Vec3{}, vec.Vec3{}, vec.Vec3{}, vec.Vec3{}
	if j.StateA >= 0 {
		a := &s.bodies.States[j.StateA]
		x.va, x.wa = a.DP, a.DQ.RotationVector()
	}
	if j.StateB >= 0 {
		b := &s.bodies.States[j.StateB]
		x.vb, x.wb = b.DP, b.DQ.RotationVector()
	}
}

// drives reports whether an axis has a motor or a spring, soft limits included.
func (a *Axis) drives() bool {
	return a.Flags&(AxisMotor|AxisSpring) != 0 || a.Flags&AxisLimit != 0 && a.LimitHertz > 0
}

// axisWork is the share of axis i, of effective mass m and displacement d, in DriveWork.
func (j *Joint) axisWork(i int, m, d, h float32) float64 {
	a := &j.Axes[i]
	force, stiffness := vec.Abs(a.MotorImpulse), float32(0)
	if j.inArticulation(i)&AxisMotor != 0 {
		force = vec.Abs(j.Held[j.HeldCount()])
	}
	if a.Flags&AxisSpring != 0 {
		force += vec.Abs(a.SpringImpulse)
		stiffness = a.springWith(m, h).Pull
	}
	if a.Flags&AxisLimit != 0 && a.LimitHertz > 0 {
		force += a.LowerImpulse + a.UpperImpulse
		stiffness += SpringCoefficients(a.LimitHertz, a.LimitDamping, h).Pull
	}
	return float64(float64(force+float32(float32(m*stiffness)*d)) * float64(d/h))
}

// work is the share of a drive with an effective mass and a displacement d in DriveWork.
func (d *Drive) work(m vec.Mat3, displacement, h float32) float64 {
	force := d.SpringImpulse.Len() + d.MotorImpulse.Len()
	stiffness := float32(SpringCoefficients(d.Hertz, d.DampingRatio, h).Pull * (m.XX + m.YY + m.ZZ))
	return float64(float64(force+float32(stiffness*displacement)) * float64(displacement/h))
}

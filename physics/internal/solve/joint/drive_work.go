package joint

import (
	"math"

	"tumble/physics/vec"
)

// DriveWork is the most work (J) that springs and motors of a joint can have done on its bodies in a step, after Finish:
//
//	W = Σ (|F| + k·|Δq|)·|Δq|
//
// over their rows, with the displacement Δq along a row in the step, the force F of the last sub-step, and k·Δq, by which a spring
// has pulled more before. The stiffness k = m·ω² is that of the largest mass that the row can move.
func (s *Solver) DriveWork(j *Joint) float64 {
	if j.inLane {
		// blocks have read the bodies, the joint has not
		s.readBodies(j)
	}
	if j.StateA < 0 && j.StateB < 0 {
		return 0
	}
	var x Pair
	s.Open(&x, j)
	s.displace(&x, j)
	mass, inertia := s.mostMoved(j)
	work := 0.0
	for i := range j.AxisCount() {
		if !j.Axes[i].drives() {
			continue
		}
		if row, _, ok := x.axis(j, i); ok {
			m := mass
			if row.LinearB == (vec.Vec3{}) {
				m = inertia
			}
			work += j.axisWork(i, m, vec.Abs(x.speed(&row)), s.bodies.H)
		}
	}
	if d := &j.Linear; d.active() {
		work += d.work(mass, x.velocity().Len(), s.bodies.H)
	}
	if d := &j.Angular; d.active() {
		work += d.work(inertia, x.wb.Sub(x.wa).Len(), s.bodies.H)
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

// mostMoved is the largest mass (kg), and moment of inertia about an anchor (kg·m²), that a row of a joint can move: those of one
// body while the other one is held. No axis of a body has more than half the sum of its three moments.
func (s *Solver) mostMoved(j *Joint) (mass, inertia float32) {
	mass, inertia = math.MaxFloat32, math.MaxFloat32
	side := func(state, body int32, arm vec.Vec3) {
		if state < 0 {
			return
		}
		sim := &s.bodies.Sims[body]
		i := &sim.LocalInertia
		mass = vec.Min(mass, sim.Mass)
		inertia = vec.Min(inertia, float32(0.5*(i.XX+i.YY+i.ZZ))+float32(sim.Mass*arm.Len2()))
	}
	side(j.StateA, j.BodyA, j.ArmA)
	side(j.StateB, j.BodyB, j.ArmB)
	return mass, inertia
}

// drives reports whether an axis has a motor or a spring, soft limits included. What only brakes does not drive.
func (a *Axis) drives() bool {
	return a.Flags&AxisMotor != 0 && a.Speed != 0 || a.Flags&AxisSpring != 0 || a.Flags&AxisLimit != 0 && a.LimitHertz > 0
}

// axisWork is the share of axis i, which moves a mass m by d, in DriveWork.
func (j *Joint) axisWork(i int, m, d, h float32) float64 {
	a := &j.Axes[i]
	force, stiffness := vec.Abs(a.MotorImpulse), float32(0)
	if j.inArticulation(i)&AxisMotor != 0 {
		force = vec.Abs(j.Held[j.HeldCount()])
	}
	if a.Flags&AxisSpring != 0 {
		force += vec.Abs(a.SpringImpulse)
		load := m
		if a.Load > 0 {
			load = a.Load
		}
		stiffness = springStiffness(load, a.Hertz)
	}
	if a.Flags&AxisLimit != 0 && a.LimitHertz > 0 {
		force += a.LowerImpulse + a.UpperImpulse
		stiffness += springStiffness(m, a.LimitHertz)
	}
	return mostWork(force/h, stiffness, d)
}

// drives reports whether a drive gives energy: one with no spring and no velocity only brakes.
func (d *Drive) drives() bool { return d.Hertz > 0 || d.MaxMotor > 0 && d.Velocity != (vec.Vec3{}) }

// work is the share of a drive, which moves a mass m by displacement, in DriveWork.
func (d *Drive) work(m, displacement, h float32) float64 {
	return mostWork((d.SpringImpulse.Len()+d.MotorImpulse.Len())/h, springStiffness(m, d.Hertz), displacement)
}

// springStiffness is m·ω².
func springStiffness(m, hertz float32) float32 {
	omega := float32(2 * math.Pi * hertz)
	return float32(m * float32(omega*omega))
}

// mostWork is (F + k·d)·d.
func mostWork(force, stiffness, d float32) float64 {
	return float64((float64(force) + float64(float64(stiffness)*float64(d))) * float64(d))
}

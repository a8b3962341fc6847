package joint

import (
	"math"

	"tumble/physics/vec"
)

// DriveWork is the most work (J) that springs and motors of a joint can have done on its bodies in a step, after
// Finish:
//
//	W = Σ (F + k·(|c| + |Δq|))·|Δq|
//
// over their rows, with the displacement Δq along a row in the step, the largest force F of a motor, and the stretch c
// at the end of a spring of stiffness k, m·ω² in hertz, with the largest mass m that the row can move. Dampers of no
// rate and brakes only take.
func (s *Solver) DriveWork(j *Joint) float64 {
	if j.inLane {
		// blocks have read the bodies, the joint has not
		s.readBodies(j)
	}
	if j.StateA < 0 && j.StateB < 0 {
		return 0
	}
	var now, moved Pair
	s.Open(&now, j)
	moved = now
	s.displace(&moved, j)
	dt, work := s.bodies.Dt, 0.0
	for i := range j.AxisCount() {
		a := &j.Axes[i]
		if !a.drives() {
			continue
		}
		if row, coordinate, ok := now.axis(j, i); ok {
			// a wheel may turn by more than half a turn, which the displacement does not tell
			d := vec.Max(vec.Abs(moved.speed(&row)), vec.Abs(float32(dt*now.speed(&row))))
			work += a.work(s.mostMoved(j, &row)+a.Armature, j.stretch(a, coordinate), d)
			// a rotor gives back at most its energy
			speed := d / dt
			work += float64(0.5 * float64(a.Armature) * float64(float32(speed*speed)))
		}
	}
	if d := &j.Linear; d.drives() {
		row := now.between(unit(0), 0)
		c := now.gap.Sub(now.qa.Rotate(j.Offset)).Len()
		work += d.work(s.mostMoved(j, &row), c, vec.Max(moved.velocity().Len(), float32(dt*now.velocity().Len())))
	}
	if d := &j.Angular; d.drives() {
		row := about(unit(0), 0)
		c := now.qb.Mul(now.qa.Mul(j.Target).Conj()).RotationVector().Len()
		spun := vec.Max(moved.wb.Sub(moved.wa).Len(), float32(dt*now.wb.Sub(now.wa).Len()))
		work += d.work(s.mostMoved(j, &row), c, spun)
	}
	return work
}

// displace replaces the velocities of a pair by the displacements of its bodies in the step so far.
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

// mostMoved is the largest mass (kg), or moment of inertia about an anchor (kg·m²), that a row of a joint can move:
// that of one body while the other one is held. No axis of a body has more than half the sum of its three moments.
func (s *Solver) mostMoved(j *Joint, r *Row) float32 {
	most := float32(math.MaxFloat32)
	for _, side := range [2]struct {
		state, body          int32
		arm, linear, angular vec.Vec3
	}{{j.StateA, j.BodyA, j.ArmA, r.LinearA, r.AngularA}, {j.StateB, j.BodyB, j.ArmB, r.LinearB, r.AngularB}} {
		if side.state < 0 {
			continue
		}
		sim := &s.bodies.Sims[side.body]
		mass, lever := sim.Mass, side.linear.Len2()
		if lever == 0 {
			i := &sim.LocalInertia
			mass, lever = float32(0.5*(i.XX+i.YY+i.ZZ))+float32(mass*side.arm.Len2()), side.angular.Len2()
		}
		if lever > 0 {
			most = vec.Min(most, mass/lever)
		}
	}
	return most
}

// stretch is how far the coordinate of an axis is from where its spring and soft limits would have it.
func (j *Joint) stretch(a *Axis, coordinate float32) float32 {
	c := float32(0)
	if a.Flags&AxisSpring != 0 {
		c = vec.Abs(j.springError(coordinate, a.Target))
	}
	if a.Passive.Stiffness > 0 {
		c = vec.Max(c, vec.Abs(j.springError(coordinate, a.Passive.Rest)))
	}
	if a.Flags&AxisLimit != 0 && a.SoftLimit() {
		c = vec.Max(c, vec.Max(a.Lower-coordinate, coordinate-a.Upper))
	}
	return c
}

// drives reports whether an axis has a motor, a spring, soft limits included, or a rotor. Brakes and dampers alone do
// not drive.
func (a *Axis) drives() bool {
	spring := a.Flags&AxisSpring != 0 && (a.Hertz > 0 || a.Stiffness > 0 || a.Rate != 0)
	return a.Armature > 0 || a.Passive.Stiffness > 0 || spring ||
		a.Flags&AxisMotor != 0 && a.Speed != 0 || a.Flags&AxisLimit != 0 && a.SoftLimit()
}

// work is the share of an axis, which moves a mass m by d, in DriveWork.
func (a *Axis) work(m, stretch, d float32) float64 {
	force := float32(0)
	if a.Flags&AxisMotor != 0 && a.Speed != 0 {
		force = a.MaxForce
	}
	if a.Flags&AxisSpring != 0 {
		k, damping := inSI(m, a.Hertz, a.DampingRatio, a.Stiffness, a.Damping)
		force += atMost(float32(k*(stretch+d))+float32(damping*vec.Abs(a.Rate)), a.MaxSpring)
	}
	force += float32(a.Passive.Stiffness * (stretch + d))
	if a.Flags&AxisLimit != 0 && a.SoftLimit() {
		k, _ := inSI(m, a.LimitHertz, a.LimitDampingRatio, a.LimitStiffness, a.LimitDamping)
		force += float32(k * (stretch + d))
	}
	return mostWork(force, d)
}

// drives reports whether a drive gives energy: one with no spring and no velocity only brakes.
func (d *Drive) drives() bool { return d.Hertz > 0 || d.MaxMotor > 0 && d.Velocity != (vec.Vec3{}) }

// work is the share of a drive, which moves a mass m by displacement, in DriveWork.
func (d *Drive) work(m, stretch, displacement float32) float64 {
	force := float32(0)
	if d.Velocity != (vec.Vec3{}) {
		force = d.MaxMotor
	}
	if d.Hertz > 0 {
		k, _ := inSI(m, d.Hertz, d.DampingRatio, 0, 0)
		force += atMost(float32(k*(stretch+displacement)), d.MaxSpring)
	}
	return mostWork(force, displacement)
}

// inSI returns the stiffness and damping of a spring in hertz on a mass m, or those it has in SI.
func inSI(m, hertz, ratio, stiffness, damping float32) (k, c float32) {
	omega := float32(2 * math.Pi * hertz)
	k = stiffness + float32(m*float32(omega*omega))
	return k, damping + float32(2*ratio*float32(omega*m))
}

// atMost bounds a force, if the bound is not 0.
func atMost(force, most float32) float32 {
	if most > 0 {
		force = vec.Min(force, most)
	}
	return force
}

// mostWork is F·d; nothing that does not move is worked on, however strong the drive.
func mostWork(force, d float32) float64 {
	if d == 0 {
		return 0
	}
	return float64(float64(force) * float64(d))
}

package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// Prepare reads the bodies of units: a joint each, or the complement of the index of a block.
func (s *Solver) Prepare(units []int32) {
	for _, unit := range units {
		switch {
		case unit >= 0:
			s.prepareJoint(&s.list[unit])
		case ^unit&^blockBits == angularBit:
			s.prepareAngularBlock(^unit & blockBits)
		default:
			s.preparePointBlock(^unit & blockBits)
		}
	}
}

// readBodies reads the bodies of a joint.
func (s *Solver) readBodies(j *Joint) {
	var centerA vec.Vec3
	if j.BodyA == World {
		// the anchor itself is the centre: the lever is short, so that nothing cancels
		j.StateA, j.InvMassA, j.InertiaA = ^0, 0, kernel.Inertia{}
		j.ArmA, j.frameA = vec.Vec3{}, j.FrameA.Q
		centerA = j.FrameA.P
	} else {
		sim := &s.bodies.Sims[j.BodyA]
		j.StateA, j.InvMassA, j.InertiaA = jointSide(sim)
		j.ArmA = sim.Transform.Q.Rotate(j.FrameA.P.Sub(sim.LocalCenter))
		j.frameA = sim.Transform.Q.Mul(j.FrameA.Q)
		centerA = sim.Center
	}
	sim := &s.bodies.Sims[j.BodyB]
	j.StateB, j.InvMassB, j.InertiaB = jointSide(sim)
	j.ArmB = sim.Transform.Q.Rotate(j.FrameB.P.Sub(sim.LocalCenter))
	j.frameB = sim.Transform.Q.Mul(j.FrameB.Q)
	j.centers = sim.Center.Sub(centerA)
	// kernels do not check indices
	ia, _ := kernel.StateOf(j.StateA)
	ib, _ := kernel.StateOf(j.StateB)
	_, _ = s.bodies.States[ia], s.bodies.States[ib]
}

func (s *Solver) prepareJoint(j *Joint) {
	s.readBodies(j)
	if !s.bodies.Settings.WarmStarting {
		j.ClearImpulses()
	}
	j.clearSums()
	if j.options > 0 || j.springs {
		s.prepareOptions(j)
	}
}

// jointSide reads a body: its state index as in Block and its masses. One without a state of its own
// holds the other body, whatever its mass: a quarantined one.
func jointSide(sim *motion.Sim) (state int32, invMass float32, inertia kernel.Inertia) {
	state = sim.StateIndex
	if sim.InvMass == 0 || state == 0 {
		return ^state, 0, kernel.Inertia{}
	}
	return state, sim.InvMass, inertiaOf(sim)
}

func inertiaOf(sim *motion.Sim) kernel.Inertia {
	m := &sim.InvInertia
	return kernel.InertiaOf(m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ)
}

// prepareOptions finds the coefficients of springs and the masses that the axes and drives of
// a joint move: the inverse mass along a row less the answer of the held rows (their Schur
// complement). A hinge spring far from the centre of mass then has to rotate the inertia about
// the hinge, and delivers its frequency. Each row is applied together with the answer of the held
// rows, so that the rows of a joint see each other's effect as it will remain.
func (s *Solver) prepareOptions(j *Joint) {
	var x Pair
	s.Open(&x, j)
	var held HeldRows
	x.Hold(j, &held)
	held.factor(&x)
	for i := range j.AxisCount() {
		a := &j.Axes[i]
		if !j.acts(i) {
			continue
		}
		a.mass, a.share = 0, 1
		if row, _, ok := x.axis(j, i); ok {
			a.mass, a.lift = held.mass(&x, &row)
			held.lift(&row, &a.lift)
			a.start = x.speed(&row)
			a.began = a.start
		}
		a.answer = a.mass
		if a.mass > 0 && j.yields(i) {
			a.mass += a.Armature
			a.passive = coefficientsSI(a.Passive.Stiffness, a.Passive.Damping, a.mass, s.bodies.H)
			resistance := 1 / a.tiePassive(0).Give
			a.share = a.answer / (a.answer + resistance)
			a.answer += resistance
		}
		a.spring = coefficientsOf(a.Hertz, a.DampingRatio, a.Stiffness, a.Damping, a.mass, s.bodies.H)
		a.limit = coefficientsOf(a.LimitHertz, a.LimitDampingRatio, a.LimitStiffness, a.LimitDamping, a.mass,
			s.bodies.H)
	}
	if d := &j.Linear; d.active() {
		d.spring = SpringCoefficients(d.Hertz, d.DampingRatio, s.bodies.H)
		if j.Kind == MouseJoint {
			d.mass, d.start = x.pointMatrix().Inverse(), x.velocity()
		} else {
			rows := x.pointRows()
			d.mass, d.lift = held.mass3(&x, rows)
			d.start = x.liftedSpeed(&held, &rows, &d.lift)
		}
	}
	if d := &j.Angular; d.active() {
		d.spring = SpringCoefficients(d.Hertz, d.DampingRatio, s.bodies.H)
		rows := angularRows()
		d.mass, d.lift = held.mass3(&x, rows)
		d.start = x.liftedSpeed(&held, &rows, &d.lift)
	}
}

// SpringSI reports whether the spring of an axis is given in SI.
func (a *Axis) SpringSI() bool { return a.Stiffness > 0 || a.Damping > 0 }

// SoftLimit reports whether the limits of an axis are springs.
func (a *Axis) SoftLimit() bool { return a.LimitHertz > 0 || a.LimitStiffness > 0 }

// pulled is Pull·c + Drag·(u − Rate) less Drag·u, for a spring that is c beyond its target.
func (a *Axis) pulled(c float32) float32 {
	return float32(a.spring.Pull*c) - float32(a.spring.Drag*a.Rate)
}

func (j *Joint) clearSums() {
	j.heldSum, j.Broken = [MaxHeld]float32{}, false
	j.Linear.sum, j.Angular.sum = vec.Vec3{}, vec.Vec3{}
	for i := range j.AxisCount() {
		j.Axes[i].sum = 0
	}
}

// Finish sums up the step of units: reactions and the phase of gears.
func (s *Solver) Finish(units []int32) {
	var x Pair
	var held HeldRows
	for _, unit := range units {
		if unit < 0 {
			s.storeLanes(unit)
			continue
		}
		j := &s.list[unit]
		s.Open(&x, j)
		x.Hold(j, &held)
		j.Force, j.Torque = j.Linear.sum, j.Angular.sum
		for i := range held.count {
			x.react(&held.Rows[i], j.heldSum[i], &j.Force, &j.Torque)
		}
		for i := range j.AxisCount() {
			if a := &j.Axes[i]; j.acts(i) {
				if row, _, ok := x.axis(j, i); ok {
					x.react(&row, a.sum, &j.Force, &j.Torque)
				}
			}
		}
		j.Force, j.Torque = j.Force.Mul(1/s.bodies.Dt), j.Torque.Mul(1/s.bodies.Dt)
		switch j.Kind {
		case GearJoint, RackJoint:
			j.Phase = x.phase(j)
		case PathJoint:
			j.finishPath(&x)
		}
	}
}

// react adds the impulse l of a row to the reaction: its force on B, and the torque about
// anchor B.
func (x *Pair) react(r *Row, l float32, force, torque *vec.Vec3) {
	push := r.LinearB.Mul(l)
	*force = force.Add(push)
	*torque = torque.Add(r.AngularB.Mul(l).Sub(x.ArmB.Cross(push)))
}

package motion

import "tumble/physics/vec"

// externalChange is the change of velocity of a body in every sub-step by gravity, forces and damping: worked out once,
// so that sub-steps need not read the Sim.
type externalChange struct {
	// gravity and force are changes of velocity (m/s), torque of angular velocity (rad/s).
	gravity, force, torque vec.Vec3
	// keep and keepAngular are the fractions of the velocities that damping leaves.
	keep, keepAngular float32
	// moves is false for bodies that impulses do not move.
	moves bool
}

// noteExternalChange works out the change for a body, in place: a record returned by value is copied twice on its
// way. Damping is implicit, so that no rate is too high.
func (s *Bodies) noteExternalChange(state int, sim *Sim) {
	h, d := s.H, &s.externals[state]
	d.keep, d.keepAngular = 1, 1
	if sim.LinearDamping != 0 {
		d.keep = 1 / (1 + float32(h*sim.LinearDamping))
	}
	if sim.AngularDamping != 0 {
		d.keepAngular = 1 / (1 + float32(h*sim.AngularDamping))
	}
	d.moves = sim.InvMass != 0
	d.gravity = s.Gravity.Mul(float32(h * sim.GravityScale))
	d.force = sim.Force.Mul(float32(h * sim.InvMass))
	d.torque = vec.Vec3{}
	if sim.Torque != d.torque {
		d.torque = sim.InvInertia.MulVec(sim.Torque).Mul(h)
	}
}

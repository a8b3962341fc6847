package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// externalChange is the change of velocity of a body in every sub-step by gravity, forces and damping: worked out once, so
// that sub-steps need not read the Sim.
type externalChange struct {
	// gravity and force are changes of velocity (m/s), torque of angular velocity (rad/s).
	gravity, force, torque vec.Vec3
	// keep and keepAngular are the fractions of the velocities that damping leaves.
	keep, keepAngular float32
	// moves is false for bodies that impulses do not move.
	moves bool
}

// newExternalChange works out the change for a body. Damping is implicit, so that no rate is too high.
func newExternalChange(p *kernel.Params, sim *Sim) externalChange {
	h := p.H
	d := externalChange{keep: 1, keepAngular: 1, moves: sim.InvMass != 0}
	if sim.LinearDamping != 0 {
		d.keep = 1 / (1 + float32(h*sim.LinearDamping))
	}
	if sim.AngularDamping != 0 {
		d.keepAngular = 1 / (1 + float32(h*sim.AngularDamping))
	}
	d.gravity = p.Gravity.Mul(float32(h * sim.GravityScale))
	d.force = sim.Force.Mul(float32(h * sim.InvMass))
	d.torque = sim.InvInertia.MulVec(sim.Torque).Mul(h)
	return d
}

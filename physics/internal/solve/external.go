package solve

import "tumble/physics/vec"

// externalChange is the change of velocity of a body in every sub-step by gravity, forces and damping: worked out once, so
// that sub-steps need not read the Sim.
type externalChange struct {
	// gravity and force are changes of velocity (m/s), torque of angular velocity (rad/s).
	gravity, force, torque vec.Vec3
	// keep and keepAngular are the parts of the velocities that damping leaves.
	keep, keepAngular float32
	// moves is false for bodies that impulses do not move.
	moves bool
}

// noteExternal works out the external change of velocity of a body. Damping is implicit, so that no rate is too high.
func (s *Bodies) noteExternal(state int, sim *Sim) {
	h := s.H
	d := externalChange{keep: 1, keepAngular: 1, moves: sim.InvMass != 0}
	if sim.LinearDamping != 0 {
		d.keep = 1 / (1 + float32(h*sim.LinearDamping))
	}
	if sim.AngularDamping != 0 {
		d.keepAngular = 1 / (1 + float32(h*sim.AngularDamping))
	}
	d.gravity = s.Gravity.Mul(float32(h * sim.GravityScale))
	d.force = sim.Force.Mul(float32(h * sim.InvMass))
	d.torque = sim.InvInertia.MulVec(sim.Torque).Mul(h)
	s.externals[state] = d
}

// IntegrateVelocities adds gravity, forces and damping of one sub-step to the velocities of the bodies at the
// places begin to end (exclusive), see place.
func (s *Bodies) IntegrateVelocities(begin, end int) {
	for k := begin; k < end; k++ {
		i := s.place(k)
		st, d := &s.States[i+1], &s.externals[i+1]
		if !d.moves {
			continue
		}
		v := st.V.Mul(d.keep).Add(d.gravity).Add(d.force)
		w := st.W.Mul(d.keepAngular).Add(d.torque)
		if st.Flags&(LockLinear|LockAngular) != 0 {
			v, w = st.Flags.lockLinear(v), st.Flags.lockAngular(w)
		}
		st.V, st.W = v, w
	}
}

// external returns the acceleration of a body without constraints (m/s²).
func (s *Bodies) external(sim *Sim) vec.Vec3 {
	if sim.InvMass == 0 {
		return vec.Vec3{}
	}
	return s.Gravity.Mul(sim.GravityScale).MulAdd(sim.InvMass, sim.Force)
}

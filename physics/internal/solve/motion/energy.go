package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// noteEnergy keeps the energy of a gyroscopic body at the start of the step if it spins fast and no force drives it.
func (s *Bodies) noteEnergy(state int, st *kernel.State, sim *Sim) {
	if float32(float32(s.Dt*s.Dt)*st.W.Len2()) > leastEnergyAngle*leastEnergyAngle && sim.Force == (vec.Vec3{}) &&
		sim.Torque == (vec.Vec3{}) {
		s.energies[state] = s.Energy(sim, st.V, sim.Transform.Q.InvRotate(st.W))
	}
}

// HoldEnergy slows down a body that touches nothing but immovable ones and came out of the step with
// more energy than it had and than gravity gave it; it was Awake[i] in the step. The contacts are solved
// with the levers of the start of the step, which feed a body that rotates fast: a rod that spins on
// ice would gain a per cent in some seconds. Energies that are too large for a number are left to the limits of speed.
func (s *Bodies) HoldEnergy(i int, st *kernel.State, sim *Sim) {
	most := s.energies[i+1] + float32(float32(sim.GravityScale*sim.Mass)*s.Gravity.Dot(st.DP))
	if now := s.Energy(sim, st.V, sim.Transform.Q.InvRotate(st.W)); now > most && now > 0 && vec.IsFinite(now) {
		f := vec.Sqrt(vec.Max(most, 0) / now)
		st.V, st.W = st.V.Mul(f), st.W.Mul(f)
	}
}

// Spins reports whether the energy of the body Awake[i] was noted.
func (s *Bodies) Spins(i int) bool { return i < len(s.Awake) && s.energies[i+1] >= 0 }

// Energy of a body with velocity v and angular velocity w in its own axes.
func (s *Bodies) Energy(sim *Sim, v, w vec.Vec3) float32 {
	linear := float32(0.5*v.Len2()) + float32(float32(0.5*s.H)*s.Acceleration(sim).Dot(v))
	return float32(sim.Mass*linear) + float32(0.5*w.Dot(sim.LocalInertia.MulVec(w)))
}

// Acceleration returns the acceleration of a body without constraints (m/s²).
func (s *Bodies) Acceleration(sim *Sim) vec.Vec3 {
	if sim.InvMass == 0 {
		return vec.Vec3{}
	}
	return s.Gravity.Mul(sim.GravityScale).MulAdd(sim.InvMass, sim.Force)
}

// steppedEnergy is the amount to add to the kinetic energy (J) of a body for a sum that stepping velocities before
// positions keeps: ½·h·F·v. Without it a body gains or loses by where in a step it is stopped or bounces: articulations
// of seeds 20 and 88 run away (TestTrustArticulations).
func (s *Bodies) steppedEnergy(st *kernel.State, sim *Sim) float64 {
	return float64(0.5 * float64(float32(float32(s.H*sim.Mass)*s.Acceleration(sim).Dot(st.V))))
}

// StartEnergy is the energy (J) of awake bodies at the start of a step, before anything moves: kinetic, and that of
// stepping.
func (s *Bodies) StartEnergy(bodies []int32) float64 {
	sum, stepped := 0.0, 0.0
	for _, k := range bodies {
		st, sim := &s.States[k+1], &s.Sims[s.Awake[k]]
		w := sim.Transform.Q.InvRotate(st.W)
		sum += float64(0.5 * (float64(float64(sim.Mass)*float64(st.V.Len2())) + float64(
			w.Dot(sim.LocalInertia.MulVec(w)))))
		stepped += s.steppedEnergy(st, sim)
	}
	return sum + stepped
}

// EnergyAndWork is the kinetic energy (J) of awake bodies during a step, the work (J) that gravity, force and torque
// did on them in it so far, force times displacement, and the energy of stepping (J).
func (s *Bodies) EnergyAndWork(bodies []int32) (energy, work, stepped float64) {
	for _, k := range bodies {
		st, sim, d := &s.States[k+1], &s.Sims[s.Awake[k]], &s.externals[k+1]
		w := st.DQ.Mul(sim.Transform.Q).InvRotate(st.W)
		energy += float64(0.5 * (float64(float64(sim.Mass)*float64(st.V.Len2())) + float64(
			w.Dot(sim.LocalInertia.MulVec(w)))))
		done := float64(float32(s.InvH*sim.Mass) * d.gravity.Add(d.force).Dot(st.DP))
		if d.torque != (vec.Vec3{}) {
			rotation := vec.Vec3{X: st.DQ.X, Y: st.DQ.Y, Z: st.DQ.Z}
			done += float64(2 * sim.Torque.Dot(rotation))
		}
		work += done
		stepped += s.steppedEnergy(st, sim)
	}
	return energy, work, stepped
}

// KineticEnergyAt is the kinetic energy (J) of the awake body k with other velocities.
func (s *Bodies) KineticEnergyAt(k int, v, w vec.Vec3) float64 {
	sim := &s.Sims[s.Awake[k]]
	w = s.States[k+1].DQ.Mul(sim.Transform.Q).InvRotate(w)
	return 0.5 * (float64(float64(sim.Mass)*float64(v.Len2())) + float64(w.Dot(sim.LocalInertia.MulVec(w))))
}

// FallEnergy is the kinetic energy (J) that gravity and forces give awake bodies in a sub-step from rest. Constraints
// that hold them take it away in each sub-step, but for a part.
func (s *Bodies) FallEnergy(bodies []int32) float64 {
	sum := 0.0
	for _, k := range bodies {
		sim, d := &s.Sims[s.Awake[k]], &s.externals[k+1]
		sum += float64(0.5 * float64(float32(sim.Mass*d.gravity.Add(d.force).Len2())))
	}
	return sum
}

// PullOn is the force of gravity and of others on the awake body k (N).
func (s *Bodies) PullOn(k int32) vec.Vec3 {
	d := &s.externals[k+1]
	return d.gravity.Add(d.force).Mul(float32(s.InvH * s.Sims[s.Awake[k]].Mass))
}

// GravityChange is the change of velocity (m/s) that gravity gives a state in a sub-step.
func (s *Bodies) GravityChange(state int32) vec.Vec3 { return s.externals[state].gravity }

// FallFreely reports whether nothing acts on some awake bodies from outside but gravity, the same on all: no other
// force, torque, damping or lock.
func (s *Bodies) FallFreely(bodies []int32) bool {
	first := s.externals[bodies[0]+1].gravity
	for _, k := range bodies {
		sim, d := &s.Sims[s.Awake[k]], &s.externals[k+1]
		if d.gravity != first || d.force != (vec.Vec3{}) || d.torque != (vec.Vec3{}) || d.keep != 1 ||
			d.keepAngular != 1 ||
			sim.Flags&(kernel.LockLinear|kernel.LockAngular) != 0 || !(sim.InvInertia.XX > 0) {
			return false
		}
	}
	return true
}

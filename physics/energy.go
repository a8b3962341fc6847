package physics

import (
	"math"
	"slices"

	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// Contacts are solved with the levers and inertias at the start of the step. A long thin body that turns
// by a radian and more in a step is elsewhere by then, and what its contacts take for a brake
// can drive it: chips on a mesh reached hundreds of metres per second. What a body touches cannot
// give it more energy than it has, so that the energy of such bodies is held to what they had,
// what their neighbours had and what gravity can have done.

// fastTurn is the angle (rad) per step from which on the energy of a body is watched.
const fastTurn = 0.5

// noteEnergies keeps the kinetic energies (J) of the awake bodies begin to end (exclusive) at the start
// of a step. A force from outside may add any amount.
func (w *World) noteEnergies(begin, end int) {
	for k := begin; k < end; k++ {
		sim := &w.sims[w.awake[k]]
		if sim.Force != (Vec3{}) || sim.Torque != (Vec3{}) {
			w.scratch.energy[k] = math.MaxFloat32
			continue
		}
		w.scratch.energy[k] = kineticEnergy(sim, &w.states[k+1])
	}
}

// kineticEnergy is that of a body (J); 0 for kinematic ones, which have no mass.
func kineticEnergy(sim *solve.Sim, s *solve.State) float32 {
	spin := sim.Transform.Q.InvRotate(s.W)
	return float32(0.5 * (float32(sim.Mass*s.V.Len2()) + spin.Dot(sim.LocalInertia.MulVec(spin))))
}

// growEnergies makes room for the energies of the awake bodies.
func (w *World) growEnergies() {
	w.scratch.energy = slices.Grow(w.scratch.energy[:0], len(w.awake))[:len(w.awake)]
}

// holdEnergy slows a body down that turned fast in the step and came out with more energy than can have
// got into it. Joints and kinematic bodies may drive it; such bodies are left alone.
func (w *World) holdEnergy(k int, r *body, sim *solve.Sim, s *solve.State) {
	dt := w.scratch.dt
	if s.Flags&solve.Gyroscopic == 0 || float32(s.W.Len2()*float32(dt*dt)) < fastTurn*fastTurn || r.jointCount > 0 ||
		r.firstContact == none {
		return
	}
	had := w.scratch.energy[k]
	for key := r.firstContact; key != none; {
		c := &w.contacts[key>>1]
		if c.touching {
			o := &w.bodies[c.other(key)]
			if c.belt || o.kind == Kinematic {
				return
			}
			if o.awakeIndex != none {
				had += w.scratch.energy[o.awakeIndex]
			}
		}
		key = c.edges[key&1].next
	}
	now := kineticEnergy(sim, s)
	fall := float32(float32(sim.GravityScale*sim.Mass) * w.settings.Gravity.Dot(s.V))
	if most := had + vec.Max(float32(dt*fall), 0); now > most {
		f := vec.Sqrt(most / now)
		s.V, s.W = s.V.Mul(f), s.W.Mul(f)
	}
}

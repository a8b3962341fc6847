package step

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
)

// holdEnergy lets the solver check the energy of the k-th awake body, if all that it touches is
// immovable and nothing drives it.
func (sp *Step) holdEnergy(k int, r *state.Body, sim *solve.Sim, s *solve.State) {
	if !sp.Solver.Spins(k) || r.JointCount > 0 {
		return
	}
	touches := false
	for key := r.FirstContact; key != state.None; {
		c := &sp.Contacts[key>>1]
		if c.Touching {
			if c.Belt || sp.Bodies[c.Other(key)].Kind != state.Static {
				return
			}
			touches = true
		}
		key = c.Edges[key&1].Next
	}
	if touches {
		sp.Solver.HoldEnergy(k, s, sim)
	}
}

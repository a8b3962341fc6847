package physics

import "tumble/physics/internal/solve"

// holdEnergy lets the solver check the energy of the k-th awake body, if all that it touches is
// immovable and nothing drives it.
func (w *World) holdEnergy(k int, r *body, sim *solve.Sim, s *solve.State) {
	if !w.solver.Spins(k) || r.jointCount > 0 {
		return
	}
	touches := false
	for key := r.firstContact; key != none; {
		c := &w.contacts[key>>1]
		if c.touching {
			if c.belt || w.bodies[c.other(key)].kind != Static {
				return
			}
			touches = true
		}
		key = c.edges[key&1].next
	}
	if touches {
		w.solver.HoldEnergy(k, s, sim)
	}
}

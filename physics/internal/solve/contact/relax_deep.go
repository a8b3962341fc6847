package contact

import "tumble/physics/internal/solve/kernel"

// RelaxDeep relaxes the contacts of bodies of deep overlaps once more. Pushing out is taken back contact by contact: a
// body that is hit by a pushed one keeps the speed if their contact is relaxed before the one that pushes. A light one
// that is pushed out of it besides comes to 1.4 times the speed of pushing (TestTrustPushedAside). The second pass
// finds the pushing gone, and the impulses that it made fall. Bodies with joints are left out, which would have to
// be relaxed again with them.
func (s *Solver) RelaxDeep(r BlockRun) {
	var rows [kernel.MaxPoints]kernel.NormalRow
	for i, marks := range r.Marks {
		b := &r.Blocks[i]
		for j := 0; marks != 0; j, marks = j+1, marks>>1 {
			if marks&1 == 0 {
				continue
			}
			// the impulse of this sub-step is in the sum of the step already
			for k := range b.Points {
				b.Points[k].Total[j&7] -= b.Points[k].Impulse[j&7]
			}
			b.RelaxLane(s.bodies.States, j, s.bodies.InvH, &rows)
		}
	}
}

// markTwice returns a bit for each of some lanes whose manifold belongs to a body that is relaxed twice.
func (s *Solver) markTwice(lanes []int32) (marks uint8) {
	for j, index := range lanes {
		m := &s.manifolds[index]
		if s.twice[s.bodies.Sims[m.BodyA].StateIndex] || s.twice[s.bodies.Sims[m.BodyB].StateIndex] {
			marks |= 1 << j
		}
	}
	return marks
}

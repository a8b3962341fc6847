package articulation

import (
	"tumble/physics/internal/energy"
	"tumble/physics/internal/solve/joint"
)

// NoteRows returns the impulses of all rows, in list if it is large enough.
func (s *Solver) NoteRows(list []float32) []float32 {
	list = list[:0]
	for n := range s.nodes {
		node := &s.nodes[n]
		list = append(list, s.joints.Joint(node.joint).Held[:node.rows]...)
	}
	return list
}

// BookRows books the change of the impulses, at the present poses. bias says that gaps are closed, guess that the
// impulses of the sub-step before have been applied: before is empty then.
func (s *Solver) BookRows(books *energy.Books, before []float32, bias, guess bool) {
	at := 0
	for n := range s.nodes {
		node := &s.nodes[n]
		j := s.joints.Joint(node.joint)
		held := s.held[node.row : node.row+node.rows]
		for i := range held {
			amount := float64(j.Held[i])
			if !guess {
				amount -= float64(before[at+i])
			}
			if amount != 0 {
				held[i].Book(books, node.joint, j, amount, s.closing(&held[i], j.Held[i], bias))
			}
		}
		at += len(held)
	}
}

// closing is the speed at which a row with an impulse closes a gap: that at which solveRows leaves the impulse as it
// is.
func (s *Solver) closing(h *joint.HeldRow, impulse float32, bias bool) float32 {
	give := float32(h.Softness * impulse)
	switch {
	case !bias:
		return 0
	case h.Option.Flags == 0:
		return -(h.Error + give)
	case h.Side == joint.AtLower && h.Option.Below < 0, h.Side == joint.AtUpper && h.Option.Above > 0:
		return -(s.optionTarget(h, h.Side, true) + give)
	}
	return 0
}

package solve

import "slices"

// layout is what batches, lanes and parts were laid out for. In a pile at rest that stays the same
// from step to step, and so do they.
type layout struct {
	// valid is cleared when the joints change.
	valid          bool
	contacts       uint64 // version of the graph
	workers        int
	awake, islands []int32
}

// keeps reports whether everything is as it was.
func (l *layout) keeps(s *Solver, g *Graph) bool {
	// the overflow is packed by what can move, too
	return l.valid && len(g.colors[Overflow].contacts) == 0 && l.contacts == g.contactVersion &&
		l.workers == s.Workers && slices.Equal(l.awake, s.Awake) && slices.Equal(l.islands, s.Islands)
}

func (l *layout) note(s *Solver, g *Graph) {
	l.valid, l.contacts, l.workers = true, g.contactVersion, s.Workers
	l.awake, l.islands = append(l.awake[:0], s.Awake...), append(l.islands[:0], s.Islands...)
}

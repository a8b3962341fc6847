package tool

import (
	"slices"

	"tumble/physics"
)

// selection has the bodies that commands act on; the inspector shows the last of them.
type selection struct{ bodies []physics.Body }

// prune forgets bodies that are gone.
func (s *selection) prune() {
	s.bodies = slices.DeleteFunc(s.bodies, func(b physics.Body) bool { return !b.Valid() })
}

// set selects one body alone, the zero body for none.
func (s *selection) set(b physics.Body) {
	s.bodies = s.bodies[:0]
	if b.Valid() {
		s.bodies = append(s.bodies, b)
	}
}

// toggle adds a body, or takes it away.
func (s *selection) toggle(b physics.Body) {
	if i := slices.Index(s.bodies, b); i >= 0 {
		s.bodies = slices.Delete(s.bodies, i, i+1)
	} else if b.Valid() {
		s.bodies = append(s.bodies, b)
	}
}

// newest is the body that was selected last, the zero body for none.
func (s *selection) newest() physics.Body {
	if n := len(s.bodies); n > 0 {
		return s.bodies[n-1]
	}
	return physics.Body{}
}

// Selection has the selected bodies; the inspector shows the last of them. The slice is valid until the selection
// changes.
func (m *Mouse) Selection() []physics.Body {
	m.selected.prune()
	return m.selected.bodies
}

// Toggle adds a body to the selection, or takes it away.
func (m *Mouse) Toggle(b physics.Body) { m.selected.toggle(b) }

// SelectList selects several bodies.
func (m *Mouse) SelectList(list []physics.Body) {
	m.selected.bodies = append(m.selected.bodies[:0], list...)
}

// SelectAll selects everything that can move.
func (m *Mouse) SelectAll() {
	m.selected.bodies = m.host.World().Bodies(m.selected.bodies[:0])
	m.selected.bodies = slices.DeleteFunc(m.selected.bodies,
		func(b physics.Body) bool { return b.Type() == physics.Static })
}

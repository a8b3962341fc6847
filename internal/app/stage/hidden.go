package stage

import "tumble/physics"

// hidden are the bodies that a user does not want to see. They move and touch as before.
type hidden struct {
	gens    []uint32 // by slot, 0 for none
	count   int
	version uint64 // changes with the bodies
}

// has reports whether a body is hidden.
func (h *hidden) has(b physics.Body) bool {
	return h.count > 0 && b.Index() < len(h.gens) && h.gens[b.Index()] == b.Generation()
}

// hides are the hidden bodies: those of the host, where the stage has one.
func (s *Stage) hides() *hidden {
	if s.host != nil {
		return &s.host.hidden
	}
	return &s.hidden
}

// Hide hides bodies from the picture, or shows them again.
func (s *Stage) Hide(list []physics.Body, on bool) {
	h := s.hides()
	for _, b := range list {
		if !b.Valid() || h.has(b) == on {
			continue
		}
		for len(h.gens) <= b.Index() {
			h.gens = append(h.gens, 0)
		}
		h.version++
		if on {
			if h.gens[b.Index()] == 0 {
				h.count++
			}
			h.gens[b.Index()] = b.Generation()
		} else {
			h.gens[b.Index()] = 0
			h.count--
		}
	}
}

// ShowAll shows everything again; it reports whether anything was hidden.
func (s *Stage) ShowAll() bool {
	h := s.hides()
	if h.count == 0 {
		return false
	}
	clear(h.gens)
	h.count = 0
	h.version++
	return true
}

// Hidden reports whether a body is hidden, Hides whether any is.
func (s *Stage) Hidden(b physics.Body) bool { return s.hides().has(b) }

// Hides reports whether any body is hidden.
func (s *Stage) Hides() bool { return s.hides().count > 0 }

// KeepHidden keeps hidden only what exists in a world: the handle of another body may stand for a new one later.
func (s *Stage) KeepHidden(w *physics.World) {
	h := s.hides()
	if h.count == 0 {
		return
	}
	for slot, gen := range h.gens {
		if gen == 0 {
			continue
		}
		if b, ok := w.BodyAt(slot); !ok || b.Generation() != gen {
			h.gens[slot] = 0
			h.count--
			h.version++
		}
	}
}

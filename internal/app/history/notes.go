package history

// Mark is something to be seen at a tick.
type Mark struct {
	Tick int
	Kind Kinds
	Text string
}

// Note marks the tick at which the session stands.
func (h *History) Note(kind Kinds, text string) { h.NoteAt(h.at, kind, text) }

// NoteAt marks a tick, 0 ≤ tick ≤ Head.
func (h *History) NoteAt(tick int, kind Kinds, text string) {
	h.notes = append(h.notes, Mark{tick, kind, text})
	t := &h.ticks[tick]
	if t.kinds == 0 {
		h.marked = append(h.marked, tick)
	}
	t.kinds |= kind
}

// Kinds are the kinds of events in a tick.
func (h *History) Kinds(n int) Kinds { return h.ticks[n].kinds }

// Notes are the marks of Note and NoteAt.
func (h *History) Notes() []Mark { return h.notes }

// Marked are the ticks in which something happened, in the order in which they were found.
func (h *History) Marked() []int { return h.marked }

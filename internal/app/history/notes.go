package history

// Mark is something to be seen at a tick.
type Mark struct {
	Tick int
	Kind Kinds
	Text string
}

// Note marks the tick at which the session stands.
func (h *History) Note(kind Kinds, text string) {
	h.notes = append(h.notes, Mark{h.at, kind, text})
	if t := &h.ticks[h.at]; t.kinds == 0 {
		h.marked = append(h.marked, h.at)
	}
	h.ticks[h.at].kinds |= kind
}

// Kinds are the kinds of events in a tick.
func (h *History) Kinds(n int) Kinds { return h.ticks[n].kinds }

// Notes are the marks of Note.
func (h *History) Notes() []Mark { return h.notes }

// Marked are the ticks in which something happened, in the order in which they were found.
func (h *History) Marked() []int { return h.marked }

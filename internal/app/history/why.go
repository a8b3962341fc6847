package history

import (
	"fmt"

	"tumble/internal/bodyname"
	"tumble/physics"
)

// mostCauses bounds a chain of causes.
const mostCauses = 100

// Why goes back from a moment to the cause of the motion of a body: the tick in which it began to move, the body
// that pushed it, the tick in which that began to move, and so on, to an input, to the making of a body or to the
// beginning of the history.
type Why struct {
	h       *History
	motions motions
	from    int
	to      int // the end of the stretch that comes next
	body    physics.Body
	limit   int // the last tick that counts for the body
	moves   bool
	// doubted is a beginning of the body after a rest that may have been a halt, nil for none
	doubted *Cause
	// Causes is the chain, the newest first.
	Causes []Cause
}

// Why begins to ask why a body moves at the tick at which the session stands. The session moves; Next brings it to
// the end of the search, and Work back.
func (h *History) Why(b physics.Body) *Why {
	h.Park()
	return &Why{h: h, from: h.at, to: h.at, body: b, limit: h.at}
}

// Next looks through the ticks from one keyframe to the next, going back.
func (y *Why) Next() (done bool, err error) {
	h, m := y.h, &y.motions
	if y.to == 0 {
		y.begin()
		return y.end(), nil
	}
	key := h.keys.before(h, y.to)
	if err := h.give(key, h.keys.of(key)); err != nil {
		return true, err
	}
	w := h.session.World()
	m.causes = m.causes[:0]
	m.begin(w)
	for h.at != y.to {
		n := h.next(y.to)
		t := &h.ticks[n]
		if t.kinds&kindUndo != 0 {
			if err := h.give(n, h.keys.of(n)); err != nil {
				return true, err
			}
			w = h.session.World()
			m.begin(w)
			continue
		}
		if err := h.again(n); err != nil {
			return true, err
		}
		if w != h.session.World() {
			// the scene was built anew: its bodies are others
			w = h.session.World()
			m.bodies = m.bodies[:0]
		}
		m.tick(w, n, t.dt, t.kinds)
	}
	if y.to == y.from {
		b := m.of(m.bodies, y.body)
		y.moves = b != nil && b.motion >= restMotion
	}
	if y.settle() || y.doubted == nil && y.follow() {
		return y.end(), nil
	}
	y.moves = y.moves || len(y.Causes) > 0
	y.to = key
	return false, nil
}

// follow goes along the chain in the ticks of a stretch; it reports whether the chain has come to its beginning.
func (y *Why) follow() bool {
	list := y.motions.causes
	for i := len(list) - 1; i >= 0; {
		c := &list[i]
		if c.Tick > y.limit || !same(c.Body, y.body) {
			i--
			continue
		}
		if c.Start > StartSupport && c.doubt > 0 {
			d := *c
			y.doubted, y.limit = &d, c.Tick-1
			return false
		}
		y.keep(*c)
		if c.Start > StartSupport || len(y.Causes) == mostCauses {
			return true
		}
		y.body, y.limit = c.By, c.Tick
		// its beginning may stand behind that of the body in the same tick
		for i = len(list) - 1; i >= 0 && list[i].Tick > y.limit; i-- {
		}
	}
	return false
}

// settle decides at the end of a stretch whether the body that began to move alone after it had rested before. It
// reports whether that was the beginning of the chain.
func (y *Why) settle() bool {
	d, m := y.doubted, &y.motions
	if d == nil {
		return false
	}
	b := m.of(m.bodies, d.Body)
	switch {
	case b == nil || b.rests(m.rest) && !b.open:
		y.keep(*d)
		return true
	case b.open:
		if d.doubt -= b.still; d.doubt <= 0 {
			y.keep(*d)
			return true
		}
	default:
		// it only halted
		y.doubted = nil
	}
	return false
}

// keep adds a cause to the chain while the bodies have their names.
func (y *Why) keep(c Cause) {
	c.Name = y.nameOf(c.Body)
	if c.Start <= StartSupport {
		c.ByName = y.nameOf(c.By)
	}
	y.Causes = append(y.Causes, c)
}

func (y *Why) nameOf(b physics.Body) string {
	if b = b.In(y.h.session.World()); b.Valid() {
		return bodyname.Of(b)
	}
	return fmt.Sprintf("a body in slot %d", b.Index())
}

// begin ends the chain at the beginning of the history, if the body moved ever since.
func (y *Why) begin() {
	if y.doubted != nil {
		y.keep(*y.doubted)
	} else if y.moves {
		y.keep(Cause{Body: y.body, Start: StartAlways})
	}
}

func (y *Why) end() bool {
	y.h.target = y.from
	return true
}

// Share is how much of the past was looked through, from 0 to 1.
func (y *Why) Share() float64 { return y.h.shareBefore(y.to, y.from) }

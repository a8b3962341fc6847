package history

import "tumble/internal/app/session"

const (
	// nearMoments is how many there are at most, nearTicks how many ticks lie between them. They take 1/nearShare of
	// the memory, but there are fewestNear.
	nearMoments = 12
	nearTicks   = 4
	nearShare   = 8
	fewestNear  = 2
)

// Seek turns to the state after a tick, which Work brings the session to. The tick itself is carried out, so that the
// world has its events.
func (h *History) Seek(n int) {
	h.target = max(min(n, h.Head()), 0)
}

// Target is the tick that Work goes to.
func (h *History) Target() int { return h.target }

// Arrived reports whether the session stands at the target, with the edits that were made there.
func (h *History) Arrived() bool { return h.at == h.target && !h.astray }

// GoTo brings the session to the state after a tick.
func (h *History) GoTo(n int) error {
	h.Seek(n)
	return h.Work(nil)
}

// Work carries the past out again until the session stands at the target, or stop, asked after every tick, says
// so. The world must not be recorded meanwhile.
func (h *History) Work(stop func() bool) error {
	if h.Arrived() {
		return nil
	}
	h.Park()
	if err := h.start(); err != nil {
		return err
	}
	for h.at != h.target {
		if err := h.again(h.next(h.target)); err != nil {
			return err
		}
		if left := h.tree.depth(h.target) - h.tree.depth(h.at); left > 0 && left < nearMoments*nearTicks &&
			left%nearTicks == 0 {
			if err := h.near.take(h, h.at); err != nil {
				return err
			}
		}
		if stop != nil && h.at != h.target && stop() {
			return nil
		}
	}
	return h.unpark()
}

// start goes to the last state kept before the target, unless the session stands nearer to it.
func (h *History) start() error {
	if h.target == 0 || h.ticks[h.target].kinds&kindUndo != 0 {
		return h.give(h.target, h.keys.of(h.target))
	}
	key := h.keys.before(h, h.target)
	if !h.astray && h.at < h.target && h.at >= key && h.tree.follows(h.at, h.target) {
		key = h.at
	}
	if m := h.near.before(h, h.target, key); m != nil {
		return h.give(m.tick, &m.moment)
	}
	if key == h.at && !h.astray {
		return nil
	}
	return h.give(key, h.keys.of(key))
}

func (h *History) give(n int, m *session.Moment) error {
	if err := m.Give(h.session); err != nil {
		return err
	}
	h.at, h.astray = n, false
	return nil
}

// next is the tick after the present one on the way to another.
func (h *History) next(to int) int {
	for {
		s := h.tree.of(to)
		if h.at >= s.first {
			return h.at + 1
		}
		if s.parent == h.at {
			return s.first
		}
		to = s.parent
	}
}

// again carries out tick n, which follows the present one.
func (h *History) again(n int) error {
	t := &h.ticks[n]
	if err := h.session.Again(h.input(n), int(t.hertz), t.dt); err != nil {
		return err
	}
	h.at = n
	if got := h.session.Digest(); got != t.digest {
		h.target = n
		return &Divergence{Tick: n, Got: got, Want: t.digest}
	}
	return nil
}

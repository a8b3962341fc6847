package history

import (
	"errors"

	"tumble/engine/input"
)

// Walk carries out the ticks of a stretch of the history once more.
type Walk struct {
	h        *History
	from, to int
	begun    bool
	begin    func() error
	tick     func(events []input.Event, dt float32, carryOut func() error) error
}

// walkTicks is how many ticks a call of Next carries out.
const walkTicks = 8

// ErrUndone is that of a walk over ticks that depend on the list of undo.
var ErrUndone = errors.New("history: something was undone since then")

// Walk goes back to tick from and on to tick to, which follows it on the present branch. begin is called at its
// beginning, and tick for every tick, which carryOut carries out in the session.
func (h *History) Walk(from, to int, begin func() error,
	tick func(events []input.Event, dt float32, carryOut func() error) error) *Walk {
	h.Park()
	return &Walk{h: h, from: from, to: to, begin: begin, tick: tick}
}

// Start is the tick on the way to the session after which its scene was built last: builds says that the next one does
// so. Otherwise it is tick 0.
func (h *History) Start() (tick int, builds bool) {
	for n := h.at; n > 0; n = h.tree.step(n) {
		if h.ticks[n].kinds&KindRestart != 0 {
			return h.tree.step(n), true
		}
	}
	return 0, false
}

// Share is how much of the walk is done, from 0 to 1.
func (w *Walk) Share() float64 {
	h := w.h
	if !w.begun || w.from == w.to {
		return 0
	}
	return float64(h.Depth(h.at)-h.Depth(w.from)) / float64(h.Depth(w.to)-h.Depth(w.from))
}

// Next goes on; at the end the session stands at the last tick.
func (w *Walk) Next() (done bool, err error) {
	h := w.h
	if !w.begun {
		if err := w.enter(); err != nil {
			return true, err
		}
	}
	for range walkTicks {
		if h.at == w.to {
			h.target = w.to
			return true, h.unpark()
		}
		n := h.next(w.to)
		t := &h.ticks[n]
		if err := w.tick(h.input(n), t.dt, func() error { return h.again(n) }); err != nil {
			return true, err
		}
	}
	return false, nil
}

// enter brings the session to the first tick.
func (w *Walk) enter() error {
	h := w.h
	for n := w.to; n != w.from; n = h.tree.step(n) {
		if h.ticks[n].kinds&kindUndo != 0 {
			return ErrUndone
		}
	}
	w.begun = true
	key := w.from
	if key > 0 {
		key = h.keys.before(h, key)
	}
	if err := h.give(key, h.keys.of(key)); err != nil {
		return err
	}
	for h.at != w.from {
		if err := h.again(h.next(w.from)); err != nil {
			return err
		}
	}
	return w.begin()
}

package history

import (
	"errors"
	"slices"

	"tumble/engine/input"
	"tumble/internal/app/session"
	"tumble/physics"
)

// Loop repeats a stretch of the present branch with the input that it had, while parameters change. Its ticks are none
// of the history: at the end the session stands where the stretch begins, as it was.
type Loop struct {
	h     *History
	start session.Moment
	path  []int // the ticks, in their order
	next  int   // of path
	sets  []input.Event
	now   []input.Event // set since the last tick
	buf   []input.Event

	// Measure appends the values after a tick; nil measures nothing.
	Measure func(w *physics.World, out []float64) []float64
	values  []float64
	// Running is the pass in progress, Passes are those before, the newest last.
	Running Pass
	Passes  []Pass
	// Count is the number of passes done.
	Count int
}

// Pass is one time through the stretch.
type Pass struct {
	// Number counts the passes from 1.
	Number int
	// Sets are the parameters that differ from the recorded ones at its end, the newest of each.
	Sets []input.Event
	// Values are the measured values after each tick, by meter.
	Values [][]float32
	// Digest is that of the state at its end.
	Digest uint64

	events []input.Event
	upTo   []int // events up to each tick
}

// mostPasses is how many passes are kept.
const mostPasses = 12

// Errors of Repeat.
var (
	ErrShortLoop = errors.New("history: the stretch to repeat has no ticks")
	ErrUndoLoop  = errors.New("history: something was undone in the stretch to repeat")
)

// Repeat begins to repeat the ticks after the tick at which the session stands, up to another one that follows it.
func (h *History) Repeat(to int) (*Loop, error) {
	l := &Loop{h: h}
	for n := to; n > h.at; n = h.tree.step(n) {
		if h.ticks[n].kinds&kindUndo != 0 {
			return nil, ErrUndoLoop
		}
		l.path = append(l.path, n)
	}
	if len(l.path) == 0 || h.tree.step(l.path[len(l.path)-1]) != h.at {
		return nil, ErrShortLoop
	}
	slices.Reverse(l.path)
	if err := l.start.Take(h.session); err != nil {
		return nil, err
	}
	l.begin()
	return l, nil
}

// begin begins a pass.
func (l *Loop) begin() {
	l.next = 0
	l.Running = Pass{Number: l.Count + 1}
	l.now = append(l.now[:0], l.sets...)
}

// Set writes a parameter before the next tick, and at the beginning of every pass to come.
func (l *Loop) Set(e input.Event) {
	l.sets = slices.DeleteFunc(l.sets, func(o input.Event) bool { return o.ID == e.ID })
	l.sets = append(l.sets, e)
	l.now = append(l.now, e)
}

// Length is that of the next tick (s), At its number in the stretch, from 0, and Ticks the number of all.
func (l *Loop) Length() float64 { return float64(l.h.ticks[l.path[l.next]].dt) }

// At is the number of ticks done in the pass.
func (l *Loop) At() int { return l.next }

// From and To are the tick at which the stretch begins and its last.
func (l *Loop) From() int { return l.h.tree.step(l.path[0]) }

// To is the last tick of the stretch.
func (l *Loop) To() int { return l.path[len(l.path)-1] }

// Tick carries out the next tick. After the last one the session stands at the beginning again.
func (l *Loop) Tick() error {
	h, p, n := l.h, &l.Running, l.path[l.next]
	t := &h.ticks[n]
	l.buf = l.buf[:0]
	for _, e := range h.input(n) {
		if !l.overridden(&e) {
			l.buf = append(l.buf, e)
		}
	}
	l.buf = append(l.buf, l.now...)
	l.now = l.now[:0]
	p.events = append(p.events, l.buf...)
	p.upTo = append(p.upTo, len(p.events))
	if err := h.session.Again(l.buf, int(t.hertz), t.dt); err != nil {
		return err
	}
	if l.Measure != nil {
		l.values = l.Measure(h.session.World(), l.values[:0])
		for i, v := range l.values {
			if i == len(p.Values) {
				p.Values = append(p.Values, nil)
			}
			p.Values[i] = append(p.Values[i], float32(v))
		}
	}
	if l.next++; l.next < len(l.path) {
		return nil
	}
	p.Digest, p.Sets = h.session.Digest(), slices.Clone(l.sets)
	if len(l.Passes) == mostPasses {
		l.Passes = slices.Delete(l.Passes, 0, 1)
	}
	l.Passes = append(l.Passes, *p)
	l.Count++
	if err := l.start.Give(h.session); err != nil {
		return err
	}
	l.begin()
	return nil
}

// overridden reports whether an event of the recorded input sets a parameter that was set while the stretch repeats.
func (l *Loop) overridden(e *input.Event) bool {
	return session.SetsAny(e) && slices.ContainsFunc(l.sets, func(o input.Event) bool { return o.ID == e.ID })
}

// End brings the session to the beginning of the stretch.
func (l *Loop) End() error {
	if err := l.start.Give(l.h.session); err != nil {
		return err
	}
	l.h.target = l.h.at
	return nil
}

// Script is the input of a pass, to do it once more as ticks of the history: a branch.
type Script struct {
	pass  *Pass
	hertz int
	next  int
}

// Script is that of a pass.
func (l *Loop) Script(i int) *Script {
	return &Script{pass: &l.Passes[i], hertz: int(l.h.ticks[l.path[0]].hertz)}
}

// Hertz is the rate of the ticks.
func (s *Script) Hertz() int { return s.hertz }

// Next is the input of the next tick; ok is false after the last one.
func (s *Script) Next() (events []input.Event, ok bool) {
	if s.next == len(s.pass.upTo) {
		return nil, false
	}
	from := 0
	if s.next > 0 {
		from = s.pass.upTo[s.next-1]
	}
	s.next++
	return s.pass.events[from:s.pass.upTo[s.next-1]], true
}

// Done reports whether the ticks so far were all and led to the state with this digest.
func (s *Script) Done(digest uint64) (done, same bool) {
	return s.next == len(s.pass.upTo), digest == s.pass.Digest
}

// Renew begins anew: the passes so far are forgotten.
func (l *Loop) Renew() error {
	if err := l.start.Give(l.h.session); err != nil {
		return err
	}
	l.Passes = l.Passes[:0]
	l.begin()
	return nil
}

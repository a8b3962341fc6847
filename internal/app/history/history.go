package history

import (
	"fmt"
	"slices"

	"tumble/engine/input"
	"tumble/internal/app/session"
)

// Options say what a History keeps.
type Options struct {
	// Budget is the memory for the states and the input (bytes), 0 for DefaultBudget.
	Budget int
	// Clock measures ticks and states (ns), so that going to any tick takes about the same time and keeping states a
	// small share of it; nil keeps one every 256 ticks.
	Clock func() int64
}

// DefaultBudget is the memory of a history (bytes).
const DefaultBudget = 256 << 20

// tick is the record of a tick: its causes and its results.
type tick struct {
	digest uint64
	time   float64 // since the scene was built, counted through restarts (s)
	dt     float32 // s
	hertz  int32
	inputs int // events of the history up to this tick
	// load is the sum of the loads of all ticks up to this one, modulo 2³²
	load  uint32
	kinds Kinds
}

// History is the log of a session since the moment it was made. It belongs to the goroutine of the session.
type History struct {
	session *session.Session
	options Options
	base    int // steps that the session had done before tick 0

	ticks  []tick // that after tick i is ticks[i]
	events []input.Event
	tree   tree
	keys   keyframes
	near   nearby

	at     int // the tick after which the session stands
	target int // and the one it is on its way to
	open   bool
	logged int // logBytes when the log last displaced states
	notes  []Mark
	marked []int // ticks with kinds
	builds []int // ticks that built the scene anew
	route  []span
	astray bool           // the session has edits that were parked
	held   []input.Event  // done after the tick at, before the next one
	parked map[int]parked // by the tick before
	// parkedBytes is the memory of their states
	parkedBytes int
}

// parked are the edits after a tick that the session has left.
type parked struct {
	events []input.Event
	// state is that after the events, nil where carrying them out again leads to it
	state *session.Moment
}

// New begins a history with the session as it is, which is tick 0.
func New(s *session.Session, options Options) (*History, error) {
	if options.Budget <= 0 {
		options.Budget = DefaultBudget
	}
	h := &History{session: s, options: options, ticks: make([]tick, 1, 1024)}
	h.ticks[0].digest, h.ticks[0].time, h.base = s.Digest(), s.Time(), int(s.Steps())
	h.tree = newTree()
	h.keys = keyframes{clock: options.Clock}
	return h, h.keys.take(h, 0, weightRoot)
}

// At is the tick after which the session stands, Head the newest tick of all, Tip that of the present branch.
func (h *History) At() int { return h.at }

// Head is the newest tick.
func (h *History) Head() int { return len(h.ticks) - 1 }

// Tip is the newest tick of the present branch.
func (h *History) Tip() int { return h.tree.branches[h.tree.present].Tip }

// Past reports whether the session stands before the tip of the present branch.
func (h *History) Past() bool { return h.at != h.Tip() }

// Begin notes a tick before it is done in the session: its rate (Hz), length (s) and events. In the past it begins a
// branch. End must follow.
func (h *History) Begin(hertz int, dt float32, events []input.Event) error {
	n := len(h.ticks)
	h.tree.grow(n, h.at)
	before := &h.ticks[h.at]
	kinds := kindsOf(events) | kindsOf(h.held)
	h.events = append(append(h.events, h.held...), events...)
	h.held = h.held[:0]
	h.ticks = append(h.ticks, tick{time: before.time + float64(dt), dt: dt, hertz: int32(hertz),
		inputs: len(h.events), kinds: kinds})
	h.open = true
	if log := h.logBytes(); log > h.logged {
		// the lists grow by large pieces, for which states have to go at once
		h.logged = log
		h.keys.shrink(h)
	}
	h.keys.begin()
	return nil
}

// Edit notes events before they are applied between two ticks. They belong to the tick that comes next.
func (h *History) Edit(events []input.Event) { h.held = append(h.held, events...) }

// Held are the events that were applied after the tick at which the session stands, for the next one.
func (h *History) Held() []input.Event { return h.held }

// HeldUndoes reports whether Held has an undo or redo: these depend on the list of undo, not on input alone.
func (h *History) HeldUndoes() bool { return kindsOf(h.held)&kindUndo != 0 }

// Park keeps the edits since the last tick when the session leaves; Work applies them again at that tick.
func (h *History) Park() {
	if len(h.held) == 0 {
		return
	}
	p := parked{events: slices.Clone(h.held)}
	if h.HeldUndoes() {
		if m := (&session.Moment{}); m.Take(h.session) == nil {
			p.state = m
			h.parkedBytes += m.Bytes()
			h.keys.shrink(h)
		}
	}
	if h.parked == nil {
		h.parked = map[int]parked{}
	}
	h.unkeep(h.at)
	h.parked[h.at], h.held, h.astray = p, h.held[:0], true
}

// unkeep forgets the edits parked after a tick.
func (h *History) unkeep(tick int) {
	if p := h.parked[tick]; p.state != nil {
		h.parkedBytes -= p.state.Bytes()
	}
	delete(h.parked, tick)
}

// unpark applies the parked edits of the tick that the session has come to. Only these can be undone then, and none if
// they were undos.
func (h *History) unpark() error {
	p, ok := h.parked[h.at]
	if !ok {
		return nil
	}
	h.session.ForgetEdits()
	if p.state != nil {
		// edits that cannot be given back did not happen, and stay parked
		if err := p.state.Give(h.session); err != nil {
			return err
		}
	}
	h.unkeep(h.at)
	h.held = append(h.held, p.events...)
	if p.state != nil {
		return nil
	}
	h.session.Apply(p.events)
	// the user knows
	_ = h.session.Notice()
	return nil
}

// End notes the state after the tick that was begun.
func (h *History) End() error {
	if !h.open {
		return nil
	}
	h.open = false
	n := len(h.ticks) - 1
	t := &h.ticks[n]
	t.digest = h.session.Digest()
	if e := h.session.World().Events(); len(e.Hit) > 0 {
		t.kinds |= KindHit
	}
	if t.kinds != 0 {
		h.marked = append(h.marked, n)
	}
	if t.kinds&KindRestart != 0 {
		h.builds = append(h.builds, n)
	}
	h.at, h.target = n, n
	t.load = h.ticks[n-1].load + load(h.session.World())
	h.keys.stepped()
	h.keys.pack(h)
	if t.kinds&kindUndo != 0 {
		return h.keys.take(h, n, weightRoot)
	}
	// events that build a scene are not carried out again for the ticks after it
	if t.kinds&KindRestart != 0 || h.keys.due() {
		return h.keys.take(h, n, 1)
	}
	return nil
}

// input are the events of a tick.
func (h *History) input(n int) []input.Event {
	return h.events[h.ticks[n-1].inputs:h.ticks[n].inputs]
}

// Input are the events that were carried out in a tick, for reading.
func (h *History) Input(n int) []input.Event {
	if n < 1 || n > h.Head() {
		return nil
	}
	return h.input(n)
}

// Time is when a tick ends, on its branch (s): the time of the session when the history began, and what was
// simulated since.
func (h *History) Time(n int) float64 { return h.ticks[n].time }

// Length is the length of a tick (s).
func (h *History) Length(n int) float64 { return float64(h.ticks[n].dt) }

// Digest is that of the state after a tick.
func (h *History) Digest(n int) uint64 { return h.ticks[n].digest }

// Divergence says that carrying out the past again did not lead to the same state.
type Divergence struct {
	Tick      int
	Got, Want uint64
}

func (d *Divergence) Error() string {
	return fmt.Sprintf("app: history: tick %d leads to digest %016x, was %016x", d.Tick, d.Got, d.Want)
}

// Bytes is the memory that the history takes, Budget what it may take.
func (h *History) Bytes() int {
	return h.keys.bytes + h.keys.spare() + h.keys.worlds(h.session) + h.near.bytes + h.parkedBytes + h.logBytes()
}

// Budget is the memory that the history may take.
func (h *History) Budget() int { return h.options.Budget }

// logBytes estimates the memory of input and ticks (bytes).
func (h *History) logBytes() int {
	return cap(h.ticks)*tickBytes + cap(h.events)*eventBytes
}

// Sizes of the records of a tick and an event (bytes).
const (
	tickBytes  = 40
	eventBytes = 112
)

// Keyframes appends the ticks whose states are in memory, in their order.
func (h *History) Keyframes(buf []int) []int { return h.keys.ticks(buf) }

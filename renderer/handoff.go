package renderer

import (
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// handoff is the passing of context and device from the render goroutine to the main thread and back, where
// Config.Adaptive allows it. Nobody waits for the other side:
//
//	         ask                  lend                  take
//	render ───────▶ askedBack ──────────▶ onTheTable ──────────▶ main
//	   ▲               (main thread) (render goroutine) (main thread)│
//	   └─────────────────────────── giveBack ───────────────────────┘
//
// The main thread asks when it hands a packet over and gets no other one until the render goroutine has drawn that and
// detached the context. So no packet waits while nobody draws, and none is drawn by two.
type handoff struct {
	adaptive      bool // the main thread may draw
	handoffPolicy handoffPolicy
	holder        atomic.Uint32
	handed        uint64 // how often the context has changed its thread

	barred bool // the context cannot be made current on the main thread
	broken bool // a panic while the main thread drew: the device may be in any state

	// guarded is the finding of the watch over the main thread
	guarded atomic.Pointer[Health]
}

// The holders.
const (
	heldByRender uint32 = iota
	askedBack
	onTheTable
	heldByMain
)

// Acquire gives a packet to record, or nil while there is none or the context is on its way.
func (t *Threaded) Acquire(h Handover) *Packet {
	if t.holder.Load() == askedBack {
		return nil
	}
	return t.core.Acquire(h)
}

// Poll takes the oldest present record, if there is one.
func (t *Threaded) Poll(r *Present) bool {
	if !t.core.Poll(r) {
		return false
	}
	if t.adaptive {
		t.handoffPolicy.presented(r)
	}
	return true
}

// Counters returns running totals.
func (t *Threaded) Counters() Counters {
	c := t.core.Counters()
	c.Handed = t.handed
	return c
}

// borrowed brings the context to where the frame that has just been submitted is to be drawn, if
// that is possible at once, and reports whether that is the main thread.
func (t *Threaded) borrowed() bool {
	want := t.handoffPolicy.inline && !t.barred && t.Err() == nil
	switch t.holder.Load() {
	case heldByRender:
		if want {
			t.holder.Store(askedBack)
		}
		return false
	case onTheTable:
		return want && t.take()
	default:
		if !want {
			t.giveBack()
		}
		return want
	}
}

// take makes the context current on the main thread.
func (t *Threaded) take() bool {
	if s := t.config.Surface; s != nil {
		if err := s.MakeCurrent(); err != nil {
			t.note(fmt.Errorf("renderer: make the context current on the main thread: %w", err))
			t.barred = true
			t.giveBack()
			return false
		}
	}
	t.holder.Store(heldByMain)
	t.handed++
	t.inline = true
	return true
}

// giveBack returns the context to the render goroutine.
func (t *Threaded) giveBack() {
	switch t.holder.Load() {
	case heldByRender, askedBack:
		return
	case heldByMain:
		if s := t.config.Surface; s != nil {
			if err := s.DetachCurrent(); err != nil {
				t.note(fmt.Errorf("renderer: detach the context from the main thread: %w", err))
			}
		}
		t.inline = false
		t.handed++
	}
	t.holder.Store(heldByRender)
	signal(t.work)
}

// drawInline draws the waiting packet on the main thread. An error ends drawing, like an error of the render goroutine.
func (t *Threaded) drawInline() {
	defer t.recoverInline()
	for {
		p, submitted := t.queue.take()
		if p == nil {
			return
		}
		err := t.draw(p, submitted, func() {})
		if err != nil {
			t.fail(err)
			t.giveBack()
			return
		}
	}
}

// recoverInline turns a panic while the main thread draws into an error.
func (t *Threaded) recoverInline() {
	x := recover()
	if x == nil {
		return
	}
	t.fail(fmt.Errorf("renderer: panic while the main thread drew: %v\n%s", x, debug.Stack()))
	t.broken = true
	t.detachAfterPanic()
	t.inline = false
	t.holder.Store(heldByRender)
	signal(t.work)
}

// lend gives context and device to the main thread and returns when they are back.
func (t *Threaded) lend() error {
	if s := t.config.Surface; s != nil {
		if err := s.DetachCurrent(); err != nil {
			return fmt.Errorf("renderer: detach the context: %w", err)
		}
	}
	t.progress.Add(1)
	t.holder.Store(onTheTable)
	t.wake()
	t.guard()
	if t.broken {
		return t.Err()
	}
	if s := t.config.Surface; s != nil {
		if err := s.MakeCurrent(); err != nil {
			t.broken = true
			t.fail(fmt.Errorf("renderer: make the context current again: %w", err))
		}
	}
	return t.Err()
}

// guardLook is how often the render goroutine looks at a main thread that draws (ns).
const guardLook = 250e6

// guard waits until the render goroutine has the context back. Meanwhile it watches the main thread for a driver that
// does not return, as the main thread watches the render goroutine at other times. Watch tells of a stall when the
// driver returns.
func (t *Threaded) guard() {
	ticker := time.NewTicker(time.Duration(min(t.config.stallAfter(), guardLook)))
	defer ticker.Stop()
	v := vigil{last: t.now(), progress: t.progress.Load(), delay: t.config.newDelay()}
	for t.holder.Load() != heldByRender && !(t.quit.Load() && t.holder.Load() == onTheTable) {
		select {
		case <-t.work:
		case <-ticker.C:
			now, begun := t.now(), t.begun.Load()
			v.look(now, t.progress.Load(), begun != 0)
			h := v.health(now, begun, &t.config)
			if h.Stacks == "" {
				continue
			}
			h.Phase = Phase(t.phase.Load())
			t.guarded.Store(&h)
			if h.State == StateDead && t.config.OnDead != nil {
				t.config.OnDead(h)
			}
		}
	}
}

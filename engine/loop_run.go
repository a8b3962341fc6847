package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"runtime/pprof"
	"runtime/trace"

	"tumble/engine/timestep"
	"tumble/renderer"
)

// Waits of the loop in nanoseconds.
const (
	// housekeeping bounds every sleep while something may be seen, so that
	// a lost wake-up costs a tenth of a second and not a hang.
	housekeeping = 100 * timestep.Millisecond
	// idleWait bounds the sleep of a paused or hidden window: waking twice a second is
	// nothing, and an error of the render side is still noticed.
	idleWait = 500 * timestep.Millisecond
	// HiddenTick is the shortest sleep while nothing can be seen.
	HiddenTick = 10 * timestep.Millisecond
	// spin is the end of a wait for a frame that is not slept, because sleeping
	// ends late by about this much.
	spin = 200 * timestep.Microsecond
	// mailboxAfter is how long a frame without vsync waits for the render side to take the one
	// before; after that it replaces the frame before, so that the next picture is not stale.
	mailboxAfter = 4 * timestep.Millisecond
	// UnfocusedMilliHz limits the frames of a window without focus (1/1000 Hz).
	UnfocusedMilliHz = 30_000
)

// PanicError is a panic of the main thread or of the render goroutine.
type PanicError struct {
	Value any
	Stack []byte
}

func (e *PanicError) Error() string { return fmt.Sprintf("engine: panic: %v\n\n%s", e.Value, e.Stack) }

// ErrDriverHung is returned by Run when the render side makes no progress any more: it hangs
// in a call of the graphics driver. The window must not be destroyed then, and the program
// should end with exit code 71.
var ErrDriverHung = renderer.ErrHung

// Run runs frames until the window closes, Quit is called or something fails, then ends the
// executor. It must be called on the thread that made the window and keeps that thread. A
// panic on either side comes back as an error with its stack.
func (l *Loop) Run() (err error) {
	if l.cfg.Window == nil {
		return errors.New("engine: Run needs a Window; without one call Frame")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer func() {
		if v := recover(); v != nil {
			err = &PanicError{Value: v, Stack: stack()}
		}
		err = l.shutdown(err)
	}()
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("loop", "main")))
	defer pprof.SetGoroutineLabels(context.Background())
	l.cfg.Window.Attach(l.inbox, l.reentrant)
	for !l.stopping() {
		l.wait()
		if l.stopping() {
			break // nobody would see another frame
		}
		if err := l.Frame(); err != nil {
			return err
		}
	}
	return nil
}

// stopping reports whether the program is to end: by itself, by a signal or by its window.
func (l *Loop) stopping() bool {
	return l.quit || l.cfg.Window != nil && l.cfg.Window.ShouldClose()
}

// shutdown ends the executor. An error of the executor that has ended the loop is not reported twice.
func (l *Loop) shutdown(err error) error {
	ex := l.cfg.Executor
	if ex == nil {
		return err
	}
	if l.packet != nil {
		ex.Abandon(l.packet)
		l.packet = nil
	}
	if r, ok := l.cfg.Simulation.(Releaser); ok {
		r.Release()
	}
	l.cfg.Executor = nil
	// wait for a slow picture as long as it makes progress
	if e := ex.Close(math.MaxInt64); e != nil && (err == nil || !errors.Is(err, e)) {
		return errors.Join(err, e)
	}
	return err
}

func stack() []byte {
	b := make([]byte, 64<<10)
	return b[:runtime.Stack(b, false)]
}

// reentrant draws a frame from a window callback while the system holds the event loop.
// An error is kept for the frame after it: nothing may unwind through the system's code.
func (l *Loop) reentrant() {
	if l.inFrame || l.err != nil {
		return
	}
	defer func() {
		if v := recover(); v != nil {
			l.err = &PanicError{Value: v, Stack: stack()}
		}
	}()
	l.err = l.Frame()
}

// Frame runs one frame without waiting: events, ticks, drawing.
func (l *Loop) Frame() error {
	if l.err != nil {
		return l.err
	}
	l.inFrame = true
	defer func() { l.inFrame = false }()

	// the only reading of the clock that the simulation's time depends on
	now := l.cfg.Clock.Now()
	l.hitch.BeginFrame(l.runner.Ledger().Dropped)
	if err := l.feedback(); err != nil {
		return err
	}
	l.events()
	if l.stopping() {
		return nil
	}
	if err := l.ticks(now); err != nil {
		return err
	}
	if l.cfg.CheckLedger || timestep.Checked {
		if err := l.runner.Ledger().Check(); err != nil {
			return err
		}
	}
	if l.framer != nil {
		if err := l.framer.Frame(now); err != nil {
			return err
		}
		if l.quit {
			return nil
		}
	}
	if err := l.draw(now); err != nil {
		return err
	}
	l.latch(now)
	return nil
}

// wait sleeps in the window's event wait until something is to be done. It is the only sleep of the
// main thread: events that arrive in it are stamped at once.
func (l *Loop) wait() {
	region := trace.StartRegion(context.Background(), "wait")
	defer region.End()
	w := l.cfg.Window
	l.refresh()
	now := l.cfg.Clock.Now()
	l.lookOut(now)
	// armed before looking for a free packet: progress between the look and the sleep wakes
	if l.cfg.Executor != nil {
		l.cfg.Executor.ArmWake()
	}
	until := l.wakeAt(now)
	if until-now <= 0 {
		w.PollEvents()
		return
	}
	exact := l.visible() && l.wantsFrame() && l.packet != nil && until-now < housekeeping
	if !exact {
		w.WaitEventsTimeout(until - now)
		if until-now < housekeeping {
			l.hitch.Woke(l.cfg.Clock.Now() - until)
		}
		return
	}
	if until-now > spin {
		w.WaitEventsTimeout(until - now - spin)
		// an event or the render side has ended the sleep long before the frame is due: look at the event, and sleep
		// through the rest instead of spinning
		if until-l.cfg.Clock.Now() > 2*spin {
			return
		}
	}
	for l.cfg.Clock.Now() < until {
		w.PollEvents()
	}
	l.hitch.Woke(l.cfg.Clock.Now() - until)
}

// looks is how often lookOut looks, some thirty microseconds.
const looks = 2000

// lookOut waits a moment for the render side before the main thread sleeps, where frames follow each other
// without a limit: being woken takes longer than a trivial frame.
func (l *Loop) lookOut(now int64) {
	if l.packet != nil || l.cfg.Executor == nil || l.cfg.Vsync != renderer.VsyncOff || !l.visible() ||
		!l.wantsFrame() || l.frameStart(now, l.frameLimit()) > now {
		return
	}
	for range looks {
		if l.acquire(now) {
			return
		}
	}
}

// refresh follows the window to another display or mode.
func (l *Loop) refresh() {
	w := l.cfg.Window
	period := int64(0)
	if m := w.RefreshMilliHz(); m > 0 {
		period = 1000 * timestep.Second / m
	}
	if full := w.Fullscreen(); period != l.status.Refresh || full != l.fullscreen {
		// drivers forget the swap interval when the monitor or the mode changes
		l.epoch++
		l.status.Refresh, l.fullscreen = period, full
		l.vsync = timestep.VsyncWatch{}
		l.setDisplay(false)
	}
}

// setDisplay tells the runner and the pace meter the period of the display; ignored says that swaps do not wait.
func (l *Loop) setDisplay(ignored bool) {
	l.runner.SetDisplay(l.status.Refresh, ignored)
	l.pace.SetDisplay(l.status.Refresh, ignored)
	l.pace.Meter.Reset()
}

// wakeAt is when the next thing is due.
func (l *Loop) wakeAt(now int64) int64 {
	if l.inbox.Len() > 0 {
		return now
	}
	standing := l.Virtual().Standing()
	if !l.visible() {
		if standing {
			return now + idleWait
		}
		return max(l.nextTick(now), now+HiddenTick)
	}
	if l.cfg.Executor == nil {
		return l.nextTick(now)
	}
	until := now + idleWait
	if at := l.frame.redrawAt; at > now {
		until = min(until, at)
	} else if at != 0 {
		l.dirty = true
	}
	if l.Virtual().Pending() {
		return now
	}
	ready := l.wantsFrame() && l.acquire(now)
	if ready {
		until = min(until, max(l.frameStart(now, l.frameLimit()), l.snoozeUntil))
	} else if l.wantsFrame() {
		until = min(until, now+housekeeping)
		if l.cfg.Vsync == renderer.VsyncOff {
			until = min(until, max(l.lastSubmit+l.mailbox(), now))
		}
	}
	// ticks wait for the frame that shows them, so that it gets the newest input; without a frame
	// in sight they run on time
	if !standing && !l.runner.Strategy().PerFrame && (!ready || until-now > housekeeping) {
		until = min(until, l.nextTick(now))
	}
	return until
}

// nextTick is when the next tick is due in real time.
func (l *Loop) nextTick(now int64) int64 {
	at, ok := l.runner.NextTick()
	if !ok {
		return now + idleWait
	}
	// not more often than a frame of 1000 Hz: with many ticks per frame they come in groups
	return max(at, now+timestep.Millisecond)
}

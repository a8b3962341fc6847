package renderer

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"sync/atomic"
	"time"
)

// Threaded is the executor with a render goroutine, locked to an OS thread of its own, which makes the
// context current, opens the device and closes it. With Config.Adaptive it lends both to the main thread for a while.
type Threaded struct {
	core
	handoff
	work  chan struct{} // a packet waits, or quit is set
	freed chan struct{} // a packet may be free
	done  chan struct{} // the goroutine has ended
	armed atomic.Bool   // the main thread sleeps and wants to be woken
	quit  atomic.Bool
	timer *time.Timer // of WaitAcquire, main thread
}

// openTimeout is how long making the context and the device may take: compiling shaders in
// software takes seconds on a busy machine.
const openTimeout = 60 * time.Second

// NewThreaded starts the render goroutine and waits until its device is open. The context
// must not be current on the calling thread.
func NewThreaded(config Config) (*Threaded, error) {
	t := &Threaded{
		core:  core{config: config},
		work:  make(chan struct{}, 1),
		freed: make(chan struct{}, 1),
		done:  make(chan struct{}),
	}
	t.quitting = t.quit.Load
	opened := make(chan struct{})
	go t.run(opened)
	timer := time.NewTimer(openTimeout)
	defer timer.Stop()
	select {
	case <-opened:
		return t, nil
	case <-t.done:
		return nil, t.Err()
	case <-timer.C:
		t.quit.Store(true)
		return nil, fmt.Errorf("renderer: opening the device takes longer than %v: %w", openTimeout, ErrHung)
	}
}

// Submit hands the packet to the render goroutine, or draws it.
func (t *Threaded) Submit(p *Packet) {
	t.submit(p)
	if t.adaptive {
		t.handoffPolicy.submitted(&p.Header)
		if t.borrowed() {
			t.drawInline()
			return
		}
	}
	signal(t.work)
}

// ArmWake asks for one call of Config.Wake at the next progress.
func (t *Threaded) ArmWake() { t.armed.Store(true) }

// spins is how often a side looks for the other before it sleeps, some twenty microseconds: waking a
// thread costs more than that, and where frames are trivial the other side is as quick.
const spins = 4000

// WaitAcquire is Acquire that waits at most timeout nanoseconds for a packet.
func (t *Threaded) WaitAcquire(h Handover, timeout int64) *Packet {
	for range spins {
		if p := t.Acquire(h); p != nil {
			return p
		}
	}
	if t.timer == nil {
		t.timer = time.NewTimer(time.Duration(timeout))
	} else {
		t.timer.Reset(time.Duration(timeout))
	}
	defer t.timer.Stop()
	for {
		select {
		case <-t.freed:
			if p := t.Acquire(h); p != nil {
				return p
			}
		case <-t.done:
			return nil
		case <-t.timer.C:
			return nil
		}
	}
}

// Watch returns an error when the render goroutine has made no progress for too long.
func (t *Threaded) Watch(now int64, visible bool) error {
	if stall := t.stall.Swap(nil); stall != nil {
		return *stall
	}
	progress := t.progress.Load()
	if !visible || progress != t.stallProgress || !t.queue.inFlight() && t.holder.Load() != askedBack {
		t.stallProgress, t.stallSince, t.stallTold = progress, now, false
		return nil
	}
	if t.stallTold || now-t.stallSince < t.stallLimit() {
		return nil
	}
	t.stallTold = true
	return t.stalled(now - t.stallSince)
}

func (t *Threaded) stallLimit() int64 {
	if t.config.StallAfter == 0 {
		return stallAfter
	}
	return t.config.StallAfter
}

// stalled is the error of a side that has made no progress for so long (ns).
func (t *Threaded) stalled(ns int64) error {
	stacks := make([]byte, 1<<18)
	stacks = stacks[:runtime.Stack(stacks, true)]
	return fmt.Errorf("renderer: no progress for %v with packet states %#x\n%s",
		time.Duration(ns), t.queue.state.Load(), stacks)
}

// Close ends the render goroutine after it has drawn what waits.
func (t *Threaded) Close(timeout int64) error {
	t.giveBack()
	t.quit.Store(true)
	signal(t.work)
	timer := time.NewTimer(time.Duration(timeout))
	defer timer.Stop()
	select {
	case <-t.done:
		return t.Err()
	case <-timer.C:
		return ErrHung
	}
}

// run is the render goroutine.
func (t *Threaded) run(opened chan<- struct{}) {
	// never unlocked: the thread, which has known a context, ends with the goroutine
	runtime.LockOSThread()
	pprof.SetGoroutineLabels(pprof.WithLabels(context.Background(), pprof.Labels("loop", "render")))
	defer close(t.done)
	defer t.wake()
	if err := t.live(opened); err != nil {
		t.fail(err)
	}
}

// live opens, draws and closes, and turns a panic into an error.
func (t *Threaded) live(opened chan<- struct{}) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("renderer: panic on the render goroutine: %v\n%s", x, debug.Stack())
			// the device may be in any state: only the context is taken off the thread
			t.detachAfterPanic()
		}
	}()
	if err := t.open(); err != nil {
		return err
	}
	t.adaptive = t.config.Adaptive && t.info.Software && t.config.Now != nil
	close(opened)
	err = t.loop()
	if t.broken {
		return t.Err()
	}
	return errors.Join(err, t.close())
}

func (t *Threaded) detachAfterPanic() {
	if t.config.Surface == nil {
		return
	}
	defer func() { _ = recover() }()
	_ = t.config.Surface.DetachCurrent()
}

// loop draws until it is told to quit and nothing waits any more.
func (t *Threaded) loop() error {
	// a free packet is no reason to wake the main thread: it has had one since this was taken
	released := func() { signal(t.freed) }
	for {
		p, submitted := t.queue.take()
		if p == nil {
			if t.holder.Load() == askedBack {
				if err := t.lend(); err != nil {
					return err
				}
				continue
			}
			if t.quit.Load() && !t.queue.waiting() {
				return nil
			}
			if !t.lookOut() {
				<-t.work
			}
			continue
		}
		// the place in the queue is free: in order, the main thread may record the next
		t.wake()
		if err := t.draw(p, submitted, released); err != nil {
			return err
		}
		t.wake()
	}
}

// lookOut waits a moment for a packet without sleeping and reports whether there is one.
func (t *Threaded) lookOut() bool {
	for range spins {
		if t.queue.waiting() || t.holder.Load() == askedBack {
			return true
		}
	}
	return false
}

// wake tells the main thread that something has changed.
func (t *Threaded) wake() {
	signal(t.freed)
	if t.armed.Load() && t.armed.Swap(false) && t.config.Wake != nil {
		t.config.Wake()
	}
}

// signal sets a flag that is a channel of capacity 1.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

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
		core:  core{config: config, vigil: vigil{delay: config.newDelay()}},
		work:  make(chan struct{}, 1),
		freed: make(chan struct{}, 1),
		done:  make(chan struct{}),
	}
	t.quitting = t.quit.Load
	opened := make(chan struct{})
	go t.run(opened)
	if !t.await(opened, openTimeout.Nanoseconds()) {
		t.quit.Store(true)
		return nil, fmt.Errorf("renderer: opening the device takes longer than %v: %w", openTimeout, ErrHung)
	}
	select {
	case <-opened:
		return t, nil
	default:
		return nil, t.Err()
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

// loop draws until it is told to quit.
func (t *Threaded) loop() error {
	// a free packet is no reason to wake the main thread, which got another one when this packet was taken
	released := func() { signal(t.freed) }
	for {
		if t.quit.Load() {
			// a picture that nobody will see: on a slow device it would take long
			t.queue.clear()
			return nil
		}
		p, submitted := t.queue.take()
		if p == nil {
			if t.holder.Load() == askedBack {
				if err := t.lend(); err != nil {
					return err
				}
				continue
			}
			if !t.lookOut() {
				<-t.work
			}
			continue
		}
		// the packet has left the queue: the main thread may record the next one in time
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

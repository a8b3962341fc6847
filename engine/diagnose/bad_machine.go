package diagnose

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"tumble/engine/timestep"
	"tumble/renderer"
)

// BadMachine makes the machine worse on purpose, to see how a loop copes: steps take longer, other
// programs take cores away, the collector runs, the clock is coarse, refreshes are missed. The settings may be changed
// at any time and from any goroutine; all are off at first, and then nothing is done at all.
type BadMachine struct {
	clock timestep.Clock
	busy  func() int64 // how long the calling thread has computed (ns)

	stepDelay   atomic.Int64
	drawDelay   atomic.Int64
	hogs        atomic.Int32
	hogTime     atomic.Int64 // processor time of all hogs (ns)
	collectEach atomic.Int64
	grain       atomic.Int64
	dropEach    atomic.Int64

	mu      sync.Mutex
	stopHog []chan struct{}
	stopGC  chan struct{}
}

// NewBadMachine returns a machine without faults.
func NewBadMachine(clock timestep.Clock) *BadMachine {
	b := &BadMachine{clock: clock, busy: clock.Now}
	if clock == timestep.RealClock() && threadTime() > 0 {
		b.busy = threadTime
	}
	return b
}

// SetStepDelay makes every step compute longer by so much (ns). It is processor time where that is known: a step that
// has to share its core takes longer still, as any step would.
func (b *BadMachine) SetStepDelay(ns int64) { b.stepDelay.Store(min(max(ns, 0), timestep.Second)) }

// StepDelay is the value of SetStepDelay.
func (b *BadMachine) StepDelay() int64 { return b.stepDelay.Load() }

// SetDrawDelay makes every picture take longer by so much (ns), as on a slow device.
func (b *BadMachine) SetDrawDelay(ns int64) { b.drawDelay.Store(min(max(ns, 0), 100*timestep.Second)) }

// Device is d as the bad machine lets it draw.
func (b *BadMachine) Device(d renderer.Device) renderer.Device { return &slowDevice{d, b} }

type slowDevice struct {
	renderer.Device
	bad *BadMachine
}

func (d *slowDevice) EndFrame() error {
	if ns := d.bad.drawDelay.Load(); ns > 0 {
		time.Sleep(time.Duration(ns))
	}
	return d.Device.EndFrame()
}

// Step takes the additional time of a step; the simulation calls it in each tick.
//
//go:noinline
func (b *BadMachine) Step() {
	d := b.stepDelay.Load()
	if d == 0 {
		return
	}
	// busy reads the processor time of one thread
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for end := b.busy() + d; b.busy() < end; {
	}
}

// SetHogs lets so many goroutines compete for the cores, each on a thread of its own.
func (b *BadMachine) SetHogs(n int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	n = min(max(n, 0), 4*runtime.NumCPU())
	for len(b.stopHog) > n {
		last := len(b.stopHog) - 1
		close(b.stopHog[last])
		b.stopHog = b.stopHog[:last]
	}
	for len(b.stopHog) < n {
		stop := make(chan struct{})
		b.stopHog = append(b.stopHog, stop)
		go b.hog(stop)
	}
	b.hogs.Store(int32(n))
}

// Hogs is the value of SetHogs.
func (b *BadMachine) Hogs() int { return int(b.hogs.Load()) }

// hog computes until it is told to stop. A locked thread is scheduled by the system against the others.
func (b *BadMachine) hog(stop chan struct{}) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	x, used := uint32(1), threadTime()
	for {
		for range 1 << 16 {
			x = x*1664525 + 1013904223
		}
		now := threadTime()
		b.hogTime.Add(now - used)
		used = now
		select {
		case <-stop:
			return
		default:
		}
		runtime.KeepAlive(x)
	}
}

// ProgramTime is the processor time of the program (ns) without the time of the hogs, which stand for other programs;
// 0 where the system does not tell.
func (b *BadMachine) ProgramTime() int64 {
	if t := ProgramTime(); t > 0 {
		return t - b.hogTime.Load()
	}
	return 0
}

// SetCollect runs the garbage collector each time so much time (ns) has passed; 0 leaves it alone.
func (b *BadMachine) SetCollect(each int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.stopGC != nil {
		close(b.stopGC)
		b.stopGC = nil
	}
	each = max(each, 0)
	b.collectEach.Store(each)
	if each == 0 {
		return
	}
	b.stopGC = make(chan struct{})
	go collect(time.Duration(each), b.stopGC)
}

// Collect is the value of SetCollect.
func (b *BadMachine) Collect() int64 { return b.collectEach.Load() }

func collect(each time.Duration, stop chan struct{}) {
	t := time.NewTicker(each)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			runtime.GC()
		case <-stop:
			return
		}
	}
}

// SetGrain makes the clock of Clock advance in steps of so much (ns), 15.6 ms on an old Windows.
func (b *BadMachine) SetGrain(ns int64) { b.grain.Store(min(max(ns, 0), timestep.Second)) }

// Grain is the value of SetGrain.
func (b *BadMachine) Grain() int64 { return b.grain.Load() }

// SetDrop makes every n-th frame miss a refresh; 0 none.
func (b *BadMachine) SetDrop(n int64) { b.dropEach.Store(max(n, 0)) }

// Drop is the value of SetDrop.
func (b *BadMachine) Drop() int64 { return b.dropEach.Load() }

// Close ends the hogs and the collector runs.
func (b *BadMachine) Close() {
	b.SetHogs(0)
	b.SetCollect(0)
	b.SetStepDelay(0)
}

// Clock is c as the bad machine shows it.
func (b *BadMachine) Clock(c timestep.Clock) timestep.Clock { return &coarseClock{c, b} }

type coarseClock struct {
	timestep.Clock
	bad *BadMachine
}

func (c *coarseClock) Now() int64 {
	now := c.Clock.Now()
	if g := c.bad.grain.Load(); g > 1 {
		now -= now % g
	}
	return now
}

// Surface is s whose swaps now and then miss a refresh of so much (ns).
func (b *BadMachine) Surface(s renderer.Surface, period int64) renderer.Surface {
	return &droppingSurface{Surface: s, bad: b, period: period}
}

type droppingSurface struct {
	renderer.Surface
	bad    *BadMachine
	period int64
	swaps  int64
}

func (s *droppingSurface) SwapBuffers() error {
	s.swaps++
	if n := s.bad.dropEach.Load(); n > 0 && s.swaps%n == 0 {
		time.Sleep(time.Duration(s.period))
	}
	return s.Surface.SwapBuffers()
}

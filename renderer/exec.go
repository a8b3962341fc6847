package renderer

import (
	"context"
	"errors"
	"fmt"
	"runtime/trace"
)

// Executor draws packets. Only the main thread calls its methods, none of which waits for another thread without a
// limit.
type Executor interface {
	// Info describes the device.
	Info() Info
	// Resources is the queue of meshes and textures.
	Resources() *Resources

	// Acquire gives a packet to record, empty but for its number, or nil while no packet is free.
	Acquire(h Handover) *Packet
	// Submit hands the packet over; where the main thread draws it returns when the frame is drawn and swapped.
	Submit(p *Packet)
	// Abandon gives the packet back unused.
	Abandon(p *Packet)

	// Latch gives the packet submitted last a newer eye, if it has FrameLatch and is not being drawn yet. input
	// is the stamp of the newest input that moved the eye (ns).
	Latch(v *View, input int64)

	// Poll takes the oldest present record, if there is one.
	Poll(r *Present) bool
	// TakeCapture takes the oldest picture that a packet with FrameCapture asked for. The
	// pixels that c holds are used again.
	TakeCapture(c *Capture) bool
	// ArmWake asks for one call of Config.Wake at the next progress. After ArmWake the caller calls Poll and Acquire
	// once more before it sleeps.
	ArmWake()
	// WaitAcquire is Acquire that waits at most timeout nanoseconds.
	WaitAcquire(h Handover, timeout int64) *Packet
	// Watch returns the health of drawing at a time (ns); the caller calls it once per frame. An invisible window may
	// stall for ever.
	Watch(now int64, visible bool) Health

	// Counters returns running totals.
	Counters() Counters
	// Problem returns the number of errors after which drawing went on, and the newest of them.
	Problem() (n uint64, newest error)
	// Err returns the error that has ended drawing, or nil. It wraps a panic of the render goroutine with its stack.
	Err() error

	// Close finishes the picture in progress, drops what waits, frees the device and detaches the context. It returns
	// Err, or ErrHung after timeout nanoseconds, and Config.DeadAfter at most, without any progress; the surface must
	// not be destroyed then.
	Close(timeout int64) error
}

// Counters are running totals of an executor.
type Counters struct {
	Drawn    uint64 // packets drawn
	Dropped  uint64 // packets replaced by a newer one
	Presents uint64 // present records lost because nobody polled
	Handed   uint64 // moves of the context from one thread to the other
	Inline   bool   // the main thread draws
}

// Capture is a finished picture: four bytes RGBA per pixel, sRGB, top row first.
type Capture struct {
	ID            uint64 // of the packet
	Width, Height int
	Pixels        []byte
}

const (
	// fenceSlice (ns) is the longest single wait for the device: between two waits the executor notices a quit.
	fenceSlice = 100e6
)

// open makes the context current and the device.
func (c *core) open() error {
	if c.config.Open == nil {
		return errors.New("renderer: no function to open a device")
	}
	c.report, c.lacked = c.note, c.config.newDelay()
	if c.config.Surface != nil {
		if err := c.config.Surface.MakeCurrent(); err != nil {
			return fmt.Errorf("renderer: make the context current: %w", err)
		}
	}
	dev, err := c.config.Open()
	if err != nil {
		if c.config.Surface != nil {
			_ = c.config.Surface.DetachCurrent()
		}
		return fmt.Errorf("renderer: open the device: %w", err)
	}
	c.device, c.info = dev, dev.Info()
	return nil
}

// close frees the device and detaches the context.
func (c *core) close() error {
	// carry out all commands of the queue: no packet will come any more
	c.resources.execute(c.device, ^uint64(0), c.report, &c.progress)
	err := c.device.Close()
	if c.config.Surface != nil {
		err = errors.Join(err, c.config.Surface.DetachCurrent())
	}
	if err != nil {
		return fmt.Errorf("renderer: close the device: %w", err)
	}
	return nil
}

func (c *core) Poll(r *Present) bool {
	if !c.presents.pop(r) {
		return false
	}
	c.vigil.drawn(r)
	return true
}

func (c *core) Acquire(h Handover) *Packet {
	if c.Err() != nil {
		return nil
	}
	p := c.queue.acquire(h)
	if p != nil {
		c.resources.recording = p.Header.ID
	}
	return p
}

func (c *core) submit(p *Packet) {
	c.queue.submit(p, c.now())
	c.resources.submitted, c.resources.recording = p.Header.ID, 0
}

func (c *core) Abandon(p *Packet) {
	c.queue.abandon(p)
	c.resources.recording = 0
}

// draw executes one packet from its resources to its present record. It returns an error
// only when drawing cannot go on. released is called as soon as the packet is free.
func (c *core) draw(p *Packet, submitted int64, released func()) error {
	h := p.Header
	r := Present{
		ID: h.ID, Tick: h.Tick, SimTime: h.SimTime, TargetPresent: h.TargetPresent,
		OldestInput: h.OldestInput, NewestInput: h.NewestInput,
		Submitted: submitted, Begin: c.now(), Inline: c.inline,
	}
	c.begun.Store(r.Begin)
	defer c.begun.Store(0)
	defer c.enter(PhaseIdle)
	r.LateDelay = c.delay()
	used := c.cpu()
	c.enter(PhaseFence)
	if err := c.waitFence(); err != nil {
		return err
	}
	r.FenceDone = c.now()
	if c.leaving() {
		c.queue.release(p)
		return nil
	}
	c.enter(PhaseResources)
	r.Stats.Resources = int32(c.resources.execute(c.device, h.ID, c.report, &c.progress))
	c.enter(PhaseDraw)
	c.kept = h.Flags&FrameCapture != 0
	visible := h.Width > 0 && h.Height > 0
	if visible {
		c.latchEye(p, &r)
		c.frame(p, &r.Stats)
		if c.kept {
			c.capture(&h)
		}
	}
	r.DrawEnd, r.DrawCPU = c.now(), c.cpu()-used
	r.DrawDelay = c.delay()
	// release the packet before the swap, which may wait for the display: the main thread can record meanwhile
	c.queue.release(p)
	c.drawn.Add(1)
	released()
	if visible && !c.unseen() {
		c.enter(PhaseSwap)
		if err := c.swap(&h, &r); err != nil {
			return err
		}
	}
	c.presents.push(&r)
	return nil
}

// enter begins another part of a picture, which is progress.
func (c *core) enter(p Phase) {
	c.phase.Store(uint32(p))
	c.progress.Add(1)
}

// leaving reports whether the program ends.
func (c *core) leaving() bool { return c.quitting != nil && c.quitting() }

// unseen reports whether nobody will see the picture in progress, nor read it back.
func (c *core) unseen() bool { return !c.kept && c.leaving() }

// waitFence waits until the device has finished the frame before. With more than one frame in the driver's queue
// pictures would show input later and later.
func (c *core) waitFence() error {
	for {
		done, err := c.device.WaitFence(c.fence, fenceSlice)
		if err != nil {
			return fmt.Errorf("renderer: wait for the device: %w", err)
		}
		if done || c.leaving() {
			return nil
		}
	}
}

// swap shows the frame.
func (c *core) swap(h *Header, r *Present) error {
	if s := c.config.Surface; s != nil {
		c.applyInterval(s, h, r)
		r.SwapBegin = c.now()
		region := trace.StartRegion(context.Background(), "swap")
		err := s.SwapBuffers()
		region.End()
		if err != nil {
			return fmt.Errorf("renderer: swap: %w", err)
		}
		r.SwapEnd = c.now()
		r.Swapped = true
	}
	r.Interval = c.interval
	c.fence = c.device.Fence()
	if h.Flags&FrameLowLatency != 0 {
		return c.waitFence()
	}
	return nil
}

// applyInterval sets the swap interval when the wanted interval has changed, and again after a change of monitor or
// full screen, when drivers forget the interval.
func (c *core) applyInterval(s Surface, h *Header, r *Present) {
	if c.applied && c.vsync == h.Vsync && c.epoch == h.SurfaceEpoch {
		return
	}
	c.applied, c.vsync, c.epoch = true, h.Vsync, h.SurfaceEpoch
	interval := int32(1)
	switch h.Vsync {
	case VsyncOff:
		interval = 0
	case VsyncAdaptive:
		interval = -1
	}
	err := s.SetSwapInterval(int(interval))
	if err != nil && interval == -1 {
		interval = 1
		err = s.SetSwapInterval(1)
	}
	if err != nil {
		c.note(fmt.Errorf("renderer: swap interval %d: %w", interval, err))
		return
	}
	r.VsyncChanged = interval != c.interval
	c.interval = interval
}

// capture reads the finished frame back.
func (c *core) capture(h *Header) {
	w, ht := int(h.Width), int(h.Height)
	q := &c.captures
	q.mu.Lock()
	var pixels []byte
	if n := len(q.spare); n > 0 {
		pixels, q.spare = q.spare[n-1], q.spare[:n-1]
	}
	q.mu.Unlock()
	pixels = extend(pixels[:0], 4*w*ht)
	if err := c.device.ReadPixels(pixels, w, ht); err != nil {
		c.note(fmt.Errorf("renderer: read the picture back: %w", err))
	}
	q.mu.Lock()
	q.ready = append(q.ready, Capture{h.ID, w, ht, pixels})
	q.mu.Unlock()
}

func (c *core) TakeCapture(dst *Capture) bool {
	q := &c.captures
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.ready) == 0 {
		return false
	}
	if dst.Pixels != nil {
		q.spare = append(q.spare, dst.Pixels)
	}
	*dst = q.ready[0]
	q.ready = append(q.ready[:0], q.ready[1:]...)
	return true
}

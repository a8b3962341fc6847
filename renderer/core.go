package renderer

import (
	"sync"
	"sync/atomic"
)

// core is the part that both executors share: all but the goroutine that runs it.
type core struct {
	config    Config
	queue     packetQueue
	resources Resources
	presents  presentRing
	info      Info

	// main thread
	vigil vigil

	// both sides
	progress atomic.Uint64
	phase    atomic.Uint32
	begun    atomic.Int64 // when the picture in progress was begun (ns), 0 none
	drawn    atomic.Uint64
	problems atomic.Uint64
	problem  atomic.Pointer[error]
	fatal    atomic.Pointer[error]
	captures captureQueue
	latch    latch

	// executor side
	device        Device
	scratch       []Op
	casters       []Op
	casterScratch []Op
	shadows       []Draw
	fence         Fence // of the frame before
	vsync         Vsync
	epoch         uint32
	interval      int32
	applied       bool // a swap interval has been set
	inline        bool // the main thread draws
	kept          bool // the picture in progress is read back
	report        func(error)
	quitting      func() bool
	lacked        func() int64 // a reader of Config.Delays, nil where there is none
}

// captureQueue hands pictures to the main thread.
type captureQueue struct {
	mu    sync.Mutex
	ready []Capture
	spare [][]byte
}

func (c *core) Resources() *Resources { return &c.resources }

func (c *core) Info() Info { return c.info }

func (c *core) now() int64 {
	if c.config.Now == nil {
		return 0
	}
	return c.config.Now()
}

// cpu reads the processor time of the program.
func (c *core) cpu() int64 {
	if c.config.CPU == nil {
		return 0
	}
	return c.config.CPU()
}

// delay reads for how long a thread had no core. Where the device draws, no thread of the program is waited for.
func (c *core) delay() int64 {
	if c.lacked == nil || !c.info.Software {
		return 0
	}
	return c.lacked()
}

// note counts an error after which drawing goes on.
func (c *core) note(err error) {
	c.problems.Add(1)
	c.problem.Store(&err)
}

// fail ends drawing.
func (c *core) fail(err error) { c.fatal.Store(&err) }

func (c *core) Problem() (n uint64, newest error) {
	if e := c.problem.Load(); e != nil {
		return c.problems.Load(), *e
	}
	return 0, nil
}

func (c *core) Err() error {
	if e := c.fatal.Load(); e != nil {
		return *e
	}
	return nil
}

func (c *core) Counters() Counters {
	return Counters{Drawn: c.drawn.Load(), Dropped: c.queue.dropped.Load(), Presents: c.presents.dropped.Load(),
		Inline: c.inline}
}

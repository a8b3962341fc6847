package renderer

import "errors"

// ErrHung is returned when the render goroutine does not end, because the driver blocks.
var ErrHung = errors.New("renderer: the driver does not return")

// Config holds the parts and settings of an executor.
type Config struct {
	// Surface shows the frames; nil draws without a context and without swaps.
	Surface Surface
	// Open makes the device. It is called by the thread that draws, with the context current.
	Open func() (Device, error)
	// Now reads the clock (ns); nil leaves all stamps 0.
	Now func() int64
	// CPU reads the processor time of the program (ns); nil leaves Present.DrawCPU 0.
	CPU func() int64
	// Delays makes a function that belongs to one thread at a time: for how long the thread of the program that lacked
	// a core longest had none since its last call (ns). nil leaves Present.LateDelay and DrawDelay 0, and Watch and
	// Close without patience for a program that waits for a core.
	Delays func() func() int64
	// Wake ends the sleep of the main thread; it is called by the render goroutine. May be nil.
	Wake func()
	// StallAfter and DeadAfter are how long there may be no progress before Watch speaks of a stall, and before it
	// gives the driver up (ns), without the time in which the program lacked a core; 0 takes 15 s and 30 s.
	StallAfter, DeadAfter int64
	// OnDead is called instead of an answer of Watch where the main thread itself hangs in the driver: by the render
	// goroutine, while nothing else touches what belongs to the main thread. May be nil.
	OnDead func(Health)
	// Adaptive lets the main thread of a Threaded draw by itself while that makes frames shorter: while it has little
	// else to do, swaps do not wait for the display and the processor draws. It needs Now.
	Adaptive bool
}

// newDelay makes a reader of delays, nil where none are known.
func (c *Config) newDelay() func() int64 {
	if c.Delays == nil {
		return nil
	}
	return c.Delays()
}

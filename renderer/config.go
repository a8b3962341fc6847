package renderer

import "errors"

// ErrHung is returned when the render goroutine does not end, because the driver blocks.
var ErrHung = errors.New("renderer: the driver does not return")

// Config is what an executor needs.
type Config struct {
	// Surface is what frames appear on; nil draws without a context and without swaps.
	Surface Surface
	// Open makes the device. It is called by the thread that draws, with the context current.
	Open func() (Device, error)
	// Now reads the clock (ns); nil leaves all stamps 0.
	Now func() int64
	// CPU reads the processor time of the program (ns); nil leaves Present.DrawCPU 0.
	CPU func() int64
	// Wake ends the sleep of the main thread; it is called by the render goroutine. May be nil.
	Wake func()
	// StallAfter is for Watch, ns; 0 takes five seconds.
	StallAfter int64
	// Adaptive lets the main thread of a Threaded draw by itself while that makes frames shorter: while it has little
	// else to do, swaps do not wait for the display and the processor draws. It needs Now.
	Adaptive bool
}

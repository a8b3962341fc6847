package renderer

// Surface shows frames: a window or an offscreen target. It is used by the
// thread that draws and by no other.
type Surface interface {
	// MakeCurrent makes the graphics context current on the calling thread.
	MakeCurrent() error
	// DetachCurrent takes it off the calling thread.
	DetachCurrent() error
	// SwapBuffers shows the drawn picture; with vertical synchronisation it may block.
	SwapBuffers() error
	// SetSwapInterval sets how many refreshes a swap waits for: 0 none, 1 the next, -1 the
	// next unless the frame is late. An error means that the driver cannot.
	SetSwapInterval(interval int) error
}

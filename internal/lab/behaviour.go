package lab

import (
	"tumble/engine"
	"tumble/engine/timestep"
)

// Behaviour says how a window runs while nobody looks at it, and how it waits for the device.
type Behaviour struct {
	// Background is the behaviour without focus, PauseMinimised stops time while the window is minimised.
	Background     engine.Background
	PauseMinimised bool
	// LowLatency waits for the device after each swap, so that the driver keeps no frame.
	LowLatency bool
}

// suspended reports whether time stands still because nobody looks.
func (r *rig) suspended() bool {
	d, w := r.c.Display, r.c.Window
	return d.Minimised && w.PauseMinimised || d.Unfocused && w.Background == engine.BackgroundPause
}

// paced is when the next frame may begin in a window that draws fewer of them, 0 for at once (ns).
func (r *rig) paced() int64 {
	if !r.c.Display.Unfocused || r.c.Window.Background != engine.BackgroundSlow {
		return 0
	}
	return r.begun + 1000*timestep.Second/engine.UnfocusedMilliHz
}

// queued is how long the driver keeps a frame (ns).
func (r *rig) queued() float64 {
	if r.c.Window.LowLatency {
		return 0
	}
	return float64(r.c.Display.Queue) * 1e9 / r.c.Display.Hz
}

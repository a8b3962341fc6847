package main

import (
	"math"

	"tumble/engine"
	"tumble/engine/timestep"
	"tumble/renderer"
)

// simulatedDisplay is a display whose refreshes follow each other by the count of pictures, however long the machine
// draws: its clock moves to the next refresh when a picture is shown, and by the waits of the window.
type simulatedDisplay struct {
	*timestep.FakeClock
	milliHz int64 // refreshes in 1000 seconds
	shown   bool  // a picture since the last wait
}

// looking (ns) is how far the clock moves while the window looks for events, so that a loop that waits by looking ends.
const looking = 20 * timestep.Microsecond

func newSimulatedDisplay(hz float64) *simulatedDisplay {
	return &simulatedDisplay{FakeClock: timestep.NewFakeClock(timestep.Second), milliHz: int64(math.Round(hz * 1000))}
}

// surface is a surface whose pictures this display shows.
func (d *simulatedDisplay) surface(s renderer.Surface) renderer.Surface {
	return simulatedSurface{s, d}
}

// window is a window on this display.
func (d *simulatedDisplay) window(w engine.Window) engine.Window {
	return simulatedWindow{w, d, timestep.RealClock()}
}

type simulatedSurface struct {
	renderer.Surface
	display *simulatedDisplay
}

// SetSwapInterval leaves the real display out.
func (s simulatedSurface) SetSwapInterval(int) error { return s.Surface.SetSwapInterval(0) }

// SwapBuffers shows the picture at the next refresh.
func (s simulatedSurface) SwapBuffers() error {
	err := s.Surface.SwapBuffers()
	now, period := s.display.Now(), 1000*timestep.Second/s.display.milliHz
	s.display.Set(now - now%period + period)
	s.display.shown = true
	return err
}

type simulatedWindow struct {
	engine.Window
	display *simulatedDisplay
	real    timestep.Clock
}

func (w simulatedWindow) RefreshMilliHz() int64 { return w.display.milliHz }

func (w simulatedWindow) PollEvents() {
	w.Window.PollEvents()
	w.display.Advance(looking)
}

// WaitEventsTimeout moves the clock by the wait, to the nanosecond unless an event ends the wait. A picture that was
// shown wakes the loop, as one that a render goroutine shows.
func (w simulatedWindow) WaitEventsTimeout(ns int64) {
	if w.display.shown {
		w.display.shown = false
		w.PollEvents()
		return
	}
	begin := w.real.Now()
	w.Window.WaitEventsTimeout(ns)
	w.display.Advance(min(max(w.real.Now()-begin, 0), ns))
}

package apptest

import (
	"tumble/engine"
	"tumble/engine/input"
	"tumble/engine/timestep"
)

// Window is a window without a system: its waits move a fake clock.
type Window struct {
	Clock         *timestep.FakeClock
	Width, Height int
	// Title and Cursor are the title and the cursor that the program set last, Drops the files dropped onto the window.
	Title  string
	Cursor engine.CursorMode
	Drops  []string
	// Scale is the density of the display, 0 for 1.
	Scale float32

	in     *input.Inbox
	closed bool
	full   bool
}

func (w *Window) Attach(in *input.Inbox, _ func())  { w.in = in }
func (w *Window) WaitEventsTimeout(ns int64)        { w.Clock.Advance(ns) }
func (w *Window) PollEvents()                       { w.Clock.Advance(20 * timestep.Microsecond) }
func (w *Window) PostEmptyEvent()                   {}
func (w *Window) FramebufferSize() (int, int)       { return w.Width, w.Height }
func (w *Window) Size() (int, int)                  { return w.Width, w.Height }
func (w *Window) SetSize(a, b int)                  { w.Width, w.Height = a, b }
func (w *Window) ContentScale() (x, y float32)      { return max(w.Scale, 1), max(w.Scale, 1) }
func (w *Window) RefreshMilliHz() int64             { return 60_000 }
func (w *Window) ShouldClose() bool                 { return w.closed }
func (w *Window) SetShouldClose(b bool)             { w.closed = b }
func (w *Window) Visible() bool                     { return true }
func (w *Window) Focused() bool                     { return true }
func (w *Window) SetTitle(s string)                 { w.Title = s }
func (w *Window) SetFullscreen(on bool)             { w.full = on }
func (w *Window) Fullscreen() bool                  { return w.full }
func (w *Window) SetCursorShape(engine.CursorShape) {}
func (w *Window) SetCursorMode(m engine.CursorMode) { w.Cursor = m }
func (w *Window) CursorPosition() (x, y float64)    { return 0, 0 }
func (w *Window) Clipboard() string                 { return "" }
func (w *Window) SetClipboard(string)               {}
func (w *Window) Dropped() []string                 { return w.Drops }
func (w *Window) Destroy()                          {}

package engine

import (
	"tumble/engine/input"
)

// CursorShape is the picture of the mouse cursor.
type CursorShape uint8

// The cursor shapes.
const (
	CursorArrow CursorShape = iota
	CursorText
	CursorHand
	CursorCrosshair
	CursorResizeX
	CursorResizeY
)

// CursorMode is the behaviour of the mouse cursor over the window.
type CursorMode uint8

// The cursor modes. CursorCaptured hides it and delivers unbounded positions.
const (
	CursorNormal CursorMode = iota
	CursorHidden
	CursorCaptured
)

// Window is the window as the loop and the program use it. Every method except
// PostEmptyEvent belongs to the main thread. The events go into the Inbox given
// to Attach, stamped on arrival.
type Window interface {
	// Attach sets where events go, and the function with which a callback draws a frame while the
	// system holds the event loop (moving or resizing a window on Windows
	// and macOS). frame may be nil. It is called once before the first event.
	Attach(in *input.Inbox, frame func())
	// WaitEventsTimeout sleeps until an event arrives or ns nanoseconds have passed, and
	// runs the callbacks. It is the only sleep of the main thread.
	WaitEventsTimeout(ns int64)
	// PollEvents runs the callbacks of the events that have arrived.
	PollEvents()
	// PostEmptyEvent ends a WaitEventsTimeout from any goroutine.
	PostEmptyEvent()

	// FramebufferSize is in pixels; 0, 0 while minimised on some systems.
	FramebufferSize() (w, h int)
	// Size is in screen coordinates, the unit of cursor positions.
	Size() (w, h int)
	// SetSize asks for a size in screen coordinates.
	SetSize(w, h int)
	// ContentScale is the ratio of the screen's density to 96 dpi.
	ContentScale() (x, y float32)
	// RefreshMilliHz is the refresh rate of the window's monitor in 1/1000 Hz, 0 if unknown.
	RefreshMilliHz() int64

	ShouldClose() bool
	SetShouldClose(bool)
	// Visible is false while the window is hidden or minimised.
	Visible() bool
	Focused() bool
	SetTitle(string)
	SetFullscreen(bool)
	Fullscreen() bool

	SetCursorShape(CursorShape)
	SetCursorMode(CursorMode)
	// CursorPosition is in screen coordinates.
	CursorPosition() (x, y float64)
	Clipboard() string
	SetClipboard(string)
	// Dropped returns the names of the files of the last EventDrop.
	Dropped() []string

	// Destroy closes the window. After a loop ended with ErrDriverHung it must not
	// be called: it could block for ever.
	Destroy()
}

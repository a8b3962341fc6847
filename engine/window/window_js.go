package window

import (
	"fmt"
	"math"
	"syscall/js"
	"unsafe"

	"tumble/engine"
	"tumble/engine/input"
)

// Built is whether the program can open windows.
const Built = true

// Window is the canvas of a page, called "view", with a context of WebGL 2 that the page has made. The events of the
// page run between two frames: the goroutine of the loop waits in SwapBuffers for the next animation frame, or in
// WaitEventsTimeout.
type Window struct {
	canvas, document js.Value
	inbox            *input.Inbox
	wake             chan struct{} // an event has arrived
	frame            chan struct{} // an animation frame has begun, or the page is hidden
	callbacks        []js.Func
	drawn, yielded   js.Func
	port             js.Value // a message to it comes back after the events that wait
	waitsForDisplay  bool

	// what the events have reported
	width, height            int // CSS pixels
	fbWidth, fbHeight        int // pixels
	scale                    float32
	cursorX, cursorY         float64
	focused, hidden, closing bool
	captured                 bool
	clipboard                string
	dropped                  []string
	shape                    engine.CursorShape
	fingers                  fingers
}

// Open takes the canvas of the page.
func Open(o Options) (*Window, error) {
	document := js.Global().Get("document")
	if !document.Truthy() {
		return nil, fmt.Errorf("window: %w: there is no page", ErrNoDisplay)
	}
	canvas := document.Call("getElementById", "view")
	if !canvas.Truthy() {
		return nil, fmt.Errorf("window: %w: the page has no canvas called view", ErrNoDisplay)
	}
	w := &Window{
		canvas: canvas, document: document, waitsForDisplay: true,
		wake: make(chan struct{}, 1), frame: make(chan struct{}, 1),
		focused: document.Call("hasFocus").Bool(), hidden: document.Get("hidden").Bool(),
	}
	w.drawn = js.FuncOf(func(js.Value, []js.Value) any { return signal(w.frame) })
	channel := js.Global().Get("MessageChannel").New()
	channel.Get("port1").Set("onmessage", w.drawn)
	w.port = channel.Get("port2")
	w.listen()
	w.measure()
	return w, nil
}

// signal ends a wait for a channel.
func signal(c chan struct{}) any {
	select {
	case c <- struct{}{}:
	default:
	}
	return nil
}

// measure takes the size of the canvas from the page, in pixels of the screen.
func (w *Window) measure() {
	ratio := js.Global().Get("devicePixelRatio").Float()
	w.scale = float32(ratio)
	w.width, w.height = w.canvas.Get("clientWidth").Int(), w.canvas.Get("clientHeight").Int()
	w.fbWidth, w.fbHeight = int(math.Round(float64(w.width)*ratio)), int(math.Round(float64(w.height)*ratio))
	w.canvas.Set("width", w.fbWidth)
	w.canvas.Set("height", w.fbHeight)
}

// Problems is 0.
func Problems() uint64 { return 0 }

// OnLost does nothing: a page that is closed takes the program with it.
func OnLost(func()) {}

// Attach sets where events go.
func (w *Window) Attach(in *input.Inbox, _ func()) { w.inbox = in }

// WaitEventsTimeout sleeps until an event arrives or ns nanoseconds have passed.
func (w *Window) WaitEventsTimeout(ns int64) {
	if ns <= 0 {
		return
	}
	timer := js.Global().Call("setTimeout", w.timeout(), float64(ns)*1e-6)
	<-w.wake
	js.Global().Call("clearTimeout", timer)
}

// PollEvents does nothing: the events of the page arrive between two frames.
func (w *Window) PollEvents() {}

// PostEmptyEvent ends a WaitEventsTimeout from any goroutine.
func (w *Window) PostEmptyEvent() { signal(w.wake) }

// FramebufferSize is in pixels.
func (w *Window) FramebufferSize() (int, int) { return w.fbWidth, w.fbHeight }

// Size is in CSS pixels.
func (w *Window) Size() (int, int) { return w.width, w.height }

// SetSize does nothing: the browser decides.
func (w *Window) SetSize(int, int) {}

// ContentScale is the ratio of pixels to CSS pixels.
func (w *Window) ContentScale() (x, y float32) { return w.scale, w.scale }

// RefreshMilliHz is 0: a page is not told.
func (w *Window) RefreshMilliHz() int64 { return 0 }

// ShouldClose reports whether the page is left.
func (w *Window) ShouldClose() bool { return w.closing }

// SetShouldClose ends the program, or not.
func (w *Window) SetShouldClose(b bool) { w.closing = b }

// Visible is false while another tab is shown.
func (w *Window) Visible() bool { return !w.hidden }

// Focused reports whether the page has the input focus.
func (w *Window) Focused() bool { return w.focused }

// SetTitle sets the title of the page.
func (w *Window) SetTitle(title string) { w.document.Set("title", title) }

// SetFullscreen asks for the whole screen, which browsers grant after a key or a click, or gives it back.
func (w *Window) SetFullscreen(on bool) {
	if on && w.document.Get("fullscreenEnabled").Truthy() {
		ignoreRefusal(w.document.Get("documentElement").Call("requestFullscreen"))
	} else if !on && w.Fullscreen() {
		ignoreRefusal(w.document.Call("exitFullscreen"))
	}
}

// Fullscreen reports whether the page fills the screen.
func (w *Window) Fullscreen() bool { return w.document.Get("fullscreenElement").Truthy() }

var cursorStyles = [...]string{
	engine.CursorArrow: "default", engine.CursorText: "text", engine.CursorHand: "pointer",
	engine.CursorCrosshair: "crosshair", engine.CursorResizeX: "ew-resize", engine.CursorResizeY: "ns-resize",
}

// SetCursorShape sets the picture of the cursor.
func (w *Window) SetCursorShape(s engine.CursorShape) {
	if int(s) < len(cursorStyles) && s != w.shape {
		w.shape = s
		w.canvas.Get("style").Set("cursor", cursorStyles[s])
	}
}

// SetCursorMode shows, hides or captures the cursor.
func (w *Window) SetCursorMode(m engine.CursorMode) {
	style := cursorStyles[w.shape]
	if m != engine.CursorNormal {
		style = "none"
	}
	w.canvas.Get("style").Set("cursor", style)
	if captured := m == engine.CursorCaptured; captured != w.captured {
		w.captured = captured
		if captured {
			ignoreRefusal(w.canvas.Call("requestPointerLock"))
		} else {
			w.document.Call("exitPointerLock")
		}
	}
}

// CursorPosition is in CSS pixels.
func (w *Window) CursorPosition() (x, y float64) { return w.cursorX, w.cursorY }

// Clipboard has the text that was pasted or copied last: a page may not look at the clipboard of the system by itself.
func (w *Window) Clipboard() string { return w.clipboard }

// SetClipboard puts text on the clipboard.
func (w *Window) SetClipboard(text string) {
	w.clipboard = text
	if board := js.Global().Get("navigator").Get("clipboard"); board.Truthy() {
		ignoreRefusal(board.Call("writeText", text))
	}
}

// ignoreRefusal drops the error of a promise that the browser breaks, as it does without a click of the user.
func ignoreRefusal(promise js.Value) {
	if promise.Type() == js.TypeObject && promise.Get("catch").Type() == js.TypeFunction {
		promise.Call("catch", js.Global().Get("Boolean"))
	}
}

// Dropped returns the names of the files of the last EventDrop, which the page has put into its file system.
func (w *Window) Dropped() []string { return w.dropped }

// Hide does nothing: the page stays.
func (w *Window) Hide() {}

// Destroy takes the listeners off the page.
func (w *Window) Destroy() {
	js.Global().Get("tumble").Call("forget")
	for _, f := range w.callbacks {
		f.Release()
	}
	w.callbacks = nil
}

// MakeCurrent does nothing: the context belongs to the page.
func (w *Window) MakeCurrent() error { return nil }

// DetachCurrent does nothing.
func (w *Window) DetachCurrent() error { return nil }

// SwapBuffers waits for the next animation frame: the browser shows then what has been drawn in this one. Without
// vertical synchronisation it waits for the events that have arrived.
func (w *Window) SwapBuffers() error {
	if w.hidden {
		return nil
	}
	select {
	case <-w.frame:
	default:
	}
	if w.waitsForDisplay {
		js.Global().Call("requestAnimationFrame", w.drawn)
	} else {
		w.port.Call("postMessage", 0)
	}
	<-w.frame
	return nil
}

// SetSwapInterval sets whether frames wait for the display; there is no adaptive synchronisation.
func (w *Window) SetSwapInterval(interval int) error {
	if interval < 0 {
		return fmt.Errorf("window: swap interval %d: browsers have no adaptive synchronisation", interval)
	}
	w.waitsForDisplay = interval > 0
	return nil
}

// GetProcAddress returns nil: the functions of WebGL are those of the page.
func (w *Window) GetProcAddress(string) unsafe.Pointer { return nil }

// Placement is nowhere: the browser keeps it.
func (w *Window) Placement() (x, y, width, height int, maximised bool) { return }

//go:build cgo

package window

import (
	"fmt"
	"image"
	"unsafe"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tumble/engine"
	"tumble/engine/input"
)

// Built is whether the program can open windows: not without cgo.
const Built = true

// Window is a window of the desktop with an OpenGL context. It implements engine.Window and
// renderer.Surface.
type Window struct {
	glfw  *glfw.Window
	inbox *input.Inbox
	frame func()

	// what the events have reported
	width, height       int // screen coordinates
	fbWidth, fbHeight   int // pixels
	scaleX, scaleY      float32
	cursorX, cursorY    float64
	focused, iconified  bool
	hidden, shouldClose bool
	dropped             []string
	refreshMilliHz      int64
	refreshStale        bool
	inFrame             bool
	shape               engine.CursorShape
	cursors             [engine.CursorResizeY + 1]*glfw.Cursor
	fullscreen          bool
	restoreX, restoreY  int
	restoreW, restoreH  int
	// opened is the size that the window was opened with (units), which may be smaller than users can make one
	opened    struct{ width, height int }
	destroyed bool
}

// open windows; GLFW is initialised with the first and terminated with the last. Main thread only.
var openWindows int

// Open opens a window whose context is current on no thread. Errors wrap ErrNoDisplay or
// ErrNoOpenGL when the machine cannot show it.
func Open(o Options) (*Window, error) {
	o = o.withDefaults()
	if err := initialise(); err != nil {
		return nil, err
	}
	w, err := create(o)
	if err != nil {
		terminateIfLast()
		return nil, err
	}
	openWindows++
	w.opened.width, w.opened.height = o.Width, o.Height
	w.limitSize()
	w.listen()
	w.refreshStale = true
	if o.Positioned {
		w.moveTo(o.X, o.Y)
	}
	if o.Fullscreen {
		w.SetFullscreen(true)
	}
	return w, nil
}

func create(o Options) (*Window, error) {
	w := &Window{hidden: o.Hidden}
	err := guard("create window", func() error {
		glfw.DefaultWindowHints()
		glfw.WindowHint(glfw.ClientAPI, glfw.OpenGLAPI)
		glfw.WindowHint(glfw.ContextVersionMajor, 4)
		glfw.WindowHint(glfw.ContextVersionMinor, 1)
		glfw.WindowHint(glfw.OpenGLProfile, glfw.OpenGLCoreProfile)
		glfw.WindowHint(glfw.OpenGLForwardCompatible, glfw.True)
		// the scene is drawn into targets of its own: the window needs colour only
		glfw.WindowHint(glfw.DepthBits, 0)
		glfw.WindowHint(glfw.StencilBits, 0)
		glfw.WindowHint(glfw.AlphaBits, 0)
		glfw.WindowHint(glfw.ScaleToMonitor, glfw.True)
		glfw.WindowHint(glfw.Visible, hint(!o.Hidden))
		glfw.WindowHint(glfw.Maximized, hint(o.Maximised))
		var err error
		surviving(func() { w.glfw, err = glfw.CreateWindow(o.Width, o.Height, o.Title, nil, nil) })
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("window: %w: %w", ErrNoOpenGL, err)
	}
	err = guard("size", func() error {
		w.width, w.height = w.glfw.GetSize()
		w.fbWidth, w.fbHeight = w.glfw.GetFramebufferSize()
		w.scaleX, w.scaleY = w.glfw.GetContentScale()
		w.cursorX, w.cursorY = w.glfw.GetCursorPos()
		w.focused = w.glfw.GetAttrib(glfw.Focused) == glfw.True
		w.iconified = w.glfw.GetAttrib(glfw.Iconified) == glfw.True
		w.glfw.SetIcon([]image.Image{icon(16), icon(48), icon(128)})
		return nil
	})
	return w, err
}

func hint(b bool) int {
	if b {
		return glfw.True
	}
	return glfw.False
}

// Attach sets where events go, and the function with which a callback draws a frame while the system holds
// the event loop.
func (w *Window) Attach(in *input.Inbox, frame func()) { w.inbox, w.frame = in, frame }

// WaitEventsTimeout sleeps until an event arrives or ns nanoseconds have passed.
func (w *Window) WaitEventsTimeout(ns int64) {
	defer recovered("wait for events", nil)
	if ns <= 0 {
		glfw.PollEvents()
		return
	}
	glfw.WaitEventsTimeout(float64(ns) * 1e-9)
}

// PollEvents runs the callbacks of the events that have arrived.
func (w *Window) PollEvents() {
	defer recovered("poll events", nil)
	glfw.PollEvents()
}

// PostEmptyEvent ends a WaitEventsTimeout from any goroutine.
func (w *Window) PostEmptyEvent() {
	defer recovered("post an event", nil)
	glfw.PostEmptyEvent()
}

// FramebufferSize is in pixels.
func (w *Window) FramebufferSize() (int, int) { return w.fbWidth, w.fbHeight }

// Size is in screen coordinates.
func (w *Window) Size() (int, int) { return w.width, w.height }

// SetSize asks for a size in screen coordinates.
func (w *Window) SetSize(width, height int) {
	defer recovered("set the size", nil)
	w.glfw.SetSize(width, height)
}

// ContentScale is the ratio of the screen's density to 96 dpi.
func (w *Window) ContentScale() (x, y float32) { return w.scaleX, w.scaleY }

// ShouldClose reports whether the window was asked to close.
func (w *Window) ShouldClose() bool { return w.shouldClose }

// SetShouldClose asks the window to close, or not to.
func (w *Window) SetShouldClose(b bool) { w.shouldClose = b }

// Visible is false while the window is hidden or minimised.
func (w *Window) Visible() bool { return !w.hidden && !w.iconified }

// Focused reports whether the window has the input focus.
func (w *Window) Focused() bool { return w.focused }

// SetTitle sets the text of the title bar.
func (w *Window) SetTitle(title string) {
	defer recovered("set the title", nil)
	w.glfw.SetTitle(title)
}

// Clipboard returns the text of the clipboard, "" when it holds none.
func (w *Window) Clipboard() (text string) {
	defer recovered("read the clipboard", nil)
	return w.glfw.GetClipboardString()
}

// SetClipboard puts text on the clipboard.
func (w *Window) SetClipboard(text string) {
	defer recovered("write the clipboard", nil)
	w.glfw.SetClipboardString(text)
}

// CursorPosition is in screen coordinates.
func (w *Window) CursorPosition() (x, y float64) { return w.cursorX, w.cursorY }

// Dropped returns the names of the files of the last EventDrop.
func (w *Window) Dropped() []string { return w.dropped }

// MakeCurrent makes the context current on the calling thread.
func (w *Window) MakeCurrent() (err error) {
	defer recovered("make the context current", &err)
	w.glfw.MakeContextCurrent()
	return nil
}

// DetachCurrent takes the context off the calling thread.
func (w *Window) DetachCurrent() (err error) {
	defer recovered("detach the context", &err)
	glfw.DetachCurrentContext()
	return nil
}

// SwapBuffers shows the drawn picture; with vertical synchronisation it may block.
func (w *Window) SwapBuffers() (err error) {
	defer recovered("swap buffers", &err)
	w.glfw.SwapBuffers()
	return nil
}

// SetSwapInterval sets how many refreshes a swap waits for; -1 needs a driver that can tear
// late frames.
func (w *Window) SetSwapInterval(interval int) (err error) {
	defer recovered("set the swap interval", &err)
	if interval < 0 && !glfw.ExtensionSupported("GLX_EXT_swap_control_tear") &&
		!glfw.ExtensionSupported("WGL_EXT_swap_control_tear") {
		return fmt.Errorf("window: swap interval %d: the driver has no adaptive synchronisation", interval)
	}
	glfw.SwapInterval(interval)
	return nil
}

// GetProcAddress returns the address of an OpenGL function; the context must be current.
func (w *Window) GetProcAddress(name string) (p unsafe.Pointer) {
	defer recovered("find an OpenGL function", nil)
	return glfw.GetProcAddress(name)
}

// Hide takes the window off the screen before it is destroyed, which may wait for the driver.
func (w *Window) Hide() {
	w.SetFullscreen(false)
	defer recovered("hide", nil)
	w.glfw.Hide()
}

// Destroy closes the window. The context must be current on no thread.
func (w *Window) Destroy() {
	if w.destroyed {
		return
	}
	w.destroyed = true
	func() {
		defer recovered("destroy", nil)
		for i, c := range w.cursors {
			if c != nil {
				c.Destroy()
				w.cursors[i] = nil
			}
		}
		w.glfw.Destroy()
	}()
	openWindows--
	terminateIfLast()
}

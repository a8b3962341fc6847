//go:build cgo

package window

import (
	"runtime"

	"github.com/go-gl/glfw/v3.3/glfw"

	"tumble/engine/input"
)

// listen registers the callbacks. GLFW calls them on the main thread from within
// WaitEventsTimeout and PollEvents.
func (w *Window) listen() {
	g := w.glfw
	g.SetKeyCallback(func(_ *glfw.Window, key glfw.Key, scancode int, action glfw.Action, mods glfw.ModifierKey) {
		code := int32(key)
		if typesText(code) {
			code = layoutKey(code, glfw.GetKeyName(key, scancode))
		}
		w.push(input.Event{
			Kind: input.EventKey, Code: code, Physical: int32(key), Action: input.Action(action),
			Mods: keyMods(key, action, mods),
		})
	})
	g.SetCharCallback(func(_ *glfw.Window, char rune) {
		w.push(input.Event{Kind: input.EventChar, Code: char, Action: input.Press})
	})
	g.SetMouseButtonCallback(func(_ *glfw.Window, b glfw.MouseButton, action glfw.Action, mods glfw.ModifierKey) {
		w.push(input.Event{
			Kind: input.EventMouseButton, Code: int32(b), X: w.cursorX, Y: w.cursorY,
			Action: input.Action(action), Mods: input.Mods(mods),
		})
	})
	g.SetCursorPosCallback(func(_ *glfw.Window, x, y float64) {
		w.cursorX, w.cursorY = x, y
		w.push(input.Event{Kind: input.EventMouseMove, X: x, Y: y})
	})
	g.SetScrollCallback(func(_ *glfw.Window, x, y float64) {
		w.push(input.Event{Kind: input.EventScroll, X: x, Y: y})
	})
	g.SetCursorEnterCallback(func(_ *glfw.Window, entered bool) {
		w.push(input.Event{Kind: input.EventCursorEnter, Action: pressed(entered)})
	})
	g.SetDropCallback(func(_ *glfw.Window, names []string) {
		w.dropped = names
		w.push(input.Event{Kind: input.EventDrop, X: w.cursorX, Y: w.cursorY})
	})
	w.listenToWindow()
}

func (w *Window) listenToWindow() {
	g := w.glfw
	g.SetFocusCallback(func(_ *glfw.Window, focused bool) {
		w.focused = focused
		w.push(input.Event{Kind: input.EventFocus, Action: pressed(focused)})
	})
	g.SetIconifyCallback(func(_ *glfw.Window, iconified bool) {
		w.iconified = iconified
		w.push(input.Event{Kind: input.EventMinimise, Action: pressed(iconified)})
	})
	g.SetCloseCallback(func(g *glfw.Window) {
		w.shouldClose = true
		w.push(input.Event{Kind: input.EventClose})
	})
	g.SetSizeCallback(func(_ *glfw.Window, width, height int) { w.width, w.height = width, height })
	g.SetFramebufferSizeCallback(func(_ *glfw.Window, width, height int) {
		w.fbWidth, w.fbHeight = width, height
		w.push(input.Event{Kind: input.EventResize, X: float64(width), Y: float64(height)})
		w.held()
	})
	g.SetContentScaleCallback(func(_ *glfw.Window, x, y float32) {
		w.scaleX, w.scaleY = x, y
		w.limitSize()
		w.push(input.Event{Kind: input.EventContentScale, X: float64(x), Y: float64(y)})
	})
	g.SetPosCallback(func(*glfw.Window, int, int) {
		w.refreshStale = true
		w.held()
	})
	g.SetRefreshCallback(func(*glfw.Window) { w.held() })
}

func (w *Window) push(e input.Event) {
	if w.inbox != nil {
		w.inbox.Push(e)
	}
}

func pressed(b bool) input.Action {
	if b {
		return input.Press
	}
	return input.Release
}

// held draws a frame from within a callback: on Windows and macOS the system keeps the event loop
// while a window is moved or resized, and the picture would stand still.
func (w *Window) held() {
	if w.frame == nil || w.inFrame || runtime.GOOS != "windows" && runtime.GOOS != "darwin" {
		return
	}
	w.inFrame = true
	defer func() { w.inFrame = false }()
	w.frame()
}

// modifierKeys are the modifiers that keys are themselves.
var modifierKeys = map[glfw.Key]input.Mods{
	glfw.KeyLeftShift: input.ModShift, glfw.KeyRightShift: input.ModShift,
	glfw.KeyLeftControl: input.ModControl, glfw.KeyRightControl: input.ModControl,
	glfw.KeyLeftAlt: input.ModAlt, glfw.KeyRightAlt: input.ModAlt,
	glfw.KeyLeftSuper: input.ModSuper, glfw.KeyRightSuper: input.ModSuper,
}

// keyMods is the set of modifiers after the event. X11 reports those before it: the press of
// a control key comes without control, and its release with it.
func keyMods(key glfw.Key, action glfw.Action, mods glfw.ModifierKey) input.Mods {
	m := input.Mods(mods)
	own := modifierKeys[key]
	if action == glfw.Release {
		return m &^ own
	}
	return m | own
}

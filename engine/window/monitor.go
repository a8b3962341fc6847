//go:build cgo

package window

import (
	"github.com/go-gl/glfw/v3.3/glfw"

	"tumble/engine"
)

// RefreshMilliHz is the refresh rate of the window's monitor in 1/1000 Hz, 0 if unknown.
func (w *Window) RefreshMilliHz() int64 {
	if w.refreshStale {
		w.refreshStale, w.refreshMilliHz = false, 0
		defer recovered("ask for the refresh rate", nil)
		if m := w.monitor(); m != nil {
			if mode := m.GetVideoMode(); mode != nil {
				w.refreshMilliHz = int64(mode.RefreshRate) * 1000
			}
		}
	}
	return w.refreshMilliHz
}

// monitor is the monitor that shows most of the window.
func (w *Window) monitor() *glfw.Monitor {
	if m := w.glfw.GetMonitor(); m != nil {
		return m
	}
	x, y := w.glfw.GetPos()
	best, most := glfw.GetPrimaryMonitor(), 0
	for _, m := range glfw.GetMonitors() {
		mode := m.GetVideoMode()
		if mode == nil {
			continue
		}
		mx, my := m.GetPos()
		if area := overlap(x, w.width, mx, mode.Width) * overlap(y, w.height, my, mode.Height); area > most {
			best, most = m, area
		}
	}
	return best
}

// graspable (screen coordinates) is how much of the upper edge of a window must be seen to take hold of it.
const graspable = 64

// moveTo puts the corner of the window at a place, unless no monitor shows the title there: monitors come and go.
func (w *Window) moveTo(x, y int) {
	defer recovered("place the window", nil)
	for _, m := range glfw.GetMonitors() {
		mx, my, mw, mh := m.GetWorkarea()
		if overlap(x, w.width, mx, mw) >= graspable && y >= my && y+graspable <= my+mh {
			w.glfw.SetPos(x, y)
			return
		}
	}
}

// Placement is the place and size of the window (screen coordinates); for a window that covers a monitor those before
// it did.
func (w *Window) Placement() (x, y, width, height int, maximised bool) {
	defer recovered("ask for the place", nil)
	if w.fullscreen {
		return w.restoreX, w.restoreY, w.restoreW, w.restoreH, false
	}
	x, y = w.glfw.GetPos()
	return x, y, w.width, w.height, w.glfw.GetAttrib(glfw.Maximized) == glfw.True
}

// overlap is the length that two intervals share.
func overlap(a, length, b, other int) int {
	return max(0, min(a+length, b+other)-max(a, b))
}

// limitSize tells the system how small a user can make the window on its monitor.
func (w *Window) limitSize() {
	defer recovered("limit the size", nil)
	roomWidth, roomHeight := 0, 0
	if m := w.monitor(); m != nil {
		_, _, roomWidth, roomHeight = m.GetWorkarea()
	}
	pixels := float32(w.fbWidth) / float32(max(w.width, 1))
	width, height := smallestSize(w.opened.width, w.opened.height, min(w.scaleX, w.scaleY), pixels, roomWidth,
		roomHeight)
	w.glfw.SetSizeLimits(width, height, glfw.DontCare, glfw.DontCare)
}

// SetFullscreen covers the monitor of the window, or goes back to where the window was.
func (w *Window) SetFullscreen(on bool) {
	if on == w.fullscreen {
		return
	}
	defer recovered("change full screen", nil)
	if !on {
		w.glfw.SetMonitor(nil, w.restoreX, w.restoreY, w.restoreW, w.restoreH, glfw.DontCare)
		w.fullscreen, w.refreshStale = false, true
		return
	}
	m := w.monitor()
	if m == nil {
		return
	}
	mode := m.GetVideoMode()
	if mode == nil {
		return
	}
	w.restoreX, w.restoreY = w.glfw.GetPos()
	w.restoreW, w.restoreH = w.width, w.height
	w.glfw.SetMonitor(m, 0, 0, mode.Width, mode.Height, mode.RefreshRate)
	w.fullscreen, w.refreshStale = true, true
}

// Fullscreen reports whether the window covers a monitor.
func (w *Window) Fullscreen() bool { return w.fullscreen }

var cursorShapes = [...]glfw.StandardCursor{
	engine.CursorArrow:     glfw.ArrowCursor,
	engine.CursorText:      glfw.IBeamCursor,
	engine.CursorHand:      glfw.HandCursor,
	engine.CursorCrosshair: glfw.CrosshairCursor,
	engine.CursorResizeX:   glfw.HResizeCursor,
	engine.CursorResizeY:   glfw.VResizeCursor,
}

// SetCursorShape sets the picture of the cursor.
func (w *Window) SetCursorShape(s engine.CursorShape) {
	if s == w.shape || int(s) >= len(cursorShapes) {
		return
	}
	defer recovered("set the cursor", nil)
	w.shape = s
	if w.cursors[s] == nil && s != engine.CursorArrow {
		w.cursors[s] = glfw.CreateStandardCursor(cursorShapes[s])
	}
	w.glfw.SetCursor(w.cursors[s])
}

// SetCursorMode shows, hides or captures the cursor. A captured one reports motion without the
// system's acceleration where that can be had.
func (w *Window) SetCursorMode(m engine.CursorMode) {
	defer recovered("set the cursor mode", nil)
	mode := glfw.CursorNormal
	switch m {
	case engine.CursorHidden:
		mode = glfw.CursorHidden
	case engine.CursorCaptured:
		mode = glfw.CursorDisabled
	}
	w.glfw.SetInputMode(glfw.CursorMode, mode)
	if glfw.RawMouseMotionSupported() {
		w.glfw.SetInputMode(glfw.RawMouseMotion, hint(m == engine.CursorCaptured))
	}
	w.cursorX, w.cursorY = w.glfw.GetCursorPos()
}

package panel

import (
	"tumble/engine"
	"tumble/engine/input"
	"tumble/internal/app/command"
	"tumble/renderer/ui"
)

// pointer gives events of the window to the interface, where they are meant for it.
type pointer struct {
	in      ui.Input
	x, y    float64 // of the cursor, screen coordinates
	buttons [3]bool // pressed over the interface
	over    bool    // the cursor is over the interface
}

// toPixels turns a cursor position into framebuffer pixels.
func toPixels(window engine.Window, x, y float64) (px, py float32) {
	w, h := window.Size()
	fw, fh := window.FramebufferSize()
	return float32(x * float64(fw) / float64(max(w, 1))), float32(y * float64(fh) / float64(max(h, 1)))
}

// event takes an event of the window and reports whether it is the interface's alone. While the scene is being dragged
// the mouse is not.
func (p *pointer) event(c *ui.Context, v *View, e *input.Event, dragging bool, handles *inspector) bool {
	if e.Kind == input.EventMouseMove || e.Kind == input.EventMouseButton {
		p.x, p.y = e.X, e.Y
	}
	if !v.visible() {
		return false
	}
	switch e.Kind {
	case input.EventMouseMove:
		return !dragging && p.moved(c, v, e)
	case input.EventMouseButton:
		return p.pressed(c, v, e, dragging, handles)
	case input.EventScroll:
		x, y := toPixels(v.Window, p.x, p.y)
		if dragging || !c.WantsMouse(x, y) {
			return false
		}
		p.in.Wheel(float32(e.X), float32(e.Y))
		return true
	case input.EventKey:
		if !c.WantsKeys() || e.Action == input.Release {
			return false
		}
		p.in.Key(ui.Key(e.Code), ui.Mods(e.Mods&command.RelevantMods))
		return true
	case input.EventChar:
		if c.WantsKeys() {
			p.in.Rune(rune(e.Code))
		}
		return true
	case input.EventFocus:
		if e.Action == input.Release {
			p.in.Leave()
			p.buttons = [3]bool{}
		}
	case input.EventCursorEnter:
		if e.Action == input.Release && !c.Holds() {
			p.in.Move(-1, -1)
		}
	}
	return false
}

// moved gives the cursor to the interface.
func (p *pointer) moved(c *ui.Context, v *View, e *input.Event) bool {
	x, y := toPixels(v.Window, e.X, e.Y)
	p.in.Move(x, y)
	if !c.WantsMouse(x, y) {
		if p.over {
			p.over = false
			v.Window.SetCursorShape(engine.CursorArrow)
		}
		return false
	}
	p.over = true
	return true
}

func (p *pointer) pressed(c *ui.Context, v *View, e *input.Event, dragging bool, handles *inspector) bool {
	b := ui.Button(e.Code)
	if int(e.Code) >= len(p.buttons) || e.Code < 0 {
		return false
	}
	if e.Action == input.Release {
		if !p.buttons[b] {
			return false
		}
		p.buttons[b] = false
		p.in.Press(b, false, ui.Mods(e.Mods&command.RelevantMods), e.Time)
		return true
	}
	x, y := toPixels(v.Window, e.X, e.Y)
	if dragging {
		return false
	}
	if !c.WantsMouse(x, y) && !handles.overGizmo(c, v, x, y) {
		// a click into the scene ends typing into a panel
		c.Unfocus()
		return false
	}
	p.buttons[b] = true
	p.in.Move(x, y)
	p.in.Press(b, true, ui.Mods(e.Mods&command.RelevantMods), e.Time)
	return true
}

// frame tells the interface about the frame being recorded.
func (p *pointer) frame(v *View) {
	f := v.Frame
	p.in.Time = f.Now
	p.in.Width, p.in.Height, p.in.Scale = float32(f.Width), float32(f.Height), f.Scale
	if p.in.Clipboard == nil {
		p.in.Clipboard, p.in.SetClipboard = v.Window.Clipboard, v.Window.SetClipboard
	}
}

var cursorShapes = [...]engine.CursorShape{
	ui.CursorArrow: engine.CursorArrow, ui.CursorText: engine.CursorText, ui.CursorHand: engine.CursorHand,
	ui.CursorResizeX: engine.CursorResizeX, ui.CursorResizeY: engine.CursorResizeY,
}

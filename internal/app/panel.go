package app

import (
	"tumble/engine"
	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/scenes"
	"tumble/renderer"
	"tumble/renderer/ui"
)

// The windows of the interface; the titles are also what the layout is saved under.
const (
	windowTune     = "Parameters"
	windowInspect  = "Inspector"
	windowShow     = "Display"
	windowProfile  = "Profile"
	windowCounters = "Counters"
	windowFrames   = "Frames"
)

// panels is the interface over the picture. What it changes in the world goes through
// commands, so that a recording replays it.
type panels struct {
	app *App
	ui  *ui.Context
	in  ui.Input

	buttons [3]bool // pressed over the interface
	drawer  bool
	picking bool
	picks   []ui.Pick
	light   bool
	zoom    float64
	quality Quality // that the settings keep

	session *Session
	tune    []knob
	// settings are those of the world that the knobs show; stale has them read again
	settings physics.Settings
	stale    bool
	groups   []group
	restart  bool // values that need a restart were changed
	atOnce   bool
	waiting  [propertyCount]waitingEdit

	history  history
	costs    costs
	shapes   []physics.Shape
	gizmo    int
	presets  presets
	save     saveDialog
	frame    *engine.Frame
	released bool
	labOpen  bool
	goOn     bool // the user goes on with a loop that falls behind
}

func newPanels(a *App, atlas *renderer.Atlas) *panels {
	p := &panels{app: a, ui: ui.New(atlas), atOnce: true, zoom: 1}
	for _, s := range scenes.All() {
		p.picks = append(p.picks, ui.Pick{Name: s.Name, Detail: s.Category})
	}
	p.presets.folder = a.options.Folder
	if err := p.load(); err != nil {
		a.hud.say(0, err.Error())
	}
	return p
}

// hide lets go of everything when the interface disappears.
func (p *panels) hide() {
	p.ui.Unfocus()
	p.in.Clear()
	p.picking, p.save.open = false, false
}

// visible reports whether there is an interface at all.
func (p *panels) visible() bool { return p.app.show.Interface && p.app.loop != nil }

// free is the part of a frame that no panel covers, pixels.
func (p *panels) free(f *engine.Frame) ui.Rect {
	if !p.visible() {
		return ui.Rect{W: float32(f.Width), H: float32(f.Height)}
	}
	return p.ui.Viewport()
}

// toPixels turns a cursor position into framebuffer pixels.
func (p *panels) toPixels(x, y float64) (px, py float32) {
	w, h := p.app.window.Size()
	fw, fh := p.app.window.FramebufferSize()
	return float32(x * float64(fw) / float64(max(w, 1))), float32(y * float64(fh) / float64(max(h, 1)))
}

// event takes an event of the window and reports whether it is the interface's alone.
func (p *panels) event(e *input.Event) bool {
	if !p.visible() {
		return false
	}
	switch e.Kind {
	case input.EventMouseMove:
		return p.moved(e)
	case input.EventMouseButton:
		return p.pressed(e)
	case input.EventScroll:
		x, y := p.toPixels(p.app.mouse.x, p.app.mouse.y)
		if p.app.mouse.drag != dragNone || !p.ui.WantsMouse(x, y) {
			return false
		}
		p.in.Wheel(float32(e.X), float32(e.Y))
		return true
	case input.EventKey:
		f6 := e.Code == input.KeyF1+5
		if !p.ui.WantsKeys() && !f6 || e.Action == input.Release {
			return false
		}
		p.in.Key(ui.Key(e.Code), ui.Mods(e.Mods&relevantMods))
		return true
	case input.EventChar:
		if p.ui.WantsKeys() {
			p.in.Rune(rune(e.Code))
		}
		return true
	case input.EventFocus:
		if e.Action == input.Release {
			p.in.Leave()
			p.buttons = [3]bool{}
		}
	case input.EventCursorEnter:
		if e.Action == input.Release && !p.ui.Holds() {
			p.in.Move(-1, -1)
		}
	}
	return false
}

// moved gives the cursor to the interface unless the world is being dragged.
func (p *panels) moved(e *input.Event) bool {
	if p.app.mouse.drag != dragNone {
		return false
	}
	x, y := p.toPixels(e.X, e.Y)
	p.in.Move(x, y)
	if !p.ui.WantsMouse(x, y) {
		if p.released {
			p.released = false
			p.app.window.SetCursorShape(engine.CursorArrow)
		}
		return false
	}
	p.released = true
	// nothing below a panel is under the cursor
	p.app.mouse.x, p.app.mouse.y = e.X, e.Y
	p.app.show.Hovered = physics.Body{}
	return true
}

func (p *panels) pressed(e *input.Event) bool {
	b := ui.Button(e.Code)
	if int(e.Code) >= len(p.buttons) || e.Code < 0 {
		return false
	}
	if e.Action == input.Release {
		if !p.buttons[b] {
			return false
		}
		p.buttons[b] = false
		p.in.Press(b, false, ui.Mods(e.Mods&relevantMods), e.Time)
		return true
	}
	x, y := p.toPixels(e.X, e.Y)
	if p.app.mouse.drag != dragNone {
		return false
	}
	if !p.ui.WantsMouse(x, y) && !p.overGizmo(x, y) {
		// a click into the scene ends typing into a panel
		p.ui.Unfocus()
		return false
	}
	p.app.mouse.x, p.app.mouse.y = e.X, e.Y
	p.buttons[b] = true
	p.in.Move(x, y)
	p.in.Press(b, true, ui.Mods(e.Mods&relevantMods), e.Time)
	return true
}

var cursorShapes = [...]engine.CursorShape{
	ui.CursorArrow: engine.CursorArrow, ui.CursorText: engine.CursorText, ui.CursorHand: engine.CursorHand,
	ui.CursorResizeX: engine.CursorResizeX, ui.CursorResizeY: engine.CursorResizeY,
}

// record draws the interface. Hidden it costs nothing but the samples of the plots.
func (p *panels) record(f *engine.Frame) {
	p.history.sample(f, p.app.session.World(), p.app.sampleOf())
	if !p.visible() {
		return
	}
	if p.session != p.app.session {
		p.adopt()
	}
	p.in.Time = f.Now
	p.in.Width, p.in.Height, p.in.Scale = float32(f.Width), float32(f.Height), f.Scale
	if p.in.Clipboard == nil {
		p.in.Clipboard, p.in.SetClipboard = p.app.window.Clipboard, p.app.window.SetClipboard
	}
	p.frame = f
	c := p.ui
	c.Zoom = float32(p.zoom)
	before := c.Cursor()
	c.Begin(f.Packet, &p.in)
	p.menu(f)
	p.tuneWindow()
	p.inspectWindow()
	p.showWindow()
	if p.drawer {
		p.profileWindow()
		p.countersWindow()
		p.framesWindow()
		p.costWindow()
		p.runtimeWindow()
	}
	p.labWindow()
	p.behindWindow()
	p.handles(f)
	p.dialogues()
	c.End()
	p.frame = nil
	if c.Cursor() != before {
		p.app.window.SetCursorShape(cursorShapes[c.Cursor()])
	}
	if ns, ok := c.RedrawIn(); ok {
		f.Redraw(ns)
	}
}

// send puts a command into the queue of the world now.
func (p *panels) send(c input.Event) {
	e := input.Event{Time: p.frame.Now}
	p.app.send(p.app.loop.World(), &e, c)
}

// dialogues draws what lies over everything: the pickers and the name of a preset.
func (p *panels) dialogues() {
	if i, ok := p.ui.Picker("Open a scene", &p.picking, p.picks); ok {
		if s, ok := scenes.Find(p.picks[i].Name); ok {
			if err := p.app.Open(s); err != nil {
				p.ui.Toast(ui.ToneBad, err.Error())
			}
		}
	}
	p.presetDialogues()
}

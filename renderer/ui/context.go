package ui

import (
	"tumble/renderer"
)

// Cursor is the picture that the mouse cursor should have.
type Cursor uint8

// The cursors.
const (
	CursorArrow Cursor = iota
	CursorText
	CursorHand
	CursorResizeX
	CursorResizeY
)

// Layers of the packet, from low to high. The pictures of the program itself stay below them.
const (
	layerDock    = 3
	layerFloat   = 4 // to 8
	layerModal   = 9
	layerPopup   = 10 // to 12
	layerPreview = 13
	layerTip     = 14
	// layerToast is below all windows: a message covers no dialog.
	layerToast = layerDock
)

// Context is one user interface.
type Context struct {
	// Theme may be changed between frames.
	Theme *Theme
	// Zoom multiplies the scale of the display; 0 is 1.
	Zoom float32
	// Foot (pixels) is the height at the lower edge of the viewport that messages leave free.
	Foot float32
	// ToastMore names the place of the whole text of a message that is cut off.
	ToastMore string

	atlas         *renderer.Atlas
	packet        *renderer.Packet
	in            *Input
	len           lengths
	scale         float32
	width, height float32
	now, elapsed  int64
	frames        uint64
	again         bool
	redrawIn      int64

	mouse     pointer
	strokes   []stroke
	clipboard string

	memory   memories
	seeds    []ID
	regions  []region
	lines    []renderer.Line
	disabled int
	scratch  []byte

	windows     []window
	sides       [sideCount]dock
	shut        []int // windows of the side that is being drawn whose tabs have no room
	hoverWindow int
	floor       int // layers below do not answer: a modal window or a popup is open
	top         int // z of the newest raised window
	barHeight   float32
	viewport    Rect

	hot, active, focus ID
	activeSeen         bool
	focusSeen          bool
	keyboard           bool // the focus was moved by keys and is shown
	nav                navigation
	edit               editor
	drag               dragging
	popups             []popup
	modal              ID
	last               item
	labelAt            Rect // of the label that field drew, until its widget is there
	tip                tooltip
	// whole is the full text of the shortened label under the mouse
	whole     tooltip
	wholeText []byte
	toasts    [maxToasts]toast
	messages  []Message
	cursor    Cursor
	picker    pickerState
	dragPart  float64 // position of the slider that is being dragged
	tables    []table
	// pointed is the place of the pointer on the axis of the timeline drawn last, points is set while it is over the
	// axis
	pointed float64
	points  bool
	rowEye  rowEye
	// location is the widget that Locate looks for
	location location
}

// item is the widget that was laid out last.
type item struct {
	id      ID
	rect    Rect
	hovered bool
	// labelled: the cursor is over the label on the left of the widget
	labelled bool
}

// New returns an empty interface in the dark theme.
func New(atlas *renderer.Atlas) *Context {
	c := &Context{
		Theme: Dark(), atlas: atlas, scale: 1,
		seeds: []ID{fnvOffset}, scratch: make([]byte, 0, 128),
		strokes: make([]stroke, 0, 64), lines: make([]renderer.Line, 0, 1024),
		regions: make([]region, 0, 16),
	}
	c.windows = append(c.windows, window{kind: kindScreen})
	for s := SideLeft; s < sideCount; s++ {
		c.windows = append(c.windows, window{kind: kindDock, layer: layerDock})
		c.sides[s].size = defaultSize[s]
	}
	c.windows = append(c.windows, window{kind: kindBar, layer: layerDock})
	return c
}

// windowBar is the place of the menu bar in windows; the sides stand before it.
const windowBar = int(sideCount)

// Begin starts a frame: it takes input and draws the docks. All widgets between Begin and End go into the packet.
func (c *Context) Begin(p *renderer.Packet, in *Input) {
	c.packet, c.in = p, in
	c.frames++
	c.elapsed = 0
	if c.now != 0 && in.Time > c.now {
		c.elapsed = in.Time - c.now
	}
	c.now = in.Time
	zoom := c.Zoom
	if !(zoom > 0) {
		zoom = 1
	}
	c.scale = clamp(in.Scale*zoom, 0.5, 8)
	c.width, c.height = in.Width, in.Height
	c.measure()
	if c.frames == 1 {
		// the bar is drawn after the docks are laid out, which take its height from the frame before
		c.barHeight = c.px(barUnits)
	}
	c.again, c.redrawIn = false, -1
	c.take(in)
	c.cursor = CursorArrow
	c.hot, c.activeSeen, c.focusSeen, c.edit.seen = 0, false, false, false
	c.last, c.tip.text, c.whole.text = item{}, "", ""
	c.seeds, c.lines = c.seeds[:1], c.lines[:0]
	c.disabled = 0
	c.location.id, c.location.away = 0, false
	screen := Rect{0, 0, c.width, c.height}
	c.regions = append(c.regions[:0], region{w: c.width, clip: screen, pixels: renderer.Rect{}, layer: layerDock})
	c.layoutDocks()
	c.layerWindows()
	c.findHovered()
	c.beginPopups()
	c.beginFocus()
	c.drawDocks()
}

// End finishes the frame.
func (c *Context) End() {
	c.dropPreview()
	c.drawTip()
	c.drawToasts()
	c.flush()
	c.endFocus()
	c.endPopups()
	if !c.mouse.down[ButtonLeft] && !c.mouse.down[ButtonRight] && !c.mouse.down[ButtonMiddle] || !c.activeSeen {
		c.active = 0
	}
	if c.edit.id != 0 && !c.edit.seen {
		c.edit.id = 0
	}
	if c.edit.id != 0 {
		c.redraw(blink)
	}
	if c.again || c.in.Pending() {
		c.redraw(0)
	}
	c.packet, c.in = nil, nil
}

func (c *Context) redraw(ns int64) {
	if c.redrawIn < 0 || ns < c.redrawIn {
		c.redrawIn = ns
	}
}

// RedrawIn is the time (ns) after which the interface changes by itself and must be drawn again, as for a cursor that
// blinks or a message that ends; ok is false for never.
func (c *Context) RedrawIn() (ns int64, ok bool) { return c.redrawIn, c.redrawIn >= 0 }

// Cursor is the picture that the mouse cursor should have over the interface.
func (c *Context) Cursor() Cursor { return c.cursor }

// WantsMouse reports whether a mouse event at a point (pixels) belongs to the interface: it lies
// over a panel, or a widget holds the mouse.
func (c *Context) WantsMouse(x, y float32) bool {
	if c.active != 0 || c.modal != 0 || len(c.popups) > 0 {
		return true
	}
	return c.windowAt(x, y) > 0 || c.overToast(x, y)
}

// Holds reports whether a widget holds the mouse: the release belongs to the interface, wherever the cursor is.
func (c *Context) Holds() bool { return c.active != 0 }

// WantsKeys reports whether keys belong to the interface: text is edited, the focus was moved
// by keys, or a menu, popup or modal window is open.
func (c *Context) WantsKeys() bool {
	return c.keyboard || c.edit.id != 0 || len(c.popups) > 0 || c.modal != 0
}

// Editing reports whether a text is being edited.
func (c *Context) Editing() bool { return c.edit.id != 0 }

// Unfocus takes keyboard and text focus away and closes popups.
func (c *Context) Unfocus() {
	c.edit.id, c.focus, c.keyboard = 0, 0, false
	c.popups = c.popups[:0]
}

// Viewport is the part of the picture that no panel is docked over, pixels.
func (c *Context) Viewport() Rect { return c.viewport }

// Scale is pixels per unit, zoom included.
func (c *Context) Scale() float32 { return c.scale }

// Disabled makes the widgets up to the matching Enabled faded and deaf.
func (c *Context) Disabled() { c.disabled++ }

// Enabled ends Disabled.
func (c *Context) Enabled() { c.disabled = max(c.disabled-1, 0) }

// hovers reports whether the cursor is over a rectangle of the present region and nothing lies above.
func (c *Context) hovers(r Rect) bool {
	g := c.at()
	return g.window == c.hoverWindow && r.Contains(c.mouse.x, c.mouse.y) && g.clip.Contains(c.mouse.x, c.mouse.y)
}

// response holds the events of a widget.
type response struct {
	hovered, held, pressed, clicked bool
	released                        bool // let go after being held, anywhere
}

// behave gives the left button to a widget in a rectangle.
func (c *Context) behave(id ID, r Rect) (s response) {
	c.drawn(id, r)
	if c.disabled > 0 {
		c.last = item{id: id, rect: r, hovered: c.hovers(r), labelled: c.overLabel(r)}
		return s
	}
	s.hovered = (c.active == 0 || c.active == id) && c.hovers(r)
	if s.hovered {
		c.hot = id
		if c.mouse.pressed[ButtonLeft] {
			c.active = id
			s.pressed = true
		}
	}
	if c.active == id {
		c.activeSeen = true
		s.held = c.mouse.down[ButtonLeft]
		s.released = c.mouse.released[ButtonLeft]
		s.clicked = s.released && s.hovered
	}
	c.last = item{id: id, rect: r, hovered: s.hovered, labelled: c.active == 0 && c.overLabel(r)}
	return s
}

// overLabel reports whether the cursor is over the label of the widget at r, which field has drawn.
func (c *Context) overLabel(r Rect) bool {
	left := c.labelAt
	c.labelAt = Rect{}
	beside, above := left.Y == r.Y, left.X == r.X && left.bottom() == r.Y
	return left.W > 0 && (beside || above) && c.hovers(left)
}

// rightClicked reports whether the last widget was clicked with the right button.
func (c *Context) rightClicked() bool {
	return c.last.hovered && c.disabled == 0 && c.mouse.pressed[ButtonRight]
}

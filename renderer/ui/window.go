package ui

// Side is the side of the picture to which a window is docked.
type Side uint8

// The sides. A floating window lies over everything else, the others are docked.
const (
	SideFloat Side = iota
	SideLeft
	SideRight
	SideBottom
	sideCount
)

type windowKind uint8

const (
	kindScreen windowKind = iota
	kindDock
	kindBar
	kindPanel
	kindPopup
	kindModal
)

// window is a rectangle that takes the mouse from all widgets below. Positions are in units.
type window struct {
	id         ID
	title      string
	kind       windowKind
	side       Side
	x, y, w, h float32
	z, layer   int
	frame      uint64 // in which it was last begun
	rect       Rect
	closed     bool
	collapsed  bool
	closable   bool
	fits       bool
}

// WindowOptions are the place of a window before the user moves it, in units, and its kind.
type WindowOptions struct {
	Side       Side
	X, Y, W, H float32
	// Open, if not nil, gives the window a button that closes it.
	Open *bool
	// Fits keeps a floating window as high as its contents.
	Fits bool
}

// Placement is the place that the user has given a window; lengths are units.
type Placement struct {
	Title      string
	Side       Side
	X, Y, W, H float32
	Collapsed  bool
	Front      bool // the tab that is shown on its side
}

// Layout is the places of all windows and the sizes of the docks in units, in the order left, right, bottom.
type Layout struct {
	Windows []Placement
	Docks   [3]float32
}

// Layout returns the places of all windows, to be kept for the next start.
func (c *Context) Layout() Layout {
	var l Layout
	for i := range c.windows {
		w := &c.windows[i]
		if w.kind == kindPanel {
			l.Windows = append(l.Windows, Placement{
				Title: w.title, Side: w.side, X: w.x, Y: w.y, W: w.w, H: w.h,
				Collapsed: w.collapsed, Front: w.side != SideFloat && c.sides[w.side].front == w.id,
			})
		}
	}
	for s := SideLeft; s < sideCount; s++ {
		l.Docks[s-1] = c.sides[s].size
	}
	return l
}

// SetLayout gives windows the places of a Layout, also windows that begin later. It ignores values that make no sense.
func (c *Context) SetLayout(l Layout) {
	for _, p := range l.Windows {
		if p.Title == "" || p.Side >= sideCount {
			continue
		}
		w := c.window(hashLabel(fnvOffset, p.Title), kindPanel)
		w.title, w.side, w.collapsed = p.Title, p.Side, p.Collapsed
		if p.W >= minWindow && p.H >= minWindow && p.W < 1e4 && p.H < 1e4 {
			w.w, w.h = p.W, p.H
		}
		if p.X > -1e4 && p.X < 1e4 && p.Y > -1e4 && p.Y < 1e4 {
			w.x, w.y = p.X, p.Y
		}
		if p.Front && p.Side != SideFloat {
			c.sides[p.Side].front = w.id
		}
	}
	for s := SideLeft; s < sideCount; s++ {
		if d := l.Docks[s-1]; d >= minWindow && d < 4000 {
			c.sides[s].size = d
		}
	}
}

const minWindow = 80 // units

// window finds a window or makes it.
func (c *Context) window(id ID, kind windowKind) *window { return &c.windows[c.windowIndex(id, kind)] }

func (c *Context) windowIndex(id ID, kind windowKind) int {
	for i := range c.windows {
		if c.windows[i].id == id {
			return i
		}
	}
	c.windows = append(c.windows, window{id: id, kind: kind})
	return len(c.windows) - 1
}

// Show brings a docked or floating window to the front.
func (c *Context) Show(title string) {
	w := c.window(hashLabel(fnvOffset, title), kindPanel)
	if w.side != SideFloat {
		c.sides[w.side].front = w.id
	}
	c.raise(w)
	c.again = true
}

func (c *Context) raise(w *window) {
	c.top++
	w.z = c.top
}

// layerWindows gives the floating windows their layers by the order in which they were raised.
func (c *Context) layerWindows() {
	for i := range c.windows {
		w := &c.windows[i]
		if w.kind != kindPanel || w.side != SideFloat {
			continue
		}
		rank := 0
		for k := range c.windows {
			o := &c.windows[k]
			if k != i && o.kind == kindPanel && o.side == SideFloat && o.frame+1 == c.frames &&
				(o.z < w.z || o.z == w.z && k < i) {
				rank++
			}
		}
		w.layer = min(layerFloat+rank, layerModal-1)
	}
}

// windowAt returns the uppermost window at a point, 0 for none.
func (c *Context) windowAt(x, y float32) int {
	best, layer := 0, -1
	for i := range c.windows {
		w := &c.windows[i]
		alive := w.kind == kindDock || w.frame == c.frames || w.frame+1 == c.frames && c.packet != nil
		if i == 0 || !alive || w.closed || !w.rect.Contains(x, y) {
			continue
		}
		if w.kind == kindPanel && w.side != SideFloat {
			continue
		}
		if w.layer > layer || w.layer == layer && w.z > c.windows[best].z {
			best, layer = i, w.layer
		}
	}
	return best
}

// findHovered decides which window the mouse is over.
func (c *Context) findHovered() {
	c.floor = 0
	if c.modal != 0 {
		c.floor = layerModal
	}
	if n := len(c.popups); n > 0 {
		c.floor = layerPopup
	}
	c.hoverWindow = c.windowAt(c.mouse.x, c.mouse.y)
	if c.modal != 0 && c.windows[c.hoverWindow].layer < layerModal {
		c.hoverWindow = -1
	}
	if !c.mouse.pressed[ButtonLeft] || c.hoverWindow <= 0 {
		return
	}
	if w := &c.windows[c.hoverWindow]; w.kind == kindPanel {
		c.raise(w)
	}
}

// BeginWindow starts a window and reports whether its contents are visible; only then the caller must call EndWindow.
// The title is the ID of the window.
func (c *Context) BeginWindow(title string, o WindowOptions) bool {
	id := hashLabel(fnvOffset, title)
	i := c.windowIndex(id, kindPanel)
	w := &c.windows[i]
	if w.frame == 0 {
		c.layOut(w, o)
	}
	w.title, w.closable, w.fits = visible(title), o.Open != nil, o.Fits
	if o.Open != nil && w.closed {
		*o.Open, w.closed = false, false
	}
	if o.Open != nil && !*o.Open {
		return false
	}
	if w.frame+1 < c.frames {
		c.again = true
	}
	w.frame = c.frames
	if w.side == SideFloat {
		return c.beginFloat(i)
	}
	d := &c.sides[w.side]
	if d.front != id || d.body.W <= 0 {
		return false
	}
	c.beginBody(id, int(w.side), layerDock, d.body)
	return true
}

// layOut gives a new window its first position, unless a layout has given it one.
func (c *Context) layOut(w *window, o WindowOptions) {
	if w.w != 0 {
		return
	}
	w.side, w.x, w.y, w.w, w.h = o.Side, o.X, o.Y, o.W, o.H
	if w.w <= 0 {
		w.w = 320
	}
	if w.h <= 0 {
		w.h = 360
	}
	c.raise(w)
}

func (c *Context) beginBody(id ID, index, layer int, body Rect) {
	c.seeds = append(c.seeds, id)
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: layer, window: index})
	c.beginScroll(id, body, c.len.pad)
}

// EndWindow ends BeginWindow.
func (c *Context) EndWindow() {
	c.endScroll(c.len.pad)
	c.pop()
	c.PopID()
}

// closeButton draws a cross at the right end of a header.
func (c *Context) closeButton(id ID, head Rect) bool {
	side := c.px(20)
	r := Rect{head.right() - side - c.px(5), head.Y + (head.H-side)/2, side, side}
	s := c.behave(id, r)
	color := c.Theme.TextDim
	if s.hovered {
		c.fill(r, c.Theme.FieldHot, c.len.radius)
		color = c.Theme.Text
	}
	c.cross(r, color)
	return s.clicked
}

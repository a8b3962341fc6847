package ui

// dock is one side of the picture with the windows docked there, shown one at a time under tabs.
type dock struct {
	size  float32 // units
	front ID
	count int // windows of the last frame
	rect  Rect
	body  Rect
}

// defaultSize is how wide or high the docks are at first, units.
var defaultSize = [sideCount]float32{SideLeft: 300, SideRight: 340, SideBottom: 250}

// docked reports whether a window is a tab of the side.
func (c *Context) docked(i int, s Side) bool {
	w := &c.windows[i]
	return w.kind == kindPanel && w.side == s && w.frame+1 == c.frames && !w.closed
}

// narrowPicture (units): in a narrower picture the bottom dock has the full width, as its widgets have no room between
// the other docks.
const narrowPicture = 720

// layoutDocks divides the picture. The left and right docks have the full height, or the bottom one the full width.
func (c *Context) layoutDocks() {
	for s := SideLeft; s < sideCount; s++ {
		d := &c.sides[s]
		d.count = 0
		first, front := ID(0), false
		for i := range c.windows {
			if !c.docked(i, s) {
				continue
			}
			d.count++
			if first == 0 {
				first = c.windows[i].id
			}
			front = front || c.windows[i].id == d.front
		}
		if !front && first != 0 {
			d.front = first
		}
		d.rect, d.body = Rect{}, Rect{}
	}
	c.viewport = Rect{0, c.barHeight, c.width, max(c.height-c.barHeight, 0)}
	c.windows[windowBar].rect = Rect{0, 0, c.width, c.barHeight}
	c.barHeight = 0
	order := [...]Side{SideLeft, SideRight, SideBottom}
	if c.width < c.px(narrowPicture) {
		order = [...]Side{SideBottom, SideLeft, SideRight}
	}
	for _, s := range order {
		d := &c.sides[s]
		c.windows[s].rect = Rect{}
		if d.count == 0 {
			continue
		}
		d.rect = c.sideRect(s)
		c.windows[s].rect = d.rect
		head := c.len.tall + c.len.border
		d.body = Rect{d.rect.X, d.rect.Y + head, d.rect.W, max(d.rect.H-head, 0)}
		c.shrinkViewport(s, d)
	}
}

// shrinkViewport takes the dock off the rest of the picture, and keeps the edge of the dock out of its body.
func (c *Context) shrinkViewport(s Side, d *dock) {
	v := &c.viewport
	switch s {
	case SideLeft:
		v.X += d.rect.W
		v.W -= d.rect.W
		d.body.W -= c.len.border
	case SideRight:
		v.W -= d.rect.W
		d.body.X += c.len.border
		d.body.W -= c.len.border
	case SideBottom:
		v.H -= d.rect.H
	}
}

// sideRect is the rectangle of a dock in the rest of the picture.
func (c *Context) sideRect(s Side) Rect {
	v, size := c.viewport, c.px(c.sides[s].size)
	switch s {
	case SideLeft:
		return Rect{v.X, v.Y, min(size, v.W*0.45), v.H}
	case SideRight:
		w := min(size, v.W*0.6)
		return Rect{v.right() - w, v.Y, w, v.H}
	}
	h := min(size, v.H*0.7)
	if c.width < c.px(narrowPicture) {
		h = min(size, v.H*0.5)
	}
	return Rect{v.X, v.bottom() - h, v.W, h}
}

// drawDocks draws backgrounds, tabs and the edges by which docks are resized.
func (c *Context) drawDocks() {
	for s := SideLeft; s < sideCount; s++ {
		d := &c.sides[s]
		if d.count == 0 {
			continue
		}
		c.push(region{clip: d.rect, layer: layerDock, window: int(s)})
		t := c.Theme
		c.fill(d.rect, t.Panel, 0)
		head := Rect{d.rect.X, d.rect.Y, d.rect.W, c.len.tall}
		c.fill(head, t.Header, 0)
		c.fill(Rect{head.X, head.bottom(), head.W, c.len.border}, t.Border, 0)
		c.dockEdge(s, d)
		c.dockTabs(s, d, head)
		c.pop()
	}
}

// dockEdge draws the inner edge of a dock and moves it.
func (c *Context) dockEdge(s Side, d *dock) {
	reach, line := c.px(5), c.len.border
	r := d.rect
	edge, hit := Rect{r.X, r.Y, line, r.H}, Rect{r.X, r.Y, reach, r.H}
	cursor, move := CursorResizeX, -c.mouse.dx
	switch s {
	case SideLeft:
		edge.X, hit.X = r.right()-line, r.right()-reach
		move = c.mouse.dx
	case SideBottom:
		edge, hit = Rect{r.X, r.Y, r.W, line}, Rect{r.X, r.Y, r.W, reach}
		cursor, move = CursorResizeY, -c.mouse.dy
	}
	id := hashLabel(fnvOffset, "dock edge") + ID(s)
	b := c.behave(id, hit)
	color := c.Theme.Border
	if b.hovered || b.held {
		c.cursor, color = cursor, c.Theme.Accent
	}
	if b.held {
		d.size = clamp(d.size+move/c.scale, 2*minWindow, 2000)
		c.again = c.again || c.mouse.moved
	}
	c.fill(edge, color, 0)
}

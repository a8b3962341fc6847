package ui

// dragging is a window that is being moved.
type dragging struct {
	window ID
	side   Side // where it would be docked
}

// beginFloat draws the frame of a floating window, moves it, and opens its body.
func (c *Context) beginFloat(i int) bool {
	c.moveFloat(i)
	w := &c.windows[i]
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: w.layer, window: i})
	t, r := c.Theme, w.rect
	c.shadow(r)
	c.frame(r, t.Panel, t.Border, 2*c.len.radius, c.len.border)
	head := Rect{r.X, r.Y, r.W, c.len.tall}
	if w.closable && c.closeButton(hashLabel(w.id, "close"), head) {
		w.closed, c.again = true, true
	}
	c.dragHead(i, head)
	c.chevron(head.X+c.px(15), round(head.Y+head.H/2), !w.collapsed, t.TextDim)
	c.textIn(Rect{head.X + c.px(28), head.Y, head.W - c.px(56), head.H}, AlignLeft, c.style(true), t.Text, w.title)
	if w.collapsed {
		c.pop()
		return false
	}
	c.fill(Rect{r.X + c.len.border, head.bottom(), r.W - 2*c.len.border, c.len.border}, t.Border, 0)
	c.grip(i)
	c.pop()
	body := Rect{r.X + c.len.border, head.bottom() + c.len.border, r.W - 2*c.len.border, r.H - head.H - 2*c.len.border -
		c.px(2)}
	c.beginBody(w.id, i, w.layer, body)
	return true
}

// moveFloat brings the window into the picture and computes its place in pixels.
func (c *Context) moveFloat(i int) {
	w := &c.windows[i]
	width, height := c.width/c.scale, c.height/c.scale
	if m := c.memory.find(w.id); w.fits && m.b > 0 {
		w.h = min(m.b+(c.len.tall+2*c.len.border+c.px(2))/c.scale, max(height-w.y-8, minWindow))
	}
	w.w, w.h = clamp(w.w, minWindow, max(width, minWindow)), clamp(w.h, minWindow, max(height, minWindow))
	// a part of the header always stays where the mouse can reach it
	w.x = clamp(w.x, 40-w.w, max(width-40, 0))
	w.y = clamp(w.y, c.barHeight/c.scale, max(height-28, 0))
	h := c.px(w.h)
	if w.collapsed {
		h = c.len.tall
	}
	w.rect = Rect{c.px(w.x), c.px(w.y), c.px(w.w), h}
}

// dragHead moves a window by its header; near an edge of the picture it offers to dock there.
func (c *Context) dragHead(i int, head Rect) {
	w := &c.windows[i]
	id := hashLabel(w.id, "head")
	s := c.behave(id, head)
	if s.pressed && c.mouse.clicks == 2 || s.clicked && c.mouse.x < head.X+c.px(26) && !c.far() {
		w.collapsed = !w.collapsed
		c.again = true
	}
	if !s.held && !s.released {
		return
	}
	if s.held && c.far() {
		c.drag.window = w.id
	}
	w.x += c.mouse.dx / c.scale
	w.y += c.mouse.dy / c.scale
	if c.drag.window != w.id {
		return
	}
	c.drag.side = c.edgeAt(c.mouse.x, c.mouse.y)
	if s.released {
		if c.drag.side != SideFloat {
			w.side = c.drag.side
			c.sides[w.side].front = w.id
			c.again = true
		}
		c.drag = dragging{}
	}
}

// far reports whether the mouse has moved so much since the press that it is a drag.
func (c *Context) far() bool {
	d := c.px(5)
	return abs(c.mouse.x-c.mouse.pressX) > d || abs(c.mouse.y-c.mouse.pressY) > d
}

// edgeAt returns the side on which a window that is let go here is docked.
func (c *Context) edgeAt(x, y float32) Side {
	d := c.px(24)
	switch {
	case x < d:
		return SideLeft
	case x > c.width-d:
		return SideRight
	case y > c.height-d:
		return SideBottom
	}
	return SideFloat
}

// dropPreview shows where the window that is being moved would be docked.
func (c *Context) dropPreview() {
	if c.drag.window == 0 || c.drag.side == SideFloat {
		return
	}
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: layerPreview})
	r := c.sideRect(c.drag.side)
	c.frame(r, c.Theme.Accent.WithAlpha(60), c.Theme.Accent, c.len.radius, c.len.thick)
	c.pop()
}

// grip changes the size of a floating window at its lower right corner.
func (c *Context) grip(i int) {
	w := &c.windows[i]
	side := c.px(14)
	r := Rect{w.rect.right() - side, w.rect.bottom() - side, side, side}
	s := c.behave(hashLabel(w.id, "grip"), r)
	color := c.Theme.Border
	if s.hovered || s.held {
		c.cursor = CursorResizeX
		color = c.Theme.Accent
	}
	if s.held {
		w.w = max(w.w+c.mouse.dx/c.scale, minWindow)
		w.h = max(w.h+c.mouse.dy/c.scale, minWindow)
	}
	e := c.px(4)
	for k := range 2 {
		d := c.px(4 + 4*float32(k))
		c.line(r.right()-e-d, r.bottom()-e, r.right()-e, r.bottom()-e-d, c.scale, color)
	}
}

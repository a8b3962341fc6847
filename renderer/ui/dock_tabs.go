package ui

// Tabs of a dock stand in the order of their windows. Where there is no room for all, they come closer together; those
// that have no room even then are in a list behind a button at the end.
const (
	tabPad    = 12 // units on each side of a title
	closePad  = 6  // the same where there is little room
	moreWidth = 28 // units of the button
)

// dockTabs draws the tabs of a side into its head.
func (c *Context) dockTabs(s Side, d *dock, head Rect) {
	x, room := d.body.X, head.right()-d.body.X
	pad := c.px(tabPad)
	if c.tabsWidth(s, pad) > room {
		pad = c.px(closePad)
	}
	if c.tabsWidth(s, pad) <= room {
		for i := range c.windows {
			if c.docked(i, s) {
				x = c.dockTab(i, d, x, pad, head)
			}
		}
		return
	}
	// the tab in front has a place whatever its turn
	room -= c.px(moreWidth)
	front := min(c.tabWidth(c.window(d.front, kindPanel), pad), room)
	left := room - front
	c.shut = c.shut[:0]
	for i := range c.windows {
		if !c.docked(i, s) {
			continue
		}
		w := &c.windows[i]
		if w.id != d.front {
			if width := c.tabWidth(w, pad); width <= left && len(c.shut) == 0 {
				left -= width
			} else {
				c.shut = append(c.shut, i)
				continue
			}
		}
		x = c.dockTab(i, d, x, pad, Rect{head.X, head.Y, head.W - c.px(moreWidth), head.H})
	}
	c.moreTabs(s, d, head)
}

// tabWidth is the width of the tab of a window with so much room on each side of its title.
func (c *Context) tabWidth(w *window, pad float32) float32 {
	return round(c.atlas.Width(c.style(true), w.title)) + 2*pad
}

// tabsWidth is the width of all tabs of a side.
func (c *Context) tabsWidth(s Side, pad float32) (sum float32) {
	for i := range c.windows {
		if c.docked(i, s) {
			sum += c.tabWidth(&c.windows[i], pad)
		}
	}
	return sum
}

// moreTabs draws the button with the list of the windows whose tabs have no room.
func (c *Context) moreTabs(s Side, d *dock, head Rect) {
	r := Rect{head.right() - c.px(moreWidth), head.Y, c.px(moreWidth), head.H}
	id := hashLabel(fnvOffset, "more tabs") + ID(s)
	open := c.popupOpen(id)
	b := c.behave(c.says("more tabs", id), r)
	if b.pressed && !open {
		c.openPopup(id)
	}
	color := c.Theme.TextDim
	if b.hovered || open {
		color = c.Theme.Text
		c.fill(r.Inset(c.px(3)), c.Theme.FieldHot, c.len.radius)
	}
	c.chevron(r.X+r.W/2-c.px(3), round(r.Y+r.H/2), false, color)
	c.chevron(r.X+r.W/2+c.px(3), round(r.Y+r.H/2), false, color)
	widest := c.px(90)
	for _, i := range c.shut {
		widest = max(widest, c.tabWidth(&c.windows[i], c.px(tabPad)))
	}
	if !c.beginPopup(id, r, widest, float32(len(c.shut))*c.px(24)) {
		return
	}
	for _, i := range c.shut {
		if c.choice(c.windows[i].title, "", false, false) {
			d.front = c.windows[i].id
			c.closePopups()
		}
	}
	c.endPopup()
}

// dockTab draws the tab of a window at x and returns where the next one begins.
func (c *Context) dockTab(i int, d *dock, x, pad float32, head Rect) float32 {
	w := &c.windows[i]
	t, front := c.Theme, d.front == w.id
	r := Rect{x, head.Y, min(c.tabWidth(w, pad), max(head.right()-x, 0)), head.H}
	s := c.behave(c.says(w.title, hashLabel(w.id, "tab")), r)
	color, bold := t.TextDim, front
	switch {
	case front:
		color = t.Text
		c.fill(Rect{r.X, r.Y, r.W, r.H + c.len.border}, t.Panel, 0)
		if d.count > 1 {
			c.fill(Rect{r.X, r.Y, r.W, c.len.thick}, t.Accent, 0)
		}
	case s.hovered:
		color = t.Text
	}
	c.textIn(r, AlignCentre, c.style(bold), color, w.title)
	if s.pressed {
		d.front = w.id
		c.again = true
	}
	// a tab that is pulled away from its bar becomes a floating window in the hand
	if s.held && abs(c.mouse.y-c.mouse.pressY) > c.px(24) {
		w.side = SideFloat
		w.x, w.y = c.mouse.x/c.scale-w.w/2, c.mouse.y/c.scale-14
		c.active = hashLabel(w.id, "head")
		c.mouse.dx, c.mouse.dy = 0, 0
		c.raise(w)
		c.again = true
	}
	return x + r.W
}

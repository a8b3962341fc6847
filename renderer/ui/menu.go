package ui

// barUnits (units) is the height of the bar.
const barUnits = 26

// BeginMenuBar starts the bar at the top of the picture. EndMenuBar ends it.
func (c *Context) BeginMenuBar() {
	h := c.px(barUnits)
	c.barHeight = h
	w := &c.windows[windowBar]
	w.frame, w.rect = c.frames, Rect{0, 0, c.width, h}
	c.push(region{clip: w.rect, layer: layerDock, window: windowBar, x: c.px(6), w: c.width})
	c.fill(w.rect, c.Theme.Header, 0)
	c.fill(Rect{0, h - c.len.border, c.width, c.len.border}, c.Theme.Border, 0)
}

// EndMenuBar ends BeginMenuBar.
func (c *Context) EndMenuBar() { c.pop() }

// BarText draws text at the right end of the menu bar; several of them follow each other to the left, the most
// important first: one for which the menus leave no room is left out.
func (c *Context) BarText(text string, warn bool) {
	g := c.at()
	color := c.Theme.TextDim
	if warn {
		color = c.Theme.Warn
	}
	edge := g.w - c.px(10)
	if edge-c.atlas.Width(c.style(false), text) < g.x+c.px(8) {
		return
	}
	_, w := c.textIn(Rect{0, 0, edge, c.px(barUnits)}, AlignRight, c.style(false), color, text)
	g.w -= w + c.px(18)
}

// BeginMenu draws a menu of the bar and reports whether it is open; then EndMenu must be called.
func (c *Context) BeginMenu(label string) bool {
	g := c.at()
	text := visible(label)
	r := Rect{g.x, 0, round(c.atlas.Width(c.style(false), text)) + 2*c.px(9), c.px(barUnits) - c.len.border}
	g.x += r.W
	id := c.ID(label)
	open := c.popupOpen(id)
	s := c.behave(id, r)
	// while one menu is open the mouse opens the others by passing over them
	over := r.Contains(c.mouse.x, c.mouse.y) && c.mouse.moved && len(c.popups) > 0 && c.isMenu(c.popups[0].id)
	if s.pressed && !open || over && !open {
		c.popups = c.popups[:0]
		c.openPopup(id)
		open = true
	}
	if open || s.hovered {
		c.fill(r.Inset(c.px(2)), c.Theme.FieldHot, c.len.radius)
	}
	c.textIn(r, AlignCentre, c.style(false), c.Theme.Text, text)
	c.memory.find(id).flags |= flagMenu
	return c.beginPopup(id, r, c.popupWidth(id, c.px(230)), c.menuHeight(id))
}

// flagMenu marks the memory of menus of the bar.
const flagMenu = 2

func (c *Context) isMenu(id ID) bool { return c.memory.find(id).flags&flagMenu != 0 }

// menuHeight is the height of the contents in the last frame they were drawn.
func (c *Context) menuHeight(id ID) float32 {
	m := c.memory.find(id)
	if m.b == 0 {
		c.again = c.again || c.popupOpen(id)
		return c.px(24)
	}
	return max(m.b*c.scale-2*(c.px(4)-c.len.border), c.px(24))
}

// EndMenu ends BeginMenu.
func (c *Context) EndMenu() { c.endPopup() }

// MenuItem draws an entry of a menu and reports that it was chosen, which closes the menu.
func (c *Context) MenuItem(label, shortcut string) bool {
	if c.choice(label, shortcut, false, true) {
		c.closePopups()
		return true
	}
	return false
}

// MenuCheck is a MenuItem that is on or off; the menu stays open.
func (c *Context) MenuCheck(label, shortcut string, on *bool) bool {
	if c.choice(label, shortcut, *on, true) {
		*on = !*on
		return true
	}
	return false
}

// MenuSeparator draws a line between entries.
func (c *Context) MenuSeparator() {
	r := c.next(c.px(9))
	c.at().y -= c.len.gap
	c.fill(Rect{r.X + c.px(4), round(r.Y + r.H/2), r.W - c.px(8), c.len.border}, c.Theme.Border, 0)
}

// ContextMenu opens a menu where the last widget is clicked with the right button, and reports
// whether it is open; then EndMenu must be called.
func (c *Context) ContextMenu(label string) bool {
	id := c.ID(label)
	m := c.memory.find(hashLabel(id, "place"))
	if c.rightClicked() {
		m.a, m.b = c.mouse.x, c.mouse.y
		c.openPopup(id)
	}
	return c.beginPopup(id, Rect{X: m.a, Y: m.b}, c.px(200), c.menuHeight(id))
}

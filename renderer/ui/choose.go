package ui

// Combo draws the chosen item of a list that opens on a click, and reports a change.
func (c *Context) Combo(label string, chosen *int, items []string) bool {
	r := c.field(label)
	id := c.ID(label)
	focused := c.focusable(id, r)
	s := c.behave(id, r)
	before := *chosen
	open := c.popupOpen(id)
	if (s.clicked || focused && (c.key(KeySpace, 0) || c.enter())) && !open {
		c.openPopup(id)
		c.popups[len(c.popups)-1].choice = *chosen
	}
	if focused && !open {
		if c.key(KeyLeft, 0) {
			*chosen = max(*chosen-1, 0)
		}
		if c.key(KeyRight, 0) {
			*chosen = min(*chosen+1, len(items)-1)
		}
	}
	if c.seen(r) {
		c.frame(r, c.surface(s), c.edge(s), c.len.radius, c.len.border)
		text := ""
		if *chosen >= 0 && *chosen < len(items) {
			text = items[*chosen]
		}
		c.textIn(Rect{r.X + c.px(8), r.Y, r.W - c.px(28), r.H}, AlignLeft, c.style(false), c.Theme.Text, visible(text))
		c.chevron(r.right()-c.px(12), round(r.Y+r.H/2), true, c.Theme.TextDim)
	}
	if focused {
		c.focusRing(r)
	}
	mine := c.last
	if c.beginPopup(id, r, r.W-c.px(8), min(float32(len(items)), 12)*c.px(24)) {
		for i, item := range items {
			c.PushIndex(i)
			if c.choice(item, "", i == *chosen, true) {
				*chosen = i
				c.closePopups()
			}
			c.PopID()
		}
		c.endPopup()
	}
	c.last = mine
	return *chosen != before
}

// Tabs draws a bar of tabs and reports a change of the chosen one.
func (c *Context) Tabs(label string, chosen *int, tabs []string) bool {
	r := c.next(c.px(26))
	id := c.ID(label)
	focused := c.focusable(id, r)
	before, t := *chosen, c.Theme
	c.fill(Rect{r.X, r.bottom() - c.len.border, r.W, c.len.border}, t.Border, 0)
	x := r.X
	for i, tab := range tabs {
		style := c.style(i == *chosen)
		// the width of the bold text keeps the tabs where they are when another one is chosen
		w := round(c.atlas.Width(c.style(true), tab)) + 2*c.px(10)
		one := Rect{x, r.Y, min(w, max(r.right()-x, 0)), r.H}
		s := c.behave(c.says(tab, hashLabel(id, tab)), one)
		if s.pressed {
			*chosen = i
		}
		color := t.TextDim
		if i == *chosen || s.hovered {
			color = t.Text
		}
		c.textIn(one, AlignCentre, style, color, tab)
		if i == *chosen {
			c.fill(Rect{one.X, one.bottom() - c.len.thick, one.W, c.len.thick}, t.Accent, 0)
		}
		x += one.W
	}
	if focused {
		c.focusRing(r.Inset(c.len.thick))
		if c.key(KeyLeft, 0) {
			*chosen = max(*chosen-1, 0)
		}
		if c.key(KeyRight, 0) {
			*chosen = min(*chosen+1, len(tabs)-1)
		}
	}
	return *chosen != before
}

// flagOpen of a memory: whether a tree is open, if it is known.
const flagOpen = 1

// Section draws a heading that shows and hides what belongs to it, and reports whether it is open.
func (c *Context) Section(label string, open bool) bool {
	if g := c.at(); g.y > g.top {
		g.y += c.px(4)
	}
	r := c.next(c.px(26))
	on, s, focused := c.fold(label, r, open)
	if c.seen(r) {
		color := c.Theme.Header
		if s.hovered {
			color = c.Theme.Field
		}
		c.fill(r, color, c.len.radius)
		c.chevron(r.X+c.px(12), round(r.Y+r.H/2), on, c.Theme.TextDim)
		c.textIn(Rect{r.X + c.px(24), r.Y, r.W - c.px(30), r.H}, AlignLeft, c.style(true), c.Theme.Text, visible(label))
	}
	if focused {
		c.focusRing(r)
	}
	return on
}

// SetSection opens or closes a section or tree of the present container.
func (c *Context) SetSection(label string, open bool) {
	m := c.memory.find(c.ID(label))
	m.known, m.flags = true, m.flags&^flagOpen
	if open {
		m.flags |= flagOpen
	}
}

// fold keeps the open nodes: clicks, and the arrow keys left and right.
func (c *Context) fold(label string, r Rect, open bool) (on bool, s response, focused bool) {
	id := c.ID(label)
	m := c.memory.find(id)
	if !m.known {
		m.known = true
		if open {
			m.flags |= flagOpen
		}
	}
	focused = c.focusable(id, r)
	s = c.behave(id, r)
	on = m.flags&flagOpen != 0
	if s.clicked || focused && (c.key(KeySpace, 0) || c.enter() || on && c.key(KeyLeft, 0) || !on &&
		c.key(KeyRight, 0)) {
		m.flags ^= flagOpen
		c.again = true
	}
	return m.flags&flagOpen != 0, s, focused
}

// Tree draws a line of a tree that has branches and reports whether they are shown; if so, TreeEnd
// must be called after them.
func (c *Context) Tree(label string, open bool) bool {
	r := c.next(c.px(20))
	c.at().y -= c.px(2)
	on, s, focused := c.fold(label, r, open)
	if c.seen(r) {
		if s.hovered {
			c.fill(r, c.Theme.FieldHot, c.len.radius)
		}
		c.chevron(r.X+c.px(8), round(r.Y+r.H/2), on, c.Theme.TextDim)
		c.textIn(Rect{r.X + c.px(18), r.Y, r.W - c.px(20), r.H}, AlignLeft, c.style(false), c.Theme.Text,
			visible(label))
	}
	if focused {
		c.focusRing(r)
	}
	if on {
		c.PushID(label)
		c.Indent(1)
	}
	return on
}

// TreeEnd ends the branches of a Tree.
func (c *Context) TreeEnd() {
	c.Indent(-1)
	c.PopID()
}

// Leaf draws a line of a tree or list that can be chosen, and reports a click.
func (c *Context) Leaf(label string, chosen bool) bool {
	r := c.next(c.px(20))
	c.at().y -= c.px(2)
	id := c.ID(label)
	focused := c.focusable(id, r)
	s := c.behave(id, r)
	if c.seen(r) {
		switch {
		case chosen:
			c.fill(r, c.Theme.AccentSoft, c.len.radius)
		case s.hovered:
			c.fill(r, c.Theme.FieldHot, c.len.radius)
		}
		c.textIn(Rect{r.X + c.px(18), r.Y, r.W - c.px(20), r.H}, AlignLeft, c.style(false), c.Theme.Text,
			visible(label))
	}
	if focused {
		c.focusRing(r)
	}
	return s.clicked || focused && (c.key(KeySpace, 0) || c.enter())
}

package ui

import "tumble/renderer"

// Label draws a line of text.
func (c *Context) Label(text string) {
	r := c.next(c.px(18))
	c.last = item{rect: r, hovered: c.hovers(r)}
	c.textIn(r, AlignLeft, c.style(false), c.Theme.Text, text)
}

// Dim draws a line of small text for less important things.
func (c *Context) Dim(text string) {
	r := c.next(c.px(18))
	c.last = item{rect: r, hovered: c.hovers(r)}
	c.textIn(r, AlignLeft, c.smallStyle(), c.Theme.TextDim, text)
}

// Heading draws a line of bold text.
func (c *Context) Heading(text string) {
	r := c.next(c.px(24))
	c.last = item{rect: r, hovered: c.hovers(r)}
	c.textIn(r, AlignLeft, c.style(true), c.Theme.Text, text)
}

// LabelColor draws a line of text in a colour.
func (c *Context) LabelColor(text string, color renderer.Color) {
	r := c.next(c.px(18))
	c.last = item{rect: r, hovered: c.hovers(r)}
	c.textIn(r, AlignLeft, c.style(false), color, text)
}

// Paragraph draws text over as many lines as it needs.
func (c *Context) Paragraph(text string) { c.paragraph(c.style(false), c.Theme.Text, text) }

// Note draws small text for less important things over as many lines as it needs.
func (c *Context) Note(text string) { c.paragraph(c.smallStyle(), c.Theme.TextDim, text) }

// NoteColor draws text in a colour over as many lines as it needs.
func (c *Context) NoteColor(text string, color renderer.Color) {
	c.paragraph(c.style(false), color, text)
}

func (c *Context) paragraph(style renderer.TextStyle, color renderer.Color, text string) {
	for len(text) > 0 {
		n := c.breakLine(style, text, c.at().w)
		r := c.next(c.px(18))
		c.at().y -= c.len.gap
		c.textIn(r, AlignLeft, style, color, text[:n])
		text = trimSpaces(text[n:])
	}
	c.at().y += c.len.gap
}

// breakLine returns how many bytes of a text go into a line: up to a line break, a space, or the edge.
func (c *Context) breakLine(style renderer.TextStyle, text string, width float32) int {
	n, _ := c.atlas.Fit(style, text, width)
	for i := 0; i < n; i++ {
		if text[i] == '\n' {
			return max(i, 1)
		}
	}
	if n >= len(text) {
		return len(text)
	}
	for i := n; i > 0; i-- {
		if text[i] == ' ' {
			return i
		}
	}
	return max(n, 1)
}

func trimSpaces(s string) string {
	for len(s) > 0 && (s[0] == ' ' || s[0] == '\n') {
		s = s[1:]
	}
	return s
}

// Value draws a name and a number with its unit.
func (c *Context) Value(label string, v float64, unit string) {
	c.scratch = appendNumber(c.scratch[:0], v)
	c.pair(label, asString(c.scratch), unit)
}

// ValueLink draws a name and a number that can be clicked; on marks it. It reports a click.
func (c *Context) ValueLink(label string, v float64, unit string, on bool) bool {
	r := c.next(c.px(18))
	id := c.ID(label)
	s := c.behave(id, r)
	clicked := s.clicked || c.focusable(id, r) && c.enter()
	if !c.seen(r) {
		return clicked
	}
	if s.hovered {
		c.fill(r, c.surface(s), c.len.radius)
	}
	if on {
		c.fill(Rect{r.X, r.Y, c.px(3), r.H}, c.Theme.Accent, 0)
	}
	c.scratch = appendNumber(c.scratch[:0], v)
	c.pairIn(r, label, asString(c.scratch), unit)
	return clicked
}

// ValueText draws a name and a text.
func (c *Context) ValueText(label, text string) { c.pair(label, text, "") }

func (c *Context) pair(label, text, unit string) {
	r := c.next(c.px(18))
	c.last = item{rect: r, hovered: c.hovers(r)}
	if c.seen(r) {
		c.pairIn(r, label, text, unit)
	}
}

// pairIn draws a name and a value into a rectangle.
func (c *Context) pairIn(r Rect, label, text, unit string) {
	right := Rect{r.X, r.Y, r.W - c.px(6), r.H}
	if unit != "" {
		_, w := c.textIn(right, AlignRight, c.smallStyle(), c.Theme.TextDim, unit)
		right.W -= w + c.px(4)
	}
	at, w := c.textIn(right, AlignRight, c.style(false), c.Theme.Text, text)
	if w < right.W {
		c.textIn(Rect{r.X, r.Y, at - r.X - c.len.gap, r.H}, AlignLeft, c.style(false), c.Theme.TextDim, visible(label))
	}
}

// split is the part of a row that its label takes.
func (c *Context) split(r Rect) Rect {
	return Rect{r.X, r.Y, round(min(r.W*0.42, c.px(150))), r.H}
}

// field takes a row, draws the label of a widget on its left and returns the rest. A label that has no room there
// stands above the widget; one that begins with "##" leaves the whole row to the widget.
func (c *Context) field(label string) Rect {
	text := visible(label)
	if text == "" {
		return c.next(c.len.row)
	}
	if g := c.at(); g.columns == 0 && c.atlas.Width(c.style(false), text) > c.split(Rect{W: g.w}).W-c.len.gap {
		above := c.next(c.px(18))
		g.y -= c.len.gap
		c.labelAt = above
		c.textIn(above, AlignLeft, c.style(false), c.Theme.Text, text)
		return c.next(c.len.row)
	}
	r := c.next(c.len.row)
	left := c.split(r)
	c.labelAt = left
	c.textIn(Rect{left.X, left.Y, left.W - c.len.gap, left.H}, AlignLeft, c.style(false), c.Theme.Text, text)
	return Rect{left.right(), r.Y, r.right() - left.right(), r.H}
}

// surface is the colour of a field that can be pressed.
func (c *Context) surface(s response) renderer.Color {
	switch {
	case s.held && s.hovered:
		return c.Theme.FieldOn
	case s.hovered || s.held:
		return c.Theme.FieldHot
	}
	return c.Theme.Field
}

func (c *Context) edge(s response) renderer.Color {
	if s.hovered || s.held {
		return c.Theme.BorderHot
	}
	return c.Theme.Border
}

// Button draws a button and reports a click.
func (c *Context) Button(label string) bool { return c.button(label, false) }

// Primary is a button in the accent colour, for the purpose of a dialogue.
func (c *Context) Primary(label string) bool { return c.button(label, true) }

func (c *Context) button(label string, primary bool) bool {
	r := c.next(c.px(24))
	id := c.ID(label)
	focused := c.focusable(id, r)
	s := c.behave(id, r)
	if c.seen(r) {
		t := c.Theme
		text := t.Text
		if primary {
			color := t.Accent
			if s.hovered {
				color = t.AccentHot
			}
			text = t.OnAccent
			c.fill(r, color, c.len.radius)
		} else {
			c.frame(r, c.surface(s), c.edge(s), c.len.radius, c.len.border)
		}
		c.textIn(r.Inset(c.px(4)).tallAs(r), AlignCentre, c.style(false), text, visible(label))
	}
	if focused {
		c.focusRing(r)
	}
	return s.clicked || focused && (c.key(KeySpace, 0) || c.enter())
}

// tallAs gives the rectangle the height of another one.
func (r Rect) tallAs(s Rect) Rect { return Rect{r.X, s.Y, r.W, s.H} }

// Toggle draws a button that stays down and reports a change.
func (c *Context) Toggle(label string, on *bool) bool {
	r := c.next(c.px(24))
	id := c.ID(label)
	focused := c.focusable(id, r)
	s := c.behave(id, r)
	if c.seen(r) {
		if *on {
			c.frame(r, c.Theme.AccentSoft, c.Theme.Accent, c.len.radius, c.len.border)
		} else {
			c.frame(r, c.surface(s), c.edge(s), c.len.radius, c.len.border)
		}
		c.textIn(r.Inset(c.px(4)).tallAs(r), AlignCentre, c.style(false), c.Theme.Text, visible(label))
	}
	if focused {
		c.focusRing(r)
	}
	if s.clicked || focused && (c.key(KeySpace, 0) || c.enter()) {
		*on = !*on
		return true
	}
	return false
}

// Check draws a box with a tick and reports a change.
func (c *Context) Check(label string, on *bool) bool {
	r := c.next(c.len.row)
	id := c.ID(label)
	focused := c.focusable(id, r)
	s := c.behave(id, r)
	if c.seen(r) {
		side := c.px(16)
		box := Rect{r.X, r.Y + round((r.H-side)/2), side, side}
		if *on {
			color := c.Theme.Accent
			if s.hovered {
				color = c.Theme.AccentHot
			}
			c.fill(box, color, c.len.radius)
			c.tick(box, c.Theme.OnAccent)
		} else {
			c.frame(box, c.surface(s), c.edge(s), c.len.radius, c.len.border)
		}
		if focused {
			c.focusRing(box)
		}
		x := box.right() + c.px(8)
		c.textIn(Rect{x, r.Y, r.right() - x, r.H}, AlignLeft, c.style(false), c.Theme.Text, visible(label))
	}
	if s.clicked || focused && (c.key(KeySpace, 0) || c.enter()) {
		*on = !*on
		return true
	}
	return false
}

// Progress draws how much of something is done, 0 to 1.
func (c *Context) Progress(label string, part float32) {
	r := c.field(label)
	part = clamp(part, 0, 1)
	if !c.seen(r) {
		return
	}
	c.frame(r, c.Theme.Field, c.Theme.Border, c.len.radius, c.len.border)
	in := r.Inset(c.len.border)
	if w := round(in.W * part); w > 0 {
		c.fill(Rect{in.X, in.Y, w, in.H}, c.Theme.AccentSoft, min(c.len.radius-c.len.border, w/2))
	}
	c.scratch = append(appendFixed(c.scratch[:0], float64(part)*100, 0), " %"...)
	c.textIn(r, AlignCentre, c.style(false), c.Theme.Text, asString(c.scratch))
}

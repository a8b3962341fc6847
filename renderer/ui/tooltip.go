package ui

// tooltip is the text that is shown beside the mouse.
type tooltip struct {
	rect  Rect // of the widget under the mouse
	since int64
	text  string
}

// tipDelay is how long the mouse rests before a tooltip is shown (ns).
const tipDelay = 450e6

// Tip explains the last widget while the mouse rests on it.
func (c *Context) Tip(text string) {
	if text == "" || !c.last.hovered && !c.last.labelled || c.active != 0 || c.edit.id != 0 && c.edit.id == c.last.id {
		return
	}
	if c.rests(&c.tip, c.last.rect) {
		c.tip.text = text
	}
}

// rests reports whether the mouse has rested on a rectangle for long enough.
func (c *Context) rests(t *tooltip, r Rect) bool {
	if t.rect != r {
		t.rect, t.since = r, c.now
	}
	if wait := t.since + tipDelay - c.now; wait > 0 {
		c.redraw(wait)
		return false
	}
	return true
}

// tipElided shows a text that had no room in full while the mouse rests on it.
func (c *Context) tipElided(r Rect, text string) {
	if c.active != 0 || !c.hovers(r) || !c.rests(&c.whole, r) {
		return
	}
	c.wholeText = append(c.wholeText[:0], text...)
	c.whole.text = asString(c.wholeText)
}

func (c *Context) drawTip() {
	text := c.tip.text
	if c.whole.text != "" {
		// the text itself stands above what explains it
		if text != "" {
			c.wholeText = append(append(c.wholeText, '\n'), text...)
		}
		text = asString(c.wholeText)
	}
	if text == "" {
		return
	}
	style := c.style(false)
	most := c.px(300)
	lines, widest := c.wrapped(style, text, most)
	pad := c.px(8)
	r := Rect{c.mouse.x + c.px(12), c.mouse.y + c.px(18), round(widest) + 2*pad, float32(lines)*c.px(17) + c.px(10)}
	r.X = clamp(round(r.X), c.px(4), max(c.width-r.W-c.px(4), c.px(4)))
	if r.bottom() > c.height-c.px(4) {
		r.Y = c.mouse.y - r.H - c.px(8)
	}
	r.Y = round(r.Y)
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: layerTip})
	c.shadow(r)
	c.frame(r, c.Theme.Popup, c.Theme.BorderHot, c.len.radius, c.len.border)
	y := r.Y + c.px(5)
	for rest := text; rest != ""; {
		n := c.breakLine(style, rest, most)
		c.textIn(Rect{r.X + pad, y, most, c.px(17)}, AlignLeft, style, c.Theme.Text, rest[:n])
		rest = trimSpaces(rest[n:])
		y += c.px(17)
	}
	c.pop()
}

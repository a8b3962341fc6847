package ui

// popup is an open popup: a list or menu over everything, that a click elsewhere closes.
type popup struct {
	id     ID
	frame  uint64 // in which it was last begun
	choice int    // entry chosen by keys, -1 none
	count  int
	moved  bool
	wide   float32 // width of the widest entry drawn so far (pixels)
}

// maxPopups is the greatest depth of nested popups.
const maxPopups = 3

// openPopup opens a popup inside the popup that is being drawn, and closes all others.
func (c *Context) openPopup(id ID) {
	c.popups = c.popups[:min(c.popupDepth(), maxPopups-1)]
	c.popups = append(c.popups, popup{id: id, frame: c.frames, choice: -1})
	c.again = true
}

// popupDepth is the number of popups around the widget that is being drawn.
func (c *Context) popupDepth() int {
	if l := c.at().layer; l >= layerPopup && l < layerPopup+maxPopups {
		return l - layerPopup + 1
	}
	return 0
}

func (c *Context) popupOpen(id ID) bool {
	for i := range c.popups {
		if c.popups[i].id == id {
			return true
		}
	}
	return false
}

// closePopups closes all popups.
func (c *Context) closePopups() {
	c.popups = c.popups[:0]
	c.again = true
}

// beginPopups closes popups by a click outside of them and by Escape.
func (c *Context) beginPopups() {
	n := len(c.popups)
	if n == 0 {
		return
	}
	p := &c.popups[n-1]
	if c.key(KeyEscape, 0) {
		c.popups = c.popups[:n-1]
		c.again = true
		return
	}
	p.moved = false
	if c.key(KeyDown, 0) {
		p.choice, p.moved = min(p.choice+1, p.count-1), true
	}
	if c.key(KeyUp, 0) {
		p.choice, p.moved = max(p.choice-1, 0), true
	}
	p.count = 0
	over := c.hoverWindow > 0 && c.windows[c.hoverWindow].kind == kindPopup
	if (c.mouse.pressed[ButtonLeft] || c.mouse.pressed[ButtonRight]) && !over {
		c.popups = c.popups[:0]
		// the click closes and does nothing else
		c.mouse.pressed = [buttonCount]bool{}
		c.again = true
	}
}

// endPopups closes popups whose owner is gone.
func (c *Context) endPopups() {
	for i := range c.popups {
		if c.popups[i].frame < c.frames {
			c.popups = c.popups[:i]
			return
		}
	}
}

// beginPopup draws the frame of a popup below or above its anchor, if it is open. w and h are
// the size of the contents in pixels.
func (c *Context) beginPopup(id ID, anchor Rect, w, h float32) bool {
	depth := -1
	for i := range c.popups {
		if c.popups[i].id == id {
			depth = i
		}
	}
	if depth < 0 {
		return false
	}
	c.popups[depth].frame = c.frames
	pad := c.px(4)
	r := Rect{anchor.X, anchor.bottom() + c.px(2), w + 2*pad, h + 2*pad}
	if r.bottom() > c.height {
		if above := anchor.Y - c.px(2) - r.H; above >= 0 {
			r.Y = above
		} else {
			r.H = max(min(r.H, c.height-c.px(8)), c.px(60))
			r.Y = max(c.height-r.H-c.px(4), 0)
		}
	}
	r.X = clamp(r.X, 0, max(c.width-r.W-c.px(4), 0))
	i := c.windowIndex(id, kindPopup)
	win := &c.windows[i]
	win.frame, win.rect, win.layer = c.frames, r, layerPopup+depth
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: win.layer, window: i})
	c.shadow(r)
	c.frame(r, c.Theme.Popup, c.Theme.Border, c.len.radius+c.px(2), c.len.border)
	c.seeds = append(c.seeds, id)
	c.beginScroll(id, r.Inset(c.len.border), pad-c.len.border)
	c.at().w = max(c.at().w, c.px(40))
	return true
}

func (c *Context) endPopup() {
	c.endScroll(c.px(4) - c.len.border)
	c.pop()
	c.PopID()
}

// choice is a line of a popup: it reports a click, or Enter on the line chosen by keys.
func (c *Context) choice(label, shortcut string, on, marks bool) bool {
	r := c.next(c.px(24))
	c.at().y -= c.len.gap
	depth := c.popupDepth() - 1
	s := c.behave(c.ID(label), r)
	chosen := false
	if depth >= 0 && depth < len(c.popups) {
		p := &c.popups[depth]
		if s.hovered && c.mouse.moved {
			p.choice = p.count
		}
		chosen = p.choice == p.count
		if chosen && p.moved {
			c.reveal(r)
		}
		p.count++
		// beside a scroll bar, too
		beside := c.windows[c.at().window].rect.W - 2*c.px(4) - r.W
		if need := c.choiceWidth(label, shortcut, marks) + beside; need > p.wide {
			p.wide, c.again = need, true
		}
	}
	c.drawChoice(r, label, shortcut, on, marks, chosen || s.hovered)
	return s.clicked || chosen && c.disabled == 0 && c.enter()
}

// choiceWidth is the width of a line of a popup that shows its full text (pixels).
func (c *Context) choiceWidth(label, shortcut string, marks bool) float32 {
	w := c.px(16) + c.atlas.Width(c.style(false), visible(label))
	if marks {
		w += c.px(20)
	}
	if shortcut != "" {
		w += c.px(24) + c.atlas.Width(c.smallStyle(), shortcut)
	}
	return round(w) + 1
}

// popupWidth is the width of the entries of an open popup, at least least (pixels).
func (c *Context) popupWidth(id ID, least float32) float32 {
	for i := range c.popups {
		if c.popups[i].id == id {
			return max(c.popups[i].wide, least)
		}
	}
	return least
}

func (c *Context) drawChoice(r Rect, label, shortcut string, on, marks, hot bool) {
	if !c.seen(r) {
		return
	}
	t := c.Theme
	color := t.Text
	if hot && c.disabled == 0 {
		c.fill(r, t.AccentSoft, c.len.radius)
	}
	x := r.X + c.px(8)
	if marks {
		if on {
			c.tick(Rect{x, r.Y + (r.H-c.len.knob)/2, c.len.knob, c.len.knob}, t.TextAccent)
		}
		x += c.px(20)
	} else if on {
		color = t.TextAccent
	}
	tail := float32(0)
	if shortcut != "" {
		// a long explanation leaves room for the label
		from := min(x+c.atlas.Width(c.style(false), visible(label))+c.px(12), r.X+0.7*r.W)
		_, tail = c.textIn(Rect{from, r.Y, r.right() - from - c.px(8), r.H}, AlignRight, c.smallStyle(), t.TextDim,
			shortcut)
		tail += c.px(12)
	}
	c.textIn(Rect{x, r.Y, r.right() - x - c.px(8) - tail, r.H}, AlignLeft, c.style(false), color, visible(label))
}

package ui

// navigation moves the focus by keys: forward and back with Tab and Shift+Tab, with the arrows
// up and down, and into the interface with F6.
type navigation struct {
	move        int
	pending     int // move of the next frame
	first, prev ID
	target      ID
	found       bool
	reveal      bool
	arrived     ID // has got the focus by keys in this frame
}

// TakeKeys moves the focus into the interface, as F6 does, with the next frame.
func (c *Context) TakeKeys() {
	if !c.keyboard {
		c.keyboard, c.nav.pending, c.again = true, 1, true
	}
}

func (c *Context) beginFocus() {
	n := &c.nav
	*n = navigation{move: n.pending, reveal: n.reveal, arrived: n.arrived}
	if c.mouse.pressed[ButtonLeft] || c.mouse.pressed[ButtonRight] {
		c.keyboard = false
		c.focus = 0
	}
	if !c.keyboard && c.edit.id == 0 && c.modal == 0 {
		if c.key(KeyF6, 0) {
			c.keyboard = true
			n.move = 1
		}
		return
	}
	if c.key(KeyTab, 0) {
		n.move, c.keyboard = 1, true
	}
	if c.key(KeyTab, ModShift) {
		n.move, c.keyboard = -1, true
	}
}

// focusable makes a widget reachable by keys and reports whether it has the focus.
func (c *Context) focusable(id ID, r Rect) bool {
	n := &c.nav
	if c.disabled > 0 || c.at().layer < c.floor {
		return false
	}
	if n.first == 0 {
		n.first = id
	}
	if n.move > 0 && !n.found && n.prev == c.focus {
		n.target, n.found = id, true
	}
	if n.move < 0 && id == c.focus {
		n.target, n.found = n.prev, n.prev != 0
	}
	n.prev = id
	if c.focus != id {
		return false
	}
	c.focusSeen = true
	if n.reveal {
		c.reveal(r)
		n.reveal = false
	}
	return c.keyboard
}

// arrived reports whether the widget has just got the focus by keys.
func (c *Context) arrived(id ID) bool {
	if c.nav.arrived != id || !c.keyboard {
		return false
	}
	c.nav.arrived = 0
	return true
}

// focusRing shows which widget has the focus.
func (c *Context) focusRing(r Rect) {
	d := c.len.thick
	c.ring(Rect{r.X - d, r.Y - d, r.W + 2*d, r.H + 2*d}, c.Theme.AccentHot, c.len.radius+d, c.px(1.5))
}

func (c *Context) endFocus() {
	n := &c.nav
	if c.keyboard && c.edit.id == 0 && len(c.popups) == 0 {
		if c.key(KeyDown, 0) {
			n.pending = 1
		}
		if c.key(KeyUp, 0) {
			n.pending = -1
		}
	}
	if n.move != 0 {
		target := n.target
		if !n.found {
			target = n.first
			if n.move < 0 {
				target = n.prev
			}
		}
		c.focus, n.reveal, n.arrived = target, true, target
		c.again = true
		n.move = 0
		return
	}
	n.arrived = 0
	if n.pending != 0 {
		c.again = true
	}
	if c.keyboard && len(c.popups) == 0 && c.modal == 0 && c.key(KeyEscape, 0) {
		c.focus, c.keyboard = 0, false
	}
	if !c.focusSeen && c.focus != 0 {
		c.focus, c.keyboard = 0, false
	}
}

package ui

// BeginModal opens a window in the middle of the picture that has to be answered before anything else; w
// is its width in units. It reports whether it is open; then EndModal must be called. Escape and
// the cross set *open to false.
func (c *Context) BeginModal(title string, open *bool, w float32) bool {
	id := hashLabel(fnvOffset, title)
	if !*open {
		if c.modal == id {
			c.modal = 0
			c.again = true
		}
		return false
	}
	if c.modal != id {
		c.modal, c.keyboard, c.focus, c.edit.id = id, false, 0, 0
		c.popups = c.popups[:0]
		c.again = true
	}
	if len(c.popups) == 0 && c.edit.id == 0 && c.key(KeyEscape, 0) {
		*open = false
	}
	i := c.windowIndex(id, kindModal)
	win := &c.windows[i]
	m := c.memory.find(id)
	strip := c.toastStrip()
	h := min(max(round(m.b*c.scale)+c.len.tall+2*c.len.border, c.px(80)), c.height-c.px(16)-strip)
	width := min(c.px(w), c.width-c.px(16))
	r := Rect{round((c.width - width) / 2), round(max(min((c.height-h)*0.4, c.height-strip-h), c.px(8))), width,
		round(h)}
	win.frame, win.rect, win.layer = c.frames, r, layerModal
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: layerModal, window: i})
	c.fill(Rect{0, 0, c.width, c.height}, c.Theme.Dim, 0)
	c.shadow(r)
	c.frame(r, c.Theme.Panel, c.Theme.BorderHot, 2*c.len.radius, c.len.border)
	head := Rect{r.X, r.Y, r.W, c.len.tall}
	c.textIn(Rect{r.X + c.len.pad, r.Y, r.W - c.px(50), head.H}, AlignLeft, c.style(true), c.Theme.Text, visible(title))
	if c.closeButton(hashLabel(id, "close"), head) {
		*open = false
	}
	c.pop()
	c.beginBody(id, i, layerModal, Rect{r.X + c.len.border, r.Y + head.H, r.W - 2*c.len.border,
		r.H - head.H - c.len.border})
	return true
}

// EndModal ends BeginModal.
func (c *Context) EndModal() {
	content := c.at().scroll
	before := content.b
	c.EndWindow()
	if content.b != before {
		c.again = true
	}
}

package ui

import (
	"unicode/utf8"

	"tumble/renderer"
)

// editor is the text that is being edited; there is one at most.
type editor struct {
	id             ID
	text           []byte
	cursor, anchor int // bytes; the selection lies between them
	scroll         float32
	seen           bool
	since          int64 // of the newest change, for the blinking
	selecting      bool
}

// blink is how long the text cursor is shown and hidden (ns).
const blink = 530e6

// maxText bounds a text field (bytes).
const maxText = 4096

// startEdit begins editing a text with everything selected.
func (c *Context) startEdit(id ID, text string) {
	e := &c.edit
	*e = editor{id: id, text: append(e.text[:0], text...), seen: true, since: c.now}
	e.anchor, e.cursor = 0, len(e.text)
	c.focus, c.focusSeen = id, true
	c.again = true
}

func (e *editor) selection() (from, to int) { return min(e.cursor, e.anchor), max(e.cursor, e.anchor) }

// remove deletes the selection and reports whether there was one.
func (e *editor) remove() bool {
	from, to := e.selection()
	if from == to {
		return false
	}
	e.text = append(e.text[:from], e.text[to:]...)
	e.cursor, e.anchor = from, from
	return true
}

func (e *editor) insert(s string) {
	e.remove()
	for _, r := range s {
		if r < ' ' || r == 0x7f || len(e.text)+utf8.RuneLen(r) > maxText || r == utf8.RuneError {
			continue
		}
		var buf [utf8.UTFMax]byte
		n := utf8.EncodeRune(buf[:], r)
		e.text = append(e.text, buf[:n]...)
		copy(e.text[e.cursor+n:], e.text[e.cursor:])
		copy(e.text[e.cursor:], buf[:n])
		e.cursor += n
	}
	e.anchor = e.cursor
}

// step returns where the cursor goes from at: a character, or a word, to the left or right.
func (e *editor) step(at int, right, word bool) int {
	move := func() (rune, bool) {
		if right {
			r, n := utf8.DecodeRune(e.text[at:])
			at += n
			return r, n > 0
		}
		r, n := utf8.DecodeLastRune(e.text[:at])
		at -= n
		return r, n > 0
	}
	if !word {
		move()
		return at
	}
	inside := false
	for {
		before := at
		r, ok := move()
		if !ok {
			return at
		}
		letter := r == '_' || r == '.' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' ||
			r >= utf8.RuneSelf
		if inside && !letter {
			return before
		}
		inside = inside || letter
	}
}

// outcome says how editing goes on.
type outcome struct{ changed, done, cancelled bool }

// editKeys applies the typed keys.
func (c *Context) editKeys() (o outcome) {
	e := &c.edit
	for i := range c.strokes {
		s := c.strokes[i]
		if s.key == 0 && s.char == 0 {
			continue
		}
		if s.key == KeyTab || s.key == KeyF6 {
			continue
		}
		c.strokes[i] = stroke{}
		e.since = c.now
		if s.key == 0 {
			if s.mods&(ModControl|ModSuper) == 0 {
				e.insert(string(s.char))
				o.changed = true
			}
			continue
		}
		switch s.key {
		case KeyEscape:
			o.cancelled = true
		case KeyEnter, KeyPadEnter:
			o.done = true
		case KeyBackspace, KeyDelete:
			if !e.remove() {
				e.anchor = e.step(e.cursor, s.key == KeyDelete, s.mods&ModControl != 0)
				e.remove()
			}
			o.changed = true
		default:
			o.changed = c.editMove(s) || o.changed
		}
	}
	return o
}

// editMove moves the cursor or uses the clipboard; it reports a change of the text.
func (c *Context) editMove(s stroke) bool {
	e := &c.edit
	control, shift := s.mods&(ModControl|ModSuper) != 0, s.mods&ModShift != 0
	var to int
	from, end := e.selection()
	switch {
	case s.key == KeyLeft && !shift && from != end:
		to = from
	case s.key == KeyRight && !shift && from != end:
		to = end
	case s.key == KeyLeft || s.key == KeyRight:
		to = e.step(e.cursor, s.key == KeyRight, control)
	case s.key == KeyHome || s.key == KeyUp:
		to = 0
	case s.key == KeyEnd || s.key == KeyDown:
		to = len(e.text)
	case control && s.key == KeyA:
		e.anchor, e.cursor = 0, len(e.text)
		return false
	case control && (s.key == KeyC || s.key == KeyX):
		if from != end {
			c.copyText(string(e.text[from:end]))
		}
		return s.key == KeyX && e.remove()
	case control && s.key == KeyV:
		e.insert(c.paste())
		return true
	default:
		return false
	}
	e.cursor = to
	if !shift {
		e.anchor = to
	}
	return false
}

func (c *Context) copyText(s string) {
	c.clipboard = s
	if c.in.SetClipboard != nil {
		c.in.SetClipboard(s)
	}
}

func (c *Context) paste() string {
	if c.in.Clipboard != nil {
		return c.in.Clipboard()
	}
	return c.clipboard
}

// editText runs the editor in a field and draws it. Ending by a click elsewhere or by Tab is done.
func (c *Context) editText(r Rect, s response) (o outcome) {
	e := &c.edit
	e.seen = true
	style := c.style(false)
	in := Rect{r.X + c.px(7), r.Y, r.W - c.px(14), r.H}
	c.editMouse(in, style, s)
	o = c.editKeys()
	if (c.mouse.pressed[ButtonLeft] || c.mouse.pressed[ButtonRight]) && !s.hovered || c.nav.move != 0 {
		o.done = true
	}
	c.editDraw(r, in, style)
	return o
}

func (c *Context) editMouse(in Rect, style renderer.TextStyle, s response) {
	e := &c.edit
	if s.hovered || s.held {
		c.cursor = CursorText
	}
	if s.pressed && c.mouse.clicks > 1 {
		e.selecting = false
		e.anchor, e.cursor = 0, len(e.text)
		if c.mouse.clicks == 2 {
			at := c.textIndex(in, style)
			e.anchor, e.cursor = e.step(at, false, true), e.step(at, true, true)
		}
		return
	}
	if s.pressed {
		e.cursor = c.textIndex(in, style)
		e.selecting, e.since = true, c.now
		if c.mouse.mods&ModShift == 0 {
			e.anchor = e.cursor
		}
	}
	if s.held && e.selecting && c.mouse.moved {
		e.cursor, e.since = c.textIndex(in, style), c.now
	}
	if !s.held {
		e.selecting = false
	}
}

// textIndex is the gap between letters that is nearest to the mouse.
func (c *Context) textIndex(in Rect, style renderer.TextStyle) int {
	e := &c.edit
	x := c.mouse.x - in.X + e.scroll
	n, taken := c.atlas.Fit(style, asString(e.text), x)
	if n < len(e.text) {
		_, size := utf8.DecodeRune(e.text[n:])
		if w := c.atlas.Width(style, asString(e.text[n:n+size])); x-taken > w/2 {
			n += size
		}
	}
	return n
}

func (c *Context) editDraw(r, in Rect, style renderer.TextStyle) {
	e, t := &c.edit, c.Theme
	c.frame(r, t.Field, t.Accent, c.len.radius, c.px(1.5))
	width := func(n int) float32 { return c.atlas.Width(style, asString(e.text[:n])) }
	at, all := width(e.cursor), width(len(e.text))
	e.scroll = clamp(e.scroll, at-in.W+c.px(2), at)
	e.scroll = clamp(e.scroll, 0, max(all-in.W+c.px(2), 0))
	g := c.at()
	c.push(region{clip: intersect(Rect{in.X - c.px(2), in.Y, in.W + c.px(4), in.H}, g.clip), layer: g.layer,
		window: g.window})
	if from, to := e.selection(); from != to {
		x0, x1 := in.X-e.scroll+width(from), in.X-e.scroll+width(to)
		c.fill(Rect{x0, r.Y + c.px(3), x1 - x0, r.H - c.px(6)}, t.Selection, c.px(2))
	}
	c.textAt(in.X-e.scroll, c.baseline(r, style), style, t.Text, asString(e.text))
	if (c.now-e.since)/blink%2 == 0 {
		c.fill(Rect{round(in.X - e.scroll + at), r.Y + c.px(4), max(round(1.2*c.scale), 1), r.H - c.px(8)}, t.Text, 0)
	}
	c.pop()
}

// TextInput draws a field for a line of text and reports every change. hint is shown while it is empty.
func (c *Context) TextInput(label string, text *string, hint string) (changed bool) {
	changed, _ = c.TextEnter(label, text, hint)
	return changed
}

// TextEnter is TextInput that also reports Enter.
func (c *Context) TextEnter(label string, text *string, hint string) (changed, entered bool) {
	r := c.field(label)
	id := c.ID(label)
	c.focusable(id, r)
	s := c.behave(id, r)
	if s.pressed && c.edit.id != id || c.edit.id != id && c.focus == id && c.arrived(id) {
		c.startEdit(id, *text)
	}
	if c.edit.id == id {
		o := c.editText(r, s)
		switch {
		case o.cancelled:
			c.edit.id = 0
		case o.done:
			entered = !c.mouse.pressed[ButtonLeft] && c.nav.move == 0
			c.edit.id = 0
		}
		if o.changed {
			*text = string(c.edit.text)
		}
		return o.changed, entered
	}
	if s.hovered {
		c.cursor = CursorText
	}
	if c.seen(r) {
		c.frame(r, c.surface(s), c.edge(s), c.len.radius, c.len.border)
		in := Rect{r.X + c.px(7), r.Y, r.W - c.px(14), r.H}
		if *text == "" {
			c.textIn(in, AlignLeft, c.style(false), c.Theme.TextDim, hint)
		} else {
			c.textIn(in, AlignLeft, c.style(false), c.Theme.Text, *text)
		}
	}
	return false, false
}

// FocusText begins editing the text field of the given label in the present container.
func (c *Context) FocusText(label string, text string) { c.startEdit(c.ID(label), text) }

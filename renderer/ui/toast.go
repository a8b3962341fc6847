package ui

import (
	"math"

	"tumble/renderer"
)

// Tone says what a message is about.
type Tone uint8

// The tones.
const (
	ToneInfo Tone = iota
	ToneGood
	ToneWarn
	ToneBad
	// ToneAsk is an error that the user has to act on: the message stays until it is clicked or dismissed.
	ToneAsk
)

const (
	// maxToasts is how many messages are kept over the scene, toastLines how many lines they have together: a message
	// that finds no room waits until the newer ones have faded.
	maxToasts  = 2
	toastLines = 2
	toastTime  = 4e9   // ns
	errorTime  = 8e9   // ns: an error is longer and unexpected
	toastFade  = 250e6 // ns
	// toastFrames is in how many frames a message is drawn before its time begins: the first frames of a window can
	// take longer than that time, and what is said before them would never be seen.
	toastFrames = 4
)

type toast struct {
	text  string
	tone  Tone
	until int64 // math.MaxInt64 stays until it is dismissed
	drawn int   // frames, as far as toastFrames
	rect  Rect  // empty while it waits
}

// Message is a message that was shown.
type Message struct {
	Text string
	Tone Tone
	// Time is when it was shown last (ns of the clock of the interface), Count how often in a row.
	Time  int64
	Count int
}

// mostMessages is how many messages the interface remembers.
const mostMessages = 200

// Messages are the messages of the past, the newest last. The list is valid until the next Toast.
func (c *Context) Messages() []Message { return c.messages }

// note keeps a message for Messages.
func (c *Context) note(tone Tone, text string) {
	if n := len(c.messages); n > 0 && c.messages[n-1].Text == text {
		c.messages[n-1].Time = c.now
		c.messages[n-1].Count++
		return
	}
	if len(c.messages) == mostMessages {
		copy(c.messages, c.messages[1:])
		c.messages = c.messages[:mostMessages-1]
	}
	c.messages = append(c.messages, Message{text, tone, c.now, 1})
}

// DismissToasts takes errors away before their time; it reports whether there were any.
func (c *Context) DismissToasts() bool {
	any := false
	for i := range c.toasts {
		if t := &c.toasts[i]; t.text != "" && t.tone >= ToneBad {
			*t, any = toast{}, true
		}
	}
	c.again = c.again || any
	return any
}

// overToast reports whether a message lies at a point.
func (c *Context) overToast(x, y float32) bool {
	for i := range c.toasts {
		if c.toasts[i].rect.Contains(x, y) {
			return true
		}
	}
	return false
}

// Toast shows a message for some seconds at the bottom of the viewport; a click takes it away. The same
// message again is shown longer, not twice. Messages has all of them.
func (c *Context) Toast(tone Tone, text string) {
	if text == "" {
		return
	}
	c.note(tone, text)
	// the list is in the order of their time
	slot := 0
	for i := range c.toasts {
		if c.toasts[i].text == text {
			slot = i
			break
		}
		if c.toasts[i].until < c.toasts[slot].until {
			slot = i
		}
	}
	copy(c.toasts[slot:], c.toasts[slot+1:])
	c.toasts[maxToasts-1] = toast{text: text, tone: tone, until: max(c.now, 1) + tone.time()}
	if tone == ToneAsk {
		c.toasts[maxToasts-1].until = math.MaxInt64
	}
	c.again = true
}

// time is how long a message is shown (ns).
func (t Tone) time() int64 {
	if t >= ToneBad {
		return errorTime
	}
	return toastTime
}

func (c *Context) toneColor(t Tone) renderer.Color {
	switch t {
	case ToneGood:
		return c.Theme.Good
	case ToneWarn:
		return c.Theme.Warn
	case ToneBad, ToneAsk:
		return c.Theme.Bad
	}
	return c.Theme.Accent
}

// Sizes of messages (units).
const (
	toastLine  = 18
	toastFrame = 14 // of a message, above and below its lines together
	toastGap   = 6
	wideToast  = 320 // width of the room for messages where the panels leave less: they cover the lower edge of these
	leastToast = 160 // the panels leave less than can be read
	// toastRoom is the height that messages need.
	toastRoom = toastLines*(toastLine+toastFrame) + toastLines*toastGap
)

// toastStrip (pixels) is the height below a modal window that messages need now.
func (c *Context) toastStrip() float32 {
	for i := range c.toasts {
		if c.toasts[i].text != "" {
			return c.px(toastRoom)
		}
	}
	return 0
}

// toastArea is the rectangle with messages at its lower edge: the viewport, or the picture below a modal window.
func (c *Context) toastArea() (room Rect, layer int) {
	for i := range c.windows {
		if w := &c.windows[i]; c.modal != 0 && w.id == c.modal {
			return Rect{0, w.rect.bottom(), c.width, c.height - w.rect.bottom()}, layerModal
		}
	}
	room = c.viewport
	room.H -= c.Foot + c.px(10)
	if room.W < c.px(leastToast) {
		w := min(c.px(wideToast), c.width)
		room.X, room.W = clamp(room.X+(room.W-w)/2, 0, c.width-w), w
	}
	return room, layerToast
}

// drawToasts draws the newest messages, the newest lowest, below windows and dialogs.
func (c *Context) drawToasts() {
	room, layer := c.toastArea()
	y, lines := room.bottom()-c.px(toastGap), toastLines
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: layer})
	for i := maxToasts - 1; i >= 0; i-- {
		t := &c.toasts[i]
		if t.text == "" {
			continue
		}
		if c.mouse.pressed[ButtonLeft] && c.hoverWindow <= 0 && t.rect.Contains(c.mouse.x, c.mouse.y) {
			*t, c.again = toast{}, true
			continue
		}
		r, n := c.toastRect(t, room, y)
		if n > lines || r.Y < room.Y {
			c.wait(t)
			continue
		}
		if c.age(t); t.text == "" {
			continue
		}
		t.rect, lines = r, lines-n
		c.drawToast(t, n, min(float32(t.until-c.now)/toastFade, 1))
		y = r.Y - c.px(toastGap)
	}
	c.pop()
}

// wait keeps a message that has no room in this frame.
func (c *Context) wait(t *toast) {
	t.rect = Rect{}
	if t.until != math.MaxInt64 {
		t.until += c.elapsed
	}
}

// age lets the time of a message that is seen go by, and takes it away at the end.
func (c *Context) age(t *toast) {
	if t.until == math.MaxInt64 {
		return
	}
	if t.drawn < toastFrames {
		t.drawn++
		t.until = c.now + t.tone.time()
		c.redraw(16e6)
	}
	left := t.until - c.now
	if left <= 0 {
		*t, c.again = toast{}, true
		return
	}
	c.redraw(max(left-toastFade, 16e6))
}

// toastRect is the place of a message above bottom and clear of floating windows, and its number of lines.
func (c *Context) toastRect(t *toast, room Rect, bottom float32) (r Rect, lines int) {
	most := room.W - c.px(44)
	lines, widest := c.wrapped(c.style(false), t.text, most)
	if lines > toastLines {
		lines, widest = toastLines, most
	}
	w, h := widest+c.px(34), float32(lines)*c.px(toastLine)+c.px(toastFrame)
	r = Rect{round(room.X + (room.W-w)/2), round(bottom - h), round(w), h}
	for range c.windows {
		for k := range c.windows {
			o := &c.windows[k]
			if c.modal == 0 && o.kind == kindPanel && o.side == SideFloat && o.frame == c.frames && o.rect.overlaps(r) {
				r.Y = o.rect.Y - c.px(toastGap) - h
			}
		}
	}
	return r, lines
}

// drawToast draws a message at its place. The end of a longer one is cut off, with a hint where the whole is.
func (c *Context) drawToast(t *toast, lines int, fade float32) {
	r, style, line := t.rect, c.style(false), c.px(toastLine)
	c.frame(r, c.Theme.Popup.Fade(fade), c.Theme.BorderHot.Fade(fade), c.px(6), c.len.border)
	dot := c.px(6)
	c.fill(Rect{r.X + c.px(12), r.Y + (c.px(32)-dot)/2, dot, dot}, c.toneColor(t.tone).Fade(fade), dot/2)
	at := Rect{r.X + c.px(24), r.Y + c.px(toastFrame)/2, r.W - c.px(34), line}
	rest := t.text
	for ; lines > 0 && rest != ""; lines-- {
		n := c.breakLine(style, rest, at.W+1)
		if lines == 1 && n < len(rest) {
			hint := c.atlas.Width(style, c.ToastMore)
			c.textIn(Rect{at.right() - hint, at.Y, hint + 1, line}, AlignLeft, style, c.Theme.TextDim.Fade(fade),
				c.ToastMore)
			at.W -= hint + c.px(8)
			c.textIn(at, AlignLeft, style, c.Theme.Text.Fade(fade), c.unbroken(rest))
			return
		}
		c.textIn(Rect{at.X, at.Y, at.W + 1, line}, AlignLeft, style, c.Theme.Text.Fade(fade), rest[:n])
		rest = trimSpaces(rest[n:])
		at.Y += line
	}
}

// unbroken is a text in one line, valid until the next use of scratch.
func (c *Context) unbroken(text string) string {
	c.scratch = append(c.scratch[:0], text...)
	for i, b := range c.scratch {
		if b == '\n' {
			c.scratch[i] = ' '
		}
	}
	return asString(c.scratch)
}

// wrapped is over how many lines a text of some width goes, and how wide they are (pixels).
func (c *Context) wrapped(style renderer.TextStyle, text string, most float32) (lines int, widest float32) {
	for ; text != ""; lines++ {
		n := c.breakLine(style, text, most)
		widest = max(widest, min(c.atlas.Width(style, text[:n]), most))
		text = trimSpaces(text[n:])
	}
	return lines, widest
}

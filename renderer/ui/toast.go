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
)

const (
	maxToasts = 4
	toastTime = 4e9   // ns
	toastFade = 250e6 // ns
	// toastFrames is in how many frames a message is drawn before its time begins: the first frames of a window can take longer
	// than that time, and what is said before them would never be seen.
	toastFrames = 4
)

type toast struct {
	text  string
	tone  Tone
	until int64 // math.MaxInt64 stays until it is dismissed
	drawn int   // frames, as far as toastFrames
	rect  Rect
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

// DismissToasts takes errors away that stay until they were read; it reports whether there were any.
func (c *Context) DismissToasts() bool {
	any := false
	for i := range c.toasts {
		if t := &c.toasts[i]; t.until == math.MaxInt64 {
			*t, any = toast{}, true
		}
	}
	c.again = c.again || any
	return any
}

// overToast reports whether an error that waits to be dismissed lies at a point.
func (c *Context) overToast(x, y float32) bool {
	for i := range c.toasts {
		if t := &c.toasts[i]; t.until == math.MaxInt64 && t.rect.Contains(x, y) {
			return true
		}
	}
	return false
}

// Toast shows a message at the bottom of the part of the picture that no panel covers: an error until it is clicked or
// DismissToasts is called, everything else for a few seconds. The same message again is shown longer, not twice. Messages
// has all of them.
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
	// the clock of the interface begins with the first frame
	until := max(c.now, 1) + toastTime
	if tone == ToneBad {
		until = math.MaxInt64
	}
	c.toasts[maxToasts-1] = toast{text: text, tone: tone, until: until}
	c.again = true
}

func (c *Context) toneColor(t Tone) renderer.Color {
	switch t {
	case ToneGood:
		return c.Theme.Good
	case ToneWarn:
		return c.Theme.Warn
	case ToneBad:
		return c.Theme.Bad
	}
	return c.Theme.Accent
}

// toastRoom is where messages are shown: what no panel covers. Over a dialogue they stand at the lower edge of the picture, beside it.
func (c *Context) toastRoom() Rect {
	if c.modal != 0 {
		return Rect{0, 0, c.width, c.height}
	}
	return c.viewport
}

// wideToast (units) is the width of the room that a message gets which has more than mostToastLines lines between the panels; it
// lies over these.
const (
	wideToast      = 320
	mostToastLines = 6
)

// widened is the room of a message with more lines than can be read at a glance.
func (c *Context) widened(r Rect) Rect {
	w := min(max(c.px(wideToast), r.W), c.width)
	return Rect{clamp(r.X+(r.W-w)/2, 0, c.width-w), r.Y, w, r.H}
}

func (c *Context) drawToasts() {
	room := c.toastRoom()
	y := room.bottom() - c.Foot - c.px(16)
	if c.modal != 0 {
		y = room.bottom() - c.px(6)
	}
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: layerToast})
	// the newest lowest
	for i := maxToasts - 1; i >= 0; i-- {
		t := &c.toasts[i]
		if t.text == "" {
			continue
		}
		if t.drawn < toastFrames && t.until != math.MaxInt64 {
			t.drawn++
			t.until = c.now + toastTime
			c.redraw(16e6)
		}
		left := t.until - c.now
		if left <= 0 {
			*t = toast{}
			continue
		}
		if t.until == math.MaxInt64 && c.mouse.pressed[ButtonLeft] && t.rect.Contains(c.mouse.x, c.mouse.y) {
			*t, c.again = toast{}, true
			continue
		}
		if t.until != math.MaxInt64 {
			c.redraw(max(left-toastFade, 16e6))
		}
		y = c.drawToast(t, room, y, min(float32(left)/toastFade, 1)) - c.px(6)
	}
	c.pop()
}

// drawToast draws a message above bottom, over as many lines as it needs, and returns where its upper edge is.
func (c *Context) drawToast(t *toast, room Rect, bottom, fade float32) float32 {
	style, most := c.style(false), room.W-c.px(44)
	lines, widest := c.wrapped(style, t.text, most)
	if lines > mostToastLines {
		room = c.widened(room)
		most = room.W - c.px(44)
		lines, widest = c.wrapped(style, t.text, most)
	}
	line := c.px(18)
	w, h := widest+c.px(34), float32(lines-1)*line+c.px(32)
	r := Rect{round(room.X + (room.W-w)/2), round(bottom - h), round(w), h}
	t.rect = r
	c.frame(r, c.Theme.Popup.Fade(fade), c.Theme.BorderHot.Fade(fade), c.px(6), c.len.border)
	dot := c.px(6)
	c.fill(Rect{r.X + c.px(12), r.Y + (c.px(32)-dot)/2, dot, dot}, c.toneColor(t.tone).Fade(fade), dot/2)
	y := r.Y + (c.px(32)-line)/2
	for rest := t.text; rest != ""; y += line {
		n := c.breakLine(style, rest, most)
		c.textIn(Rect{r.X + c.px(24), y, widest + 1, line}, AlignLeft, style, c.Theme.Text.Fade(fade), rest[:n])
		rest = trimSpaces(rest[n:])
	}
	return r.Y
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

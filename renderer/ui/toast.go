package ui

import "tumble/renderer"

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
)

type toast struct {
	text  string
	tone  Tone
	until int64
}

// Toast shows a message for a few seconds at the bottom of the picture. The same message again
// is shown longer, not twice.
func (c *Context) Toast(tone Tone, text string) {
	if text == "" {
		return
	}
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
	// the clock of the interface begins with the first frame
	c.toasts[slot] = toast{text, tone, max(c.now, 1) + toastTime}
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

func (c *Context) drawToasts() {
	y := c.viewport.bottom() - c.px(16)
	c.push(region{clip: Rect{0, 0, c.width, c.height}, layer: layerToast})
	for i := range c.toasts {
		t := &c.toasts[i]
		if t.text == "" {
			continue
		}
		left := t.until - c.now
		if left <= 0 {
			*t = toast{}
			continue
		}
		c.redraw(max(left-toastFade, 16e6))
		y = c.drawToast(t, y, min(float32(left)/toastFade, 1)) - c.px(6)
	}
	c.pop()
}

func (c *Context) drawToast(t *toast, bottom, fade float32) float32 {
	style := c.style(false)
	w := min(c.atlas.Width(style, t.text), c.viewport.W-c.px(60))
	h := c.px(32)
	r := Rect{round(c.viewport.X + (c.viewport.W-w-c.px(34))/2), round(bottom - h), round(w + c.px(34)), h}
	c.frame(r, c.Theme.Popup.Fade(fade), c.Theme.BorderHot.Fade(fade), c.px(6), c.len.border)
	dot := c.px(6)
	c.fill(Rect{r.X + c.px(12), r.Y + (h-dot)/2, dot, dot}, c.toneColor(t.tone).Fade(fade), dot/2)
	c.textIn(Rect{r.X + c.px(24), r.Y, w + 1, h}, AlignLeft, style, c.Theme.Text.Fade(fade), t.text)
	return r.Y
}

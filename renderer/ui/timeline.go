package ui

import (
	"math"

	"tumble/renderer"
)

// Mark is a place on a timeline.
type Mark struct {
	At    float64
	Color renderer.Color
	// Below draws a small mark under the axis.
	Below bool
}

// Timeline draws an axis from first to last with a playhead at *now, which is dragged or clicked
// to another place; the arrow keys step by 1, Home and End go to its ends. The wheel shows less or more of the axis
// around the cursor. marks are drawn under it. It reports a change.
func (c *Context) Timeline(label string, first, last float64, now *float64, marks []Mark) bool {
	r := c.next(c.px(40))
	id := c.ID(label)
	focused := c.focusable(id, r)
	s := c.behave(id, r)
	before := *now
	track := Rect{r.X + c.px(8), r.Y, r.W - c.px(16), r.H}
	from, to := c.timelineView(id, track, s, first, last)
	c.pointed, c.points = from+float64(clamp((c.mouse.x-track.X)/max(track.W, 1), 0, 1))*(to-from), s.hovered
	if s.held {
		*now = math.Round(from + float64(clamp((c.mouse.x-track.X)/max(track.W, 1), 0, 1))*(to-from))
	}
	if focused || s.hovered {
		if c.key(KeyHome, 0) {
			*now = first
		}
		if c.key(KeyEnd, 0) {
			*now = last
		}
	}
	if focused {
		if mods, ok := c.anyKey(KeyRight); ok {
			*now += math.Max(factor(mods), 1)
		}
		if mods, ok := c.anyKey(KeyLeft); ok {
			*now -= math.Max(factor(mods), 1)
		}
	}
	*now = math.Max(first, math.Min(*now, last))
	if c.seen(r) {
		c.drawTimeline(r, track, s, from, to, *now, marks)
	}
	if focused {
		c.focusRing(r)
	}
	return *now != before
}

// Pointed is where the pointer stands on the axis of the timeline drawn last, ok that it stands there.
func (c *Context) Pointed() (at float64, ok bool) { return c.pointed, c.points }

// timelineView is the part of the axis that is shown. The memory has its middle (a) and its share (b); 0 is everything.
func (c *Context) timelineView(id ID, track Rect, s response, first, last float64) (from, to float64) {
	m := c.memory.find(id)
	share := m.b
	if share <= 0 || share > 1 {
		share, m.a = 1, 0.5
	}
	if s.hovered && c.mouse.wheelY != 0 {
		at := clamp((c.mouse.x-track.X)/max(track.W, 1), 0, 1)
		next := clamp(share*float32(math.Pow(0.8, float64(c.mouse.wheelY))), min(20/float32(max(last-first, 20)), 1), 1)
		// the moment under the cursor stays there
		m.a += (at - 0.5) * (share - next)
		share = next
		c.mouse.wheelY = 0
	}
	m.a, m.b = clamp(m.a, share/2, 1-share/2), share
	length := last - first
	return first + float64(m.a-share/2)*length, first + float64(m.a+share/2)*length
}

func (c *Context) drawTimeline(r, track Rect, s response, first, last, now float64, marks []Mark) {
	t, length := c.Theme, math.Max(last-first, 1e-9)
	at := func(v float64) float32 { return round(track.X + track.W*float32((v-first)/length)) }
	c.frame(r, t.Header, c.edge(s), c.len.radius, c.len.border)
	if x := clamp(at(now), track.X, track.right()); x > track.X {
		c.fill(Rect{track.X, r.bottom() - c.px(16), x - track.X, c.px(4)}, t.AccentSoft, c.px(2))
	}
	step := roundStep(length / float64(max(track.W/c.px(70), 1)))
	for v := math.Ceil(first/step) * step; v <= last; v += step {
		x := at(v)
		c.fill(Rect{x, r.bottom() - c.px(18), c.len.border, c.px(8)}, t.Border, 0)
		c.scratch = appendNumber(c.scratch[:0], v)
		left := clamp(x-c.px(30), r.X-c.px(20), r.right()-c.px(46))
		c.textIn(Rect{left, r.Y + c.px(2), c.px(60), c.px(16)}, AlignCentre, c.smallStyle(), t.TextDim,
			asString(c.scratch))
	}
	for i := range marks {
		m := &marks[i]
		switch {
		case m.At < first || m.At > last:
		case m.Below:
			c.fill(Rect{at(m.At), r.bottom() - c.px(5), c.len.border, c.px(4)}, m.Color, 0)
		default:
			c.fill(Rect{at(m.At) - c.px(1), r.bottom() - c.px(20), c.px(3), c.px(12)}, m.Color, c.px(1))
		}
	}
	if now < first || now > last {
		return
	}
	x, d := at(now), c.px(10)
	color := t.Accent
	if s.hovered || s.held {
		color = t.AccentHot
	}
	c.fill(Rect{x - c.len.thick/2, r.Y + c.px(4), c.len.thick, r.H - c.px(8)}, color, 0)
	c.fill(Rect{x - d/2, r.bottom() - c.px(14) - d/2, d, d}, color, d/2)
}

package ui

import (
	"math"
	"unsafe"

	"tumble/renderer"
)

// Rect is a rectangle in pixels.
type Rect struct{ X, Y, W, H float32 }

// Contains reports whether a point lies in the rectangle.
func (r Rect) Contains(x, y float32) bool {
	return x >= r.X && y >= r.Y && x < r.X+r.W && y < r.Y+r.H
}

// Inset returns the rectangle with d less on every side.
func (r Rect) Inset(d float32) Rect {
	return Rect{r.X + d, r.Y + d, max(r.W-2*d, 0), max(r.H-2*d, 0)}
}

func (r Rect) right() float32  { return r.X + r.W }
func (r Rect) bottom() float32 { return r.Y + r.H }

// overlaps reports whether two rectangles share area.
func (r Rect) overlaps(s Rect) bool {
	return r.X < s.right() && s.X < r.right() && r.Y < s.bottom() && s.Y < r.bottom()
}

func intersect(r, s Rect) Rect {
	x, y := max(r.X, s.X), max(r.Y, s.Y)
	return Rect{x, y, max(min(r.right(), s.right())-x, 0), max(min(r.bottom(), s.bottom())-y, 0)}
}

func abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

func round(x float32) float32 { return float32(math.Floor(float64(x) + 0.5)) }

func clamp(x, lo, hi float32) float32 { return max(lo, min(x, hi)) }

// asString reads bytes as a text that is not kept.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// px turns units into whole pixels.
func (c *Context) px(units float32) float32 { return round(units * c.scale) }

// pixelRect is a clip for the packet. An empty one is put outside of the picture, because the
// zero Rect would not clip at all.
func pixelRect(r Rect) renderer.Rect {
	x0, y0 := int16(clamp(r.X, -1, 16384)), int16(clamp(r.Y, -1, 16384))
	x1, y1 := int16(clamp(r.right(), -1, 16384)), int16(clamp(r.bottom(), -1, 16384))
	if x1 <= x0 || y1 <= y0 {
		return renderer.Rect{X0: -1, Y0: -1, X1: -1, Y1: -1}
	}
	return renderer.Rect{X0: x0, Y0: y0, X1: x1, Y1: y1}
}

// fill draws a rectangle.
func (c *Context) fill(r Rect, color renderer.Color, radius float32) {
	c.frame(r, color, 0, radius, 0)
}

// frame draws a rectangle with a border inside its edge.
func (c *Context) frame(r Rect, color, border renderer.Color, radius, width float32) {
	c.quad(renderer.Quad{
		X0: r.X, Y0: r.Y, X1: r.right(), Y1: r.bottom(),
		ColorTop: c.faded(color), ColorBottom: c.faded(color), ColorBorder: c.faded(border),
		Radius: uint16(radius * 16), Border: uint16(width * 16),
	})
}

func (c *Context) quad(q renderer.Quad) {
	g := c.at()
	c.packet.AddQuad(g.layer, g.pixels, c.atlas.Texture(), q)
}

// ring draws a border only.
func (c *Context) ring(r Rect, border renderer.Color, radius, width float32) {
	c.frame(r, border.WithAlpha(0), border, radius, width)
}

// shadow darkens the surroundings of a floating rectangle.
func (c *Context) shadow(r Rect) {
	soft := c.px(10)
	q := renderer.Quad{
		X0: r.X, Y0: r.Y + c.px(3), X1: r.right(), Y1: r.bottom() + c.px(3),
		ColorTop: c.Theme.Shadow, ColorBottom: c.Theme.Shadow,
		Radius: uint16(c.len.radius * 2 * 16), Soft: uint16(soft * 16),
	}
	c.packet.AddQuad(c.at().layer, renderer.Rect{}, c.atlas.Texture(), q)
}

// faded is the colour in a disabled part of the interface.
func (c *Context) faded(color renderer.Color) renderer.Color {
	if c.disabled > 0 {
		return color.Fade(0.45)
	}
	return color
}

// line draws a line over the quads of the same clip; lines are kept back until the clip changes,
// so that they do not cut the quads into many draws.
func (c *Context) line(x0, y0, x1, y1, width float32, color renderer.Color) {
	color = c.faded(color)
	c.lines = append(c.lines, renderer.Line{AX: x0, AY: y0, BX: x1, BY: y1, ColorA: color, ColorB: color, Width: width})
}

// flush draws the lines that were kept back.
func (c *Context) flush() {
	if len(c.lines) == 0 {
		return
	}
	g := c.at()
	copy(c.packet.AddLines2D(g.layer, g.pixels, len(c.lines)), c.lines)
	c.lines = c.lines[:0]
}

// Align says where a text stands in its rectangle.
type Align uint8

// The alignments.
const (
	AlignLeft Align = iota
	AlignCentre
	AlignRight
)

// textIn draws a line of text in a rectangle, in the middle of its height; a text that is too long ends
// in an ellipsis. It returns where the text begins and its width.
func (c *Context) textIn(r Rect, align Align, style renderer.TextStyle, color renderer.Color, text string) (x,
	width float32) {
	if r.W <= 0 || !c.seen(r) {
		return r.X, 0
	}
	width = c.atlas.Width(style, text)
	if width > r.W+0.5 {
		return r.X, c.elided(r, style, color, text)
	}
	x = r.X
	switch align {
	case AlignCentre:
		x += (r.W - width) / 2
	case AlignRight:
		x += r.W - width
	}
	c.textAt(x, c.baseline(r, style), style, color, text)
	return x, width
}

func (c *Context) elided(r Rect, style renderer.TextStyle, color renderer.Color, text string) float32 {
	c.tipElided(r, text)
	dots := c.atlas.Width(style, "…")
	n, _ := c.atlas.Fit(style, text, r.W-dots)
	for n > 0 && text[n-1] == ' ' {
		n--
	}
	y := c.baseline(r, style)
	taken := c.textAt(r.X, y, style, color, text[:n])
	c.textAt(r.X+taken, y, style, color, "…")
	return taken + dots
}

func (c *Context) textAt(x, y float32, style renderer.TextStyle, color renderer.Color, text string) float32 {
	g := c.at()
	return c.atlas.Text(c.packet, g.layer, g.pixels, style, x, y, c.faded(color), text)
}

// baseline puts capitals into the middle of the height.
func (c *Context) baseline(r Rect, style renderer.TextStyle) float32 {
	height := c.len.textCap
	if style.Size == c.len.small {
		height = c.len.smallCap
	}
	return round(r.Y + (r.H+height)/2)
}

// seen reports whether a part of the rectangle is inside the clip.
func (c *Context) seen(r Rect) bool { return r.overlaps(c.at().clip) }

// chevron draws an arrow head around a point: right when closed, down when open.
func (c *Context) chevron(x, y float32, down bool, color renderer.Color) {
	d, w := c.px(3), 1.5*c.scale
	if down {
		c.line(x-d, y-d/2, x, y+d/2, w, color)
		c.line(x, y+d/2, x+d, y-d/2, w, color)
		return
	}
	c.line(x-d/2, y-d, x+d/2, y, w, color)
	c.line(x+d/2, y, x-d/2, y+d, w, color)
}

// tick draws a check mark in a square.
func (c *Context) tick(r Rect, color renderer.Color) {
	w := 1.75 * c.scale
	x0, y0 := r.X+0.24*r.W, r.Y+0.53*r.H
	x1, y1 := r.X+0.43*r.W, r.Y+0.71*r.H
	x2, y2 := r.X+0.77*r.W, r.Y+0.32*r.H
	c.line(x0, y0, x1, y1, w, color)
	c.line(x1, y1, x2, y2, w, color)
}

// cross draws the mark of a button that closes.
func (c *Context) cross(r Rect, color renderer.Color) {
	d, w := c.px(3.5), 1.4*c.scale
	x, y := r.X+r.W/2, r.Y+r.H/2
	c.line(x-d, y-d, x+d, y+d, w, color)
	c.line(x-d, y+d, x+d, y-d, w, color)
}

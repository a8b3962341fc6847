package ui

import (
	"math"
	"strconv"

	"tumble/renderer"
)

// toHSV returns hue, saturation and value, 0 to 1 each.
func toHSV(c renderer.Color) (h, s, v float32) {
	r, g, b := float32(c.R())/255, float32(c.G())/255, float32(c.B())/255
	v = max(r, g, b)
	d := v - min(r, g, b)
	if v > 0 {
		s = d / v
	}
	switch {
	case d == 0:
	case v == r:
		h = (g - b) / d / 6
	case v == g:
		h = (2 + (b-r)/d) / 6
	default:
		h = (4 + (r-g)/d) / 6
	}
	if h < 0 {
		h++
	}
	return h, s, v
}

func fromHSV(h, s, v float32) renderer.Color {
	channel := func(n float32) uint8 {
		k := float32(math.Mod(float64(n+h*6), 6))
		return uint8(255*(v-v*s*max(0, min(k, 4-k, 1))) + 0.5)
	}
	return renderer.RGBA(channel(5), channel(3), channel(1), 255)
}

// Color draws a swatch that opens a field of saturation and value, a bar of hues, and the colour
// as six hexadecimal digits. It reports a change; alpha is kept.
func (c *Context) Color(label string, color *renderer.Color) bool {
	r := c.field(label)
	id := c.ID(label)
	focused := c.focusable(id, r)
	s := c.behave(id, r)
	before := *color
	m := c.memory.find(hashLabel(id, "hue"))
	if (s.clicked || focused && (c.key(KeySpace, 0) || c.enter())) && !c.popupOpen(id) {
		c.openPopup(id)
		m.a, m.b, m.c = toHSV(*color)
	}
	if c.seen(r) {
		c.frame(r, color.WithAlpha(255), c.edge(s), c.len.radius, c.len.border)
	}
	if focused {
		c.focusRing(r)
	}
	mine := c.last
	if c.beginPopup(id, r, c.px(220), c.px(188)) {
		c.colorField(id, m, color)
		c.colorHue(id, m, color)
		c.scratch = strconv.AppendUint(append(c.scratch[:0], '#'), 1<<24|uint64(color.R())<<16|uint64(
			color.G())<<8|uint64(color.B()), 16)
		c.scratch = append(c.scratch[:1], c.scratch[2:]...)
		text := asString(c.scratch)
		if c.edit.id != c.ID("Hex") {
			text = string(c.scratch)
		}
		if c.TextInput("Hex", &text, "") {
			c.colorTyped(text, m, color)
		}
		c.endPopup()
	}
	c.last = mine
	return *color != before
}

func (c *Context) colorTyped(text string, m *memory, color *renderer.Color) {
	for len(text) > 0 && text[0] == '#' {
		text = text[1:]
	}
	if v, err := strconv.ParseUint(text, 16, 32); err == nil && len(text) == 6 {
		*color = renderer.Hex(uint32(v)).WithAlpha(color.A())
		m.a, m.b, m.c = toHSV(*color)
	}
}

// colorField draws saturation to the right and value up, for the present hue.
func (c *Context) colorField(id ID, m *memory, color *renderer.Color) {
	r := c.next(c.px(140))
	s := c.behave(hashLabel(id, "field"), r)
	if s.held {
		m.b = clamp((c.mouse.x-r.X)/r.W, 0, 1)
		m.c = 1 - clamp((c.mouse.y-r.Y)/r.H, 0, 1)
		*color = fromHSV(m.a, m.b, m.c).WithAlpha(color.A())
	}
	c.flush()
	g, hue := c.at(), fromHSV(m.a, 1, 1)
	white, black := renderer.Hex(0xffffff), renderer.Hex(0)
	corners := [4]renderer.Vertex2D{
		{X: r.X, Y: r.Y, Color: white}, {X: r.right(), Y: r.Y, Color: hue},
		{X: r.right(), Y: r.bottom(), Color: hue}, {X: r.X, Y: r.bottom(), Color: white},
	}
	order := [6]uint32{0, 1, 2, 0, 2, 3}
	c.packet.AddTriangles(g.layer, g.pixels, renderer.Texture{}, corners[:], order[:])
	c.quad(renderer.Quad{X0: r.X, Y0: r.Y, X1: r.right(), Y1: r.bottom(), ColorTop: black.WithAlpha(0),
		ColorBottom: black})
	d := c.px(10)
	c.knobAt(Rect{r.X + m.b*r.W - d/2, r.Y + (1-m.c)*r.H - d/2, d, d}, *color)
}

func (c *Context) knobAt(r Rect, color renderer.Color) {
	c.frame(r.Inset(-c.px(1)), renderer.Hex(0), 0, r.W, 0)
	c.frame(r, color.WithAlpha(255), renderer.Hex(0xffffff), r.W/2, c.len.thick)
}

func (c *Context) colorHue(id ID, m *memory, color *renderer.Color) {
	r := c.next(c.px(18))
	s := c.behave(hashLabel(id, "hue"), r)
	if s.held {
		m.a = clamp((c.mouse.x-r.X)/r.W, 0, 0.9999)
		*color = fromHSV(m.a, m.b, m.c).WithAlpha(color.A())
	}
	c.flush()
	g := c.at()
	var corners [14]renderer.Vertex2D
	var order [36]uint32
	for i := range 7 {
		x, hue := r.X+r.W*float32(i)/6, fromHSV(float32(i%6)/6, 1, 1)
		corners[2*i] = renderer.Vertex2D{X: x, Y: r.Y, Color: hue}
		corners[2*i+1] = renderer.Vertex2D{X: x, Y: r.bottom(), Color: hue}
		if k := uint32(2 * i); i < 6 {
			copy(order[6*i:], []uint32{k, k + 2, k + 3, k, k + 3, k + 1})
		}
	}
	c.packet.AddTriangles(g.layer, g.pixels, renderer.Texture{}, corners[:], order[:])
	d := c.px(12)
	c.knobAt(Rect{r.X + m.a*r.W - d/2, r.Y + (r.H-d)/2, d, d}, fromHSV(m.a, 1, 1))
}

package stage

import (
	"strconv"

	"tumble/engine"
	"tumble/internal/app/plate"
	"tumble/renderer"
)

// Legend explains the colours of the bodies.
type Legend struct {
	atlas *renderer.Atlas
	text  []byte
	// top is the upper edge (pixels) of all that the legend has at the lower edge of the picture
	top float32
}

// back draws the plate of a line, with the baseline y, from x0 to x1.
func (h *Legend) back(f *engine.Frame, x0, x1, y float32, m renderer.TextMetrics, scale float32) {
	pad := plate.Padding * scale
	y0 := y - m.Ascent - pad/2
	plate.Draw(f.Packet, x0, y0, x1, y+m.Descent+pad/2, scale)
	h.top = min(h.top, y0)
}

// Arrows explains the length of the arrows of forces, and the colours of trails, at the lower left corner of a part
// of the picture. measure is the yardstick of the arrows, size the factor on them.
func (h *Legend) Arrows(f *engine.Frame, show *Show, measure *Yardstick, area renderer.Rect) {
	scale := max(f.Scale, 0.5)
	style := renderer.TextStyle{Size: plate.Size * scale}
	m, pad := h.atlas.Metrics(style), plate.Padding*scale
	y := float32(area.Y1) - 2*pad
	if h.top < float32(area.Y1) {
		// above the colours
		y = h.top - pad - m.Descent
	}
	line := func(color renderer.Color, text []byte) {
		x, width := float32(area.X0)+2*pad, h.atlas.WidthBytes(style, text)
		if width+6*pad > float32(area.X1-area.X0) {
			// between panels there is no room to explain it
			return
		}
		h.back(f, x-pad, x+1.5*pad+width+pad, y, m, scale)
		f.Packet.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
			X0: x, X1: x + pad, Y0: y - m.Capital, Y1: y, ColorTop: color, ColorBottom: color,
		})
		h.atlas.TextBytes(f.Packet, 0, renderer.Rect{}, style, x+1.5*pad, y, plate.Text, text)
		y -= m.Ascent + m.Descent + 1.5*pad
	}
	force := func(name string) []byte {
		// the arrow of the mean weight, and how lengths compare
		h.text = append(append(h.text[:0], name...), ": "...)
		h.text = appendRounded(h.text, measure.Arrow(measure.force, show.GlyphSize()))
		h.text = appendRounded(append(h.text, " m is "...), measure.force)
		h.text = append(h.text, " N, twice as long is four times the force"...)
		return h.text
	}
	if show.Friction {
		line(frictionPen.Color, force("friction"))
	}
	if show.Contacts {
		line(contactPen.Color, force("contact force"))
	}
	if show.Joints && show.Contacts {
		line(reactionPen.Color, force("joint force"))
	}
	if show.Velocities {
		h.text = appendRounded(append(h.text[:0], "velocity: 1 m is "...), 1/(velocityScale*show.GlyphSize()))
		h.text = append(h.text, " m/s"...)
		line(velocityPen.Color, h.text)
	}
}

// appendRounded writes a number that is not negative with two digits at least, and all of those before the point; a
// very small one with its exponent.
func appendRounded(b []byte, x float32) []byte {
	if x < leastFixed {
		return strconv.AppendFloat(b, float64(x), 'g', 2, 32)
	}
	decimals := 0
	for limit := float32(10); x < limit && decimals < 4; limit /= 10 {
		decimals++
	}
	return strconv.AppendFloat(b, float64(x), 'f', decimals, 32)
}

// leastFixed is the smallest number whose digits are not lost behind four decimals.
const leastFixed = 1e-3

// Draw explains the colours of the bodies at the lower edge of a part of the picture, or at its upper edge.
func (h *Legend) Draw(f *engine.Frame, mode ColorMode, area renderer.Rect, top bool) {
	if mode == ColorState {
		h.drawStates(f, area, top)
		return
	}
	legend := &colorLegends[min(mode, colorModeCount-1)]
	if legend.title == "" {
		return
	}
	scale := max(f.Scale, 0.5)
	style := renderer.TextStyle{Size: plate.Size * scale}
	m := h.atlas.Metrics(style)
	pad := plate.Padding * scale
	bar := float32(0)
	if legend.low != "" {
		bar = 140 * scale
	}
	title, low, high := h.atlas.Width(style, legend.title), h.atlas.Width(style, legend.low),
		h.atlas.Width(style, legend.high)
	width := title
	if bar > 0 {
		width += low + bar + high + 3*pad
	}
	if width+4*pad > float32(area.X1-area.X0) {
		return
	}
	x, y := startOf(area, top, width, pad, m.Ascent)
	h.back(f, x-pad, x+width+pad, y, m, scale)
	x += h.atlas.Text(f.Packet, 0, renderer.Rect{}, style, x, y, plate.Text, legend.title)
	if bar == 0 {
		return
	}
	x += pad
	x += h.atlas.Text(f.Packet, 0, renderer.Rect{}, style, x, y, plate.Dim, legend.low) + pad
	h.drawRamp(f, mode, x, y-m.Capital, bar, m.Capital)
	h.atlas.Text(f.Packet, 0, renderer.Rect{}, style, x+bar+pad, y, plate.Dim, legend.high)
}

// startOf is where the text of a legend of some width begins.
func startOf(area renderer.Rect, top bool, width, pad, ascent float32) (x, baseline float32) {
	x = float32(area.X0) + (float32(area.X1-area.X0)-width)/2
	if top {
		return x, float32(area.Y0) + 2*pad + ascent
	}
	return x, float32(area.Y1) - 2*pad
}

// drawRamp draws the colours of a mode as a row of narrow fields.
func (h *Legend) drawRamp(f *engine.Frame, mode ColorMode, x, y, width, height float32) {
	const fields = 48
	// fields meet at whole pixels, or the seams would shine through
	edge := func(i int) float32 { return float32(int(x + width*float32(i)/fields)) }
	for i := range fields {
		t := (float32(i) + 0.5) / fields
		color := scattered(i / 2)
		if mode != ColorConstraint {
			color = mode.at(t)
		}
		f.Packet.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
			X0: edge(i), X1: edge(i + 1), Y0: y, Y1: y + height,
			ColorTop: color, ColorBottom: color,
		})
	}
}

// states are those that ColorState tells apart.
var states = [...]struct {
	name  string
	color renderer.Color
}{
	{"awake", awakeColor}, {"sleeping", asleepColor}, {"static", staticColor},
	{"kinematic", kinematicColor}, {"bullet", bulletColor}, {"frozen", frozenColor},
}

// drawStates draws a field of colour before the name of every state.
func (h *Legend) drawStates(f *engine.Frame, area renderer.Rect, top bool) {
	scale := max(f.Scale, 0.5)
	style := renderer.TextStyle{Size: plate.Size * scale}
	m := h.atlas.Metrics(style)
	pad := plate.Padding * scale
	width := -pad
	for _, s := range states {
		width += m.Capital + pad/2 + h.atlas.Width(style, s.name) + pad
	}
	if width+4*pad > float32(area.X1-area.X0) {
		return
	}
	x, y := startOf(area, top, width, pad, m.Ascent)
	h.back(f, x-pad, x+width+pad, y, m, scale)
	for _, s := range states {
		f.Packet.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
			X0: x, Y0: y - m.Capital, X1: x + m.Capital, Y1: y,
			ColorTop: s.color, ColorBottom: s.color, ColorBorder: plate.Dim, Border: uint16(16 * scale),
		})
		x += m.Capital + pad/2
		x += h.atlas.Text(f.Packet, 0, renderer.Rect{}, style, x, y, plate.Text, s.name) + pad
	}
}

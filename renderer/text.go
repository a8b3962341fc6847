package renderer

import (
	"math"
	"unicode/utf8"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"
)

// Align says which point of a text a position means.
type Align uint8

// The alignments along a line. A text begins, has its middle or ends at the position.
const (
	AlignLeft Align = iota
	AlignCentre
	AlignRight
)

// Text draws a line of text of the user interface. x is where it begins and y its baseline, in
// pixels; the baseline is rounded to a whole pixel, so that letters are crisp. It returns the
// width. Line breaks are drawn as spaces.
func (a *Atlas) Text(p *Packet, layer int, clip Rect, s TextStyle, x, y float32, c Color, text string) float32 {
	first := len(p.Quads)
	tex := a.texture
	width := a.layout(p, s, x, y, c, text)
	if a.texture != tex {
		first = a.again(p, first)
		width = a.layout(p, s, x, y, c, text)
	}
	p.extendOp(PassUI, layer, KindQuads, DepthNone, 0, a.texture, clip, first, len(p.Quads)-first)
	return width
}

// TextBytes is Text for bytes, such as a buffer that numbers were formatted into.
func (a *Atlas) TextBytes(p *Packet, layer int, clip Rect, s TextStyle, x, y float32, c Color, text []byte) float32 {
	return a.Text(p, layer, clip, s, x, y, c, asString(text))
}

// asString reads bytes as a string that is not kept.
func asString(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// again takes back the quads of a text in the middle of which the texture changed: its first letters
// would be sought in the wrong one. Twice in one text cannot happen, for a new texture has
// room for more glyphs than that, or the rest stays out.
func (a *Atlas) again(p *Packet, first int) int {
	p.Quads = p.Quads[:first]
	return first
}

// layout adds the quads of a line of text and returns its width.
func (a *Atlas) layout(p *Packet, s TextStyle, x, y float32, c Color, text string) float32 {
	f := a.face(s)
	pen := x
	base := float32(math.Floor(float64(y) + 0.5))
	for i := 0; i < len(text); {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[i:])
		}
		i += n
		if r < ' ' {
			r = ' '
		}
		whole, sub := floorSub(pen)
		g := a.lookup(f, r, sub)
		pen += g.advance
		if g.w == 0 {
			continue
		}
		p.Quads = extend(p.Quads, 1)
		x0, y0 := whole+float32(g.x), base+float32(g.y)
		p.Quads[len(p.Quads)-1] = Quad{
			X0: x0, Y0: y0, X1: x0 + float32(g.w), Y1: y0 + float32(g.h),
			U0: g.u, V0: g.v, U1: g.u + g.w, V1: g.v + g.h,
			ColorTop: c, ColorBottom: c, Kind: QuadCoverage,
		}
	}
	return pen - x
}

// Width returns the width of a line of text in pixels.
func (a *Atlas) Width(s TextStyle, text string) float32 {
	f := a.face(s)
	w := float32(0)
	for i := 0; i < len(text); {
		r, n := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(text[i:])
		}
		i += n
		if r < ' ' {
			r = ' '
		}
		w += a.lookup(f, r, 0).advance
	}
	return w
}

// WidthBytes is Width for bytes.
func (a *Atlas) WidthBytes(s TextStyle, text []byte) float32 { return a.Width(s, asString(text)) }

// Fit returns how many bytes of the text fit into a width in pixels, whole runes only, and the
// width that they take: for cursors and for cutting text off.
func (a *Atlas) Fit(s TextStyle, text string, width float32) (n int, taken float32) {
	f := a.face(s)
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		if r < ' ' {
			r = ' '
		}
		advance := a.lookup(f, r, 0).advance
		if taken+advance > width {
			return n, taken
		}
		taken += advance
		n += size
	}
	return n, taken
}

// Label is a text that stands at a point of the world.
type Label struct {
	Style  TextStyle
	Color  Color
	Back   Color // of a plate behind the text; alpha 0 for none
	Align  Align
	DX, DY float32 // pixels from the point to the baseline, y down
	Depth  DepthMode
}

// Label draws a text at a point of the world, metres. It reports whether the point is in
// front of the eye. The packet's view and size must be set.
func (a *Atlas) Label(p *Packet, l Label, at mgl32.Vec3, text string) bool {
	x, y, depth, width, clip, ok := a.layLabel(p, &l, at, text)
	if !ok {
		return false
	}
	first := len(p.Quads)
	tex := a.texture
	a.layoutLabel(p, l, x, y, depth, width, text)
	if a.texture != tex {
		first = a.again(p, first)
		a.layoutLabel(p, l, x, y, depth, width, text)
	}
	p.extendOp(PassOverlay, int(l.Depth), KindQuads, l.Depth, 0, a.texture, clip, first, len(p.Quads)-first)
	return true
}

// layLabel is where a label begins (pixels), its width, and the part of the picture that it is cut off at; ok is false
// for a point that is not in view.
func (a *Atlas) layLabel(p *Packet, l *Label, at mgl32.Vec3, text string) (x, y, depth, width float32, clip Rect,
	ok bool) {
	x, y, depth, front := p.View.Project(at, float32(p.Header.Width), float32(p.Header.Height))
	if !front || depth < 0 || depth > 1 {
		return 0, 0, 0, 0, clip, false
	}
	width = a.Width(l.Style, text)
	x, y, clip = p.toPane(x, y)
	x, y = x+l.DX, y+l.DY
	switch l.Align {
	case AlignCentre:
		x -= width / 2
	case AlignRight:
		x -= width
	}
	return x, y, depth, width, clip, true
}

// LabelBox is the part of the picture (pixels) that a label with its plate would cover; ok is false for a point that is
// not in view.
func (a *Atlas) LabelBox(p *Packet, l Label, at mgl32.Vec3, text []byte) (x0, y0, x1, y1 float32, ok bool) {
	x, y, _, width, _, ok := a.layLabel(p, &l, at, asString(text))
	m := a.Metrics(l.Style)
	pad := m.Descent
	return x - pad, y - m.Capital - pad, x + width + pad, y + pad, ok
}

func (a *Atlas) layoutLabel(p *Packet, l Label, x, y, depth, width float32, text string) {
	first := len(p.Quads)
	if l.Back.A() != 0 {
		m := a.Metrics(l.Style)
		pad := m.Descent
		p.Quads = append(p.Quads, Quad{
			X0: x - pad, Y0: y - m.Capital - pad, X1: x + width + pad, Y1: y + pad,
			ColorTop: l.Back, ColorBottom: l.Back, Radius: uint16(pad * 16 * 0.8),
		})
	}
	a.layout(p, l.Style, x, y, l.Color, text)
	for i := first; i < len(p.Quads); i++ {
		p.Quads[i].Depth = depth
	}
}

// LabelBytes is Label for bytes.
func (a *Atlas) LabelBytes(p *Packet, l Label, at mgl32.Vec3, text []byte) bool {
	return a.Label(p, l, at, asString(text))
}

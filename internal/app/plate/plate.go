package plate

import (
	"strconv"

	"tumble/engine"
	"tumble/renderer"
)

// The size of the letters over the picture and the room around them.
const (
	Size    = 13 // pixels per em at scale 1
	Padding = 10 // pixels at scale 1
)

// The colours of the text over the picture, and of the plate behind it.
var (
	Text   = renderer.Hex(0xf2f4f6)
	Dim    = renderer.Hex(0xb4bcc6)
	Warn   = renderer.Hex(0xffb454)
	Accent = renderer.Hex(0x7fd1ff)
	Back   = renderer.Hex(0x14181d).WithAlpha(190)
)

// Draw draws the plate behind text from one corner to the other, in pixels.
func Draw(p *renderer.Packet, x0, y0, x1, y1, scale float32) {
	p.AddQuad(0, renderer.Rect{}, renderer.Texture{}, renderer.Quad{
		X0: x0, Y0: y0, X1: x1, Y1: y1, ColorTop: Back, ColorBottom: Back,
		Radius: uint16(16 * 6 * scale),
	})
}

// Style is the style of figures over the picture: digits of equal width.
func Style(f *engine.Frame) renderer.TextStyle {
	return renderer.TextStyle{Font: renderer.FontMono, Size: Size * f.Scale}
}

// Number appends a number with a fixed number of decimals.
func Number(b []byte, x float64, decimals int) []byte {
	return strconv.AppendFloat(b, x, 'f', decimals, 64)
}

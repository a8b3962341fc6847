package renderer

// Color is an sRGB colour with straight alpha, 8 bits each, red in the lowest byte: in memory
// on little-endian machines the bytes R, G, B, A.
type Color uint32

// Hex returns the opaque colour 0xRRGGBB.
func Hex(rgb uint32) Color {
	return RGBA(uint8(rgb>>16), uint8(rgb>>8), uint8(rgb), 255)
}

// R is the red part.
func (c Color) R() uint8 { return uint8(c) }

// G is the green part.
func (c Color) G() uint8 { return uint8(c >> 8) }

// B is the blue part.
func (c Color) B() uint8 { return uint8(c >> 16) }

// A is the alpha part.
func (c Color) A() uint8 { return uint8(c >> 24) }

// WithAlpha returns the colour with another alpha, 0 to 255.
func (c Color) WithAlpha(a uint8) Color { return c&0xffffff | Color(a)<<24 }

// Fade returns the colour with its alpha multiplied by f in [0, 1].
func (c Color) Fade(f float32) Color { return c.WithAlpha(uint8(float32(c.A())*f + 0.5)) }

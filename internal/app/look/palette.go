package look

import "tumble/renderer"

// The colours. Each stands apart from its neighbours in luminance as well as in hue, so that those who see no red tell
// them apart: ivory, gold, coral, teal and navy are about 85, 75, 58, 48 and 28 % light.
var (
	ivory      = renderer.Hex(0xefe4cd)
	gold       = renderer.Hex(0xe6ac3c)
	coral      = renderer.Hex(0xd65a3a)
	teal       = renderer.Hex(0x23868a)
	navy       = renderer.Hex(0x27415f)
	moss       = renderer.Hex(0x7d9a4f)
	brick      = renderer.Hex(0xb0553b)
	oak        = renderer.Hex(0xc9965a)
	walnut     = renderer.Hex(0x7d5236)
	maple      = renderer.Hex(0xe2bf88)
	graphite   = renderer.Hex(0x33363b)
	ash        = renderer.Hex(0x8d9198)
	silver     = renderer.Hex(0xcdd2d8)
	brass      = renderer.Hex(0xd9a94e)
	sandstone  = renderer.Hex(0xcfae80)
	limestone  = renderer.Hex(0xd9cdb6)
	concrete   = renderer.Hex(0xa8a49b)
	water      = renderer.Hex(0x2f86b8)
	paperWhite = renderer.Hex(0xf4efe4)
)

var (
	toys    = []renderer.Color{coral, teal, gold, ivory}
	timber  = []renderer.Color{oak, maple, walnut}
	masonry = []renderer.Color{sandstone, limestone, renderer.Hex(0xb98f66)}
)

// scattered picks a colour by a number. Multiplicative hashing spreads neighbours (Knuth).
func scattered(colors []renderer.Color, n int) renderer.Color {
	return colors[int(uint32(n)*2654435769>>16)%len(colors)]
}

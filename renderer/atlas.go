package renderer

import (
	"fmt"
	"image"
	"math"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
)

// Font is one of the embedded Go fonts.
type Font uint8

// The fonts.
const (
	FontRegular Font = iota
	FontBold
	FontMono
	fontCount
)

const (
	// subpixels is how many horizontal positions of a glyph within a pixel are drawn, so that the
	// distances between letters are even at small sizes.
	subpixels = 4
	// atlasPadding separates glyphs, so that none is seen at the border of another.
	atlasPadding = 1
	maxAtlas     = 4096
	minTextSize  = 4
	maxTextSize  = 256
)

// Atlas draws text. Glyphs are made when they are first used, at exactly the size in pixels at
// which they are shown, and kept in a texture. It belongs to the main thread.
type Atlas struct {
	resources *Resources
	texture   Texture
	size      int
	fonts     [fontCount]*opentype.Font
	faces     []face
	table     []glyphSlot // open addressing; the length is a power of two
	glyphs    []glyph
	packer    shelfPacker
	pixels    []byte
	rebuilt   int
}

// face is a font at one size.
type face struct {
	font    Font
	size    uint16 // 1/64 pixel
	face    font.Face
	metrics TextMetrics
}

// glyphSlot is an entry of the hash table; a key of 0 is empty, because a key holds a size.
type glyphSlot struct {
	key   uint64
	glyph int32
}

// glyph is a picture in the atlas and where it goes, relative to the pen.
type glyph struct {
	x, y    int16 // from the pen, pixels, y down
	w, h    uint16
	u, v    uint16
	advance float32
}

// TextMetrics are the heights of a font at one size, pixels.
type TextMetrics struct {
	Ascent  float32 // from the baseline up
	Descent float32 // from the baseline down
	Line    float32 // from baseline to baseline
	Capital float32 // height of capital letters
}

// TextStyle is a font at a size.
type TextStyle struct {
	Font Font
	Size float32 // pixels per em, content scale included; 4 to 256, to 1/64
}

// NewAtlas returns an atlas with a texture of size × size texels to begin with; 0 takes 512.
func NewAtlas(r *Resources, size int) (*Atlas, error) {
	if size == 0 {
		size = 512
	}
	if size < 64 || size > maxAtlas {
		return nil, fmt.Errorf("renderer: atlas of %d texels: must be 64 to %d", size, maxAtlas)
	}
	a := &Atlas{resources: r, size: size, table: make([]glyphSlot, 1024)}
	for i, ttf := range [fontCount][]byte{goregular.TTF, gobold.TTF, gomono.TTF} {
		f, err := opentype.Parse(ttf)
		if err != nil {
			return nil, fmt.Errorf("renderer: embedded font %d: %w", i, err)
		}
		a.fonts[i] = f
	}
	return a, a.restart()
}

// Texture is where the glyphs are. It changes when the atlas grows.
func (a *Atlas) Texture() Texture { return a.texture }

// Glyphs returns how many pictures the atlas holds.
func (a *Atlas) Glyphs() int { return len(a.glyphs) }

// Close destroys the texture.
func (a *Atlas) Close() { a.resources.DestroyTexture(a.texture) }

// restart begins with an empty texture. Quads that have been recorded refer to the old one, which
// lives until they are drawn.
func (a *Atlas) restart() error {
	a.resources.DestroyTexture(a.texture)
	t, err := a.resources.CreateTexture(TextureDesc{
		Label: "glyphs", Width: a.size, Height: a.size, Format: TextureR8,
	})
	if err != nil {
		return err
	}
	a.texture = t
	a.packer = shelfPacker{size: a.size, shelves: a.packer.shelves[:0]}
	a.glyphs = a.glyphs[:0]
	clear(a.table)
	return nil
}

// sizeUnits returns the size in 1/64 pixel.
func sizeUnits(size float32) uint16 {
	if !(size > minTextSize) {
		size = minTextSize
	}
	return uint16(min(size, maxTextSize)*64 + 0.5)
}

// face returns the index of the font at a size, made on first use.
func (a *Atlas) face(s TextStyle) int {
	units := sizeUnits(s.Size)
	f := min(s.Font, fontCount-1)
	for i := range a.faces {
		if a.faces[i].size == units && a.faces[i].font == f {
			return i
		}
	}
	made, err := opentype.NewFace(a.fonts[f], &opentype.FaceOptions{Size: float64(units) / 64, DPI: 72})
	if err != nil {
		panic("renderer: font face: " + err.Error())
	}
	m := made.Metrics()
	a.faces = append(a.faces, face{f, units, made, TextMetrics{
		Ascent: pixels(m.Ascent), Descent: pixels(m.Descent), Line: pixels(m.Height), Capital: pixels(m.CapHeight),
	}})
	return len(a.faces) - 1
}

func pixels(f fixed.Int26_6) float32 { return float32(f) / 64 }

// Metrics returns the heights of the font at the size.
func (a *Atlas) Metrics(s TextStyle) TextMetrics { return a.faces[a.face(s)].metrics }

// lookup returns the glyph of a rune at a face and a position within the pixel, made on first use.
func (a *Atlas) lookup(faceIndex int, r rune, sub uint32) glyph {
	f := &a.faces[faceIndex]
	key := uint64(f.size)<<32 | uint64(f.font)<<28 | uint64(sub)<<24 | uint64(uint32(r)&0x1fffff)
	mask := uint64(len(a.table) - 1)
	i := hashKey(key) & mask
	for ; a.table[i].key != 0; i = (i + 1) & mask {
		if a.table[i].key == key {
			return a.glyphs[a.table[i].glyph]
		}
	}
	g := a.draw(faceIndex, r, sub)
	a.insert(key, g)
	return g
}

// hashKey mixes all bits (the finaliser of MurmurHash3).
func hashKey(k uint64) uint64 {
	k = (k ^ k>>33) * 0xff51afd7ed558ccd
	k = (k ^ k>>33) * 0xc4ceb9fe1a85ec53
	return k ^ k>>33
}

func (a *Atlas) insert(key uint64, g glyph) {
	a.glyphs = append(a.glyphs, g)
	if len(a.glyphs)*2 > len(a.table) {
		old := a.table
		a.table = make([]glyphSlot, 2*len(old))
		for _, s := range old {
			if s.key != 0 {
				a.store(s)
			}
		}
	}
	a.store(glyphSlot{key, int32(len(a.glyphs) - 1)})
}

func (a *Atlas) store(s glyphSlot) {
	mask := uint64(len(a.table) - 1)
	i := hashKey(s.key) & mask
	for a.table[i].key != 0 {
		i = (i + 1) & mask
	}
	a.table[i] = s
}

// draw makes the picture of a glyph and puts it into the texture.
func (a *Atlas) draw(faceIndex int, r rune, sub uint32) glyph {
	dot := fixed.Point26_6{X: fixed.Int26_6(sub * 64 / subpixels)}
	f := a.faces[faceIndex].face
	bounds, mask, at, advance, _ := f.Glyph(dot, r)
	g := glyph{advance: pixels(advance)}
	alpha, ok := mask.(*image.Alpha)
	if !ok || bounds.Empty() {
		return g
	}
	w, h := bounds.Dx(), bounds.Dy()
	u, v, ok := a.packer.reserve(w+atlasPadding, h+atlasPadding)
	if !ok {
		u, v, ok = a.grow(w+atlasPadding, h+atlasPadding)
		if !ok {
			return g
		}
	}
	a.pixels = extend(a.pixels[:0], w*h)
	for y := range h {
		o := alpha.PixOffset(at.X, at.Y+y)
		copy(a.pixels[y*w:(y+1)*w], alpha.Pix[o:o+w])
	}
	err := a.resources.UpdateTexture(a.texture, TextureUpdate{X: u, Y: v, Width: w, Height: h, Pixels: a.pixels})
	if err != nil {
		panic("renderer: glyph upload: " + err.Error())
	}
	g.x, g.y = int16(bounds.Min.X), int16(bounds.Min.Y)
	g.w, g.h, g.u, g.v = uint16(w), uint16(h), uint16(u), uint16(v)
	return g
}

// grow begins a larger texture, or an empty one of the largest size, and finds room there.
func (a *Atlas) grow(w, h int) (u, v int, ok bool) {
	a.size = min(2*a.size, maxAtlas)
	a.rebuilt++
	if err := a.restart(); err != nil {
		return 0, 0, false
	}
	return a.packer.reserve(w, h)
}

// shelfPacker puts rectangles side by side on shelves of similar height.
type shelfPacker struct {
	size    int
	shelves []shelf
	top     int // where the next shelf begins
}

type shelf struct{ y, height, x int }

// reserve finds room for a rectangle.
func (p *shelfPacker) reserve(w, h int) (x, y int, ok bool) {
	best := -1
	for i, s := range p.shelves {
		// a shelf that is much too high would waste the room above
		if s.height >= h && s.height <= h+h/4+2 && s.x+w <= p.size &&
			(best < 0 || s.height < p.shelves[best].height) {
			best = i
		}
	}
	if best < 0 {
		if p.top+h > p.size || w > p.size {
			return 0, 0, false
		}
		p.shelves = append(p.shelves, shelf{y: p.top, height: h})
		p.top += h
		best = len(p.shelves) - 1
	}
	s := &p.shelves[best]
	x, y = s.x, s.y
	s.x += w
	return x, y, true
}

// floorSub splits a position into whole pixels and the nearest drawn share of one.
func floorSub(x float32) (whole float32, sub uint32) {
	q := int32(math.Floor(float64(x)*subpixels + 0.5))
	return float32(q >> 2), uint32(q & 3)
}

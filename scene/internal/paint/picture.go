package paint

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg" // textures
	_ "image/png"
	"math"

	"tumble/internal/memory"
)

const (
	// maxPixels bounds one texture, maxAllPixels all of them.
	maxPixels    = 4096 * 4096
	maxAllPixels = 4 * maxPixels
	// maxPicture bounds the bytes of a texture file.
	maxPicture = 64 << 20
	// bytesOfPixel is the memory of a pixel while it is decoded.
	bytesOfPixel = 12
)

// Picture is a texture that was read; without pixels it counts as white.
type Picture struct {
	image image.Image
}

// Budget counts the pixels of the textures of a scene.
type Budget struct {
	pixels int64
}

// Decode reads a picture.
func (b *Budget) Decode(data []byte) (*Picture, error) {
	if len(data) > maxPicture {
		return nil, fmt.Errorf("has %d bytes, more than %d", len(data), maxPicture)
	}
	// the header first: a few bytes can announce any number of pixels
	config, kind, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	pixels := int64(config.Width) * int64(config.Height)
	if pixels > maxPixels || b.pixels+pixels > maxAllPixels {
		return nil, fmt.Errorf("a %s of %d×%d pixels is too large", kind, config.Width, config.Height)
	}
	if err := memory.Check(bytesOfPixel * pixels); err != nil {
		return nil, err
	}
	// nor do pixels come out of nothing: the best packed PNG has a thousand to a byte
	if pixels > 2000*int64(len(data))+1<<16 {
		return nil, fmt.Errorf("a %s of %d×%d pixels in %d bytes", kind, config.Width, config.Height, len(data))
	}
	b.pixels += pixels
	p := &Picture{}
	p.image, _, err = image.Decode(bytes.NewReader(data))
	return p, err
}

// At returns the colour (linear) at texture coordinates, which repeat; v runs downwards.
func (p *Picture) At(u, v float32) [4]float32 {
	if p == nil || p.image == nil {
		return [4]float32{1, 1, 1, 1}
	}
	b := p.image.Bounds()
	wrap := func(x float32, n int) int {
		f := float64(x) - math.Floor(float64(x))
		return min(max(int(f*float64(n)), 0), n-1)
	}
	r, g, bl, a := p.image.At(b.Min.X+wrap(u, b.Dx()), b.Min.Y+wrap(v, b.Dy())).RGBA()
	if a == 0 {
		return [4]float32{}
	}
	// straight alpha, from sRGB
	straight := func(c uint32) float32 { return Linear(float32(c) / float32(a)) }
	return [4]float32{straight(r), straight(g), straight(bl), float32(a) / 65535}
}

// Over is the mean colour (linear) over a triangle of texture coordinates, of four samples.
func (p *Picture) Over(a, b, c [2]float32) [4]float32 {
	var sum [4]float32
	for _, w := range [4][3]float32{{1.0 / 3, 1.0 / 3, 1.0 / 3}, {0.6, 0.2, 0.2}, {0.2, 0.6, 0.2}, {0.2, 0.2, 0.6}} {
		x := p.At(w[0]*a[0]+w[1]*b[0]+w[2]*c[0], w[0]*a[1]+w[1]*b[1]+w[2]*c[1])
		for i := range sum {
			sum[i] += x[i] / 4
		}
	}
	return sum
}

// Mean is the mean colour (linear) of the whole, of so many samples a side.
func (p *Picture) Mean() [4]float32 {
	const side = 16
	var sum [4]float32
	for i := range side * side {
		x := p.At((float32(i%side)+0.5)/side, (float32(i/side)+0.5)/side)
		for k := range sum {
			sum[k] += x[k] / (side * side)
		}
	}
	return sum
}

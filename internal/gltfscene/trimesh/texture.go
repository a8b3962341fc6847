package trimesh

import (
	"bytes"
	"fmt"
	"image"
	"math"

	"github.com/qmuntal/gltf"

	"tumble/internal/gltfscene/document"
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

// picture is a texture that was read; without pixels it counts as white.
type picture struct {
	image image.Image
}

// Textures are the textures of a document, each read once.
type Textures struct {
	*document.Document
	known  map[int]*picture
	pixels int // of all textures so far
}

func NewTextures(d *document.Document) *Textures {
	return &Textures{Document: d, known: map[int]*picture{}}
}

// picture returns a texture, which is read once. What is wrong with it is only a warning: a scene
// works without its textures.
func (d *Textures) picture(texture int) *picture {
	t := d.GLTF.Textures[texture]
	if t.Source == nil {
		return &picture{}
	}
	index := *t.Source
	if p, ok := d.known[index]; ok {
		return p
	}
	p := &picture{}
	d.known[index] = p
	if err := d.readPicture(index, p); err != nil {
		d.Faults.Warnf(fmt.Sprintf("/images/%d", index), "%v: the texture is left out", err)
	}
	return p
}

func (d *Textures) readPicture(index int, p *picture) error {
	data, err := d.pictureBytes(d.GLTF.Images[index])
	if err != nil {
		return err
	}
	if len(data) > maxPicture {
		return fmt.Errorf("has %d bytes, more than %d", len(data), maxPicture)
	}
	// the header first: a few bytes can announce any number of pixels
	config, kind, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return err
	}
	pixels := int64(config.Width) * int64(config.Height)
	if pixels > maxPixels || int64(d.pixels)+pixels > maxAllPixels {
		return fmt.Errorf("a %s of %d×%d pixels is too large", kind, config.Width, config.Height)
	}
	if err := memory.Check(bytesOfPixel * pixels); err != nil {
		return err
	}
	// nor do pixels come out of nothing: the best packed PNG has a thousand to a byte
	if pixels > 2000*int64(len(data))+1<<16 {
		return fmt.Errorf("a %s of %d×%d pixels in %d bytes", kind, config.Width, config.Height, len(data))
	}
	d.pixels += int(pixels)
	p.image, _, err = image.Decode(bytes.NewReader(data))
	return err
}

func (d *Textures) pictureBytes(im *gltf.Image) ([]byte, error) {
	if im.BufferView == nil {
		return d.Load(im.URI)
	}
	v := d.GLTF.BufferViews[*im.BufferView]
	data, err := d.Buffer(v.Buffer)
	if err != nil {
		return nil, err
	}
	if int64(v.ByteOffset)+int64(v.ByteLength) > int64(len(data)) {
		return nil, fmt.Errorf("buffer view %d is outside of its buffer", *im.BufferView)
	}
	return data[v.ByteOffset : v.ByteOffset+v.ByteLength], nil
}

// at returns the colour (linear) at texture coordinates, which repeat.
func (p *picture) at(u, v float32) [4]float32 {
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

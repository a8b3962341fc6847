package trimesh

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color/palette"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/qmuntal/gltf"

	"tumble/scene/gltf/internal/document"
	"tumble/scene/internal/scenetest"
	"tumble/scene/model"
)

// FuzzPicture feeds the reader of textures with anything: the picture is the colour of a triangle.
func FuzzPicture(f *testing.F) {
	var packed bytes.Buffer
	for _, im := range []image.Image{image.NewGray(image.Rect(0, 0, 3, 2)), image.NewNRGBA(image.Rect(0, 0, 8, 8)),
		image.NewPaletted(image.Rect(0, 0, 4, 4), palette.WebSafe)} {
		for _, write := range []func() error{
			func() error { return png.Encode(&packed, im) }, func() error { return jpeg.Encode(&packed, im, nil) },
		} {
			packed.Reset()
			if err := write(); err != nil {
				f.Fatal(err)
			}
			f.Add(bytes.Clone(packed.Bytes()))
			scenetest.Broken(packed.Bytes(), func(data []byte) { f.Add(data) })
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		scenetest.Within(t, len(data), func() {
			d := NewTextures(&document.Document{Faults: &model.Faults{}, GLTF: &gltf.Document{}})
			d.GLTF.Images = []*gltf.Image{{URI: "data:image/png;base64," + base64.StdEncoding.EncodeToString(data)}}
			d.GLTF.Textures = []*gltf.Texture{{Source: gltf.Index(0)}}
			p := d.picture(0)
			for _, uv := range [][2]float32{{0, 0}, {0.999, 0.5}, {-3.25, 7}, {1e30, -1e30}} {
				for _, x := range p.At(uv[0], uv[1]) {
					if !(x >= 0 && x <= 1.0001) {
						t.Errorf("colour %v", p.At(uv[0], uv[1]))
					}
				}
			}
		})
	})
}

package trimesh

import (
	"fmt"

	"github.com/qmuntal/gltf"

	"tumble/scene/gltf/internal/document"
	"tumble/scene/internal/paint"
)

// Textures are the textures of a document, each read once.
type Textures struct {
	*document.Document
	known  map[int]*paint.Picture
	budget paint.Budget
}

func NewTextures(d *document.Document) *Textures {
	return &Textures{Document: d, known: map[int]*paint.Picture{}}
}

// picture returns a texture, which is read once. Its faults are warnings: a scene
// works without its textures.
func (d *Textures) picture(texture int) *paint.Picture {
	t := d.GLTF.Textures[texture]
	if t.Source == nil {
		return &paint.Picture{}
	}
	index := *t.Source
	if p, ok := d.known[index]; ok {
		return p
	}
	data, err := d.pictureBytes(d.GLTF.Images[index])
	var p *paint.Picture
	if err == nil {
		p, err = d.budget.Decode(data)
	}
	if err != nil {
		p = &paint.Picture{}
		d.Faults.Warnf(fmt.Sprintf("/images/%d", index), "%v: the texture is left out", err)
	}
	d.known[index] = p
	return p
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

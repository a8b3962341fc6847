package linkshape

import (
	"errors"
	"net/url"
	"path"
	"slices"
	"strings"

	"tumble/scene/internal/paint"
	"tumble/scene/model"
)

// Textures are the pictures that a scene names, each of them read once.
type Textures struct {
	beside model.Beside
	known  map[string]*paint.Picture
	budget paint.Budget
	// missing are the pictures that could not be read, with the reason.
	missing []string
}

var errNoFiles = errors.New("other files cannot be read from here")

// NewTextures returns an empty set; beside may be nil.
func NewTextures(beside model.Beside) Textures {
	return Textures{beside: beside, known: map[string]*paint.Picture{}}
}

// Beside returns the picture that a mesh file names, nil where it cannot be read: beside the mesh, or where models
// of Gazebo have
// them.
func (t *Textures) Beside(mesh, name string) *paint.Picture {
	name = strings.TrimPrefix(strings.ReplaceAll(name, "\\", "/"), "file://")
	if plain, err := url.PathUnescape(name); err == nil {
		name = plain
	}
	folder, base := mesh[:strings.LastIndex(mesh, "/")+1], path.Base(name)
	return t.Picture(sibling(mesh, name), folder+base, folder+"../materials/textures/"+base)
}

// Picture returns the first picture of some names that can be read, nil for none.
func (t *Textures) Picture(names ...string) *paint.Picture {
	if p, ok := t.known[names[0]]; ok {
		return p
	}
	var first error
	for _, name := range names {
		p, err := t.read(name)
		if err == nil {
			t.known[names[0]] = p
			return p
		}
		if first == nil {
			first = err
		}
	}
	t.known[names[0]] = nil
	if first != nil {
		t.missing = append(t.missing, names[0]+": "+first.Error())
	}
	return nil
}

func (t *Textures) read(name string) (*paint.Picture, error) {
	if t.beside == nil {
		return nil, errNoFiles
	}
	data, err := t.beside(name)
	if err != nil {
		return nil, err
	}
	return t.budget.Decode(data)
}

// Missing takes the textures that could not be read since the last call.
func (t *Textures) Missing() []string {
	list := slices.Compact(t.missing)
	t.missing = nil
	return list
}

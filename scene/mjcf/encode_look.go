package mjcf

import (
	"fmt"

	"tumble/physics/scenes"
	"tumble/scene/internal/linktree"
	"tumble/scene/internal/xmlscene"
	"tumble/scene/model"
)

// The groups of geoms that are drawn alone, and of shapes of bodies that have them: viewers hide the latter.
const drawnGroup, hiddenGroup = "2", "3"

// writtenLooks are the materials and the meshes to draw that were written, each once.
type writtenLooks struct {
	names     map[lookKey]string
	materials [][]string // attributes
	meshes    map[*scenes.DrawMesh]string
}

type lookKey struct {
	color               [4]uint8
	roughness, metallic float32
}

func newWrittenLooks() writtenLooks {
	return writtenLooks{names: map[lookKey]string{}, meshes: map[*scenes.DrawMesh]string{}}
}

// material is the name of the material of a drawing.
func (w *writtenLooks) material(d *model.Drawing) string {
	key := lookKey{d.Color, d.Roughness, d.Metallic}
	name, ok := w.names[key]
	if !ok {
		name = fmt.Sprintf("look-%d", len(w.names)+1)
		w.names[key] = name
		var rgba [4]float32
		for i, c := range d.Color {
			rgba[i] = float32(c) / 255
		}
		w.materials = append(w.materials, []string{"name", name, "rgba", xmlscene.Format(rgba[:]...),
			"roughness", xmlscene.Format(d.Roughness), "metallic", xmlscene.Format(d.Metallic)})
	}
	return name
}

// drawings writes the drawings of a body as geoms that meet nothing.
func (e *encoder) drawings(l *linktree.Link, b *model.Body) {
	for i := range b.Drawings {
		d := &b.Drawings[i]
		name, ok := e.looks.meshes[d.Mesh]
		if !ok {
			name = fmt.Sprintf("drawn-%d", len(e.looks.meshes)+1)
			e.looks.meshes[d.Mesh] = name
			e.meshes = append(e.meshes, mesh{name, d.Mesh.Points, d.Mesh.Indices, true})
		}
		e.Leaf("geom", "type", "mesh", "mesh", name, "material", e.looks.material(d), "pos",
			xmlscene.FormatVector(d.Local.P),
			"quat", xmlscene.FormatQuat(d.Local.Q), "contype", "0", "conaffinity", "0", "group", drawnGroup, "mass",
			"0")
	}
}

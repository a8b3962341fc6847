package load

import (
	"fmt"

	"tumble/physics/vec"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/gltf/internal/trimesh"
	"tumble/scene/model"
)

// drawKey names a mesh that was prepared before: the same mesh, equally scaled.
type drawKey struct {
	mesh  int
	scale affine.Mat3
}

// maxDrawings bounds the parts that are drawn.
const maxDrawings = 1 << 16

// painter gives bodies their meshes to draw.
type painter struct {
	*reading
	meshes   *trimesh.Meshes
	textures *trimesh.Textures
	budget   *trimesh.Budget
	drawn    map[drawKey][]trimesh.Part
}

func (d *painter) draw(body int, at vec.Transform, p trimesh.Part) {
	b := &d.scene.Bodies[body]
	b.Drawings = append(b.Drawings, model.Drawing{Local: at, Mesh: p.Mesh, Color: p.Color, Roughness: p.Roughness,
		Metallic: p.Metallic})
}

// parts returns a scaled mesh cut into parts of one colour.
func (d *painter) parts(index int, scale affine.Mat3) []trimesh.Part {
	key := drawKey{index, scale}
	if parts, ok := d.drawn[key]; ok {
		return parts
	}
	d.drawn[key] = nil
	m := d.meshes.Mesh(index)
	o := affine.Space{Q: affine.UnitQuat, S: scale}
	label := d.GLTF.Meshes[index].Name
	var parts []trimesh.Part
	for k := range m.Primitives {
		p := &m.Primitives[k]
		if len(p.Indices) == 0 {
			continue
		}
		if !d.budget.Spend(len(p.Indices)/3, jsonvalue.MissingAt(fmt.Sprintf("/meshes/%d/primitives/%d", index, k),
			d.Faults)) {
			return nil
		}
		parts = append(parts, d.textures.Split(p, &o, label)...)
	}
	d.drawn[key] = parts
	return parts
}

package load

import (
	"fmt"

	"tumble/scene/gltf/internal/affine"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/trimesh"
)

// readDrawings gives bodies their meshes to draw.
func readDrawings(m *reading, all *trimesh.Meshes, budget *trimesh.Budget) {
	d := painter{reading: m, meshes: all, textures: trimesh.NewTextures(m.Document), budget: budget,
		drawn: map[drawKey][]trimesh.Part{}}
	count := 0
	for _, i := range d.walked {
		n := &d.nodes[i]
		index := d.GLTF.Nodes[i].Mesh
		if index == nil || n.rel.S == (affine.Mat3{}) || d.Root.At("meshes").Element(*index).Path("extensions",
			extension.Own, "showsShape").Flag(false) {
			continue
		}
		if d.GLTF.Nodes[i].Skin != nil {
			d.drawSkinned(i, *index, *d.GLTF.Nodes[i].Skin)
			continue
		}
		body, at := n.body, n.rel
		if body < 0 {
			body, at = d.sceneryBody(), n.world
		}
		for _, p := range d.parts(*index, at.S) {
			if count++; count > maxDrawings {
				d.Faults.Warnf(fmt.Sprintf("/nodes/%d", i), "more than %d parts to draw: the rest is left out",
					maxDrawings)
				return
			}
			d.draw(body, at.Transform(), p)
		}
	}
}

package save

import (
	"slices"

	"github.com/qmuntal/gltf"

	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// copies writes the places of equal static bodies as instances of the node, which other programs draw.
func (e *encoder) copies(b *model.Body, n *gltf.Node) {
	positions := []float32{b.Def.Position.X, b.Def.Position.Y, b.Def.Position.Z}
	q := b.Def.Rotation.Unit()
	rotations := []float32{q.X, q.Y, q.Z, q.W}
	for _, c := range b.Copies {
		positions = append(positions, c.P.X, c.P.Y, c.P.Z)
		rotations = append(rotations, c.Q.X, c.Q.Y, c.Q.Z, c.Q.W)
	}
	count := len(b.Copies) + 1
	at := e.scalars(floatBytes(positions), gltf.ComponentFloat, gltf.AccessorVec3, count)
	rotated := e.scalars(floatBytes(rotations), gltf.ComponentFloat, gltf.AccessorVec4, count)
	extend(n, extension.Own, jsonvalue.Object{"copies": jsonvalue.Object{"translation": at, "rotation": rotated}})
	if n.Mesh == nil {
		return
	}
	extend(n, extension.Instances,
		jsonvalue.Object{"attributes": jsonvalue.Object{"TRANSLATION": at, "ROTATION": rotated}})
	if !slices.Contains(e.doc.ExtensionsUsed, extension.Instances) {
		e.doc.ExtensionsUsed = append(e.doc.ExtensionsUsed, extension.Instances)
	}
}

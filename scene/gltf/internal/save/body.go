package save

import (
	"fmt"

	"github.com/qmuntal/gltf"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/extension"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// body writes a body, its shapes and its drawings.
func (e *encoder) body(b *model.Body) error {
	pose := vec.Transform{P: b.Def.Position, Q: b.Def.Rotation.Unit()}
	if len(b.Copies) > 0 {
		// all places are in the list of the copies
		pose = vec.TransformIdentity
	}
	var index int
	var n *gltf.Node
	if e.source != nil && b.Origin > 0 {
		index, n = e.sourceBody(b)
	} else {
		n = nodeAt(b.Def.Name, pose)
		index = e.node(-1, n)
	}
	e.bodies = append(e.bodies, index)
	own := ownBody(b)
	if b.Def.Type != physics.Static {
		extend(n, extension.Bodies, jsonvalue.Object{"motion": e.motion(b, own)})
	} else {
		own["static"] = true
	}
	if e.source != nil && b.Origin == model.OfScenery {
		own["scenery"] = true
	}
	extend(n, extension.Own, own)
	for k := range b.Shapes {
		if err := e.shape(index, b, k); err != nil {
			return fmt.Errorf("shape %d: %w", k, err)
		}
	}
	if len(b.Copies) > 0 {
		e.copies(b, n)
	}
	if e.source != nil {
		// the file has what it draws
		return nil
	}
	for i := range b.Drawings {
		d := &b.Drawings[i]
		child := nodeAt("", d.Local)
		child.Mesh = gltf.Index(e.drawing(d))
		e.node(index, child)
	}
	return nil
}

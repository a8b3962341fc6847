package trimesh

import (
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/model"
)

// Budget counts triangles, of which a file may not use up too many, however often it names one mesh.
type Budget struct {
	used int
}

// Spend reports whether so many more triangles may be used.
func (b *Budget) Spend(triangles int, v jsonvalue.Value) bool {
	b.used += triangles
	if b.used > model.MaxTriangles {
		v.Errorf("the meshes that are in use have more than %d triangles together", model.MaxTriangles)
		return false
	}
	return true
}

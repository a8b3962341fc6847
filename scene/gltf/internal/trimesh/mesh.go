package trimesh

import (
	"fmt"

	"tumble/physics/vec"
	"tumble/scene/gltf/internal/document"
)

// mesh is a glTF mesh that was read.
type mesh struct {
	Primitives []Primitive
	failed     bool
}

// Primitive is a part of a mesh with one material.
type Primitive struct {
	Points    []vec.Vec3
	colors    [][4]float32 // linear
	texcoords [2][][2]float32
	Joints    [][4]int
	Weights   [][4]float32
	Indices   []uint32 // three per triangle
	material  int      // −1 for none
}

// Meshes are the meshes of a document, each read once.
type Meshes struct {
	*document.Document
	known map[int]*mesh
}

func NewMeshes(d *document.Document) *Meshes { return &Meshes{d, map[int]*mesh{}} }

// Mesh returns a mesh, which is read once. Its faults are reported once.
func (d *Meshes) Mesh(index int) *mesh {
	if m, ok := d.known[index]; ok {
		return m
	}
	m := &mesh{}
	d.known[index] = m
	for k, p := range d.GLTF.Meshes[index].Primitives {
		place := fmt.Sprintf("/meshes/%d/primitives/%d", index, k)
		r := primitiveReader{d: d.Document, place: place, attributes: p.Attributes}
		prim, ok := r.read(p)
		if r.failed {
			m.failed = true
			return m
		}
		if ok {
			m.Primitives = append(m.Primitives, prim)
		}
	}
	return m
}

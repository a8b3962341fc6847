package trimesh

import (
	"tumble/physics/scenes"
	"tumble/scene/gltf/internal/affine"
	"tumble/scene/internal/paint"
)

// The renderer draws meshes of one colour. A mesh with a texture or with colours at its vertices is
// cut into parts: each triangle gets the mean of its colours, rounded so that few parts come out.

// Part is the triangles of a mesh that have one colour.
type Part struct {
	Mesh                *scenes.DrawMesh
	Color               [4]uint8
	Roughness, Metallic float32
}

// Split cuts a primitive into parts of one colour.
func (d *Textures) Split(p *Primitive, o *affine.Space, label string) []Part {
	s := d.surfaceOf(p.material)
	colors := paint.Shades(len(p.Indices)/3, func(t int) [4]float32 { return s.colorAt(p, p.Indices[3*t:3*t+3]) })
	var parts []Part
	for _, g := range paint.Groups(colors) {
		var indices []uint32
		for _, t := range g.Triangles {
			indices = append(indices, p.Indices[3*t:3*t+3]...)
		}
		mesh := compact(p, indices, o, label, s.twoSided)
		parts = append(parts, Part{Mesh: mesh, Color: g.Color, Roughness: s.roughness, Metallic: s.metallic})
	}
	return parts
}

// compact is the mesh of some of the triangles.
func compact(p *Primitive, indices []uint32, o *affine.Space, label string, twoSided bool) *scenes.DrawMesh {
	m := &scenes.DrawMesh{Label: label}
	known := map[uint32]uint32{}
	mirrored := o.S.Det() < 0
	for _, k := range indices {
		at, ok := known[k]
		if !ok {
			at = uint32(len(m.Points))
			known[k] = at
			m.Points = append(m.Points, o.Scaled(p.Points[k]))
		}
		m.Indices = append(m.Indices, at)
	}
	if mirrored {
		flip(m.Indices)
	}
	if twoSided {
		m.Indices = append(m.Indices, back(m.Indices)...)
	}
	return m
}

func flip(indices []uint32) {
	for i := 0; i+2 < len(indices); i += 3 {
		indices[i+1], indices[i+2] = indices[i+2], indices[i+1]
	}
}

// back is the other side of triangles.
func back(indices []uint32) []uint32 {
	other := append([]uint32(nil), indices...)
	flip(other)
	return other
}

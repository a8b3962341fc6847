package trimesh

import (
	"tumble/internal/gltfscene/affine"
	"tumble/physics/scenes"
)

// The renderer draws meshes of one colour. A mesh with a texture or with colours at its vertices is
// cut into parts: each triangle gets the mean of its colours, rounded so that few parts come out.

// Part is the triangles of a mesh that have one colour.
type Part struct {
	Mesh                *scenes.DrawMesh
	Color               [4]uint8
	Roughness, Metallic float32
}

// maxShades is how many colours a mesh may be cut into.
const maxShades = 32

// Split cuts a primitive into parts of one colour.
func (d *Textures) Split(p *Primitive, o *affine.Space, label string) []Part {
	s := d.surfaceOf(p.material)
	colors := make([][4]uint8, len(p.Indices)/3)
	bits := 8
	for {
		seen := map[[4]uint8]bool{}
		for t := range colors {
			c := s.colorAt(p, p.Indices[3*t:3*t+3])
			for i := range 3 {
				colors[t][i] = rounded(SRGB(c[i]), bits)
			}
			colors[t][3] = uint8(max(0, min(1, c[3]))*255 + 0.5)
			seen[colors[t]] = true
		}
		if len(seen) <= maxShades || bits <= 2 {
			break
		}
		bits -= 2
	}
	var parts []Part
	var order [][4]uint8
	byColor := map[[4]uint8][]uint32{}
	for t, c := range colors {
		if byColor[c] == nil {
			order = append(order, c)
		}
		byColor[c] = append(byColor[c], p.Indices[3*t:3*t+3]...)
	}
	for _, c := range order {
		parts = append(parts, Part{Mesh: compact(p, byColor[c], o, label, s.twoSided), Color: c, Roughness: s.roughness, Metallic: s.metallic})
	}
	return parts
}

// rounded keeps the upper bits of a colour and fills the lower ones with the middle.
func rounded(x uint8, bits int) uint8 {
	if bits >= 8 {
		return x
	}
	step := 256 >> bits
	return uint8(min(int(x)/step*step+step/2, 255))
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

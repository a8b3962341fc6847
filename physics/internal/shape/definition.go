package shape

import "tumble/physics/vec"

// Content returns copies of the welded vertices and of the indices, three per triangle in the
// order in which they were given, and whether the mesh is two-sided: NewMesh makes the same
// mesh of them.
func (m *TriMesh) Content() (vertices []vec.Vec3, indices []uint32, twoSided bool) {
	indices = make([]uint32, 0, 3*len(m.triangles))
	for i := range m.triangles {
		v := &m.triangles[i].v
		indices = append(indices, v[0], v[1], v[2])
	}
	return append([]vec.Vec3(nil), m.vertices...), indices, m.twoSided
}

// Materials returns the slots of the triangles in the order of Content, nil if all are 0.
func (m *TriMesh) Materials() []uint16 {
	var list []uint16
	for i := range m.triangles {
		if slot := m.triangles[i].material; slot != 0 {
			if list == nil {
				list = make([]uint16, len(m.triangles))
			}
			list[i] = slot
		}
	}
	return list
}

// Content returns a definition that NewHeightField makes the same field of. The slices are
// shared and must not be written to.
func (f *Terrain) Content() HeightFieldDef {
	return HeightFieldDef{
		Columns: int(f.columns), Rows: int(f.rows), Heights: f.heights, Materials: f.materials,
		Spacing: f.spacing, Origin: f.origin, TwoSided: f.twoSided,
	}
}

package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// NearList remembers the triangles of a mesh in a box. As long as a smaller box stays inside, the triangles
// that it touches are found from the list instead of from the tree, in the same order: a list never
// changes a result. The zero value is empty. One per pair.
type NearList struct {
	mesh  *shape.TriMesh
	box   vec.AABB
	count int32
	// leaves of the mesh, in the order of the tree.
	leaves [nearListSize]int32
}

// nearListSize makes a list three lines of the cache.
const nearListSize = 39

// within returns the leaves of the triangles of a mesh around box, and the others on the list. If the list does
// not hold all, it is made anew for a box that is larger by margin; false means that that holds too many.
func (l *NearList) within(m *shape.TriMesh, box vec.AABB, margin float32) (leaves []int32, ok bool) {
	if l.mesh != m || !l.box.Contains(box) {
		large := box.Expand(margin)
		n, ok := m.Leaves(large, l.leaves[:])
		if !ok {
			l.mesh = nil
			return nil, false
		}
		l.mesh, l.box, l.count = m, large, int32(n)
	}
	return l.leaves[:l.count], true
}

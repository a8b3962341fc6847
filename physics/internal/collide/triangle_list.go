package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// TriangleList remembers the triangles of a mesh in a box. As long as a smaller box stays inside, the triangles
// that it touches are found from the list instead of from the tree, in the same order: a list never
// changes a result. The zero value is empty. One per pair.
type TriangleList struct {
	mesh  *shape.TriMesh
	box   vec.AABB
	count int32
	// leaves of the mesh, in the order of the tree.
	leaves [triangleListSize]int32
	// separating are the pairs of edges that separated the polytope from each triangle when it was last searched.
	separating [triangleListSize]separatingEdges
}

// IsOf reports whether the list holds triangles of m or none.
func (l *TriangleList) IsOf(m *shape.TriMesh) bool { return l.mesh == m || l.mesh == nil }

// within returns the leaves of all triangles on the list, which include those of a mesh around box, and the pair of
// edges that separated each. If the
// list does not hold all, it is made anew for a box that is larger by margin; without an answer that holds too many.
func (l *TriangleList) within(m *shape.TriMesh, box vec.AABB, margin float32) ([]int32, []separatingEdges) {
	if l.mesh != m || !l.box.Contains(box) {
		if !l.renew(m, box.Expand(margin)) {
			l.mesh = nil
			return nil, nil
		}
	}
	return l.leaves[:l.count], l.separating[:l.count]
}

// renew makes the list for another box, unless that holds too many triangles, and keeps the pairs of edges of those
// that stay.
func (l *TriangleList) renew(m *shape.TriMesh, box vec.AABB) bool {
	var leaves [triangleListSize + 1]int32
	n := m.Leaves(box, leaves[:])
	if n > triangleListSize {
		return false
	}
	last, separating := l.leaves[:l.count], l.separating
	if l.mesh != m {
		last = nil
	}
	// both lists are in the order of the leaves
	k := 0
	for i, leaf := range leaves[:n] {
		for k < len(last) && last[k] < leaf {
			k++
		}
		l.separating[i] = 0
		if k < len(last) && last[k] == leaf {
			l.separating[i] = separating[k]
		}
	}
	l.mesh, l.box, l.count = m, box, int32(n)
	copy(l.leaves[:], leaves[:n])
	return true
}

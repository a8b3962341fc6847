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

// start begins a walk over the triangles of a mesh in box. If the list does not hold them, it is made anew
// for a box that is larger by margin, unless that holds too many.
func (l *NearList) start(w *shape.Walk, g *shape.Geometry, box vec.AABB, margin float32) {
	if l.mesh != g.Mesh || !l.box.Contains(box) {
		large := box.Expand(margin)
		n, ok := g.Mesh.Leaves(large, l.leaves[:])
		if !ok {
			l.mesh = nil
			w.Start(g, box)
			return
		}
		l.mesh, l.box, l.count = g.Mesh, large, int32(n)
	}
	w.StartListed(g, box, l.leaves[:l.count])
}

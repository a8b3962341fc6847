package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// eachWalked takes all triangles around the shape from the tree of the mesh or the grid of the height field.
func (out *MeshContacts) eachWalked(q *meshQuery, near *vec.AABB) {
	var t shape.Triangle
	var w shape.Walk
	for w.Start(q.mesh, near.Expand(out.Reach)); w.Next(q.mesh); {
		if gap := boxGap(&w.Bounds, near); gap > 0 {
			out.limitClearance(gap)
			continue
		}
		q.mesh.Corners(&w, &t)
		t.Index = w.Index
		out.collideTriangle(q, &t)
	}
}

// eachListed takes the triangles of a mesh from a list, that of the pair or one for this call. It reports false without
// having looked at any where there is no mesh or too many of them.
func (out *MeshContacts) eachListed(q *meshQuery, near *vec.AABB) bool {
	if q.mesh.Kind != shape.Mesh {
		return false
	}
	mesh := q.mesh.Mesh
	box := near.Expand(out.Reach)
	leaves, separating := out.leavesAround(mesh, box)
	if len(leaves) == 0 || len(leaves) == len(out.around) {
		return len(leaves) == 0
	}
	n, clearance := mesh.Touching(out.touching[:], leaves, near, &box, out.Clearance)
	out.Clearance = clearance
	if n > 0 && out.Reach == 0 && q.convex.Poly != nil {
		// the clearance of shapes that are apart needs the distances of all
		n = mesh.Crossing(out.touching[:n], leaves, out.axes.hull.boxAround(q.speculative+separationMargin, vec.Vec3{}))
	}
	var t shape.Triangle
	for _, entry := range out.touching[:n] {
		mesh.Leaf(leaves[entry], &t)
		if separating != nil {
			out.axes.separating = &separating[entry]
		}
		out.collideTriangle(q, &t)
	}
	out.axes.separating = nil
	return true
}

// leavesAround returns the leaves of the triangles around a box, from the list of the pair, then with the edges that
// separated them, or from the tree; len(out.around) of them are too many.
func (out *MeshContacts) leavesAround(mesh *shape.TriMesh, box vec.AABB) (leaves []int32,
	separating []separatingEdges) {
	if out.List != nil {
		leaves, separating = out.List.within(mesh, box, out.ListMargin)
	}
	if separating == nil {
		leaves = out.around[:mesh.Leaves(box, out.around[:])]
	}
	return leaves, separating
}

// boxGap returns how far two boxes are apart along the axis along which they are farthest
// apart, negative for boxes that overlap.
func boxGap(a, b *vec.AABB) float32 {
	return max(a.Min.X-b.Max.X, b.Min.X-a.Max.X, a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y, a.Min.Z-b.Max.Z, b.Min.Z-a.Max.Z)
}

// orient returns the normal of the side of a triangle that the centre of the shape is on, and flips a two-sided
// triangle to that side; false means that the shape is behind a one-sided triangle.
func (out *MeshContacts) orient(q *meshQuery, t *shape.Triangle) (n vec.Vec3, ok bool) {
	n = t.Normal()
	height := q.center.Sub(t.V[0]).Dot(n)
	if t.TwoSided || height < 0 {
		// the other side of the triangle comes into play when the centre has passed through
		out.limitClearance(vec.Abs(height))
	}
	if height < 0 {
		if !t.TwoSided {
			return n, false
		}
		*t = t.Flipped()
		n = n.Neg()
	}
	return n, true
}

// loadTriangle fills in the neighbours and names of a triangle of the mesh, which has normal n on the
// side of the shape. Its index is still that of the walk.
func loadTriangle(mesh *shape.Geometry, t *shape.Triangle, n vec.Vec3) {
	mesh.Triangle(t.Index, t)
	if t.TwoSided && n.Dot(t.Normal()) < 0 {
		*t = t.Flipped()
	}
}

// loadNames is loadTriangle without the neighbours, for a triangle that pushes along its own normal.
func loadNames(mesh *shape.Geometry, t *shape.Triangle, n vec.Vec3) {
	if t.TwoSided {
		loadTriangle(mesh, t, n)
		return
	}
	mesh.Names(t.Index, t)
}

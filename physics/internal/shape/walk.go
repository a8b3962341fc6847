package shape

import (
	"tumble/physics/internal/lanes"
	"tumble/physics/vec"
)

// Walk visits the triangles or children of a mesh, height field or compound whose bounds
// overlap a box, in an order that depends only on the shape and the box. It needs no memory
// beyond itself:
//
//	var w shape.Walk
//	for w.Start(g, box); w.Next(g); {
//		g.Triangle(w.Index, &t)
//	}
type Walk struct {
	// Index of the triangle or child that Next has found.
	Index int32
	// Bounds of that triangle or child.
	Bounds vec.AABB
	// Corners of that triangle, if it is one of a mesh.
	Corners *[3]vec.Vec3

	tree   *bvh
	leaves []lanes.Leaf
	box    vec.AABB
	stack  [bvhStack]int32
	top    int
	// the leaf being walked, or the cells of a height field
	item, end      int32
	i, j           int32
	i0, i1, j0, j1 int32
}

// Start begins the walk over g; a convex shape has nothing to visit.
func (w *Walk) Start(g *Geometry, box vec.AABB) {
	w.box, w.tree, w.top, w.item, w.end, w.Corners = box, nil, 0, 0, 0, nil
	switch g.Kind {
	case Mesh:
		w.tree, w.leaves = &g.Mesh.tree, g.Mesh.leaves
	case Compound:
		w.tree = &g.Children.tree
	case HeightField:
		w.i0, w.i1, w.j0, w.j1 = g.Field.cells(box)
		w.i, w.j, w.item = w.i0, w.j0, 0
		return
	}
	if w.tree != nil {
		w.top = 1
		w.stack[0] = 0
	}
}

// Leaves writes the numbers of the leaves of the triangles that touch the box to list, in the order in which
// a walk finds them, and returns how many; it ends when the list is full.
func (m *TriMesh) Leaves(box vec.AABB, list []int32) int {
	return lanes.Leaves(list, m.tree.nodes, m.leaves, &box)
}

// Touching writes the indices in list, which must not be empty, of those leaves whose triangles touch near to out,
// which must have room for all, and returns how many there are; and the least of clearance and of how far (m) triangles
// that only touch box, which contains near, are from near.
func (m *TriMesh) Touching(out, list []int32, near, box *vec.AABB, clearance float32) (n int, least float32) {
	return lanes.Touching(out, list, m.leaves, near, box, clearance)
}

// Crossing keeps those of the given entries of a list of leaves, at least one, whose triangles no face of a box keeps
// apart from it, and returns how many there are.
func (m *TriMesh) Crossing(entries, list []int32, box *lanes.Box) int {
	return lanes.Crossing(entries, list, m.leaves, box)
}

// Leaf fills in the corners of the triangle of a leaf, and its index for Triangle and Names.
func (m *TriMesh) Leaf(leaf int32, t *Triangle) {
	l := &m.leaves[leaf]
	t.V, t.Index, t.TwoSided = l.V, l.Index, m.twoSided
}

// Next finds the next one and reports whether there is one; g is that of Start.
func (w *Walk) Next(g *Geometry) bool {
	switch g.Kind {
	case Mesh:
		return w.nextTriangle()
	case Compound:
		return w.nextItem()
	case HeightField:
		return w.nextCell(g.Field)
	}
	return false
}

// nextTriangle goes to the next triangle of a mesh.
func (w *Walk) nextTriangle() bool {
	for {
		for w.item < w.end {
			leaf := &w.leaves[w.item]
			w.item++
			if vec.Touch(&leaf.Box, &w.box) {
				w.Index, w.Bounds, w.Corners = leaf.Index, leaf.Box, &leaf.V
				return true
			}
		}
		if w.top == 0 {
			return false
		}
		w.top--
		w.descend(w.stack[w.top])
	}
}

// nextItem goes to the next child of a compound.
func (w *Walk) nextItem() bool {
	for {
		for w.item < w.end {
			k := w.item
			w.item++
			if vec.Touch(&w.tree.boxes[k], &w.box) {
				w.Index, w.Bounds = w.tree.order[k], w.tree.boxes[k]
				return true
			}
		}
		if w.top == 0 {
			return false
		}
		w.top--
		w.descend(w.stack[w.top])
	}
}

// descend goes from node i to the first leaf that touches the box.
func (w *Walk) descend(i int32) {
	for {
		n := &w.tree.nodes[i]
		switch {
		case vec.Touch(&n.Box, &w.box):
			if n.Count > 0 {
				w.item, w.end = n.First, n.First+n.Count
				return
			}
			w.stack[w.top] = n.First
			w.top++
			i++
		case w.top == 0:
			return
		default:
			w.top--
			i = w.stack[w.top]
		}
	}
}

// nextCell goes to the next triangle of a height field; item is 0 or 1 within the cell.
func (w *Walk) nextCell(f *Terrain) bool {
	for ; w.j <= w.j1; w.i, w.j = w.i0, w.j+1 {
		for ; w.i <= w.i1; w.i++ {
			if f.hole(w.i, w.j) {
				continue
			}
			for w.item < 2 {
				index := f.index(w.i, w.j, w.item)
				w.item++
				if bounds := f.bounds(index); vec.Touch(&bounds, &w.box) {
					w.Index, w.Bounds = index, bounds
					return true
				}
			}
			w.item = 0
		}
	}
	return false
}

// AppendTriangles appends the corners of all triangles of a mesh or a height field to buf, three each.
func (g *Geometry) AppendTriangles(buf []vec.Vec3) []vec.Vec3 {
	if g.Mesh == nil && g.Field == nil {
		return buf
	}
	var t Triangle
	var w Walk
	for w.Start(g, g.AABB(vec.TransformIdentity)); w.Next(g); {
		g.Triangle(w.Index, &t)
		buf = append(buf, t.V[0], t.V[1], t.V[2])
	}
	return buf
}

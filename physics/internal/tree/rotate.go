package tree

import "tumble/physics/vec"

// replaceChild makes child the child of parent instead of old, or the root when parent is none.
func (t *Tree) replaceChild(parent, old, child int32) {
	switch {
	case parent == none:
		t.root = child
	case t.nodes[parent].child1 == old:
		t.nodes[parent].child1 = child
	default:
		t.nodes[parent].child2 = child
	}
}

// refit recomputes an inner node from its children and reports whether anything that its
// ancestors depend on changed.
func (t *Tree) refit(i int32) bool {
	n, l := &t.nodes[i], &t.links[i]
	l1, l2 := &t.links[n.child1], &t.links[n.child2]
	box := t.nodes[n.child1].box.Union(t.nodes[n.child2].box)
	category := l1.category | l2.category
	height := 1 + maxInt16(l1.height, l2.height)
	if box == n.box && category == l.category && height == l.height {
		return false
	}
	n.box, l.category, l.height = box, category, height
	return true
}

// rotate exchanges a child of node i with a grandchild on the other side if that makes the tree
// smaller. With children b and c, only the box of the child that loses a grandchild changes; of
// the four exchanges the one with the largest gain is made. Source: Kopta et al., "Fast,
// Effective BVH Updates for Animated Scenes", I3D 2012; Catto, GDC 2019.
func (t *Tree) rotate(i int32) {
	b, c := t.nodes[i].child1, t.nodes[i].child2
	lower, upper := int32(none), int32(none)
	gain := float32(0)
	if nc := &t.nodes[c]; !nc.isLeaf() {
		area, bb := nc.box.Area(), &t.nodes[b].box
		if g := area - unionArea(bb, &t.nodes[nc.child2].box); g > gain {
			gain, upper, lower = g, b, nc.child1
		}
		if g := area - unionArea(bb, &t.nodes[nc.child1].box); g > gain {
			gain, upper, lower = g, b, nc.child2
		}
	}
	if nb := &t.nodes[b]; !nb.isLeaf() {
		area, cb := nb.box.Area(), &t.nodes[c].box
		if g := area - unionArea(cb, &t.nodes[nb.child2].box); g > gain {
			gain, upper, lower = g, c, nb.child1
		}
		if g := area - unionArea(cb, &t.nodes[nb.child1].box); g > gain {
			upper, lower = c, nb.child2
		}
	}
	if upper == none {
		return
	}
	middle := t.links[lower].parent
	t.replaceChild(i, upper, lower)
	t.replaceChild(middle, lower, upper)
	t.links[lower].parent, t.links[upper].parent = i, middle
	t.links[middle].marked = t.links[middle].marked || t.links[upper].marked
	t.refit(middle)
	t.links[i].height = 1 + maxInt16(t.links[middle].height, t.links[lower].height)
}

// unionArea returns half the surface area of the box around a and b.
func unionArea(a, b *vec.AABB) float32 {
	x := vec.Max(a.Max.X, b.Max.X) - vec.Min(a.Min.X, b.Min.X)
	y := vec.Max(a.Max.Y, b.Max.Y) - vec.Min(a.Min.Y, b.Min.Y)
	z := vec.Max(a.Max.Z, b.Max.Z) - vec.Min(a.Min.Z, b.Min.Z)
	return float32(x*y) + float32(y*z) + float32(z*x)
}

func maxInt16(a, b int16) int16 {
	if a > b {
		return a
	}
	return b
}

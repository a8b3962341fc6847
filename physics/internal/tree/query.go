package tree

import (
	"slices"

	"tumble/physics/vec"
)

// Query appends to buf the user values of all proxies whose box shares a point with the box and
// whose category shares a bit with the mask, and returns it. The order is that of the tree.
func (t *Tree) Query(box vec.AABB, mask uint64, buf []int32) []int32 {
	if t.proxies == 0 {
		return buf
	}
	for first := len(buf); ; {
		// a full list may lack some
		if room := buf[first:cap(buf)]; len(room) > 0 {
			if n := t.leaves(room, &box, mask); n < len(room) {
				return buf[:first+n]
			}
		}
		buf = slices.Grow(buf, 2*(cap(buf)-first)+leastFound)
	}
}

// leavesIn is the definition of leaves: it writes the user values to list and returns how many; it ends when the list
// is full, which must not be empty. The tree must not be empty either.
func (t *Tree) leavesIn(list []int32, box *vec.AABB, mask uint64) int {
	nodes, links := t.nodes, t.links
	var stack [stackSize]int32
	depth, found := 0, 0
	i := t.root
	for {
		n := &nodes[i]
		if n.box.Min.X <= box.Max.X && box.Min.X <= n.box.Max.X &&
			n.box.Min.Y <= box.Max.Y && box.Min.Y <= n.box.Max.Y &&
			n.box.Min.Z <= box.Max.Z && box.Min.Z <= n.box.Max.Z &&
			links[i].category&mask != 0 {
			if n.child1 >= 0 {
				stack[depth&stackMask] = n.child2
				depth++
				i = n.child1
				continue
			}
			list[found] = n.child2
			if found++; found == len(list) {
				return found
			}
		}
		if depth == 0 {
			return found
		}
		depth--
		i = stack[depth&stackMask]
	}
}

// Touches reports whether the box of any proxy shares a point with the box.
func (t *Tree) Touches(box vec.AABB) bool {
	if t.proxies == 0 {
		return false
	}
	var stack [stackSize]int32
	depth := 0
	i := t.root
	for {
		if n := &t.nodes[i]; n.box.Overlaps(box) {
			if n.child1 < 0 {
				return true
			}
			stack[depth&stackMask] = n.child2
			depth++
			i = n.child1
			continue
		}
		if depth == 0 {
			return false
		}
		depth--
		i = stack[depth&stackMask]
	}
}

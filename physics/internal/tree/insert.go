package tree

import (
	"tumble/physics/vec"
)

// insert links a leaf whose box and category are set and that is not in the tree. The leaf is
// already counted in t.proxies.
func (t *Tree) insert(leaf int32) {
	if t.proxies == 1 {
		t.root = leaf
		t.links[leaf].parent = none
		return
	}
	sibling := t.bestSibling(t.nodes[leaf].box)
	parent := t.acquire()
	above := t.links[sibling].parent

	// the new parent replaces the sibling
	t.nodes[parent] = node{child1: sibling, child2: leaf}
	t.links[parent] = link{parent: above, marked: t.links[sibling].marked}
	t.links[sibling].parent, t.links[leaf].parent = parent, parent
	t.replaceChild(above, sibling, parent)

	for i := parent; i != none; i = t.links[i].parent {
		t.refit(i)
		t.rotate(i)
	}
	if t.links[t.root].height > maxHeight {
		t.Rebuild(true)
	}
}

// remove unlinks a leaf and gives its parent back.
func (t *Tree) remove(leaf int32) {
	if t.proxies == 1 {
		return
	}
	parent := t.links[leaf].parent
	sibling := t.nodes[parent].child1
	if sibling == leaf {
		sibling = t.nodes[parent].child2
	}
	above := t.links[parent].parent
	t.links[sibling].parent = above
	t.replaceChild(above, parent, sibling)
	t.release(parent)
	for i := above; i != none; i = t.links[i].parent {
		if !t.refit(i) {
			break
		}
	}
}

// bestSibling returns the node whose replacement by a parent of itself and a leaf with the box
// adds little surface area to the tree.
//
// The added area is the area of the new parent plus the growth of all ancestors, the inherited cost.
// The search descends into the child with the smaller lower bound of that sum and stops when no
// deeper node can win. Source: Catto, GDC 2019, the greedy variant of branch and bound.
func (t *Tree) bestSibling(box vec.AABB) int32 {
	leafArea := box.Area()
	i := t.root
	direct := unionArea(&t.nodes[i].box, &box)
	best, bestCost := i, direct
	inherited := float32(0)
	for !t.nodes[i].isLeaf() {
		n := &t.nodes[i]
		inherited += direct - n.box.Area()
		c1, c2 := n.child1, n.child2
		n1, n2 := &t.nodes[c1], &t.nodes[c2]
		direct1, direct2 := unionArea(&n1.box, &box), unionArea(&n2.box, &box)

		cost1, cost2 := direct1+inherited, direct2+inherited
		if cost1 < bestCost {
			best, bestCost = c1, cost1
		}
		if cost2 < bestCost {
			best, bestCost = c2, cost2
		}
		// the least that a node at or below each child can cost
		least1, least2 := cost1, cost2
		if !n1.isLeaf() {
			least1 = inherited + (direct1 - n1.box.Area()) + leafArea
		}
		if !n2.isLeaf() {
			least2 = inherited + (direct2 - n2.box.Area()) + leafArea
		}
		// Equal costs go on, towards the lower child: many boxes at one position would else
		// become a list.
		least := least2
		i, direct = c2, direct2
		if least1 < least2 || least1 == least2 && t.prefersFirst(c1, c2, &box) {
			i, direct, least = c1, direct1, least1
		}
		if !(least <= bestCost) {
			return best
		}
	}
	return i
}

// prefersFirst decides between two children that cost the same: the one with the nearer centre,
// then the lower one.
func (t *Tree) prefersFirst(c1, c2 int32, box *vec.AABB) bool {
	c := box.Min.Add(box.Max)
	b1, b2 := &t.nodes[c1].box, &t.nodes[c2].box
	d1, d2 := b1.Min.Add(b1.Max).Dist2(c), b2.Min.Add(b2.Max).Dist2(c)
	if d1 != d2 {
		return d1 < d2
	}
	return t.links[c1].height <= t.links[c2].height
}

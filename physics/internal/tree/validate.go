package tree

import (
	"fmt"

	"tumble/physics/vec"
)

// Validate walks the whole tree and returns the first broken rule: every node is reached exactly
// once or free, links agree, boxes contain their children (and are their exact union where not
// marked), categories are the union of the children's, heights are exact and bounded, marks reach
// up to the root, and leaves are valid boxes.
func (t *Tree) Validate() error {
	if len(t.nodes) != len(t.links) {
		return fmt.Errorf("tree: %d nodes, %d links", len(t.nodes), len(t.links))
	}
	inUse := 0
	if t.proxies > 0 {
		inUse = 2*int(t.proxies) - 1
	}
	if t.proxies < 0 || inUse+len(t.free) != len(t.nodes) {
		return fmt.Errorf("tree: %d proxies and %d free nodes among %d", t.proxies, len(t.free), len(t.nodes))
	}
	free := make([]bool, len(t.nodes))
	for _, i := range t.free {
		if i < 0 || int(i) >= len(t.nodes) || free[i] || t.links[i].height != freeHeight {
			return fmt.Errorf("tree: node %d in the free list: out of range, twice, or in use", i)
		}
		if t.nodes[i] != (node{child1: none, child2: none}) || t.links[i] != (link{parent: none, height: freeHeight}) {
			return fmt.Errorf("tree: free node %d is not blank", i)
		}
		free[i] = true
	}
	if t.proxies == 0 {
		if t.root != 0 {
			return fmt.Errorf("tree: root %d without proxies", t.root)
		}
		return nil
	}
	return t.validateReach(free)
}

// validateReach checks every node that is in use. All are below the root: each but that is a child of its
// parent alone, as there are as many children as such nodes, and a parent is higher.
func (t *Tree) validateReach(free []bool) error {
	if t.root < 0 || int(t.root) >= len(t.nodes) || t.links[t.root].parent != none {
		return fmt.Errorf("tree: root %d out of range or with a parent", t.root)
	}
	if t.links[t.root].height > maxHeight {
		return fmt.Errorf("tree: height %d, at most %d", t.links[t.root].height, maxHeight)
	}
	leaves := int32(0)
	for i := range t.nodes {
		if free[i] {
			continue
		}
		if err := t.validateNode(int32(i)); err != nil {
			return err
		}
		if t.nodes[i].isLeaf() {
			leaves++
		}
	}
	if leaves != t.proxies {
		return fmt.Errorf("tree: %d leaves, %d proxies", leaves, t.proxies)
	}
	return nil
}

func (t *Tree) validateNode(i int32) error {
	n, l := &t.nodes[i], &t.links[i]
	if !n.box.IsValid() {
		return fmt.Errorf("tree: node %d has the box %v", i, n.box)
	}
	if n.isLeaf() {
		if l.height != 0 || l.marked {
			return fmt.Errorf("tree: leaf %d has height %d, marked %v", i, l.height, l.marked)
		}
		return nil
	}
	if n.child1 == n.child2 {
		return fmt.Errorf("tree: node %d has the child %d twice", i, n.child1)
	}
	for _, c := range [2]int32{n.child1, n.child2} {
		if c < 0 || int(c) >= len(t.nodes) || t.links[c].parent != i {
			return fmt.Errorf("tree: child %d of node %d out of range or of another parent", c, i)
		}
		if t.links[c].marked && !l.marked {
			return fmt.Errorf("tree: node %d is not marked, its child %d is", i, c)
		}
	}
	l1, l2 := &t.links[n.child1], &t.links[n.child2]
	if l.category != l1.category|l2.category {
		return fmt.Errorf("tree: node %d has category %x, its children %x and %x", i, l.category, l1.category,
			l2.category)
	}
	if l1.height < 0 || l2.height < 0 || l.height != 1+maxInt16(l1.height, l2.height) {
		return fmt.Errorf("tree: node %d has height %d, its children %d and %d", i, l.height, l1.height, l2.height)
	}
	union := unionOf(&t.nodes[n.child1].box, &t.nodes[n.child2].box)
	if !n.box.Contains(union) || !l.marked && n.box != union {
		return fmt.Errorf("tree: node %d (marked %v) has the box %v, its children %v", i, l.marked, n.box, union)
	}
	return nil
}

// unionOf is AABB.Union of finite boxes without branches: they would be unpredictable.
func unionOf(a, b *vec.AABB) vec.AABB {
	return vec.AABB{
		Min: vec.Vec3{X: min(a.Min.X, b.Min.X), Y: min(a.Min.Y, b.Min.Y), Z: min(a.Min.Z, b.Min.Z)},
		Max: vec.Vec3{X: max(a.Max.X, b.Max.X), Y: max(a.Max.Y, b.Max.Y), Z: max(a.Max.Z, b.Max.Z)},
	}
}

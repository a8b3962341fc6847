package tree

import "tumble/physics/vec"

// Walk visits the nodes of a tree from the root down, parents before children. It does not
// allocate.
type Walk struct {
	Box   vec.AABB
	Depth int32
	Leaf  bool

	waiting [maxWalk]struct{ node, depth int32 }
	count   int
}

// Start puts the walk at the root.
func (w *Walk) Start(t *Tree) {
	w.count = 0
	if t.proxies > 0 {
		w.waiting[0] = struct{ node, depth int32 }{t.root, 0}
		w.count = 1
	}
}

// Next moves to the next node no deeper than maxDepth; false when there is none.
func (w *Walk) Next(t *Tree, maxDepth int32) bool {
	if w.count == 0 {
		return false
	}
	w.count--
	at := w.waiting[w.count]
	n := &t.nodes[at.node]
	w.Box, w.Depth, w.Leaf = n.box, at.depth, n.isLeaf()
	if !w.Leaf && at.depth < maxDepth && w.count+2 <= maxWalk {
		w.waiting[w.count] = struct{ node, depth int32 }{n.child2, at.depth + 1}
		w.waiting[w.count+1] = struct{ node, depth int32 }{n.child1, at.depth + 1}
		w.count += 2
	}
	return true
}

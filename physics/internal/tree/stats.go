package tree

// Height returns the number of levels below the root, 0 for an empty tree and for a single leaf.
func (t *Tree) Height() int {
	if t.proxies == 0 {
		return 0
	}
	return int(t.links[t.root].height)
}

// AreaRatio returns the surface area of all inner nodes over that of the root: how many inner
// nodes a random large ray meets, a measure of quality (smaller is better). 0 without inner nodes.
func (t *Tree) AreaRatio() float32 {
	if t.proxies < 2 {
		return 0
	}
	root := t.nodes[t.root].box.Area()
	if root == 0 {
		return 0
	}
	sum := float64(0)
	for i := range t.nodes {
		if t.links[i].height > 0 {
			sum += float64(t.nodes[i].box.Area())
		}
	}
	return float32(sum / float64(root))
}

// Bytes returns the memory held by the tree, scratch included.
func (t *Tree) Bytes() int {
	return 32*cap(t.nodes) + 16*cap(t.links) + 4*cap(t.free) + 16*cap(t.entries) + 4*cap(t.spare) + 24*cap(
		t.cut.tasks) + 4*cap(t.cut.tops)
}

package tree

import (
	"tumble/physics/vec"
)

// Len returns the number of proxies.
func (t *Tree) Len() int { return int(t.proxies) }

// Reserve makes room for n proxies in all: until there are more, Create does not allocate.
func (t *Tree) Reserve(n int) {
	if n <= 0 {
		return
	}
	if want := 2*n - 1; want > cap(t.nodes) {
		nodes, links := make([]node, len(t.nodes), want), make([]link, len(t.links), want)
		copy(nodes, t.nodes)
		copy(links, t.links)
		t.nodes, t.links = nodes, links
	}
}

// Clear removes all proxies and keeps the storage.
func (t *Tree) Clear() {
	t.nodes, t.links, t.free = t.nodes[:0], t.links[:0], t.free[:0]
	t.root, t.proxies = 0, 0
}

// Create adds a proxy for the box with category bits and a user value, and returns it. The box
// must be finite and not inverted. A proxy stays valid until it is destroyed; its number may
// then be given to another.
func (t *Tree) Create(box vec.AABB, category uint64, user int32) int32 {
	proxy := t.newLeaf(box, category, user)
	t.insert(proxy)
	return proxy
}

// Destroy removes a proxy.
func (t *Tree) Destroy(proxy int32) {
	t.check(proxy)
	t.remove(proxy)
	t.release(proxy)
	t.proxies--
	if t.proxies == 0 {
		t.root = 0
	}
}

// Move gives a proxy another box by taking it out and inserting it anew. It suits teleports; for
// steady motion Enlarge is cheaper.
func (t *Tree) Move(proxy int32, box vec.AABB) {
	t.check(proxy)
	t.remove(proxy)
	t.nodes[proxy].box = box
	t.insert(proxy)
}

// Enlarge gives a proxy another box in place. Its ancestors grow to contain it and are marked
// for the next Rebuild. The proxy may also have become smaller or have left its old box.
func (t *Tree) Enlarge(proxy int32, box vec.AABB) {
	t.check(proxy)
	t.nodes[proxy].box = box
	for i := t.links[proxy].parent; i != none; i = t.links[i].parent {
		// a marked node that contains the box has only marked ancestors that contain it
		n := &t.nodes[i]
		inside := n.box.Contains(box)
		if inside && t.links[i].marked {
			break
		}
		if !inside {
			n.box = n.box.Union(box)
		}
		t.links[i].marked = true
	}
}

// Put is Enlarge for boxes that a Rebuild or Refit follows before anyone searches the tree: the boxes of the ancestors
// stay as they are. It returns the first ancestor that Mark has still to mark, −1 for none. Calls for different
// proxies may be made side by side, those of Mark after all of them.
func (t *Tree) Put(proxy int32, box vec.AABB) (unmarked int32) {
	t.check(proxy)
	t.nodes[proxy].box = box
	if parent := t.links[proxy].parent; parent != none && !t.links[parent].marked {
		return parent
	}
	return none
}

// Mark marks a node that Put returned, and its ancestors, for the next Rebuild or Refit.
func (t *Tree) Mark(node int32) {
	// all ancestors of a marked node are marked
	for i := node; i != none && !t.links[i].marked; i = t.links[i].parent {
		t.links[i].marked = true
	}
}

// SetCategory replaces the category bits of a proxy.
func (t *Tree) SetCategory(proxy int32, category uint64) {
	t.check(proxy)
	t.links[proxy].category = category
	for i := t.links[proxy].parent; i != none; i = t.links[i].parent {
		n := &t.nodes[i]
		t.links[i].category = t.links[n.child1].category | t.links[n.child2].category
	}
}

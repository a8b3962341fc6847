package tree

import (
	"tumble/physics/vec"
)

// AllCategories is the mask that admits every proxy that has any category.
const AllCategories = ^uint64(0)

// maxHeight bounds the tree, so that searches can keep their stack in a fixed array. Insertion
// and partial rebuilds can reach it only with boxes nested into each other by the hundred;
// the whole tree is then rebuilt.
const maxHeight = 100

// stackSize is a power of two, so that masking an index with stackMask replaces its bounds check.
// A search that descends into one child and keeps the other needs one entry per level.
const (
	stackSize = 128
	stackMask = stackSize - 1
)

const none = -1

// ReinsertShare: as long as fewer than one in ReinsertShare proxies move in a step, Move takes no
// longer than Enlarge with a Rebuild, and keeps the tree better.
const ReinsertShare = 64

// node is what a search reads. Two nodes fill a cache line.
type node struct {
	box vec.AABB
	// child1 is none in a leaf, and child2 is then the user value.
	child1, child2 int32
}

// link is what a search that admits every category does not read.
type link struct {
	// category of an inner node is the union of its children's.
	category uint64
	parent   int32
	// height is 0 for a leaf and freeHeight for a node that is not in use.
	height int16
	// marked: the box may be larger than the union of the children, and the node is due for a
	// rebuild. All ancestors of a marked node are marked. Leaves are never marked.
	marked bool
}

const freeHeight = -1

// Tree is a dynamic tree of boxes. The zero value is an empty tree, ready for use.
type Tree struct {
	// nodes and links have the same index. A proxy is the index of its leaf.
	nodes []node
	links []link
	// free lists the unused nodes; the last is taken first.
	free []int32
	// root is 0 while there are no proxies.
	root    int32
	proxies int32

	// scratch of rebuilds, not part of the state
	entries []entry
	spare   []int32
	cut     cutting
}

func (n *node) isLeaf() bool { return n.child1 == none }

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

// Put is Enlarge for boxes that a Rebuild or Refit follows before anyone searches the tree: those of the ancestors are
// left as they are. It returns the first ancestor that Mark has still to mark, −1 for none. Calls for different
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

// Box returns the box of a proxy.
func (t *Tree) Box(proxy int32) vec.AABB { return t.nodes[proxy].box }

// User returns the user value of a proxy.
func (t *Tree) User(proxy int32) int32 { return t.nodes[proxy].child2 }

// Category returns the category bits of a proxy.
func (t *Tree) Category(proxy int32) uint64 { return t.links[proxy].category }

// Bounds returns the box that contains all proxies, vec.EmptyAABB when there are none. It may be
// larger than needed between Enlarge and Rebuild.
func (t *Tree) Bounds() vec.AABB {
	if t.proxies == 0 {
		return vec.EmptyAABB
	}
	return t.nodes[t.root].box
}

// Alive reports whether proxy is in use.
func (t *Tree) Alive(proxy int32) bool {
	return proxy >= 0 && int(proxy) < len(t.nodes) && t.links[proxy].height == 0
}

// check stops a call with a proxy that is not in use before it damages the tree.
func (t *Tree) check(proxy int32) {
	if !t.Alive(proxy) {
		panic("tree: proxy is not in use")
	}
}

func (t *Tree) newLeaf(box vec.AABB, category uint64, user int32) int32 {
	i := t.acquire()
	t.nodes[i] = node{box: box, child1: none, child2: user}
	t.links[i] = link{category: category, parent: none}
	t.proxies++
	return i
}

// acquire returns an unused node with arbitrary content.
func (t *Tree) acquire() int32 {
	if n := len(t.free); n > 0 {
		i := t.free[n-1]
		t.free = t.free[:n-1]
		return i
	}
	t.nodes = append(t.nodes, node{})
	t.links = append(t.links, link{})
	return int32(len(t.nodes) - 1)
}

// release gives a node back. Its content is erased, so that equal sequences of calls leave
// equal bytes.
func (t *Tree) release(i int32) {
	t.nodes[i] = node{child1: none, child2: none}
	t.links[i] = link{parent: none, height: freeHeight}
	t.free = append(t.free, i)
}

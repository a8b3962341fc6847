package tree

import "tumble/physics/vec"

// node holds the fields that every search reads. Two nodes fill a cache line.
type node struct {
	box vec.AABB
	// child1 is none in a leaf, and child2 is then the user value.
	child1, child2 int32
}

// link holds the fields that a search that admits every category does not read.
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

// entry is a sub-tree that a rebuild takes as it is.
type entry struct {
	// center is twice the centre of the box.
	center vec.Vec3
	node   int32
}

// task is one unit of parallel work: to gather or refit the tree below node, or to rebuild count entries from entry on,
// with the inner nodes from spare on, below parent.
type task struct {
	entry, count, spare, depth int32
	parent                     int32
	node                       int32
	// first is how many entries a split puts first.
	first int32
}

// round is the kind of work of the tasks of a cut.
type round int8

const (
	refitting round = iota
	counting
	gathering
	splitting
	building
)

// cutting is a rebuild or refit that has begun; scratch, not part of the state.
type cutting struct {
	round round
	tasks []task
	// sets still have to be split by a rebuild, ready ones are built at last.
	sets, ready []task
	tops        []int32 // the inner nodes above the tasks, parents before children
	// order lists tasks and the nodes above them, as ^node, in the order of a walk.
	order []int32
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

package tree

// Rebuild builds the marked part of the tree anew, top-down, and returns how many sub-trees and
// leaves it sorted in. Unmarked sub-trees are kept as they are. With full set every leaf is
// sorted in. Proxies keep their numbers.
//
// A set is split at the middle of the bounds of its centres along their longest axis: for
// bodies of similar size as good as a split by surface area, at a quarter of the time.
func (t *Tree) Rebuild(full bool) int {
	if t.proxies < 2 || !full && !t.links[t.root].marked {
		return 0
	}
	t.entries, t.spare = t.entries[:0], t.spare[:0]
	if n := int(t.proxies); full && cap(t.entries) < n {
		t.entries, t.spare = make([]entry, 0, n), make([]int32, 0, n)
	}
	t.entries, t.spare = t.collect(t.root, full, t.entries, t.spare)
	count := len(t.entries)
	t.root = t.build(t.entries, t.spare, 0, none, !full)
	// kept sub-trees lie below the new part, so the sum can be too high
	if !full && t.links[t.root].height > maxHeight {
		return t.Rebuild(true)
	}
	return count
}

// Refit makes the boxes of the marked nodes as small as they can be, and leaves everything else to the next
// Rebuild. It takes a tenth of the time: the tree stays good for some steps while neighbours move the
// same way.
func (t *Tree) Refit() {
	if t.Marked() {
		t.refitBelow(t.root)
	}
}

// refitBelow refits a marked node and those below it.
func (t *Tree) refitBelow(i int32) {
	c1, c2 := t.nodes[i].child1, t.nodes[i].child2
	if t.links[c1].marked {
		t.refitBelow(c1)
	}
	if t.links[c2].marked {
		t.refitBelow(c2)
	}
	t.nodes[i].box = t.nodes[c1].box.Union(t.nodes[c2].box)
}

// Marked reports whether a Rebuild has anything to do.
func (t *Tree) Marked() bool { return t.proxies > 1 && t.links[t.root].marked }

// collect appends to entries the sub-trees to keep below node i and to spare the inner nodes above
// them, one fewer, both in the order of a walk that goes to the first child first.
func (t *Tree) collect(i int32, full bool, entries []entry, spare []int32) ([]entry, []int32) {
	var stack [stackSize]int32
	depth := 0
	for {
		n := &t.nodes[i]
		if !n.isLeaf() && (full || t.links[i].marked) {
			spare = append(spare, i)
			stack[depth&stackMask] = n.child2
			depth++
			i = n.child1
			continue
		}
		entries = append(entries, entry{n.box.Min.Add(n.box.Max), i})
		if depth == 0 {
			return entries, spare
		}
		depth--
		i = stack[depth&stackMask]
	}
}

// build links the entries below parent, with the given inner nodes, one fewer, and returns the top of the
// new sub-tree, which is the first of these nodes.
//
// With rotate set the new nodes are improved on the way up. That makes up for entries of very
// different size, which a split by centres pairs badly; between leaves it gains nothing.
func (t *Tree) build(e []entry, spare []int32, depth int, parent int32, rotate bool) int32 {
	if len(e) == 1 {
		t.links[e[0].node].parent = parent
		return e[0].node
	}
	k := split(e, depth)
	i := spare[0]
	c1 := t.build(e[:k], spare[1:k], depth+1, i, rotate)
	c2 := t.build(e[k:], spare[k:], depth+1, i, rotate)
	t.join(i, c1, c2, parent, rotate)
	return i
}

// join makes an inner node of two children that are finished.
func (t *Tree) join(i, c1, c2, parent int32, rotate bool) {
	l1, l2 := &t.links[c1], &t.links[c2]
	t.nodes[i] = node{box: t.nodes[c1].box.Union(t.nodes[c2].box), child1: c1, child2: c2}
	t.links[i] = link{category: l1.category | l2.category, parent: parent, height: 1 + maxInt16(l1.height, l2.height)}
	if rotate {
		t.rotate(i)
	}
}

// split parts the entries in two sets that are not empty and returns the size of the first.
func split(e []entry, depth int) int {
	if len(e) == 2 {
		return 1
	}
	low, high := e[0].center, e[0].center
	for i := 1; i < len(e); i++ {
		low, high = low.Min(e[i].center), high.Max(e[i].center)
	}
	size := high.Sub(low)
	axis, mid := 0, float32(0.5*low.X)+float32(0.5*high.X)
	if size.Y > size.X && size.Y >= size.Z {
		axis, mid = 1, float32(0.5*low.Y)+float32(0.5*high.Y)
	} else if size.Z > size.X {
		axis, mid = 2, float32(0.5*low.Z)+float32(0.5*high.Z)
	}
	if depth < maxMidpointDepth {
		if k := partition(e, axis, mid); k > 0 && k < len(e) {
			return k
		}
	}
	k := len(e) / 2
	selectMedian(e, axis, k)
	return k
}

// partition moves the entries below the plane to the front and returns their number.
func partition(e []entry, axis int, plane float32) int {
	i, j := 0, len(e)
	for i < j {
		if along(&e[i], axis) < plane {
			i++
		} else {
			j--
			e[i], e[j] = e[j], e[i]
		}
	}
	return i
}

// selectMedian reorders the entries so that the first k lie before all others along the axis (Hoare's selection).
func selectMedian(e []entry, axis, k int) {
	low, high := 0, len(e)-1
	for low < high {
		pivot := along(&e[(low+high)/2], axis)
		i, j := low, high
		for i <= j {
			for along(&e[i], axis) < pivot {
				i++
			}
			for along(&e[j], axis) > pivot {
				j--
			}
			if i <= j {
				e[i], e[j] = e[j], e[i]
				i++
				j--
			}
		}
		if k <= j {
			high = j
		} else if k >= i {
			low = i
		} else {
			return
		}
	}
}

func along(e *entry, axis int) float32 {
	switch axis {
	case 0:
		return e.center.X
	case 1:
		return e.center.Y
	default:
		return e.center.Z
	}
}

package tree

import "slices"

// Rebuild and Refit can be cut into tasks for several goroutines: the tree below a node of the upper
// levels does not depend on the rest. BeginRebuild or BeginRefit makes the first cut. Then round after round Work does
// each task, in any order and side by side with others, and Next makes the next cut. The tree comes out as that of
// Rebuild or Refit.
//
// A refit takes one round. In a rebuild the first round counts the entries, the second gathers them, each of the
// following ones splits the sets of the round before, and the last one builds the sets that are small enough.

// BeginRebuild begins a rebuild of the marked part of the tree, and returns the number of tasks, 0 if there
// is nothing to do. The tree is of no use before the last Next.
func (t *Tree) BeginRebuild() int {
	t.beginCut(counting)
	if t.Marked() {
		t.cutMarked(t.root, 0)
	}
	return len(t.cut.tasks)
}

// BeginRefit begins a refit, and returns the number of tasks, 0 if there is nothing left to do.
func (t *Tree) BeginRefit() int {
	t.beginCut(refitting)
	if t.Marked() {
		t.cutMarked(t.root, 0)
	}
	if len(t.cut.tasks) == 0 {
		// all marked nodes lie above the tasks, as in the tree of a drum of five slabs
		t.Next()
	}
	return len(t.cut.tasks)
}

func (t *Tree) beginCut(r round) {
	c := &t.cut
	c.round, c.tasks, c.tops, c.order = r, c.tasks[:0], c.tops[:0], c.order[:0]
	c.sets, c.ready = c.sets[:0], c.ready[:0]
}

// cutMarked lists the nodes at a depth below a marked one, and those above them. To refit, only marked nodes count.
func (t *Tree) cutMarked(i, depth int32) {
	c := &t.cut
	if depth == taskDepth || !t.links[i].marked {
		c.order = append(c.order, int32(len(c.tasks)))
		c.tasks = append(c.tasks, task{node: i})
		return
	}
	c.tops, c.order = append(c.tops, i), append(c.order, ^i)
	for _, child := range [2]int32{t.nodes[i].child1, t.nodes[i].child2} {
		if c.round == counting || t.links[child].marked {
			t.cutMarked(child, depth+1)
		}
	}
}

// Work does one task.
func (t *Tree) Work(k int) {
	p := &t.cut.tasks[k]
	switch t.cut.round {
	case refitting:
		t.refitBelow(p.node)
	case counting:
		p.count = t.countBelow(p.node)
	case gathering:
		t.collect(p.node, false, t.entries[p.entry:p.entry:p.entry+p.count], t.spare[p.spare:p.spare:p.spare+p.count-1])
	case splitting:
		p.first = int32(split(t.entries[p.entry:p.entry+p.count], int(p.depth)))
	case building:
		last := p.spare + p.count - 1
		t.build(t.entries[p.entry:p.entry+p.count], t.spare[p.spare:last], int(p.depth), p.parent, true)
	}
}

// Next goes on when all tasks are done, and returns the number of tasks of the next round, 0 at the end.
func (t *Tree) Next() int {
	c := &t.cut
	switch c.round {
	case refitting:
		for k := len(c.tops) - 1; k >= 0; k-- {
			i := c.tops[k]
			t.nodes[i].box = t.nodes[t.nodes[i].child1].box.Union(t.nodes[t.nodes[i].child2].box)
		}
		return 0
	case counting:
		t.storeGathered()
		c.round = gathering
		return len(c.tasks)
	case gathering:
		c.tops, c.round = c.tops[:0], splitting
		c.tasks = c.tasks[:0]
		t.addSet(task{count: int32(len(t.entries)), parent: none})
		t.root = t.topOf(0, int32(len(t.entries)), 0)
	case splitting:
		c.sets = c.sets[:0]
		for k := range c.tasks {
			t.cutSet(&c.tasks[k])
		}
	case building:
		for k := len(c.tops) - 1; k >= 0; k-- {
			i := c.tops[k]
			t.join(i, t.nodes[i].child1, t.nodes[i].child2, t.links[i].parent, true)
		}
		if t.links[t.root].height > maxHeight {
			t.Rebuild(true)
		}
		return 0
	}
	c.tasks, c.sets = c.sets, c.tasks
	if len(c.tasks) == 0 {
		c.round = building
		c.tasks, c.ready = c.ready, c.tasks
	}
	return len(c.tasks)
}

// countBelow counts the entries that collect finds below a node.
func (t *Tree) countBelow(i int32) int32 {
	if !t.links[i].marked {
		return 1
	}
	return t.countBelow(t.nodes[i].child1) + t.countBelow(t.nodes[i].child2)
}

// storeGathered gives each task a range of the lists for the entries it gathers, one after the other.
func (t *Tree) storeGathered() {
	c := &t.cut
	count := int32(0)
	for k := range c.tasks {
		count += c.tasks[k].count
	}
	t.entries = slices.Grow(t.entries[:0], int(count))[:count]
	t.spare = slices.Grow(t.spare[:0], int(count-1))[:count-1]
	entry, spare := int32(0), int32(0)
	for _, k := range c.order {
		if k < 0 {
			t.spare[spare] = ^k
			spare++
			continue
		}
		p := &c.tasks[k]
		p.entry, p.spare = entry, spare
		entry, spare = entry+p.count, spare+p.count-1
	}
}

// cutSet makes two sets of one that has been split.
func (t *Tree) cutSet(p *task) {
	c := &t.cut
	i := t.spare[p.spare]
	c.tops = append(c.tops, i)
	second := p.count - p.first
	t.nodes[i].child1 = t.topOf(p.entry, p.first, p.spare+1)
	t.nodes[i].child2 = t.topOf(p.entry+p.first, second, p.spare+p.first)
	t.links[i].parent = p.parent
	t.addSet(task{entry: p.entry, count: p.first, spare: p.spare + 1, depth: p.depth + 1, parent: i})
	t.addSet(task{entry: p.entry + p.first, count: second, spare: p.spare + p.first, depth: p.depth + 1, parent: i})
}

// addSet lists a set to split, or to build if it is not worth it.
func (t *Tree) addSet(p task) {
	if p.count <= minTaskSize || p.depth == taskDepth {
		t.cut.ready = append(t.cut.ready, p)
	} else {
		t.cut.sets = append(t.cut.sets, p)
	}
}

// topOf is the node above count entries, with the inner nodes from spare on.
func (t *Tree) topOf(entry, count, spare int32) int32 {
	if count == 1 {
		return t.entries[entry].node
	}
	return t.spare[spare]
}

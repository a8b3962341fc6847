package tree

// Rebuild and Refit can be cut into pieces that several goroutines work on: what lies below a node of the upper
// levels does not depend on the rest. BeginRebuild or BeginRefit makes the cut, Work does one piece, in any order and
// side by side with others, and End finishes the levels above. The tree comes out as that of Rebuild or Refit.

const (
	// pieceDepth is how many levels lie above the pieces at most, so that there are up to sixteen of them.
	pieceDepth = 4
	// pieceSize is the number of entries that are not worth cutting.
	pieceSize = 128
)

// piece is a part of the tree to rebuild: count entries from entry on, with the inner nodes from spare on, below
// parent. To refit it is a node.
type piece struct {
	entry, count, spare, depth int32
	parent                     int32
	node                       int32
}

// cutting is a rebuild or refit that has begun; scratch, not part of the state.
type cutting struct {
	pieces []piece
	tops   []int32 // the inner nodes above the pieces, parents before children
	refit  bool
}

// BeginRebuild begins what Rebuild does with the marked part of the tree, and returns the number of pieces, 0 if there
// is nothing to do. The tree is of no use before End.
func (t *Tree) BeginRebuild() int {
	t.beginCut(false)
	if !t.Marked() {
		return 0
	}
	t.collect(false)
	t.root = t.cutBuild(0, int32(len(t.entries)), 0, 0, none)
	return len(t.cut.pieces)
}

// BeginRefit begins what Refit does, and returns the number of pieces, 0 if there is nothing to do.
func (t *Tree) BeginRefit() int {
	t.beginCut(true)
	if t.Marked() {
		t.cutRefit(t.root, 0)
	}
	return len(t.cut.pieces)
}

func (t *Tree) beginCut(refit bool) {
	t.cut.pieces, t.cut.tops, t.cut.refit = t.cut.pieces[:0], t.cut.tops[:0], refit
}

// cutBuild sorts count entries into pieces, with the inner nodes from spare on, and returns the node above all.
func (t *Tree) cutBuild(entry, count, spare, depth, parent int32) int32 {
	if count <= pieceSize || depth == pieceDepth {
		t.cut.pieces = append(t.cut.pieces, piece{entry: entry, count: count, spare: spare, depth: depth, parent: parent})
		if count == 1 {
			return t.entries[entry].node
		}
		return t.spare[spare]
	}
	k := int32(split(t.entries[entry:entry+count], int(depth)))
	i := t.spare[spare]
	t.cut.tops = append(t.cut.tops, i)
	t.nodes[i].child1 = t.cutBuild(entry, k, spare+1, depth+1, i)
	t.nodes[i].child2 = t.cutBuild(entry+k, count-k, spare+k, depth+1, i)
	t.links[i].parent = parent
	return i
}

// cutRefit lists the marked nodes at a depth below a marked one.
func (t *Tree) cutRefit(i, depth int32) {
	if depth == pieceDepth {
		t.cut.pieces = append(t.cut.pieces, piece{node: i})
		return
	}
	t.cut.tops = append(t.cut.tops, i)
	for _, c := range [2]int32{t.nodes[i].child1, t.nodes[i].child2} {
		if t.links[c].marked {
			t.cutRefit(c, depth+1)
		}
	}
}

// Work does one piece.
func (t *Tree) Work(k int) {
	p := &t.cut.pieces[k]
	if t.cut.refit {
		t.refitBelow(p.node)
		return
	}
	last := p.spare + p.count - 1
	t.build(t.entries[p.entry:p.entry+p.count], t.spare[p.spare:last], int(p.depth), p.parent, true)
}

// End finishes what BeginRebuild or BeginRefit began, when all pieces are done.
func (t *Tree) End() {
	tops := t.cut.tops
	for k := len(tops) - 1; k >= 0; k-- {
		i := tops[k]
		if t.cut.refit {
			t.nodes[i].box = t.nodes[t.nodes[i].child1].box.Union(t.nodes[t.nodes[i].child2].box)
		} else {
			t.join(i, t.nodes[i].child1, t.nodes[i].child2, t.links[i].parent, true)
		}
	}
	if !t.cut.refit && len(t.cut.pieces) > 0 && t.links[t.root].height > maxHeight {
		t.Rebuild(true)
	}
}

package solve

import "slices"

// Joints that hang together are solved as one system: the held rows of a group, all joints
// that are connected through movable bodies, form a sparse symmetric matrix J·M⁻¹·Jᵀ with a
// block per joint and per pair of joints that share a body. It is factored as L·D·Lᵀ, the
// joints with the fewest neighbours first, which for a tree creates no new blocks: the cost is
// proportional to the number of joints. Sources: Baraff, "Linear-Time Dynamics using Lagrange
// Multipliers", SIGGRAPH 1996; Davis, "Direct Methods for Sparse Linear Systems", 2006.
//
// This file finds the order and the places of the blocks, which depend only on which joints are
// awake; jointgroup.go does the arithmetic.

// groupNode is one joint of a group.
type groupNode struct {
	joint int32
	rows  int32 // number of held rows
	// diag is the place of the diagonal block in jointGroups.values, solution that of the
	// rows in jointGroups.solution and jointGroups.held.
	diag, row int32
	// below are the blocks under the diagonal in this column.
	below span
}

// groupBlock couples a column to a later node.
type groupBlock struct{ node, at int32 }

// groupShare is a movable body that two joints share: where their coupling is added, and which
// sides of the joints the body is. row is the later node, the rows of the block.
type groupShare struct {
	row, column  int32
	at           int32
	sideR, sideC int32
}

// group is a set of connected joints.
type group struct {
	nodes, shares span
	values, rows  span
}

type span struct{ begin, end int32 }

// jointGroups is the layout of all groups, kept while the same joints are awake.
type jointGroups struct {
	version uint64
	valid   bool

	groups []group
	nodes  []groupNode // in the order of elimination
	below  []groupBlock
	shares []groupShare

	values   []float64
	solution []float64
	held     []heldRow
	stiff    []float32 // per state
	whirl    []whirl   // per state, see foresee

	build groupBuild
}

// groupBuild is memory for laying out.
type groupBuild struct {
	parent  []int32 // of bodies
	first   []int32 // first candidate of each body, in order of joints
	next    [][2]int32
	rank    []int32 // group of a root body
	list    []int32 // joints, ordered by group
	counts  []int32
	near    [][]int32
	heap    []uint64
	place   []int32 // position in the order of elimination, −1 before
	order   []int32
	members []int32
}

// groupCost limits the multiplications of one factoring of a group. Nets and cloths, whose
// cost grows faster than their size, stay with the iterative solver.
const groupCost = 1 << 18

// groupJoints lays out the groups of the joints in active, which is in ascending order.
func (s *Solver) groupJoints() {
	g := &s.direct
	g.groups, g.nodes, g.below, g.shares = g.groups[:0], g.nodes[:0], g.below[:0], g.shares[:0]
	for _, index := range s.active {
		s.Joints[index].direct = false
	}
	values, rows := int32(0), int32(0)
	if !s.DirectJoints {
		return
	}
	s.listGroups()
	b := &g.build
	for start := 0; start < len(b.list); {
		end := start + 1
		for end < len(b.list) && b.counts[end] == b.counts[start] {
			end++
		}
		members := b.list[start:end]
		start = end
		gr, ok := s.layOut(members, values, rows)
		if !ok {
			continue
		}
		values, rows = gr.values.end, gr.rows.end
		g.groups = append(g.groups, gr)
		for _, index := range members {
			s.Joints[index].direct = true
		}
	}
	g.values = slices.Grow(g.values[:0], int(values))[:values]
	g.solution = slices.Grow(g.solution[:0], int(rows))[:rows]
	g.held = slices.Grow(g.held[:0], int(rows))[:rows]
}

// movableBody returns the body of a side, or World if impulses do not move it.
func (s *Solver) movableBody(j *Joint, side int32) int32 {
	b := j.BodyB
	if side == 0 {
		b = j.BodyA
	}
	if b == World || s.Sims[b].InvMass == 0 || s.Sims[b].StateIndex == 0 {
		return World
	}
	return b
}

// listGroups sorts the joints with held rows by group; counts is the number of the group.
func (s *Solver) listGroups() {
	b := &s.direct.build
	n := len(s.Sims)
	b.parent = slices.Grow(b.parent[:0], n)[:n]
	b.rank = slices.Grow(b.rank[:0], n)[:n]
	for _, index := range s.active {
		j := &s.Joints[index]
		for side := int32(0); side < 2; side++ {
			if body := s.movableBody(j, side); body != World {
				b.parent[body], b.rank[body] = body, -1
			}
		}
	}
	find := func(i int32) int32 {
		for b.parent[i] != i {
			b.parent[i] = b.parent[b.parent[i]]
			i = b.parent[i]
		}
		return i
	}
	for _, index := range s.active {
		j := &s.Joints[index]
		a, c := s.movableBody(j, 0), s.movableBody(j, 1)
		if j.HeldCount() == 0 || a == World || c == World {
			continue
		}
		if ra, rc := find(a), find(c); ra != rc {
			b.parent[max(ra, rc)] = min(ra, rc)
		}
	}
	// number the groups in the order of their first joint, then sort by counting
	b.list, b.counts, b.members = b.list[:0], b.counts[:0], b.members[:0]
	b.heap = b.heap[:0]
	groups := int32(0)
	for _, index := range s.active {
		j := &s.Joints[index]
		body := s.movableBody(j, 1)
		if body == World {
			body = s.movableBody(j, 0)
		}
		if j.HeldCount() == 0 || body == World {
			continue
		}
		root := find(body)
		if b.rank[root] < 0 {
			b.rank[root] = groups
			groups++
		}
		b.heap = append(b.heap, uint64(b.rank[root])<<32|uint64(index))
	}
	slices.Sort(b.heap)
	for _, key := range b.heap {
		b.list = append(b.list, int32(key&0xffffffff))
		b.counts = append(b.counts, int32(key>>32))
	}
}

// layOut finds the order of elimination of a group by least degree and the places of its
// blocks, or reports that it is too dense.
func (s *Solver) layOut(members []int32, values, rows int32) (gr group, ok bool) {
	g := &s.direct
	b := &g.build
	s.neighbours(members)
	n := len(members)
	b.place = slices.Grow(b.place[:0], n)[:n]
	b.heap, b.order = b.heap[:0], b.order[:0]
	for i := range n {
		b.place[i] = -1
		b.pushDegree(i)
	}
	nodes, below, shares := len(g.nodes), len(g.below), len(g.shares)
	cost := 0
	for len(b.order) < n {
		key := b.popDegree()
		k := int32(key & 0xffffffff)
		if b.place[k] >= 0 || int(key>>32) != len(b.near[k]) {
			continue // settled, or an older degree
		}
		near := b.near[k]
		width := int(s.Joints[members[k]].HeldCount())
		part := 0
		for _, o := range near {
			part += int(s.Joints[members[o]].HeldCount())
		}
		cost += width*width*width + width*width*part + width*part*part/2
		if cost > groupCost {
			g.nodes, g.below, g.shares = g.nodes[:nodes], g.below[:below], g.shares[:shares]
			return group{}, false
		}
		b.place[k] = int32(len(b.order))
		b.order = append(b.order, k)
		b.eliminate(k)
	}
	gr = group{nodes: span{int32(nodes), int32(nodes + n)}, values: span{values, values}, rows: span{rows, rows}}
	for _, k := range b.order {
		count := int32(s.Joints[members[k]].HeldCount())
		node := groupNode{joint: members[k], rows: count, diag: gr.values.end, row: gr.rows.end}
		s.Joints[members[k]].row = gr.rows.end
		gr.values.end += count * count
		gr.rows.end += count
		node.below.begin = int32(len(g.below))
		near := b.near[k]
		slices.SortFunc(near, func(x, y int32) int { return int(b.place[x]) - int(b.place[y]) })
		for _, o := range near {
			g.below = append(g.below, groupBlock{int32(nodes) + b.place[o], gr.values.end})
			gr.values.end += count * int32(s.Joints[members[o]].HeldCount())
		}
		node.below.end = int32(len(g.below))
		g.nodes = append(g.nodes, node)
	}
	gr.shares = s.listShares(members, gr.nodes.begin)
	return gr, true
}

// neighbours lists for each member the members with which it shares a movable body.
func (s *Solver) neighbours(members []int32) {
	b := &s.direct.build
	n := len(members)
	for len(b.near) < n {
		b.near = append(b.near, nil)
	}
	b.threadBodies(s, members)
	for i, index := range members {
		near := b.near[i][:0]
		for side := int32(0); side < 2; side++ {
			body := s.movableBody(&s.Joints[index], side)
			if body == World {
				continue
			}
			for key := b.first[body]; key >= 0; key = b.next[key>>1][key&1] {
				if o := key >> 1; o != int32(i) {
					near = append(near, o)
				}
			}
		}
		slices.Sort(near)
		b.near[i] = slices.Compact(near)
	}
}

// threadBodies links the sides of the members at each body.
func (b *groupBuild) threadBodies(s *Solver, members []int32) {
	n := len(s.Sims)
	b.first = slices.Grow(b.first[:0], n)[:n]
	b.next = slices.Grow(b.next[:0], len(members))[:len(members)]
	for _, index := range members {
		for side := int32(0); side < 2; side++ {
			if body := s.movableBody(&s.Joints[index], side); body != World {
				b.first[body] = -1
			}
		}
	}
	for i := len(members) - 1; i >= 0; i-- {
		for side := int32(1); side >= 0; side-- {
			if body := s.movableBody(&s.Joints[members[i]], side); body != World {
				b.next[i][side] = b.first[body]
				b.first[body] = int32(i)<<1 | side
			}
		}
	}
}

// eliminate connects the neighbours of k that are left with each other and forgets k.
func (b *groupBuild) eliminate(k int32) {
	near := b.near[k]
	for _, i := range near {
		list := b.near[i]
		at, _ := slices.BinarySearch(list, k)
		list = slices.Delete(list, at, at+1)
		for _, o := range near {
			if o == i {
				continue
			}
			if at, found := slices.BinarySearch(list, o); !found {
				list = slices.Insert(list, at, o)
			}
		}
		b.near[i] = list
		b.pushDegree(int(i))
	}
}

// pushDegree and popDegree are a binary heap of degree and member; the smaller member comes
// first among equals.
func (b *groupBuild) pushDegree(i int) {
	h := append(b.heap, uint64(len(b.near[i]))<<32|uint64(i))
	for c := len(h) - 1; c > 0; {
		p := (c - 1) / 2
		if h[p] <= h[c] {
			break
		}
		h[p], h[c] = h[c], h[p]
		c = p
	}
	b.heap = h
}

func (b *groupBuild) popDegree() uint64 {
	h := b.heap
	top, last := h[0], len(h)-1
	h[0] = h[last]
	h = h[:last]
	for p := 0; ; {
		c := 2*p + 1
		if c >= last {
			break
		}
		if c+1 < last && h[c+1] < h[c] {
			c++
		}
		if h[p] <= h[c] {
			break
		}
		h[p], h[c] = h[c], h[p]
		p = c
	}
	b.heap = h
	return top
}

// listShares finds for every pair of members and every movable body that they share where
// the coupling is added.
func (s *Solver) listShares(members []int32, firstNode int32) span {
	g := &s.direct
	b := &g.build
	out := span{begin: int32(len(g.shares))}
	b.threadBodies(s, members)
	for i, index := range members {
		for side := int32(0); side < 2; side++ {
			body := s.movableBody(&s.Joints[index], side)
			if body == World {
				continue
			}
			for key := b.first[body]; key >= 0; key = b.next[key>>1][key&1] {
				if o := key >> 1; b.place[o] > b.place[i] {
					row, column := firstNode+b.place[o], firstNode+b.place[i]
					g.shares = append(g.shares, groupShare{row, column, g.find(row, column), key & 1, side})
				}
			}
		}
	}
	out.end = int32(len(g.shares))
	return out
}

// find returns the place of the block of a row in a column.
func (g *jointGroups) find(row, column int32) int32 {
	below := g.below[g.nodes[column].below.begin:g.nodes[column].below.end]
	lo, hi := 0, len(below)
	for lo < hi {
		if mid := (lo + hi) / 2; below[mid].node < row {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return below[lo].at
}

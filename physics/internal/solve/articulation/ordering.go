package articulation

import (
	"slices"

	"tumble/physics/internal/solve/elimination"
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/motion"
)

// Joints that hang together are solved as one system: the held rows of an articulation, all joints
// that are connected through movable bodies, form a sparse symmetric matrix J·M⁻¹·Jᵀ with a
// block per joint and per pair of joints that share a body. It is factored as L·D·Lᵀ, the
// joints with the fewest neighbours first, which for a tree creates no new blocks: the cost is
// proportional to the number of joints. Sources: Baraff, "Linear-Time Dynamics using Lagrange
// Multipliers", SIGGRAPH 1996; Davis, "Direct Methods for Sparse Linear Systems", 2006.
//
// This file finds the order and the positions of the blocks, which depend only on which joints are
// awake; solve.go does the arithmetic.

// jointNode is one joint of an articulation.
type jointNode struct {
	joint int32
	rows  int32 // number of rows
	// diag is the position of the diagonal block in Solver.values, row that of the
	// rows in Solver.solution and Solver.held.
	diag, row int32
	// acting are the rows in the matrix, as positions after row; there are count of them, see factorRows. Others,
	// limits out of reach mostly, cost no arithmetic.
	acting [joint.MaxRows]int8
	count  int32
	// yielded is set for joints that yielded at their limits, see yield. Their rows do not act.
	yielded bool
	// below are the blocks under the diagonal in this column.
	below span
}

// offDiagonal couples a column to a later node.
type offDiagonal struct{ node, at int32 }

// coupling is a movable body that two joints share: where their coupling is added, and which
// sides of the joints the body is. row is the later node, the rows of the block.
type coupling struct {
	row, column  int32
	at           int32
	sideR, sideC int32
}

// articulation is a set of connected joints.
type articulation struct {
	nodes, couplings span
	values, rows     span
	options          bool // some rows are limits or motors
	breaks           bool // some joints break
	mechanism        bool // see isMechanism
}

type span struct{ begin, end int32 }

// Solver solves joints that hang together as one system. Their layout is kept while the same joints are awake.
type Solver struct {
	bodies *motion.Bodies
	joints *joint.Solver

	list      []articulation
	nodes     []jointNode // in the order of elimination
	below     []offDiagonal
	couplings []coupling

	values    []float64
	solution  []float64
	held      []joint.HeldRow
	stiffness []float32             // per state
	rotations []motion.FreeRotation // per state, see predictRotations

	ordering ordering
}

// ordering is memory for laying out.
type ordering struct {
	parent   []int32 // of bodies
	first    []int32 // first candidate of each body, in order of joints
	next     [][2]int32
	rank     []int32 // articulation of a root body
	list     []int32 // joints, ordered by articulation
	counts   []int32
	ranked   []uint64 // rank and joint
	position []int32  // position in the order of elimination
	order    []int32
	members  []int32

	elimination elimination.Order
}

// Begin begins a step.
func (s *Solver) Begin(b *motion.Bodies, joints *joint.Solver) {
	s.bodies, s.joints = b, joints
	if n := len(b.States); n > len(s.stiffness) {
		s.stiffness = make([]float32, n+n/2)
		s.rotations = make([]motion.FreeRotation, n+n/2)
	}
}

// Lay lays out the articulations of the active joints.
func (s *Solver) Lay() {
	s.list, s.nodes, s.below, s.couplings = s.list[:0], s.nodes[:0], s.below[:0], s.couplings[:0]
	values, rows := int32(0), int32(0)
	if !s.bodies.DirectJoints {
		s.joints.Direct(nil)
		return
	}
	s.listMembers()
	b := &s.ordering
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
		s.list = append(s.list, gr)
	}
	s.values = slices.Grow(s.values[:0], int(values))[:values]
	s.solution = slices.Grow(s.solution[:0], int(rows))[:rows]
	s.held = slices.Grow(s.held[:0], int(rows))[:rows]
	s.joints.Direct(s.held)
}

// listMembers sorts the joints with rows by articulation; counts is its number.
func (s *Solver) listMembers() {
	b := &s.ordering
	n := len(s.bodies.Sims)
	b.parent = slices.Grow(b.parent[:0], n)[:n]
	b.rank = slices.Grow(b.rank[:0], n)[:n]
	for _, index := range s.joints.Active() {
		j := s.joints.Joint(index)
		for side := int32(0); side < 2; side++ {
			if body := j.MovableBody(s.bodies.Sims, side); body != joint.World {
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
	for _, index := range s.joints.Active() {
		j := s.joints.Joint(index)
		a, c := j.MovableBody(s.bodies.Sims, 0), j.MovableBody(s.bodies.Sims, 1)
		if j.DirectCount() == 0 || a == joint.World || c == joint.World {
			continue
		}
		if ra, rc := find(a), find(c); ra != rc {
			b.parent[max(ra, rc)] = min(ra, rc)
		}
	}
	// number the articulations in the order of their first joint, then sort by counting
	b.list, b.counts, b.members = b.list[:0], b.counts[:0], b.members[:0]
	b.ranked = b.ranked[:0]
	count := int32(0)
	for _, index := range s.joints.Active() {
		j := s.joints.Joint(index)
		body := j.MovableBody(s.bodies.Sims, 1)
		if body == joint.World {
			body = j.MovableBody(s.bodies.Sims, 0)
		}
		if j.DirectCount() == 0 || body == joint.World {
			continue
		}
		root := find(body)
		if b.rank[root] < 0 {
			b.rank[root] = count
			count++
		}
		b.ranked = append(b.ranked, uint64(b.rank[root])<<32|uint64(index))
	}
	slices.Sort(b.ranked)
	for _, key := range b.ranked {
		b.list = append(b.list, int32(key&0xffffffff))
		b.counts = append(b.counts, int32(key>>32))
	}
}

// layOut finds the order of elimination of an articulation by least degree and the positions of its
// blocks, or reports that it is too dense.
func (s *Solver) layOut(members []int32, values, rows int32) (gr articulation, ok bool) {
	b := &s.ordering
	s.neighbours(members)
	n := len(members)
	b.position = slices.Grow(b.position[:0], n)[:n]
	b.order = b.order[:0]
	nodes, below, couplings := len(s.nodes), len(s.below), len(s.couplings)
	cost := 0
	for len(b.order) < n {
		k, near := b.elimination.Least()
		width := s.joints.Joint(members[k]).LoadedCount()
		rest := 0
		for _, o := range near {
			rest += s.joints.Joint(members[o]).LoadedCount()
		}
		cost += width*width*width + width*width*rest + width*rest*rest/2
		if cost > costLimit {
			s.nodes, s.below, s.couplings = s.nodes[:nodes], s.below[:below], s.couplings[:couplings]
			return articulation{}, false
		}
		b.position[k] = int32(len(b.order))
		b.order = append(b.order, k)
		b.elimination.Eliminate(k)
	}
	gr = articulation{nodes: span{int32(nodes), int32(nodes + n)}, values: span{values, values}, rows: span{rows, rows}}
	for _, k := range b.order {
		count := int32(s.joints.Joint(members[k]).DirectCount())
		node := jointNode{joint: members[k], rows: count, diag: gr.values.end, row: gr.rows.end}
		j := s.joints.Joint(members[k])
		j.SolveDirectly(gr.rows.end)
		gr.options = gr.options || j.HeldCount() < int(count)
		gr.breaks = gr.breaks || j.Breaks()
		gr.values.end += count * count
		gr.rows.end += count
		node.below.begin = int32(len(s.below))
		near := b.elimination.Near(k)
		slices.SortFunc(near, func(x, y int32) int { return int(b.position[x]) - int(b.position[y]) })
		for _, o := range near {
			s.below = append(s.below, offDiagonal{int32(nodes) + b.position[o], gr.values.end})
			gr.values.end += count * int32(s.joints.Joint(members[o]).DirectCount())
		}
		node.below.end = int32(len(s.below))
		s.nodes = append(s.nodes, node)
	}
	gr.mechanism = s.isMechanism(members)
	gr.couplings = s.listCouplings(members, gr.nodes.begin)
	return gr, true
}

// isMechanism reports whether joints leave their bodies one way to move or none, as those of a crank with its rod and
// piston do. Loops in a plane hold three coordinates twice, and so may any other loop; joints of the same two bodies
// leave them a hinge.
func (s *Solver) isMechanism(members []int32) bool {
	b := &s.ordering
	b.threadBodies(s, members)
	bodies, pairs, rows := 0, 0, 0
	for i, index := range members {
		j := s.joints.Joint(index)
		held, first := s.heldOfPair(members, i)
		if !first {
			continue
		}
		pairs++
		rows += held
		for side := int32(0); side < 2; side++ {
			if body := j.MovableBody(s.bodies.Sims, side); body != joint.World && b.first[body] == int32(i)<<1|side {
				bodies++
			}
		}
	}
	return 6*bodies-rows+3*(pairs-bodies) <= 1
}

// heldOfPair is how many coordinates the joints of the two bodies of member i hold, and whether it is the first of
// them.
func (s *Solver) heldOfPair(members []int32, i int) (held int, first bool) {
	b := &s.ordering
	j := s.joints.Joint(members[i])
	body, other := j.MovableBody(s.bodies.Sims, 1), j.MovableBody(s.bodies.Sims, 0)
	if body == joint.World {
		body, other = other, body
	}
	held = j.HeldCount()
	sum := held
	for key := b.first[body]; key >= 0; key = b.next[key>>1][key&1] {
		o := int(key >> 1)
		k := s.joints.Joint(members[o])
		if o == i || k.MovableBody(s.bodies.Sims, 1-key&1) != other {
			continue
		}
		if o < i {
			return 0, false
		}
		held, sum = max(held, k.HeldCount()), sum+k.HeldCount()
	}
	return max(held, min(sum, hingeRows)), true
}

// neighbours lists for each member the members with which it shares a movable body.
func (s *Solver) neighbours(members []int32) {
	b := &s.ordering
	n := len(members)
	b.elimination.Begin(n)
	b.threadBodies(s, members)
	for i, index := range members {
		for side := int32(0); side < 2; side++ {
			body := s.joints.Joint(index).MovableBody(s.bodies.Sims, side)
			if body == joint.World {
				continue
			}
			for key := b.first[body]; key >= 0; key = b.next[key>>1][key&1] {
				if o := key >> 1; o != int32(i) {
					b.elimination.Connect(int32(i), o)
				}
			}
		}
	}
	b.elimination.Start()
}

// threadBodies links the sides of the members at each body.
func (b *ordering) threadBodies(s *Solver, members []int32) {
	n := len(s.bodies.Sims)
	b.first = slices.Grow(b.first[:0], n)[:n]
	b.next = slices.Grow(b.next[:0], len(members))[:len(members)]
	for _, index := range members {
		for side := int32(0); side < 2; side++ {
			if body := s.joints.Joint(index).MovableBody(s.bodies.Sims, side); body != joint.World {
				b.first[body] = -1
			}
		}
	}
	for i := len(members) - 1; i >= 0; i-- {
		for side := int32(1); side >= 0; side-- {
			if body := s.joints.Joint(members[i]).MovableBody(s.bodies.Sims, side); body != joint.World {
				b.next[i][side] = b.first[body]
				b.first[body] = int32(i)<<1 | side
			}
		}
	}
}

// listCouplings finds for every pair of members and every movable body that they share where
// the coupling is added.
func (s *Solver) listCouplings(members []int32, firstNode int32) span {
	b := &s.ordering
	out := span{begin: int32(len(s.couplings))}
	b.threadBodies(s, members)
	for i, index := range members {
		for side := int32(0); side < 2; side++ {
			body := s.joints.Joint(index).MovableBody(s.bodies.Sims, side)
			if body == joint.World {
				continue
			}
			for key := b.first[body]; key >= 0; key = b.next[key>>1][key&1] {
				if o := key >> 1; b.position[o] > b.position[i] {
					row, column := firstNode+b.position[o], firstNode+b.position[i]
					s.couplings = append(s.couplings, coupling{row, column, s.find(row, column), key & 1, side})
				}
			}
		}
	}
	out.end = int32(len(s.couplings))
	return out
}

// find returns the position of the block of a row in a column.
func (s *Solver) find(row, column int32) int32 {
	below := s.below[s.nodes[column].below.begin:s.nodes[column].below.end]
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

package broadphase

import (
	"cmp"
	"math"
	"slices"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// Ten thousand shapes in one place meet a hundred million in the trees, to keep twelve each. So where many have moved, those of
// dynamic bodies are first sorted into cells so small that two shapes of one cell must overlap deeply. A cell with more shapes than
// a body may have deep overlaps is a crowd: each of it takes the next ones of its cell, in the order of their indices, which
// are those that it would have kept, asks the trees only for what is not dynamic, and waits for the rest. What is in no crowd
// looks for pairs with those that are.

const (
	// crowdLeast is the number of moved shapes from which on crowds are looked for: fewer meet few enough.
	crowdLeast = 1024
	// crowdSize is the number of shapes in a cell from which on they are a crowd.
	crowdSize = ClusterLimit + 1
	// crowdLook is at how many shapes of its crowd a shape looks for those that it may meet.
	crowdLook = 4 * ClusterLimit
	// crowdCellEdge times the power of two below the inner radius is the edge of a cell. Its diagonal is a little less than the distance
	// within which shapes surely overlap deeply, 2·coreOverlap times that power.
	crowdCellEdge = 0.86
	// farthestCell bounds the coordinates of cells.
	farthestCell = 1 << 30
)

// crowdCell is a cell: the exponent of the inner radii in it and its coordinates.
type crowdCell struct{ level, x, y, z int32 }

func (c crowdCell) hash() uint64 {
	low := uint64(uint32(c.x)) | uint64(uint32(c.y))<<32
	high := uint64(uint32(c.z)) | uint64(uint32(c.level))<<32
	return state.MixBits(low ^ state.MixBits(high))
}

// crowdMember is a shape in a cell.
type crowdMember struct {
	cell  crowdCell
	shape int32
}

func compareMembers(a, b crowdMember) int {
	return cmp.Or(cmp.Compare(a.cell.level, b.cell.level), cmp.Compare(a.cell.x, b.cell.x), cmp.Compare(a.cell.y, b.cell.y),
		cmp.Compare(a.cell.z, b.cell.z), cmp.Compare(a.shape, b.shape))
}

// crowds are the crowds of a step.
type crowds struct {
	members []crowdMember // crowd by crowd
	place   []int32       // per shape: one more than its place in members, 0 for none
	counts  []uint8       // shapes by the hashes of their cells, up to crowdSize
}

// FindCrowds finds the crowds among the shapes that moved, before the search for pairs begins.
func (bp *BroadPhase) FindCrowds() {
	bp.forgetCrowds()
	if len(bp.Moved) < crowdLeast {
		return
	}
	cr := &bp.crowds
	size := crowdLeast
	for size < 2*len(bp.Moved) {
		size *= 2
	}
	cr.counts = slices.Grow(cr.counts[:0], size)[:size]
	clear(cr.counts)
	most := uint8(0)
	for _, index := range bp.Moved {
		if c, ok := bp.crowdCellOf(index); ok {
			n := &cr.counts[c.hash()&uint64(size-1)]
			if *n < crowdSize {
				*n++
				most = max(most, *n)
			}
		}
	}
	if most < crowdSize {
		return
	}
	for _, index := range bp.Moved {
		if c, ok := bp.crowdCellOf(index); ok && cr.counts[c.hash()&uint64(size-1)] == crowdSize {
			cr.members = append(cr.members, crowdMember{c, index})
		}
	}
	bp.keepCrowds()
}

// keepCrowds sorts the members and keeps those of cells that are crowds: shapes of several cells may have one hash.
func (bp *BroadPhase) keepCrowds() {
	cr := &bp.crowds
	slices.SortFunc(cr.members, compareMembers)
	cr.place = append(cr.place, make([]int32, max(len(bp.Shapes)-len(cr.place), 0))...)
	kept := 0
	for rest := cr.members; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].cell == rest[0].cell {
			n++
		}
		if n >= crowdSize {
			for _, m := range rest[:n] {
				cr.members[kept] = m
				kept++
				cr.place[m.shape] = int32(kept)
			}
		}
		rest = rest[n:]
	}
	cr.members = cr.members[:kept]
}

// forgetCrowds ends the crowds of a step.
func (bp *BroadPhase) forgetCrowds() {
	cr := &bp.crowds
	for _, m := range cr.members {
		cr.place[m.shape] = 0
	}
	cr.members = cr.members[:0]
}

// inCrowd reports whether a shape is in a crowd.
func (bp *BroadPhase) inCrowd(index int32) bool {
	return len(bp.crowds.members) > 0 && bp.crowds.place[index] > 0
}

// crowdCellOf is the cell of a shape; it is false for one that is never in a crowd.
func (bp *BroadPhase) crowdCellOf(index int32) (c crowdCell, ok bool) {
	s := &bp.Shapes[index]
	r := &bp.Bodies[s.Body]
	// bodies on joints ask the trees together
	if s.Sensor || r.Kind != state.Dynamic || r.FirstJoint != state.None || !(s.Inner > 0) {
		return c, false
	}
	// the power of two below a number has its exponent bits
	exponent := math.Float32bits(s.Inner) >> 23
	edge := float32(crowdCellEdge * math.Float32frombits(exponent<<23))
	p := bp.Bounds[index].Tight.Center().Mul(1 / edge)
	if !(vec.Max(vec.Abs(p.X), vec.Max(vec.Abs(p.Y), vec.Abs(p.Z))) < farthestCell) {
		return c, false
	}
	floor := func(x float32) int32 { return int32(math.Floor(float64(x))) }
	return crowdCell{int32(exponent), floor(p.X), floor(p.Y), floor(p.Z)}, true
}

// findInCrowd makes the pairs of a shape in a crowd.
func (bp *BroadPhase) findInCrowd(worker int, pairs []Pair, index int32) []Pair {
	first, fat := len(pairs), bp.Bounds[index].Fat
	found := bp.found.Of(worker)
	for _, other := range [...]state.BodyType{state.Static, state.Kinematic} {
		begin := len(found)
		found = bp.Trees[other].Query(fat, tree.AllCategories, found)
		for _, candidate := range found[begin:] {
			if bp.wantsPair(index, candidate, state.Dynamic, other) {
				pairs = append(pairs, Pair{index, candidate})
			}
		}
	}
	bp.found.Keep(worker, found)
	room := ClusterLimit - bp.deepOverlaps(bp.Shapes[index].Body)
	place := bp.crowds.place[index]
	cell, next := bp.crowds.members[place-1].cell, bp.crowds.members[place:]
	for _, m := range next[:min(len(next), crowdLook)] {
		if room <= 0 || m.cell != cell {
			break
		}
		if bp.wantsPair(index, m.shape, state.Dynamic, state.Dynamic) {
			pairs = append(pairs, Pair{index, m.shape})
			room--
		}
	}
	slices.SortFunc(pairs[first:], func(p, q Pair) int { return int(p.B) - int(q.B) })
	return append(pairs, Pair{index, state.None})
}

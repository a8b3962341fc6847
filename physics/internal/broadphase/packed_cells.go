package broadphase

import (
	"cmp"
	"math"
	"slices"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// Ten thousand shapes at one position meet in a hundred million pairs, of which each shape keeps twelve. So where many
// shapes moved, those of dynamic bodies are first sorted into cells so small that two shapes of one cell must overlap
// deeply. A cell with more shapes than a body may have deep overlaps is packed. Each shape of a packed cell makes
// pairs with the next shapes in the order of indices, up to the limit of deep overlaps, asks the trees for shapes of
// other body types only, and waits for the rest. Shapes outside of packed cells look for pairs with the shapes inside.

const (
	// packedLeast is the number of moved shapes from which on packed cells are looked for: fewer meet few enough.
	packedLeast = 1024
	// packedSize is the number of shapes in a cell from which on it is packed.
	packedSize = ClusterLimit + 1
	// packedLook is at how many shapes of its cell a shape looks for those that it may meet.
	packedLook = 4 * ClusterLimit
	// packedEdge times the power of two below the inner radius is the edge of a cell. Its diagonal is a little less
	// than the distance within which shapes surely overlap deeply, 2·coreOverlap times that power.
	packedEdge = 0.86
	// farthestCell bounds the coordinates of cells.
	farthestCell = 1 << 30
)

// packedCell is a cell: the exponent of the inner radii in it and its coordinates.
type packedCell struct{ level, x, y, z int32 }

func (c packedCell) hash() uint64 {
	low := uint64(uint32(c.x)) | uint64(uint32(c.y))<<32
	high := uint64(uint32(c.z)) | uint64(uint32(c.level))<<32
	return state.MixBits(low ^ state.MixBits(high))
}

// packedShape is a shape in a cell.
type packedShape struct {
	cell  packedCell
	shape int32
}

func compareMembers(a, b packedShape) int {
	return cmp.Or(cmp.Compare(a.cell.level, b.cell.level), cmp.Compare(a.cell.x, b.cell.x), cmp.Compare(a.cell.y,
		b.cell.y),
		cmp.Compare(a.cell.z, b.cell.z), cmp.Compare(a.shape, b.shape))
}

// packedCells are the packed cells of a step.
type packedCells struct {
	members  []packedShape // cell by cell
	position []int32       // per shape: one more than its position in members, 0 for none
	counts   []uint8       // shapes by the hashes of their cells, up to packedSize
}

// FindPacked finds the packed cells of the shapes that moved, and marks these, before the search for pairs begins.
func (bp *BroadPhase) FindPacked() {
	bp.moved.Clear(len(bp.Shapes))
	for _, index := range bp.Moved {
		bp.moved.Add(index)
	}
	bp.forgetPacked()
	if len(bp.Moved) < packedLeast {
		return
	}
	pc := &bp.packed
	size := packedLeast
	for size < 2*len(bp.Moved) {
		size *= 2
	}
	pc.counts = slices.Grow(pc.counts[:0], size)[:size]
	clear(pc.counts)
	most := uint8(0)
	for _, index := range bp.Moved {
		if c, ok := bp.cellOf(index); ok {
			n := &pc.counts[c.hash()&uint64(size-1)]
			if *n < packedSize {
				*n++
				most = max(most, *n)
			}
		}
	}
	if most < packedSize {
		return
	}
	for _, index := range bp.Moved {
		if c, ok := bp.cellOf(index); ok && pc.counts[c.hash()&uint64(size-1)] == packedSize {
			pc.members = append(pc.members, packedShape{c, index})
		}
	}
	bp.keepPacked()
}

// keepPacked sorts the members and keeps those of packed cells: shapes of several cells may have one hash.
func (bp *BroadPhase) keepPacked() {
	pc := &bp.packed
	slices.SortFunc(pc.members, compareMembers)
	pc.position = append(pc.position, make([]int32, max(len(bp.Shapes)-len(pc.position), 0))...)
	kept := 0
	for rest := pc.members; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].cell == rest[0].cell {
			n++
		}
		if n >= packedSize {
			for _, m := range rest[:n] {
				pc.members[kept] = m
				kept++
				pc.position[m.shape] = int32(kept)
			}
		}
		rest = rest[n:]
	}
	pc.members = pc.members[:kept]
}

// forgetPacked forgets the packed cells of a step.
func (bp *BroadPhase) forgetPacked() {
	pc := &bp.packed
	for _, m := range pc.members {
		pc.position[m.shape] = 0
	}
	pc.members = pc.members[:0]
}

// isPacked reports whether a shape is in a packed cell.
func (bp *BroadPhase) isPacked(index int32) bool {
	return len(bp.packed.members) > 0 && bp.packed.position[index] > 0
}

// cellOf is the cell of a shape; ok is false for a shape that is never in a packed cell.
func (bp *BroadPhase) cellOf(index int32) (c packedCell, ok bool) {
	s := &bp.Shapes[index]
	r := &bp.Bodies[s.Body]
	// bodies on joints ask the trees together
	if s.Sensor || r.Kind != state.Dynamic || r.FirstJoint != state.None || !(s.Inner > 0) {
		return c, false
	}
	// the power of two below a number has its exponent bits
	exponent := math.Float32bits(s.Inner) >> 23
	edge := float32(packedEdge * math.Float32frombits(exponent<<23))
	p := bp.Bounds[index].Tight.Center().Mul(1 / edge)
	if !(vec.Max(vec.Abs(p.X), vec.Max(vec.Abs(p.Y), vec.Abs(p.Z))) < farthestCell) {
		return c, false
	}
	floor := func(x float32) int32 { return int32(math.Floor(float64(x))) }
	return packedCell{int32(exponent), floor(p.X), floor(p.Y), floor(p.Z)}, true
}

// findPackedPairs makes the pairs of a shape in a packed cell.
func (bp *BroadPhase) findPackedPairs(worker int, pairs []Pair, index int32) []Pair {
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
	position := bp.packed.position[index]
	cell, next := bp.packed.members[position-1].cell, bp.packed.members[position:]
	for _, m := range next[:min(len(next), packedLook)] {
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

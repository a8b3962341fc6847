package solve

import "slices"

// Islands share no movable body, so that each may go through all of its sub-steps on its own. Islands
// are gathered into parts whose blocks and bodies fit into the cache of one core: the passes of a part
// find them there, where those over all contacts of a world have to fetch them from memory every time,
// and workers take whole parts, without waiting for each other after every colour. The bits are the
// same, because every body still meets its constraints in the order of the colours.
//
// What is left is solved colour by colour: islands that are larger than a part, those with joints, with
// contacts of several manifolds or in the overflow, and those in touch with kinematic bodies, which
// move during the sub-steps.

const (
	// partSize is the size at which a part is full, about 200 kB: a manifold counts 2, a body 1.
	partSize = 896
	// partsPerWorker is how many parts each worker has to get at least, so that none waits long for
	// another.
	partsPerWorker = 4
	// leastParted is the number of contacts below which a world is not divided.
	leastParted = 128
	// undivided is the size of islands that are not for parts.
	undivided = int32(1) << 30
)

// part is a group of islands.
type part struct {
	// bodies are places in Solver.order, blocks those of the lanes of the part.
	bodies, blocks Range
	// batches are places in Solver.partBatches.
	batches Range
}

// What a lookup of the island of a body gives when it has none.
const (
	asleep     = int32(-2) // or static
	islandless = int32(-1) // awake but not dynamic
)

// parting is how a world is divided in this step.
type parting struct {
	list    []part
	batches []Range // blocks, counted from the first of their part
	// bodies tells the island of those that are awake, by body; size and place are by island.
	bodies []islandMark
	stamp  uint32
	size   []int32
	place  []int32 // the part of an island, −1 for none
	// entries tells the part of each contact of the graph, colour by colour, −1 for none.
	entries []int32
	first   [ColorCount]int32
	// count and next are by part and colour: the contacts, and the next free lane.
	count, next []int32
	workers     []partWorker
}

// islandMark is the island of a body if the stamp is that of the step.
type islandMark struct {
	stamp  uint32
	island int32
}

// partWorker is what a worker needs to solve a part.
type partWorker struct {
	blocks  []Block
	budgets []Lane
	laps    [phaseCount]int64
	_       [64]byte // neighbours are written by different workers
}

// divide finds the parts of this step. It reports whether there are any.
func (s *Solver) divide(g *Graph) bool {
	d := &s.parts
	d.list, d.batches, s.order = d.list[:0], d.batches[:0], s.order[:0]
	contacts := 0
	for i := range g.colors {
		contacts += len(g.colors[i].contacts)
	}
	if contacts < leastParted || len(s.Islands) != len(s.Awake) {
		return false
	}
	if !s.markIslands() {
		return false
	}
	s.sizeIslands(g)
	if !s.gatherIslands() {
		return false
	}
	s.orderBodies()
	return true
}

// markIslands notes the islands of the bodies and counts these. It reports whether it looks worth
// going on: a quarter of all bodies may go to parts.
func (s *Solver) markIslands() bool {
	d := &s.parts
	islands := int32(0)
	for _, island := range s.Islands {
		islands = max(islands, island+1)
	}
	d.size, d.place = resized(d.size, int(islands)), resized(d.place, int(islands))
	d.stamp++
	if len(d.bodies) < len(s.Sims) || d.stamp == 0 {
		d.bodies, d.stamp = make([]islandMark, len(s.Sims)+len(s.Sims)/2), 1
	}
	for k, body := range s.Awake {
		island := s.Islands[k]
		d.bodies[body] = islandMark{d.stamp, island}
		if island >= 0 {
			d.size[island]++
		}
	}
	small := int32(0)
	for _, n := range d.size {
		if n <= partSize {
			small += n
		}
	}
	return 4*int(small) >= len(s.Awake)
}

// resized returns n zeros, in the memory of list if that is large enough.
func resized(list []int32, n int) []int32 {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

func (d *parting) islandOf(body int32) int32 {
	if m := d.bodies[body]; m.stamp == d.stamp {
		return m.island
	}
	return asleep
}

// sizeIslands adds the contacts to the sizes of the islands, and notes their islands.
func (s *Solver) sizeIslands(g *Graph) {
	d := &s.parts
	d.entries = d.entries[:0]
	for color := range g.colors {
		d.first[color] = int32(len(d.entries))
		for i := range g.colors[color].contacts {
			e := &g.colors[color].contacts[i]
			a, b := d.islandOf(e.BodyA), d.islandOf(e.BodyB)
			island := max(a, b)
			d.entries = append(d.entries, island)
			if color == Overflow || e.Count > 1 || a == islandless || b == islandless || a >= 0 && b >= 0 && a != b {
				d.keepWhole(a)
				d.keepWhole(b)
			} else if island >= 0 {
				d.size[island] += 2
			}
		}
	}
	for _, index := range s.active {
		j := &s.Joints[index]
		d.keepWhole(d.islandOf(j.BodyB))
		if j.BodyA != World {
			d.keepWhole(d.islandOf(j.BodyA))
		}
	}
}

// keepWhole keeps an island out of the parts.
func (d *parting) keepWhole(island int32) {
	if island >= 0 {
		d.size[island] = undivided
	}
}

// gatherIslands fills the parts in the order of the bodies. It reports whether there are enough.
func (s *Solver) gatherIslands() bool {
	d := &s.parts
	const unknown = -2
	for i := range d.place {
		d.place[i] = unknown
	}
	size := int32(partSize)
	for _, island := range s.Islands {
		if island < 0 || d.place[island] != unknown {
			continue
		}
		more := d.size[island]
		if more > partSize {
			d.place[island] = -1
			continue
		}
		if size+more > partSize {
			d.list, size = append(d.list, part{}), 0
		}
		d.place[island] = int32(len(d.list) - 1)
		size += more
	}
	for i, island := range d.entries {
		if island >= 0 {
			d.entries[i] = d.place[island]
		} else {
			d.entries[i] = -1
		}
	}
	workers := max(s.Workers, 1)
	if len(d.list) < 2 || workers > 1 && len(d.list) < partsPerWorker*workers {
		d.list = d.list[:0]
		return false
	}
	return true
}

// partOf is the part of the awake body k, −1 for none.
func (s *Solver) partOf(k int) int32 {
	if island := s.Islands[k]; island >= 0 {
		return s.parts.place[island]
	}
	return -1
}

// orderBodies lists the awake bodies: first those in no part, then those of each part.
func (s *Solver) orderBodies() {
	d := &s.parts
	s.shared = 0
	for k := range s.Islands {
		if p := s.partOf(k); p >= 0 {
			d.list[p].bodies.End++
		} else {
			s.shared++
		}
	}
	at := int32(s.shared)
	for i := range d.list {
		r := &d.list[i].bodies
		n := r.End
		r.Begin, r.End = at, at
		at += n
	}
	s.order = slices.Grow(s.order, len(s.Islands))[:len(s.Islands)]
	rest := int32(0)
	for k := range s.Islands {
		next := &rest
		if p := s.partOf(k); p >= 0 {
			next = &d.list[p].bodies.End
		}
		s.order[*next] = int32(k)
		*next++
	}
}

// layParts lays out the lanes of the parts behind all others, colour by colour in each part.
func (s *Solver) layParts(g *Graph) {
	d := &s.parts
	d.count, d.next = resized(d.count, len(d.list)*ColorCount), resized(d.next, len(d.list)*ColorCount)
	for color := range g.colors[:Overflow] {
		for _, p := range d.entries[d.first[color]:d.first[color+1]] {
			if p >= 0 {
				d.count[int(p)*ColorCount+color]++
			}
		}
	}
	block, most := int32(len(s.lanes)/Width), int32(0)
	for i := range d.list {
		p := &d.list[i]
		p.blocks.Begin, p.batches.Begin = block, int32(len(d.batches))
		for color := range Overflow {
			at := i*ColorCount + color
			if n := (d.count[at] + Width - 1) / Width; n > 0 {
				d.next[at] = block * Width
				d.batches = append(d.batches, Range{block - p.blocks.Begin, block + n - p.blocks.Begin})
				block += n
			}
		}
		p.blocks.End, p.batches.End = block, int32(len(d.batches))
		most = max(most, block-p.blocks.Begin)
	}
	for len(s.lanes) < int(block)*Width {
		s.lanes = append(s.lanes, -1)
	}
	for color := range g.colors[:Overflow] {
		contacts := g.colors[color].contacts
		for i, p := range d.entries[d.first[color]:d.first[color+1]] {
			if p >= 0 {
				next := &d.next[int(p)*ColorCount+color]
				s.lanes[*next] = contacts[i].Manifold
				*next++
			}
		}
	}
	s.equipWorkers(most)
}

// equipWorkers gives every worker room for so many blocks.
func (s *Solver) equipWorkers(blocks int32) {
	d := &s.parts
	for len(d.workers) < max(s.Workers, 1) {
		d.workers = append(d.workers, partWorker{})
	}
	for i := range d.workers {
		w := &d.workers[i]
		if len(w.blocks) < int(blocks) {
			w.blocks, w.budgets = make([]Block, blocks+blocks/2), make([]Lane, blocks+blocks/2)
		}
	}
}

// clearLaps begins the measurements of a step.
func (d *parting) clearLaps() {
	for i := range d.workers {
		d.workers[i].laps = [phaseCount]int64{}
	}
}

// PartCount is the number of parts, each of which one worker solves.
func (s *Solver) PartCount() int { return len(s.parts.list) }

// SharedBodies is the number of awake bodies that are in no part.
func (s *Solver) SharedBodies() int {
	if len(s.parts.list) == 0 {
		return len(s.Awake)
	}
	return s.shared
}

// SolveParts takes the parts begin to end (exclusive) through all sub-steps.
func (s *Solver) SolveParts(worker, begin, end int) {
	for i := begin; i < end; i++ {
		s.solvePart(&s.parts.workers[worker], &s.parts.list[i])
	}
}

func (s *Solver) solvePart(w *partWorker, p *part) {
	n := p.blocks.Len()
	blocks, budgets := w.blocks[:n], w.budgets[:n]
	lanes := s.lanes[p.blocks.Begin*Width : p.blocks.End*Width]
	batches := s.parts.batches[p.batches.Begin:p.batches.End]
	first, last := int(p.bodies.Begin), int(p.bodies.End)
	t := s.now()
	s.prepareBlocks(blocks, lanes, budgets)
	t = s.lap(w, phasePrepare, t)
	for i := int32(0); i < s.SubSteps; i++ {
		s.IntegrateVelocities(first, last)
		t = s.lap(w, phaseVelocities, t)
		if s.Params.WarmStart || i > 0 {
			for _, b := range batches {
				s.runWarmStart(blocks[b.Begin:b.End])
			}
			t = s.lap(w, phaseWarmStart, t)
		}
		for range ContactIterations {
			for _, b := range batches {
				s.runSolve(blocks[b.Begin:b.End])
			}
		}
		t = s.lap(w, phaseSolve, t)
		s.IntegratePositions(first, last)
		t = s.lap(w, phasePositions, t)
		for _, b := range batches {
			s.runRelax(blocks[b.Begin:b.End])
		}
		t = s.lap(w, phaseRelax, t)
	}
	if s.HasCrowds() {
		s.LimitSpeeds(first, last)
	}
	s.restituteBlocks(blocks, budgets)
	t = s.lap(w, phaseRestitution, t)
	s.storeBlocks(blocks, lanes)
	s.lap(w, phaseStore, t)
}

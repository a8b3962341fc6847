package solve

import "slices"

// Islands share no movable body, so that each may go through all of its sub-steps on its own. Islands
// are gathered into parts whose blocks and bodies fit into the cache of one core: the passes of a part
// find them there, where those over all contacts of a world have to fetch them from memory every time,
// and workers take whole parts, without waiting for each other after every colour. The bits are the
// same, because every body still meets its constraints in the order of the colours.
//
// Joints go to a part chunk by chunk, and so all islands that share a chunk, see jointchunk.go.
//
// What is left is solved colour by colour: islands that are larger than a part, those with constraints in the overflow, with
// joints that groups solve or contacts of more manifolds than partLayers, and those in touch with kinematic
// bodies, which move during the sub-steps.

const (
	// partSize is the size at which a part is full, about 200 kB: a manifold or a joint counts 2, a body 1.
	partSize = 896
	// partLayers is how many manifolds a contact of a part may have.
	partLayers = 4
	// partsPerWorker is how many parts each worker has to get at least, so that none waits long for
	// another.
	partsPerWorker = 4
	// leastParted is the number of contacts and joints below which a world is not divided.
	leastParted = 128
	// undivided is the size of islands that are not for parts.
	undivided = int32(1) << 30
)

// part is a group of islands.
type part struct {
	// bodies are places in Solver.order, blocks those of the lanes of the part.
	bodies, blocks Range
	// batches and chunks are places in the lists of parting.
	batches, chunks Range
}

// What a lookup of the island of a body gives when it has none.
const (
	asleep     = int32(-2) // or static
	islandless = int32(-1) // awake but not dynamic
)

// parting is how a world is divided in this step.
type parting struct {
	list    []part
	batches []Batch // blocks are counted from the first of their part
	chunks  []int32 // of joints, part by part
	// bodies tells the island of those that are awake, by body; lead, size and place are by island.
	bodies []islandMark
	stamp  uint32
	lead   []int32 // the island that stands for all that go to one part, see uniteIslands
	size   []int32
	place  []int32 // the part of an island, −1 for none
	// chunkIsland and chunkPart are by chunk of joints: an island of it and its part, −1 for none.
	chunkIsland, chunkPart []int32
	// entries tells the part of each contact of the graph, colour by colour, −1 for none.
	entries []int32
	first   [ColorCount]int32
	// count and next are by part, colour and layer: the manifolds, and the next free lane.
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
	d.list, d.batches, d.chunks, s.order = d.list[:0], d.batches[:0], d.chunks[:0], s.order[:0]
	constraints := len(s.active)
	for i := range g.colors {
		constraints += len(g.colors[i].contacts)
	}
	if constraints < leastParted || len(s.Islands) != len(s.Awake) {
		return false
	}
	if !s.markIslands() {
		return false
	}
	s.uniteIslands()
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
	m := d.bodies[body]
	switch {
	case m.stamp != d.stamp:
		return asleep
	case m.island < 0:
		return m.island
	}
	return d.lead[m.island]
}

// uniteIslands makes one of the islands that share a chunk of joints, which goes to a part as it is.
func (s *Solver) uniteIslands() {
	d := &s.parts
	d.lead = d.lead[:0]
	for i := range d.size {
		d.lead = append(d.lead, int32(i))
	}
	d.chunkIsland = resized(d.chunkIsland, len(s.chunks.list))
	for k := range s.chunks.list {
		chunk := &s.chunks.list[k]
		chunk.moved = false
		one := int32(-1)
		for _, body := range s.chunks.bodies[chunk.bodies.Begin:chunk.bodies.End] {
			island := d.islandOf(body)
			if island == islandless {
				chunk.moved = true
			}
			if island < 0 {
				continue
			}
			island = d.find(island)
			if one >= 0 {
				one = d.find(one)
				d.lead[max(one, island)] = min(one, island)
			}
			one = island
		}
		d.chunkIsland[k] = one
	}
	for i := range d.lead {
		d.lead[i] = d.lead[d.lead[i]]
		if lead := d.lead[i]; lead != int32(i) {
			d.size[lead] += d.size[i]
		}
	}
}

// find is the island that stands for another so far.
func (d *parting) find(island int32) int32 {
	for d.lead[island] != island {
		island = d.lead[island]
	}
	return island
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
			if color == Overflow || e.Count > partLayers || a == islandless || b == islandless || a >= 0 && b >= 0 && a != b {
				d.keepWhole(a)
				d.keepWhole(b)
			} else if island >= 0 {
				d.size[island] += 2 * e.Count
			}
		}
	}
	for k := range s.chunks.list {
		chunk := &s.chunks.list[k]
		if island := d.chunkIsland[k]; island >= 0 {
			island = d.lead[island]
			d.chunkIsland[k] = island
			d.size[island] += 2 * chunk.joints
			if chunk.whole || chunk.moved {
				d.keepWhole(island)
			}
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
		if island < 0 {
			continue
		}
		island = d.lead[island]
		if d.place[island] != unknown {
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
	d.chunkPart = d.chunkPart[:0]
	for _, island := range d.chunkIsland {
		if island >= 0 {
			island = d.place[island]
		}
		d.chunkPart = append(d.chunkPart, island)
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
		return s.parts.place[s.parts.lead[island]]
	}
	return -1
}

// partOfChunk is the part of a chunk of joints, −1 for none.
func (d *parting) partOfChunk(k int) int32 {
	if len(d.list) == 0 {
		return -1
	}
	return d.chunkPart[k]
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

// layParts lays out the lanes and the joints of the parts behind all others, colour by colour in each part. Of contacts with
// several manifolds the first ones come with the joints, then layer by layer the others, as in addColor.
func (s *Solver) layParts(g *Graph) {
	d := &s.parts
	d.orderChunks()
	n := len(d.list) * ColorCount * partLayers
	d.count, d.next = resized(d.count, n), resized(d.next, n)
	for color := range g.colors[:Overflow] {
		contacts := g.colors[color].contacts
		for i, p := range d.entries[d.first[color]:d.first[color+1]] {
			if p >= 0 {
				at := (int(p)*ColorCount + color) * partLayers
				for layer := range int(contacts[i].Count) {
					d.count[at+layer]++
				}
			}
		}
	}
	block, most := int32(len(s.lanes)/Width), int32(0)
	for i := range d.list {
		p := &d.list[i]
		p.blocks.Begin, p.batches.Begin = block, int32(len(d.batches))
		for color := range Overflow {
			block = s.layColor(i, color, block)
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
				at := (int(p)*ColorCount + color) * partLayers
				for layer := range contacts[i].Count {
					next := &d.next[at+int(layer)]
					s.lanes[*next] = contacts[i].Manifold + layer
					*next++
				}
			}
		}
	}
	s.equipWorkers(most)
}

// layColor adds the batches of a colour to a part, with blocks from a given one on. It returns the first block after
// them.
func (s *Solver) layColor(part, color int, block int32) int32 {
	d := &s.parts
	p := &d.list[part]
	joints := Range{Begin: int32(len(s.joints))}
	for _, chunk := range d.chunks[p.chunks.Begin:p.chunks.End] {
		r := s.chunks.list[chunk].work[color]
		s.joints = append(s.joints, s.work[r.Begin:r.End]...)
	}
	joints.End = int32(len(s.joints))
	for layer := range partLayers {
		at := (part*ColorCount+color)*partLayers + layer
		n := (d.count[at] + Width - 1) / Width
		if n == 0 && joints.Len() == 0 {
			break
		}
		d.next[at] = block * Width
		first := p.blocks.Begin
		d.batches = append(d.batches, Batch{Blocks: Range{block - first, block + n - first}, Joints: joints})
		block += n
		joints.Begin = joints.End
	}
	return block
}

// orderChunks lists the chunks of each part.
func (d *parting) orderChunks() {
	at := int32(0)
	for _, p := range d.chunkPart {
		if p >= 0 {
			d.list[p].chunks.End++
			at++
		}
	}
	d.chunks = slices.Grow(d.chunks[:0], int(at))[:at]
	at = 0
	for i := range d.list {
		r := &d.list[i].chunks
		n := r.End
		r.Begin, r.End = at, at
		at += n
	}
	for k, p := range d.chunkPart {
		if p >= 0 {
			next := &d.list[p].chunks.End
			d.chunks[*next] = int32(k)
			*next++
		}
	}
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

// PartedChunks is the number of chunks of joints in parts.
func (s *Solver) PartedChunks() int { return len(s.parts.chunks) }

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
	for _, k := range s.parts.chunks[p.chunks.Begin:p.chunks.End] {
		s.prepareUnits(s.chunks.unitsOf(k))
	}
	t = s.lap(w, phasePrepare, t)
	for i := int32(0); i < s.SubSteps; i++ {
		s.IntegrateVelocities(first, last)
		t = s.lap(w, phaseVelocities, t)
		if s.Params.WarmStarting || i > 0 {
			for _, b := range batches {
				s.warmStartJoints(int(b.Joints.Begin), int(b.Joints.End))
				s.runWarmStart(blocks[b.Blocks.Begin:b.Blocks.End])
			}
			t = s.lap(w, phaseWarmStart, t)
		}
		for range ContactIterations - 1 {
			for _, b := range batches {
				s.runSolve(blocks[b.Blocks.Begin:b.Blocks.End])
			}
		}
		for _, b := range batches {
			s.solveJoints(int(b.Joints.Begin), int(b.Joints.End), true)
			s.runSolve(blocks[b.Blocks.Begin:b.Blocks.End])
		}
		t = s.lap(w, phaseSolve, t)
		s.IntegratePositions(first, last)
		t = s.lap(w, phasePositions, t)
		for _, b := range batches {
			s.solveJoints(int(b.Joints.Begin), int(b.Joints.End), false)
			s.runRelax(blocks[b.Blocks.Begin:b.Blocks.End])
		}
		t = s.lap(w, phaseRelax, t)
	}
	if s.HasCrowds() {
		s.LimitSpeeds(first, last)
	}
	s.restituteBlocks(blocks, budgets)
	t = s.lap(w, phaseRestitution, t)
	s.storeBlocks(blocks, lanes)
	for _, k := range s.parts.chunks[p.chunks.Begin:p.chunks.End] {
		s.finishUnits(s.chunks.unitsOf(k))
	}
	s.lap(w, phaseStore, t)
}

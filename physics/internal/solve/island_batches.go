package solve

import (
	"slices"

	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
)

// Islands share no movable body, so that each may go through all of its sub-steps on its own. Small islands are
// gathered into island batches whose blocks and bodies fit into the cache of one core. The passes of a batch find them
// there, while passes over all contacts of a world fetch them from memory every time; and workers take whole batches,
// without waiting for each other after every colour. The bits are the same, because every body still meets its
// constraints in the order of the colours.
//
// Joints go to an island batch chunk by chunk, and so do all islands that share a chunk, see joint_chunks.go.
//
// The rest is solved colour by colour: islands larger than a batch, those with constraints in the overflow, with
// articulations or with contacts of more manifolds than islandBatchLayers, and those in touch with kinematic
// bodies, which move during the sub-steps.

// undivided is the size of islands that are not for island batches.
const undivided = int32(1) << 30

// islandBatch is a set of islands that one worker solves.
type islandBatch struct {
	// bodies are positions in layout.order, blocks those of the lanes of the batch.
	bodies, blocks kernel.Range
	// batches, chunks and units are positions in the lists of islandBatches.
	batches, chunks, units kernel.Range
}

// Results of a lookup of the island of a body that has none.
const (
	asleep     = int32(-2) // or static
	islandless = int32(-1) // awake but not dynamic
)

// islandBatches are how a world is divided in this step.
type islandBatches struct {
	list    []islandBatch
	batches []Batch // blocks are counted from the first of their island batch
	chunks  []int32 // of joints, batch by batch
	// bodies tells the island of those that are awake, by body; lead, size and batch are by island.
	bodies []islandMark
	stamp  uint32
	lead   []int32 // the island that stands for all that share an island batch, see uniteIslands
	size   []int32
	batch  []int32 // the island batch of an island, −1 for none
	// chunkIsland and chunkBatch are by chunk of joints: an island of it and its island batch, −1 for none.
	chunkIsland, chunkBatch []int32
	// entries is the island batch of each contact of the graph, colour by colour, −1 for none.
	entries []int32
	first   [graph.ColorCount]int32
	// count and next are by island batch, colour and layer: the manifolds, and the next free lane.
	count, next []int32
	units       []int32 // of joints, batch by batch
	mostBlocks  int     // of a batch
}

// islandMark is the island of a body if the stamp is that of the step.
type islandMark struct {
	stamp  uint32
	island int32
}

// divide finds the island batches of this step. It reports whether there are any.
func (s *layout) divide() bool {
	d := &s.islands
	d.list, d.batches, d.chunks, s.order = d.list[:0], d.batches[:0], d.chunks[:0], s.order[:0]
	constraints := len(s.joints.Active())
	for color := range int32(graph.ColorCount) {
		constraints += len(s.graph.Contacts(color))
	}
	if constraints < leastDivided || s.whole || len(s.islandOf) != len(s.bodies.Awake) {
		return false
	}
	if !s.markIslands() {
		return false
	}
	s.uniteIslands()
	s.sizeIslands()
	if !s.gatherIslands() {
		return false
	}
	s.orderBodies()
	return true
}

// markIslands notes the islands of the bodies and counts these. It reports whether dividing looks worthwhile: island
// batches may take a quarter of all bodies.
func (s *layout) markIslands() bool {
	d := &s.islands
	islands := int32(0)
	for _, island := range s.islandOf {
		islands = max(islands, island+1)
	}
	d.size, d.batch = resized(d.size, int(islands)), resized(d.batch, int(islands))
	d.stamp++
	if len(d.bodies) < len(s.bodies.Sims) || d.stamp == 0 {
		d.bodies, d.stamp = make([]islandMark, len(s.bodies.Sims)+len(s.bodies.Sims)/2), 1
	}
	for k, body := range s.bodies.Awake {
		island := s.islandOf[k]
		d.bodies[body] = islandMark{d.stamp, island}
		if island >= 0 {
			d.size[island]++
		}
	}
	small := int32(0)
	for _, n := range d.size {
		if n <= islandBatchSize {
			small += n
		}
	}
	return 4*int(small) >= len(s.bodies.Awake)
}

// resized returns n zeros, in the memory of list if that is large enough.
func resized(list []int32, n int) []int32 {
	list = slices.Grow(list[:0], n)[:n]
	clear(list)
	return list
}

func (d *islandBatches) islandOf(body int32) int32 {
	m := d.bodies[body]
	switch {
	case m.stamp != d.stamp:
		return asleep
	case m.island < 0:
		return m.island
	}
	return d.lead[m.island]
}

// uniteIslands makes one of the islands that share a chunk of joints, which goes to an island batch as it is.
func (s *layout) uniteIslands() {
	d := &s.islands
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
func (d *islandBatches) find(island int32) int32 {
	for d.lead[island] != island {
		island = d.lead[island]
	}
	return island
}

// sizeIslands adds the contacts to the sizes of the islands, and notes their islands.
func (s *layout) sizeIslands() {
	d := &s.islands
	d.entries = d.entries[:0]
	for color := range graph.ColorCount {
		d.first[color] = int32(len(d.entries))
		contacts := s.graph.Contacts(int32(color))
		for i := range contacts {
			e := &contacts[i]
			a, b := d.islandOf(e.BodyA), d.islandOf(e.BodyB)
			island := max(a, b)
			d.entries = append(d.entries, island)
			if color == graph.Overflow || e.Count > islandBatchLayers || a == islandless || b == islandless || a >= 0 &&
				b >= 0 && a != b {
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

// keepWhole keeps an island out of the batches.
func (d *islandBatches) keepWhole(island int32) {
	if island >= 0 {
		d.size[island] = undivided
	}
}

// gatherIslands fills the batches in the order of the bodies. It reports whether there are enough.
func (s *layout) gatherIslands() bool {
	d := &s.islands
	const unknown = -2
	for i := range d.batch {
		d.batch[i] = unknown
	}
	size := int32(islandBatchSize)
	for _, island := range s.islandOf {
		if island < 0 {
			continue
		}
		island = d.lead[island]
		if d.batch[island] != unknown {
			continue
		}
		more := d.size[island]
		if more > islandBatchSize {
			d.batch[island] = -1
			continue
		}
		if size+more > islandBatchSize {
			d.list, size = append(d.list, islandBatch{}), 0
		}
		d.batch[island] = int32(len(d.list) - 1)
		size += more
	}
	for i, island := range d.entries {
		if island >= 0 {
			d.entries[i] = d.batch[island]
		} else {
			d.entries[i] = -1
		}
	}
	d.chunkBatch = d.chunkBatch[:0]
	for _, island := range d.chunkIsland {
		if island >= 0 {
			island = d.batch[island]
		}
		d.chunkBatch = append(d.chunkBatch, island)
	}
	workers := max(s.workers, 1)
	if len(d.list) < 2 || workers > 1 && len(d.list) < islandBatchesPerWorker*workers {
		d.list = d.list[:0]
		return false
	}
	return true
}

// batchOf is the island batch of the awake body k, −1 for none.
func (s *layout) batchOf(k int) int32 {
	if island := s.islandOf[k]; island >= 0 {
		return s.islands.batch[s.islands.lead[island]]
	}
	return -1
}

// batchOfChunk is the island batch of a chunk of joints, −1 for none.
func (d *islandBatches) batchOfChunk(k int) int32 {
	if len(d.list) == 0 {
		return -1
	}
	return d.chunkBatch[k]
}

// orderBodies lists the awake bodies: first those in no island batch, then batch by batch.
func (s *layout) orderBodies() {
	d := &s.islands
	s.sharedBodies = 0
	for k := range s.islandOf {
		if p := s.batchOf(k); p >= 0 {
			d.list[p].bodies.End++
		} else {
			s.sharedBodies++
		}
	}
	at := int32(s.sharedBodies)
	for i := range d.list {
		r := &d.list[i].bodies
		n := r.End
		r.Begin, r.End = at, at
		at += n
	}
	s.order = slices.Grow(s.order, len(s.islandOf))[:len(s.islandOf)]
	rest := int32(0)
	for k := range s.islandOf {
		next := &rest
		if p := s.batchOf(k); p >= 0 {
			next = &d.list[p].bodies.End
		}
		s.order[*next] = int32(k)
		*next++
	}
}

// layIslandBatches lays out the lanes and the joints of the island batches behind all others, colour by colour in each.
// Of contacts with several manifolds the first ones come with the joints, then layer by layer the others, as in
// addColor.
func (s *layout) layIslandBatches() {
	d := &s.islands
	d.orderChunks()
	n := len(d.list) * graph.ColorCount * islandBatchLayers
	d.count, d.next = resized(d.count, n), resized(d.next, n)
	for color := range graph.Overflow {
		contacts := s.graph.Contacts(int32(color))
		for i, p := range d.entries[d.first[color]:d.first[color+1]] {
			if p >= 0 {
				at := (int(p)*graph.ColorCount + color) * islandBatchLayers
				for layer := range int(contacts[i].Count) {
					d.count[at+layer]++
				}
			}
		}
	}
	block, most := int32(len(s.lanes)/kernel.Width), int32(0)
	for i := range d.list {
		p := &d.list[i]
		p.blocks.Begin, p.batches.Begin = block, int32(len(d.batches))
		for color := range graph.Overflow {
			block = s.layColor(i, color, block)
		}
		p.blocks.End, p.batches.End = block, int32(len(d.batches))
		most = max(most, block-p.blocks.Begin)
	}
	for len(s.lanes) < int(block)*kernel.Width {
		s.lanes = append(s.lanes, -1)
	}
	for color := range graph.Overflow {
		contacts := s.graph.Contacts(int32(color))
		for i, p := range d.entries[d.first[color]:d.first[color+1]] {
			if p >= 0 {
				at := (int(p)*graph.ColorCount + color) * islandBatchLayers
				for layer := range contacts[i].Count {
					next := &d.next[at+int(layer)]
					s.lanes[*next] = contacts[i].Manifold + layer
					*next++
				}
			}
		}
	}
	d.mostBlocks = int(most)
	s.listUnits()
}

// layColor adds the batches of a colour to an island batch, with blocks from a given one on. It returns the first block
// after them.
func (s *layout) layColor(batch, color int, block int32) int32 {
	d := &s.islands
	p := &d.list[batch]
	joints := kernel.Range{Begin: int32(len(s.list))}
	for _, chunk := range d.chunks[p.chunks.Begin:p.chunks.End] {
		s.list = append(s.list, s.joints.Work(s.chunks.list[chunk].work[color])...)
	}
	joints.End = int32(len(s.list))
	for layer := range islandBatchLayers {
		at := (batch*graph.ColorCount+color)*islandBatchLayers + layer
		n := (d.count[at] + kernel.Width - 1) / kernel.Width
		if n == 0 && joints.Len() == 0 {
			break
		}
		d.next[at] = block * kernel.Width
		first := p.blocks.Begin
		d.batches = append(d.batches, Batch{Blocks: kernel.Range{Begin: block - first, End: block + n - first},
			Joints: joints})
		block += n
		joints.Begin = joints.End
	}
	return block
}

// orderChunks lists the chunks of each island batch.
func (d *islandBatches) orderChunks() {
	at := int32(0)
	for _, p := range d.chunkBatch {
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
	for k, p := range d.chunkBatch {
		if p >= 0 {
			next := &d.list[p].chunks.End
			d.chunks[*next] = int32(k)
			*next++
		}
	}
}

// listUnits lists the units of each batch, chunk by chunk.
func (s *layout) listUnits() {
	d := &s.islands
	d.units = d.units[:0]
	for i := range d.list {
		p := &d.list[i]
		p.units.Begin = int32(len(d.units))
		for _, k := range d.chunks[p.chunks.Begin:p.chunks.End] {
			d.units = append(d.units, s.chunks.unitsOf(k)...)
		}
		p.units.End = int32(len(d.units))
	}
}

// bodyCount is the number of awake bodies that are in no island batch.
func (s *layout) bodyCount() int {
	if len(s.islands.list) == 0 {
		return len(s.bodies.Awake)
	}
	return s.sharedBodies
}

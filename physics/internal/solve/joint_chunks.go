package solve

import (
	"slices"

	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
)

// Joints are listed chunk by chunk: the joints of a few figures, vehicles or ropes, each with all of its own. So the
// lanes of a chunk belong together, and a chunk goes to an island batch, see layout.divide, as it is, however contacts
// come and go.

// jointChunk is one of these lists.
type jointChunk struct {
	// work are the rows of each colour, positions in Joints.Work; units positions in jointChunks.units, bodies in
	// jointChunks.bodies.
	work          [graph.ColorCount]kernel.Range
	units, bodies kernel.Range
	joints        int32
	// whole is set for chunks that are not for island batches: with articulations, with joints of the overflow, or too
	// large.
	whole bool
	// moved is set for this step if one of the bodies is kinematic.
	moved bool
}

// jointChunks are how the joints of the graph are divided into chunks.
type jointChunks struct {
	valid bool
	list  []jointChunk
	of    []int32 // by joint
	// sorted are the joints by chunk and colour, first where those of each of these begin.
	sorted, first, next []int32
	// bodies are those of the joints, units as in Solver.units, both chunk by chunk.
	bodies, units []int32

	parent, weight, root []int32 // by body, see cut
	island               []int32 // the chunk of an island, one more; 0 for none
}

// listChunks divides the active joints into chunks and lists each, colour by colour in the order of the batches.
func (s *layout) listChunks() {
	s.joints.Clear()
	s.gatherChunks()
	for c := range s.chunks.list {
		chunk := &s.chunks.list[c]
		since := s.joints.Marks()
		for k := range graph.ColorCount {
			// the overflow comes first
			color := (k + graph.Overflow) % graph.ColorCount
			begin := s.joints.Marks().Work
			joints := s.chunks.jointsOf(c, color)
			if color == graph.Overflow {
				// these share bodies: one after the other
				for at := range joints {
					s.joints.AddColor(joints[at : at+1])
				}
			} else if len(joints) > 0 {
				s.joints.AddColor(joints)
			}
			chunk.work[color] = kernel.Range{Begin: begin, End: s.joints.Marks().Work}
		}
		chunk.units.Begin = int32(len(s.chunks.units))
		at := c * graph.ColorCount
		sorted := s.chunks.sorted[s.chunks.first[at]:s.chunks.first[at+graph.ColorCount]]
		s.chunks.units = s.joints.AppendUnits(s.chunks.units, sorted, since)
		chunk.units.End = int32(len(s.chunks.units))
	}
	s.joints.EndList()
}

// gatherChunks divides the active joints into chunks.
func (s *layout) gatherChunks() {
	c := &s.chunks
	c.list, c.bodies, c.units = c.list[:0], c.bodies[:0], c.units[:0]
	c.of = resized(c.of, s.joints.Count())
	if len(s.joints.Active()) == 0 {
		return
	}
	c.list = append(c.list, jointChunk{})
	if !s.bodies.DirectJoints && len(s.joints.Active()) > chunkJoints {
		s.cutChunks()
	}
	s.sortChunks()
	for k := range c.list {
		chunk := &c.list[k]
		chunk.bodies.Begin = int32(len(c.bodies))
		first, last := c.first[k*graph.ColorCount], c.first[(k+1)*graph.ColorCount]
		chunk.joints = last - first
		chunk.whole = chunk.joints > islandBatchSize/2 || c.first[k*graph.ColorCount+graph.Overflow] != last
		for _, index := range c.sorted[first:last] {
			j := s.joints.Joint(index)
			if j.BodyA != joint.World {
				c.bodies = append(c.bodies, j.BodyA)
			}
			c.bodies = append(c.bodies, j.BodyB)
			chunk.whole = chunk.whole || j.SolvedDirectly()
		}
		chunk.bodies.End = int32(len(c.bodies))
	}
}

// cutChunks puts bodies that joints connect into one chunk, and so the bodies of an island, in the order of
// the bodies.
func (s *layout) cutChunks() {
	c := &s.chunks
	n := len(s.bodies.Sims)
	c.parent, c.weight, c.root = resized(c.parent, n), resized(c.weight, n), resized(c.root, n)
	for i := range c.parent {
		c.parent[i] = int32(i)
	}
	for _, index := range s.joints.Active() {
		j := s.joints.Joint(index)
		if a, b := j.MovableBody(s.bodies.Sims, 0), j.MovableBody(s.bodies.Sims, 1); a != joint.World &&
			b != joint.World {
			a, b = c.find(a), c.find(b)
			c.parent[max(a, b)] = min(a, b)
		}
	}
	for _, index := range s.joints.Active() {
		c.weight[c.find(s.mainBody(s.joints.Joint(index)))]++
	}
	islands := int32(0)
	for _, island := range s.islandOf {
		islands = max(islands, island+1)
	}
	c.island = resized(c.island, int(islands))
	size := int32(0)
	for k, body := range s.bodies.Awake {
		root := c.find(body)
		if c.weight[root] == 0 || c.root[root] != 0 {
			continue
		}
		island := islandless
		if k < len(s.islandOf) {
			island = s.islandOf[k]
		}
		if island >= 0 && c.island[island] != 0 {
			c.root[root] = c.island[island]
			continue
		}
		if size > 0 && size+c.weight[root] > chunkJoints {
			c.list, size = append(c.list, jointChunk{}), 0
		}
		size += c.weight[root]
		c.root[root] = int32(len(c.list))
		if island >= 0 {
			c.island[island] = c.root[root]
		}
	}
	for _, index := range s.joints.Active() {
		c.of[index] = max(c.root[c.find(s.mainBody(s.joints.Joint(index)))]-1, 0)
	}
}

// mainBody is a body of a joint that impulses move, if there is one.
func (s *layout) mainBody(j *joint.Joint) int32 {
	if body := j.MovableBody(s.bodies.Sims, 0); body != joint.World {
		return body
	}
	return j.BodyB
}

func (c *jointChunks) find(i int32) int32 {
	for c.parent[i] != i {
		c.parent[i] = c.parent[c.parent[i]]
		i = c.parent[i]
	}
	return i
}

// sortChunks sorts the joints by chunk and colour.
func (s *layout) sortChunks() {
	c := &s.chunks
	c.first = resized(c.first, len(c.list)*graph.ColorCount+1)
	for color := range graph.ColorCount {
		for _, index := range s.graph.Joints(int32(color)) {
			c.first[int(c.of[index])*graph.ColorCount+color+1]++
		}
	}
	for i := range c.first[1:] {
		c.first[i+1] += c.first[i]
	}
	c.next = append(c.next[:0], c.first...)
	c.sorted = slices.Grow(c.sorted[:0], len(s.joints.Active()))[:len(s.joints.Active())]
	for color := range graph.ColorCount {
		for _, index := range s.graph.Joints(int32(color)) {
			at := &c.next[int(c.of[index])*graph.ColorCount+color]
			c.sorted[*at] = index
			*at++
		}
	}
}

// jointsOf are the joints of a chunk and colour.
func (c *jointChunks) jointsOf(chunk, color int) []int32 {
	at := chunk*graph.ColorCount + color
	return c.sorted[c.first[at]:c.first[at+1]]
}

// unitsOf are the units of a chunk.
func (c *jointChunks) unitsOf(chunk int32) []int32 {
	r := c.list[chunk].units
	return c.units[r.Begin:r.End]
}

// shareJoints lists the rows of a colour of the chunks that are in no island batch.
func (s *layout) shareJoints(color int) {
	for k := range s.chunks.list {
		if s.islands.batchOfChunk(k) < 0 {
			s.list = append(s.list, s.joints.Work(s.chunks.list[k].work[color])...)
		}
	}
}

// shareUnits lists the units of the chunks that are in no island batch.
func (s *layout) shareUnits() {
	s.units = s.units[:0]
	for k := range s.chunks.list {
		if s.islands.batchOfChunk(k) < 0 {
			s.units = append(s.units, s.chunks.unitsOf(int32(k))...)
		}
	}
}

package solve

import "slices"

// Joints are listed chunk by chunk: the joints of a few figures, vehicles or ropes, each with all of its own. So the lanes
// of a chunk belong together, and a chunk goes to a part, see divide, as it is, however contacts come and go.

// chunkJoints is the number of joints at which a chunk is full. Its bodies and blocks take about 60 kB.
const chunkJoints = 104

// jointChunk is one of these lists.
type jointChunk struct {
	// work are the rows of each colour, places in Solver.work; units places in chunking.units, bodies in
	// chunking.bodies.
	work          [ColorCount]Range
	units, bodies Range
	joints        int32
	// whole is set for chunks that are not for parts: with groups, with joints of the overflow, or too large.
	whole bool
	// moved is set for this step if one of the bodies is kinematic.
	moved bool
}

// chunking is how the joints of the graph are divided into chunks.
type chunking struct {
	list []jointChunk
	of   []int32 // by joint
	// sorted are the joints by chunk and colour, first where those of each of these begin.
	sorted, first, next []int32
	// bodies are those of the joints, units as in Solver.units, both chunk by chunk.
	bodies, units []int32

	parent, weight, root []int32 // by body, see cut
	island               []int32 // the chunk of an island, one more; 0 for none
}

// gatherChunks divides the active joints into chunks.
func (s *Solver) gatherChunks(g *Graph) {
	c := &s.chunks
	c.list, c.bodies, c.units = c.list[:0], c.bodies[:0], c.units[:0]
	c.of = resized(c.of, len(s.Joints))
	if len(s.active) == 0 {
		return
	}
	c.list = append(c.list, jointChunk{})
	if !s.DirectJoints && len(s.active) > chunkJoints {
		s.cutChunks()
	}
	s.sortChunks(g)
	for k := range c.list {
		chunk := &c.list[k]
		chunk.bodies.Begin = int32(len(c.bodies))
		first, last := c.first[k*ColorCount], c.first[(k+1)*ColorCount]
		chunk.joints = last - first
		chunk.whole = chunk.joints > partSize/2 || c.first[k*ColorCount+Overflow] != last
		for _, index := range c.sorted[first:last] {
			j := &s.Joints[index]
			if j.BodyA != World {
				c.bodies = append(c.bodies, j.BodyA)
			}
			c.bodies = append(c.bodies, j.BodyB)
			chunk.whole = chunk.whole || j.direct
		}
		chunk.bodies.End = int32(len(c.bodies))
	}
}

// cutChunks puts what hangs together by joints into one chunk, and so what is in one island now, in the order of
// the bodies.
func (s *Solver) cutChunks() {
	c := &s.chunks
	n := len(s.Sims)
	c.parent, c.weight, c.root = resized(c.parent, n), resized(c.weight, n), resized(c.root, n)
	for i := range c.parent {
		c.parent[i] = int32(i)
	}
	for _, index := range s.active {
		j := &s.Joints[index]
		if a, b := s.movableBody(j, 0), s.movableBody(j, 1); a != World && b != World {
			a, b = c.find(a), c.find(b)
			c.parent[max(a, b)] = min(a, b)
		}
	}
	for _, index := range s.active {
		c.weight[c.find(s.mainBody(&s.Joints[index]))]++
	}
	islands := int32(0)
	for _, island := range s.Islands {
		islands = max(islands, island+1)
	}
	c.island = resized(c.island, int(islands))
	size := int32(0)
	for k, body := range s.Awake {
		root := c.find(body)
		if c.weight[root] == 0 || c.root[root] != 0 {
			continue
		}
		island := islandless
		if k < len(s.Islands) {
			island = s.Islands[k]
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
	for _, index := range s.active {
		c.of[index] = max(c.root[c.find(s.mainBody(&s.Joints[index]))]-1, 0)
	}
}

// mainBody is a body of a joint that impulses move, if there is one.
func (s *Solver) mainBody(j *Joint) int32 {
	if body := s.movableBody(j, 0); body != World {
		return body
	}
	return j.BodyB
}

func (c *chunking) find(i int32) int32 {
	for c.parent[i] != i {
		c.parent[i] = c.parent[c.parent[i]]
		i = c.parent[i]
	}
	return i
}

// sortChunks sorts the joints by chunk and colour.
func (s *Solver) sortChunks(g *Graph) {
	c := &s.chunks
	c.first = resized(c.first, len(c.list)*ColorCount+1)
	for color := range g.colors {
		for _, index := range g.colors[color].joints {
			c.first[int(c.of[index])*ColorCount+color+1]++
		}
	}
	for i := range c.first[1:] {
		c.first[i+1] += c.first[i]
	}
	c.next = append(c.next[:0], c.first...)
	c.sorted = slices.Grow(c.sorted[:0], len(s.active))[:len(s.active)]
	for color := range g.colors {
		for _, index := range g.colors[color].joints {
			at := &c.next[int(c.of[index])*ColorCount+color]
			c.sorted[*at] = index
			*at++
		}
	}
}

// jointsOf are the joints of a chunk and colour.
func (c *chunking) jointsOf(chunk, color int) []int32 {
	at := chunk*ColorCount + color
	return c.sorted[c.first[at]:c.first[at+1]]
}

// unitsOf are the units of a chunk.
func (c *chunking) unitsOf(chunk int32) []int32 {
	r := c.list[chunk].units
	return c.units[r.Begin:r.End]
}

// shareJoints lists the rows of a colour of the chunks that are in no part.
func (s *Solver) shareJoints(color int) {
	for k := range s.chunks.list {
		if s.parts.partOfChunk(k) < 0 {
			r := s.chunks.list[k].work[color]
			s.joints = append(s.joints, s.work[r.Begin:r.End]...)
		}
	}
}

// shareUnits lists the units of the chunks that are in no part.
func (s *Solver) shareUnits() {
	s.units = s.units[:0]
	for k := range s.chunks.list {
		if s.parts.partOfChunk(k) < 0 {
			s.units = append(s.units, s.chunks.unitsOf(int32(k))...)
		}
	}
}

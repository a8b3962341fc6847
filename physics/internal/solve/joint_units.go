package solve

import "slices"

// execution is how the rows of a joint are solved.
type execution int8

const (
	// solvedDirectly: an articulation solves all of it.
	solvedDirectly execution = iota
	// asRows: general rows, one by one.
	asRows
	// asPoint, asBall and asHinge: a lane of a PointBlock or AngularBlock.
	asPoint
	asBall
	asHinge
	// asDirectBall and asDirectHinge: a lane of an AngularBlock for the options, an articulation for the held rows.
	asDirectBall
	asDirectHinge
)

// execution says how a joint is solved.
func (j *Joint) execution() execution {
	switch {
	case j.options == 0 && j.direct:
		return solvedDirectly
	case j.Kind == BallJoint && j.options == 0:
		return asPoint
	case !j.isAngular():
		return asRows
	}
	sort := asBall
	if j.Kind == HingeJoint {
		sort = asHinge
	}
	if j.direct {
		sort += asDirectBall - asBall
	}
	return sort
}

// listWork lists the joints that have rows to iterate over, chunk by chunk and colour by colour in the
// order of the batches. Ball joints and hinges get lanes of blocks, which are listed as the complements of their places.
func (s *Solver) listWork(g *Graph) {
	s.work = s.work[:0]
	s.angularBlocks, s.pointBlocks = s.angularBlocks[:0], s.pointBlocks[:0]
	s.angularLanes.clear()
	s.pointLanes.clear()
	s.gatherChunks(g)
	for c := range s.chunks.list {
		chunk := &s.chunks.list[c]
		firstAngular, firstPoint := int32(len(s.angularBlocks)), int32(len(s.pointBlocks))
		for k := range ColorCount {
			// the overflow comes first
			i := (k + Overflow) % ColorCount
			begin := int32(len(s.work))
			joints := s.chunks.jointsOf(c, i)
			if i == Overflow {
				// these share bodies: one after the other
				for at := range joints {
					s.listColor(joints[at : at+1])
				}
			} else if len(joints) > 0 {
				s.listColor(joints)
			}
			chunk.work[i] = Range{begin, int32(len(s.work))}
		}
		s.listUnits(c, firstAngular, firstPoint)
	}
	n := Width * len(s.angularBlocks)
	s.laneSprings = slices.Grow(s.laneSprings[:0], n)[:n]
}

// listColor lists joints that share no movable body.
func (s *Solver) listColor(joints []int32) {
	for _, index := range joints {
		j := &s.Joints[index]
		if j.execution() == asRows {
			s.work = append(s.work, index)
		}
	}
	for sort := asPoint; sort <= asDirectHinge; sort++ {
		s.listLanes(joints, sort)
	}
}

// listUnits lists what PrepareJoints and FinishJoints go through of a chunk: joints that are no lanes, then its
// blocks, which come last so far.
func (s *Solver) listUnits(c int, firstAngular, firstPoint int32) {
	units := s.chunks.units
	chunk := &s.chunks.list[c]
	chunk.units.Begin = int32(len(units))
	at := c * ColorCount
	for _, index := range s.chunks.sorted[s.chunks.first[at]:s.chunks.first[at+ColorCount]] {
		if !s.Joints[index].inLane {
			units = append(units, index)
		}
	}
	slices.Sort(units[chunk.units.Begin:])
	for i := firstAngular; i < int32(len(s.angularBlocks)); i++ {
		units = append(units, ^(i | angularBit))
	}
	for i := firstPoint; i < int32(len(s.pointBlocks)); i++ {
		units = append(units, ^(i | pointBit))
	}
	chunk.units.End = int32(len(units))
	s.chunks.units = units
}

// listLanes gives the joints of one sort lanes of new blocks.
func (s *Solver) listLanes(joints []int32, sort execution) {
	// an index that stands for the static state and is never written
	none := [Width]int32{^0, ^0, ^0, ^0, ^0, ^0, ^0, ^0}
	idle := JointLanes{A: none, B: none}
	lanes := &s.angularLanes
	if sort == asPoint {
		lanes = &s.pointLanes
	}
	free := 0
	for _, index := range joints {
		j := &s.Joints[index]
		if j.execution() != sort {
			continue
		}
		if free == 0 {
			free = Width
			lanes.addBlock()
			if sort == asPoint {
				s.work = append(s.work, ^(int32(len(s.pointBlocks)) | pointBit))
				s.pointBlocks = append(s.pointBlocks, PointBlock{JointLanes: idle})
			} else {
				b := AngularBlock{JointLanes: idle}
				if sort == asHinge || sort == asDirectHinge {
					b.Hinge = 1
				}
				if sort >= asDirectBall {
					b.Direct = 1
				}
				s.work = append(s.work, ^(int32(len(s.angularBlocks)) | angularBit))
				s.angularBlocks = append(s.angularBlocks, b)
			}
		}
		lanes.add(index, j)
		j.inLane = true
		free--
	}
}

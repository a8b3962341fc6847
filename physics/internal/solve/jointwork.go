package solve

import "slices"

// workSort is how the rows of a joint are solved.
type workSort int8

const (
	noWork      workSort = iota // a group solves all of it
	generalWork                 // through the Joint
	ballWork                    // a ballRow
	turnWork                    // a turnRow
	pointLanes                  // a lane of a pointBlock
	ballLanes                   // a lane of a turnBlock of ball joints
	hingeLanes                  // a lane of a turnBlock of hinges
)

// workSort says how a joint is solved; lanes whether it may be one of eight side by side.
func (j *Joint) workSort(lanes bool) workSort {
	switch {
	case j.options == 0 && j.direct:
		return noWork
	case j.Kind == BallJoint && j.options == 0:
		if lanes {
			return pointLanes
		}
		return ballWork
	case !j.isTurn():
		return generalWork
	case !lanes || j.direct:
		return turnWork
	case j.Kind == HingeJoint:
		return hingeLanes
	}
	return ballLanes
}

// listWork lists the joints that have rows to iterate over, chunk by chunk and colour by colour in the
// order of the batches. Ball joints and hinges get a row of their own, or lanes of blocks where there are
// vector kernels, and are listed as the complement of its place.
func (s *Solver) listWork(g *Graph) {
	s.work = s.work[:0]
	s.turnBlocks, s.pointBlocks = s.turnBlocks[:0], s.pointBlocks[:0]
	s.turnLanes.clear()
	s.pointLanes.clear()
	s.gatherChunks(g)
	balls, turns := int32(0), int32(0)
	for c := range s.chunks.list {
		chunk := &s.chunks.list[c]
		firstTurn, firstPoint := int32(len(s.turnBlocks)), int32(len(s.pointBlocks))
		for k := range ColorCount {
			// the overflow comes first
			i := (k + Overflow) % ColorCount
			begin := int32(len(s.work))
			// the joints of the overflow share bodies
			lanes := s.vectorJoints() && i != Overflow
			joints := s.chunks.jointsOf(c, i)
			for _, index := range joints {
				j := &s.Joints[index]
				switch j.workSort(lanes) {
				case ballWork:
					j.ball = balls
					s.work = append(s.work, ^j.ball)
					balls++
				case turnWork:
					j.ball = turns | turnBit
					s.work = append(s.work, ^j.ball)
					turns++
				case generalWork:
					s.work = append(s.work, index)
				}
			}
			if lanes && len(joints) > 0 {
				for sort := pointLanes; sort <= hingeLanes; sort++ {
					s.listLanes(joints, sort)
				}
			}
			chunk.work[i] = Range{begin, int32(len(s.work))}
		}
		s.listUnits(c, firstTurn, firstPoint)
	}
	s.balls = slices.Grow(s.balls[:0], int(balls))[:balls]
	s.turns = slices.Grow(s.turns[:0], int(turns))[:turns]
	n := Width * len(s.turnBlocks)
	s.laneSprings = slices.Grow(s.laneSprings[:0], n)[:n]
}

// listUnits lists what PrepareJoints and FinishJoints go through of a chunk: joints that are no lanes, then its
// blocks, which come last so far.
func (s *Solver) listUnits(c int, firstTurn, firstPoint int32) {
	units := s.chunks.units
	chunk := &s.chunks.list[c]
	chunk.units.Begin = int32(len(units))
	at := c * ColorCount
	for _, index := range s.chunks.sorted[s.chunks.first[at]:s.chunks.first[at+ColorCount]] {
		if s.Joints[index].ball != inLane {
			units = append(units, index)
		}
	}
	slices.Sort(units[chunk.units.Begin:])
	for i := firstTurn; i < int32(len(s.turnBlocks)); i++ {
		units = append(units, ^(i | turnLaneBit))
	}
	for i := firstPoint; i < int32(len(s.pointBlocks)); i++ {
		units = append(units, ^(i | pointLaneBit))
	}
	chunk.units.End = int32(len(units))
	s.chunks.units = units
}

// inLane is Joint.ball of a lane of a block.
const inLane = -2

// listLanes gives the joints of one sort lanes of new blocks.
func (s *Solver) listLanes(joints []int32, sort workSort) {
	// an index that stands for the static state and is never written
	none := [Width]int32{^0, ^0, ^0, ^0, ^0, ^0, ^0, ^0}
	idle := jointLanes{A: none, B: none}
	lane, lanes := Width, &s.turnLanes
	if sort == pointLanes {
		lanes = &s.pointLanes
	}
	for _, index := range joints {
		j := &s.Joints[index]
		if j.workSort(true) != sort {
			continue
		}
		if lane == Width {
			lane = 0
			lanes.addBlock()
			if sort == pointLanes {
				s.work = append(s.work, ^(int32(len(s.pointBlocks)) | pointLaneBit))
				s.pointBlocks = append(s.pointBlocks, pointBlock{jointLanes: idle})
			} else {
				b := turnBlock{jointLanes: idle}
				if sort == hingeLanes {
					b.Hinge = 1
				}
				s.work = append(s.work, ^(int32(len(s.turnBlocks)) | turnLaneBit))
				s.turnBlocks = append(s.turnBlocks, b)
			}
		}
		lanes.set(lane, index, j)
		j.ball = inLane
		lane++
	}
}

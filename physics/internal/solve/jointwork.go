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

// listWork lists the joints that have rows to iterate over, colour by colour in the order of
// the batches. Ball joints and hinges get a row of their own, or lanes of blocks where there are
// vector kernels, and are listed as the complement of its place.
func (s *Solver) listWork(g *Graph) {
	s.work = s.work[:0]
	s.turnBlocks, s.pointBlocks = s.turnBlocks[:0], s.pointBlocks[:0]
	balls, turns := int32(0), int32(0)
	for k := range g.colors {
		// the overflow comes first
		i := (k + Overflow) % ColorCount
		begin := int32(len(s.work))
		// the joints of the overflow share bodies
		lanes := s.vectorJoints() && i != Overflow
		for _, index := range g.colors[i].joints {
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
		if lanes {
			for sort := pointLanes; sort <= hingeLanes; sort++ {
				s.listLanes(g.colors[i].joints, sort)
			}
		}
		s.workOf[i] = Range{begin, int32(len(s.work))}
	}
	s.balls = slices.Grow(s.balls[:0], int(balls))[:balls]
	s.turns = slices.Grow(s.turns[:0], int(turns))[:turns]
	n := Width * len(s.turnBlocks)
	s.laneSprings = slices.Grow(s.laneSprings[:0], n)[:n]
}

// listLanes gives the joints of one sort lanes of new blocks.
func (s *Solver) listLanes(joints []int32, sort workSort) {
	// an index that stands for the static state and is never written
	idle := [Width]int32{^0, ^0, ^0, ^0, ^0, ^0, ^0, ^0}
	lane, block := int32(Width), int32(0)
	for _, index := range joints {
		j := &s.Joints[index]
		if j.workSort(true) != sort {
			continue
		}
		if lane == Width {
			lane = 0
			if sort == pointLanes {
				block = int32(len(s.pointBlocks)) | pointLaneBit
				s.pointBlocks = append(s.pointBlocks, pointBlock{A: idle, B: idle})
			} else {
				block = int32(len(s.turnBlocks)) | turnLaneBit
				s.turnBlocks = append(s.turnBlocks, turnBlock{A: idle, B: idle})
				if sort == hingeLanes {
					s.turnBlocks[block&placeBits].Hinge = 1
				}
			}
			s.work = append(s.work, ^block)
		}
		j.ball = block&^placeBits | (block&placeBits*Width + lane)
		lane++
	}
}

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
	s.turnJoints, s.pointJoints = s.turnJoints[:0], s.pointJoints[:0]
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
	s.listUnits()
}

// listUnits lists what PrepareJoints and FinishJoints go through: joints that are no lanes, then blocks.
func (s *Solver) listUnits() {
	s.units = s.units[:0]
	for _, index := range s.active {
		if s.Joints[index].ball != inLane {
			s.units = append(s.units, index)
		}
	}
	for i := range int32(len(s.turnBlocks)) {
		s.units = append(s.units, ^(i | turnLaneBit))
	}
	for i := range int32(len(s.pointBlocks)) {
		s.units = append(s.units, ^(i | pointLaneBit))
	}
}

// inLane is Joint.ball of a lane of a block.
const inLane = -2

// listLanes gives the joints of one sort lanes of new blocks.
func (s *Solver) listLanes(joints []int32, sort workSort) {
	// an index that stands for the static state and is never written
	none := [Width]int32{^0, ^0, ^0, ^0, ^0, ^0, ^0, ^0}
	idle := jointLanes{A: none, B: none}
	lane, members := Width, []int32(nil)
	for _, index := range joints {
		j := &s.Joints[index]
		if j.workSort(true) != sort {
			continue
		}
		if lane == Width {
			lane = 0
			if sort == pointLanes {
				s.work = append(s.work, ^(int32(len(s.pointBlocks)) | pointLaneBit))
				s.pointBlocks = append(s.pointBlocks, pointBlock{jointLanes: idle})
				s.pointJoints = append(s.pointJoints, none[:]...)
				members = s.pointJoints[len(s.pointJoints)-Width:]
			} else {
				b := turnBlock{jointLanes: idle}
				if sort == hingeLanes {
					b.Hinge = 1
				}
				s.work = append(s.work, ^(int32(len(s.turnBlocks)) | turnLaneBit))
				s.turnBlocks = append(s.turnBlocks, b)
				s.turnJoints = append(s.turnJoints, none[:]...)
				members = s.turnJoints[len(s.turnJoints)-Width:]
			}
		}
		j.ball = inLane
		members[lane] = index
		lane++
	}
}

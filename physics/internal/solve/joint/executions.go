package joint

import "tumble/physics/internal/solve/kernel"

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
	case j.Kind == BallJoint && j.options == 0 && !j.Breaks():
		return asPoint
	case j.springs || j.Breaks() || !j.isAngular():
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

// AddColor lists joints that share no movable body.
func (s *Solver) AddColor(joints []int32) {
	for _, index := range joints {
		j := &s.list[index]
		if j.execution() == asRows {
			s.work = append(s.work, index)
		}
	}
	for sort := asPoint; sort <= asDirectHinge; sort++ {
		s.listLanes(joints, sort)
	}
}

// listLanes gives the joints of one sort lanes of new blocks.
func (s *Solver) listLanes(joints []int32, sort execution) {
	// an index that stands for the static state and is never written
	none := [kernel.Width]int32{^0, ^0, ^0, ^0, ^0, ^0, ^0, ^0}
	idle := kernel.JointLanes{A: none, B: none}
	lanes := &s.angularLanes
	if sort == asPoint {
		lanes = &s.pointLanes
	}
	free := 0
	for _, index := range joints {
		j := &s.list[index]
		if j.execution() != sort {
			continue
		}
		if free == 0 {
			free = kernel.Width
			lanes.addBlock()
			if sort == asPoint {
				s.work = append(s.work, ^(int32(len(s.pointBlocks)) | pointBit))
				s.pointBlocks = append(s.pointBlocks, kernel.PointBlock{JointLanes: idle})
			} else {
				b := kernel.AngularBlock{JointLanes: idle}
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

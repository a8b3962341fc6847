package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// laneSides are the bodies of a joint in a lane of a block and where it sits on them: a cache line, one beside
// the other in the order of the lanes. With them, a joint that stays as it is need not be read again.
type laneSides struct {
	bodyA, bodyB   int32 // as in Joint
	frameA, frameB vec.Transform
}

// laneList are the joints in the lanes of blocks of one sort, −1 for none, which come last in their block.
type laneList struct {
	joints []int32
	sides  []laneSides
	// lanes is the number of lanes in use, by block.
	lanes []uint8
	// kept is by block: it still holds the options and impulses that its joints have.
	kept []bool
	// h is the length of a sub-step for which limits of forces are kept as impulses (s).
	h float32
}

func (l *laneList) clear() {
	l.joints, l.sides, l.lanes, l.kept = l.joints[:0], l.sides[:0], l.lanes[:0], l.kept[:0]
}

// addBlock adds lanes without joints.
func (l *laneList) addBlock() {
	for range kernel.Width {
		l.joints, l.sides = append(l.joints, -1), append(l.sides, laneSides{})
	}
	l.lanes, l.kept = append(l.lanes, 0), append(l.kept, false)
}

// add puts a joint into the next lane of the last block.
func (l *laneList) add(index int32, j *Joint) {
	last := len(l.lanes) - 1
	at := last*kernel.Width + int(l.lanes[last])
	l.lanes[last]++
	l.joints[at] = index
	l.sides[at] = laneSides{j.BodyA, j.BodyB, j.FrameA, j.FrameB}
}

// jointsOf are the joints of a block, sidesOf their sides.
func (l *laneList) jointsOf(block int32) []int32 {
	return l.joints[block*kernel.Width:][:l.lanes[block]]
}

func (l *laneList) sidesOf(block int32) []laneSides {
	return l.sides[block*kernel.Width:][:l.lanes[block]]
}

// begin forgets the data kept for sub-steps of another length (s).
func (l *laneList) begin(h float32) {
	if h != l.h {
		clear(l.kept)
	}
	l.h = h
}

// Indices of blocks as complements in Solver.work and units: the index and a bit for its sort.
const (
	angularBit = 1 << 28 // in Solver.angularBlocks
	pointBit   = 2 << 28 // in Solver.pointBlocks
	blockBits  = angularBit - 1
)

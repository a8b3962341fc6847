package solve

import "tumble/physics/vec"

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
	// kept is by block: it still holds the options and impulses that its joints have.
	kept []bool
	// h is the length of a sub-step for which limits of forces are kept as impulses (s).
	h float32
}

func (l *laneList) clear() {
	l.joints, l.sides, l.kept = l.joints[:0], l.sides[:0], l.kept[:0]
}

// addBlock adds lanes without joints.
func (l *laneList) addBlock() {
	for range Width {
		l.joints, l.sides = append(l.joints, -1), append(l.sides, laneSides{})
	}
	l.kept = append(l.kept, false)
}

// set puts a joint into a lane of the last block.
func (l *laneList) set(lane int, index int32, j *Joint) {
	at := len(l.joints) - Width + lane
	l.joints[at] = index
	l.sides[at] = laneSides{j.BodyA, j.BodyB, j.FrameA, j.FrameB}
}

// begin forgets what was kept for sub-steps of another length (s).
func (l *laneList) begin(h float32) {
	if h != l.h {
		clear(l.kept)
	}
	l.h = h
}

// keeps reports whether the joints of a block need not be read. Without warm starting they forget their
// impulses.
func (l *laneList) keeps(s *Solver, place int32) bool {
	return s.Settings.WarmStarting && l.kept[place]
}

// LaneCount is the number of joints that are solved eight at a time.
func (s *Solver) LaneCount() int {
	n := 0
	for _, lanes := range [...]*laneList{&s.turnLanes, &s.pointLanes} {
		for _, index := range lanes.joints {
			if index >= 0 {
				n++
			}
		}
	}
	return n
}

// readSides reads the bodies of the joint in lane k of a block, as readBodies does, and returns the joint
// frames in world axes.
func (s *Solver) readSides(l *jointLanes, k int, j *laneSides) (frameA, frameB vec.Quat) {
	k &= Width - 1
	frameA = j.frameA.Q
	var center, arm vec.Vec3
	if j.bodyA == World {
		l.A[k], l.InvMassA[k] = ^0, 0
		l.InertiaA.set(k, inertia6{})
		center = j.frameA.P
	} else {
		sim := &s.Sims[j.bodyA]
		state, invMass, inertia := jointSide(sim)
		l.A[k], l.InvMassA[k] = state, invMass
		l.InertiaA.set(k, inertia)
		arm = sim.Transform.Q.Rotate(j.frameA.P.Sub(sim.LocalCenter))
		frameA = sim.Transform.Q.Mul(frameA)
		center = sim.Center
	}
	l.ArmA.set(k, arm)
	sim := &s.Sims[j.bodyB]
	state, invMass, inertia := jointSide(sim)
	l.B[k], l.InvMassB[k] = state, invMass
	l.InertiaB.set(k, inertia)
	l.ArmB.set(k, sim.Transform.Q.Rotate(j.frameB.P.Sub(sim.LocalCenter)))
	frameB = sim.Transform.Q.Mul(j.frameB.Q)
	l.Centers.set(k, sim.Center.Sub(center))
	// kernels do not check indices
	ia, _ := stateOf(l.A[k])
	ib, _ := stateOf(l.B[k])
	_, _ = s.States[ia], s.States[ib]
	return frameA, frameB
}

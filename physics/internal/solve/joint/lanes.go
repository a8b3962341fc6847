package joint

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// LaneCount is the number of joints that are solved eight at a time.
func (s *Solver) LaneCount() int {
	n := 0
	for _, lists := range [...]*laneList{&s.angularLanes, &s.pointLanes} {
		for _, k := range lists.lanes {
			n += int(k)
		}
	}
	return n
}

// keeps reports whether the joints of a block need not be read. Without warm starting they forget their impulses.
func (s *Solver) keeps(l *laneList, block int32) bool {
	return s.bodies.Settings.WarmStarting && l.kept[block]
}

// readSides reads the bodies of the joint in lane k of a block, as readBodies does, and returns the joint
// frames in world axes.
func (s *Solver) readSides(l *kernel.JointLanes, k int, j *laneSides) (frameA, frameB vec.Quat) {
	k &= kernel.Width - 1
	frameA = j.frameA.Q
	var center, arm vec.Vec3
	if j.bodyA == World {
		l.A[k], l.InvMassA[k] = ^0, 0
		l.InertiaA.Set(k, kernel.Inertia{})
		center = j.frameA.P
	} else {
		sim := &s.bodies.Sims[j.bodyA]
		state, invMass, inertia := jointSide(sim)
		l.A[k], l.InvMassA[k] = state, invMass
		l.InertiaA.Set(k, inertia)
		arm = sim.Transform.Q.Rotate(j.frameA.P.Sub(sim.LocalCenter))
		frameA = sim.Transform.Q.Mul(frameA)
		center = sim.Center
	}
	l.ArmA.Set(k, arm)
	sim := &s.bodies.Sims[j.bodyB]
	state, invMass, inertia := jointSide(sim)
	l.B[k], l.InvMassB[k] = state, invMass
	l.InertiaB.Set(k, inertia)
	l.ArmB.Set(k, sim.Transform.Q.Rotate(j.frameB.P.Sub(sim.LocalCenter)))
	frameB = sim.Transform.Q.Mul(j.frameB.Q)
	l.Centers.Set(k, sim.Center.Sub(center))
	// kernels do not check indices
	ia, _ := kernel.StateOf(l.A[k])
	ib, _ := kernel.StateOf(l.B[k])
	_, _ = s.bodies.States[ia], s.bodies.States[ib]
	return frameA, frameB
}

// prepareAngularBlock reads the bodies of a block, and its joints if they are others than in the step before.
func (s *Solver) prepareAngularBlock(block int32) {
	b := &s.angularBlocks[block]
	kept := s.keeps(&s.angularLanes, block)
	sides := s.angularLanes.sidesOf(block)
	for k, index := range s.angularLanes.jointsOf(block) {
		frameA, frameB := s.readSides(&b.JointLanes, k, &sides[k])
		b.FrameA.Set(k, frameA)
		b.FrameB.Set(k, frameB)
		j := &s.list[index]
		if b.Direct != 0 {
			// the articulation reads the joint
			s.readBodies(j)
			j.heldSum, j.Axes[0].sum, j.Axes[1].sum = [MaxHeld]float32{}, 0, 0
		}
		if !kept {
			s.readOptions(b, k, j, &s.laneSprings[int(block)*kernel.Width+k])
		}
	}
	b.AngularSum, b.HeldSum = kernel.Lane3{}, kernel.Lane3{}
	kernel.PrepareAngular(s.bodies.States, s.angularBlocks[block:block+1], s.angularLanes.lanes[block:block+1],
		s.bodies.Scalar)
}

// readOptions reads the options and impulses of a joint; springs are the coefficients of its lane.
func (s *Solver) readOptions(b *kernel.AngularBlock, k int, j *Joint, springs *keptSprings) {
	if !s.bodies.Settings.WarmStarting {
		j.ClearImpulses()
	}
	var o angularOptions
	o.read(j, s.bodies.H, springs)
	*springs = keptSprings{o.spring, o.axis.springOf}
	o.write(b, k)
	for i := range b.Held {
		b.Held[i][k] = 0
		if b.Direct == 0 {
			b.Held[i][k] = j.Held[i]
		}
	}
}

// preparePointBlock is prepareAngularBlock for points.
func (s *Solver) preparePointBlock(block int32) {
	b := &s.pointBlocks[block]
	kept := s.keeps(&s.pointLanes, block)
	sides := s.pointLanes.sidesOf(block)
	for k, index := range s.pointLanes.jointsOf(block) {
		s.readSides(&b.JointLanes, k, &sides[k])
		if kept {
			continue
		}
		j := &s.list[index]
		if !s.bodies.Settings.WarmStarting {
			j.ClearImpulses()
		}
		b.Held.Set(k, vec.V3(j.Held[0], j.Held[1], j.Held[2]))
	}
	b.HeldSum = kernel.Lane3{}
	kernel.PreparePoints(s.bodies.States, s.pointBlocks[block:block+1], s.pointLanes.lanes[block:block+1],
		s.bodies.Scalar)
}

// storeLanes writes the impulses of a block back to its joints; unit is as in Solver.units.
func (s *Solver) storeLanes(unit int32) {
	block := ^unit & blockBits
	if ^unit&^blockBits == angularBit {
		b := &s.angularBlocks[block]
		for k, index := range s.angularLanes.jointsOf(block) {
			s.list[index].storeAngular(b, k, s.bodies.Dt)
		}
		s.angularLanes.kept[block] = !strays(b)
		return
	}
	b := &s.pointBlocks[block]
	for k, index := range s.pointLanes.jointsOf(block) {
		s.list[index].storePoint(b.Held.At(k), b.HeldSum.At(k), s.bodies.Dt)
	}
	s.pointLanes.kept[block] = true
}

// LanesOf are the joints of a block; unit is as in Solver.units.
func (s *Solver) LanesOf(unit int32) []int32 {
	block := ^unit & blockBits
	if ^unit&^blockBits == angularBit {
		return s.angularLanes.jointsOf(block)
	}
	return s.pointLanes.jointsOf(block)
}

// ScaleLane multiplies the impulses of the last sub-step of the joint in lane k of a block; unit is as in Solver.units.
func (s *Solver) ScaleLane(unit int32, k int, f float32) {
	block := ^unit & blockBits
	k &= kernel.Width - 1
	if ^unit&^blockBits != angularBit {
		b := &s.pointBlocks[block]
		b.Held.Set(k, b.Held.At(k).Mul(f))
		return
	}
	b := &s.angularBlocks[block]
	if b.Direct != 0 {
		s.list[s.angularLanes.jointsOf(block)[k]].Scale(f)
	}
	for _, lane := range [...]*kernel.Lane{&b.ConeImpulse, &b.AxisSpring, &b.AxisMotor, &b.Low, &b.Above} {
		lane[k] *= f
	}
	for i := range b.Held {
		b.Held[i][k] *= f
	}
	for _, lanes := range [...]*kernel.Lane3{&b.Pull, &b.Brake, &b.AngularImpulse} {
		lanes.Set(k, lanes.At(k).Mul(f))
	}
}

// storePoint writes the impulse of the last sub-step and the sum of the step of a ball joint back.
func (j *Joint) storePoint(impulse, sum vec.Vec3, dt float32) {
	j.Held[0], j.Held[1], j.Held[2] = impulse.X, impulse.Y, impulse.Z
	j.Force, j.Torque = sum.Mul(1/dt), vec.Vec3{}
}

// warmStartLanes applies the impulses of the sub-step before to the run of blocks with which list begins. It returns
// how many entries that is.
func (s *Solver) warmStartLanes(list []int32) int {
	if ^list[0]&^blockBits == angularBit {
		first, n := s.angularRun(list)
		kernel.WarmStartAngular(s.bodies.States, s.angularBlocks[first:first+n], s.angularLanes.lanes[first:],
			s.bodies.Scalar)
		return n
	}
	first, n := pointRun(list)
	kernel.WarmStartPoints(s.bodies.States, s.pointBlocks[first:first+n], s.pointLanes.lanes[first:], s.bodies.Scalar)
	return n
}

// solveLanes solves the run of blocks with which list begins. It returns how many entries that is.
func (s *Solver) solveLanes(list []int32, soft kernel.Soft, bias bool) int {
	if ^list[0]&^blockBits != angularBit {
		first, n := pointRun(list)
		kernel.SolvePoints(s.bodies.States, s.pointBlocks[first:first+n], s.pointLanes.lanes[first:], soft, bias,
			s.bodies.Scalar)
		return n
	}
	first, n := s.angularRun(list)
	blocks := s.angularBlocks[first : first+n]
	p := kernel.AngularPass{H: s.bodies.H, InvH: s.bodies.InvH, Limit: soft, Held: soft, Own: 1, Bias: bias}
	if blocks[0].Direct == 0 {
		kernel.SolveAngular(s.bodies.States, blocks, s.angularLanes.lanes[first:], &p, s.bodies.Scalar)
		return n
	}
	// without coefficients, the held rows only answer to the options
	p.Held, p.Own = kernel.Soft{}, 0
	kernel.SolveAngular(s.bodies.States, blocks, s.angularLanes.lanes[first:], &p, s.bodies.Scalar)
	for i := range blocks {
		for k, index := range s.angularLanes.jointsOf(int32(first + i)) {
			s.list[index].takeHeld(&blocks[i], k)
		}
	}
	return n
}

// takeHeld adds the answer of the held rows in lane k to the impulses of the joint, which its articulation solves.
func (j *Joint) takeHeld(b *kernel.AngularBlock, k int) {
	for i := range b.Held {
		j.Held[i] += b.Held[i][k&7]
		b.Held[i][k&7] = 0
	}
}

// angularRun is the first of the blocks of one sort with which list begins, and their number: they lie one after the
// other.
func (s *Solver) angularRun(list []int32) (first, n int) {
	first, n = int(^list[0]&blockBits), 1
	b := &s.angularBlocks[first]
	for n < len(list) && ^list[n] == ^list[0]+int32(n) {
		if c := &s.angularBlocks[first+n]; c.Hinge != b.Hinge || c.Direct != b.Direct {
			break
		}
		n++
	}
	return first, n
}

// pointRun is the same for points.
func pointRun(list []int32) (first, n int) {
	first, n = int(^list[0]&blockBits), 1
	for n < len(list) && ^list[n] == ^list[0]+int32(n) {
		n++
	}
	return first, n
}

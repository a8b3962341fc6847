package solve

import "tumble/physics/vec"

// Lane4 are quaternions, Lane9 matrices in the order of the fields of vec.Mat3.
type (
	Lane4 struct{ X, Y, Z, W Lane }
	Lane9 [9]Lane
)

// jointLanes are the bodies of eight joints that share none, and how they are jointed. A lane without a
// joint has zero masses.
type jointLanes struct {
	A, B [Width]int32 // as in Block

	InvMassA, InvMassB  Lane
	InertiaA, InertiaB  Lane6
	ArmA, ArmB, Centers Lane3
}

// turnBlock holds eight turnRows of one sort for the vector kernels, field by field. Fields that a
// row has as zero where an option is missing, or as a limit that nothing reaches, let the kernels go
// through all options.
type turnBlock struct {
	jointLanes
	FrameA, FrameB Lane4
	Hinge          int32 // 1 for hinges, 0 for ball joints
	_              [7]int32

	Mass                   Lane6
	Lift                   Lane9
	Mobility, Stiffness    Lane6
	SpringDrag, SpringPull Lane
	Target                 Lane4
	Velocity               Lane3
	MaxSpring, MaxMotor    Lane
	Pull, Brake            Lane3
	ConeUpper, ConeImpulse Lane

	HasAxis                                       Lane // 1 if there are options of the axis
	AxisDrag, AxisPull, AxisTarget, AxisMaxSpring Lane
	Lower, Upper, Speed, AxisMaxMotor             Lane
	AxisSpring, AxisMotor, Low, Above             Lane
	Turned, TurnSum, HoldSum                      Lane3
	Held                                          [5]Lane
}

// pointBlock holds eight ballRows.
type pointBlock struct {
	jointLanes
	Mass          Lane6
	Held, HoldSum Lane3
}

// keptSprings are the coefficients of a lane of a turnBlock, see keptSpring.
type keptSprings struct{ drive, axis keptSpring }

func (l *Lane4) set(j int, q vec.Quat) {
	j &= Width - 1
	l.X[j], l.Y[j], l.Z[j], l.W[j] = q.X, q.Y, q.Z, q.W
}

// setOptions writes the options and held impulses of a joint to lane k. Masses and the turning impulse are left
// to the kernels.
func (b *turnBlock) setOptions(k int, j *Joint, o *turnOptions) {
	k &= Width - 1
	b.SpringDrag[k], b.SpringPull[k] = o.spring.Drag, o.spring.Pull
	b.Target.set(k, o.target)
	b.Velocity.set(k, o.velocity)
	b.MaxSpring[k], b.MaxMotor[k] = o.maxSpring, o.maxMotor
	b.Pull.set(k, o.pull)
	b.Brake.set(k, o.brake)
	b.ConeUpper[k], b.ConeImpulse[k] = o.coneUpper, o.coneImpulse
	b.HasAxis[k] = 0
	if o.limits != 0 {
		b.HasAxis[k] = 1
	}
	a := &o.axis
	b.AxisDrag[k], b.AxisPull[k] = a.springOf.Drag, a.springOf.Pull
	b.AxisTarget[k], b.AxisMaxSpring[k] = a.target, a.maxSpring
	b.Lower[k], b.Upper[k], b.Speed[k], b.AxisMaxMotor[k] = a.lower, a.upper, a.speed, a.maxMotor
	b.AxisSpring[k], b.AxisMotor[k], b.Low[k], b.Above[k] = a.spring, a.motor, a.low, a.above
	for i := range b.Held {
		b.Held[i][k] = j.Held[i]
	}
}

// store writes the impulses of the step back to the joint of lane k.
func (b *turnBlock) store(k int, j *Joint, dt float32) {
	k &= Width - 1
	o := turnOptions{pull: b.Pull.at(k), brake: b.Brake.at(k), coneImpulse: b.ConeImpulse[k]}
	if b.HasAxis[k] != 0 {
		o.limits = AxisLimit
	}
	a := &o.axis
	a.spring, a.motor, a.low, a.above = b.AxisSpring[k], b.AxisMotor[k], b.Low[k], b.Above[k]
	j.storeOptions(&o, b.Hinge != 0)
	for i := range b.Held {
		j.Held[i] = b.Held[i][k]
	}
	j.Force, j.Torque = b.HoldSum.at(k).Mul(1/dt), b.TurnSum.at(k).Mul(1/dt)
}

// strays reports whether a lane holds impulses of limits that its joint does not have and cannot keep.
func (b *turnBlock) strays() bool {
	stray := float32(0)
	for k := range Width {
		if b.ConeUpper[k] == farOff {
			stray += b.ConeImpulse[k]
		}
		if b.Upper[k] == farOff {
			stray += b.Low[k] + b.Above[k]
		}
	}
	return stray != 0
}

// prepareTurnBlock reads the bodies of a block, and its joints if they are others than in the step before.
func (s *Solver) prepareTurnBlock(place int32) {
	b := &s.turnBlocks[place]
	first := int(place) * Width
	kept := s.turnLanes.keeps(s, place)
	for k, index := range s.turnLanes.joints[first : first+Width] {
		if index < 0 {
			break
		}
		frameA, frameB := s.readSides(&b.jointLanes, k, &s.turnLanes.sides[first+k])
		b.FrameA.set(k, frameA)
		b.FrameB.set(k, frameB)
		if !kept {
			s.readOptions(b, k, &s.Joints[index], &s.laneSprings[first+k])
		}
	}
	b.TurnSum, b.HoldSum = Lane3{}, Lane3{}
	if b.Hinge != 0 {
		prepareHingesVector(s.States, s.turnBlocks[place:place+1])
	} else {
		prepareBallsVector(s.States, s.turnBlocks[place:place+1])
	}
}

// readOptions reads what a joint does; springs are the coefficients of its lane.
func (s *Solver) readOptions(b *turnBlock, k int, j *Joint, springs *keptSprings) {
	if !s.Settings.WarmStarting {
		j.ClearImpulses()
	}
	var o turnOptions
	o.read(j, s.H, springs)
	*springs = keptSprings{o.spring, o.axis.springOf}
	b.setOptions(k, j, &o)
}

// preparePointBlock is prepareTurnBlock for points.
func (s *Solver) preparePointBlock(place int32) {
	b := &s.pointBlocks[place]
	first := int(place) * Width
	kept := s.pointLanes.keeps(s, place)
	for k, index := range s.pointLanes.joints[first : first+Width] {
		if index < 0 {
			break
		}
		s.readSides(&b.jointLanes, k, &s.pointLanes.sides[first+k])
		if kept {
			continue
		}
		j := &s.Joints[index]
		if !s.Settings.WarmStarting {
			j.ClearImpulses()
		}
		b.Held.set(k, vec.V3(j.Held[0], j.Held[1], j.Held[2]))
	}
	b.HoldSum = Lane3{}
	preparePointsVector(s.States, s.pointBlocks[place:place+1])
}

// storeLanes writes the impulses of a block back to its joints; unit is as in Solver.units.
func (s *Solver) storeLanes(unit int32) {
	place := ^unit & placeBits
	first := int(place) * Width
	if ^unit&^placeBits == turnLaneBit {
		for k, index := range s.turnLanes.joints[first : first+Width] {
			if index >= 0 {
				s.turnBlocks[place].store(k, &s.Joints[index], s.Dt)
			}
		}
		s.turnLanes.kept[place] = !s.turnBlocks[place].strays()
		return
	}
	b := &s.pointBlocks[place]
	for k, index := range s.pointLanes.joints[first : first+Width] {
		if index >= 0 {
			s.Joints[index].storeBall(b.Held.at(k), b.HoldSum.at(k), s.Dt)
		}
	}
	s.pointLanes.kept[place] = true
}

// Places of rows and blocks, in Joint.ball and, as complements, in Solver.work and units: a ballRow has
// its index, the others a bit more.
const (
	turnBit      = 1 << 28 // in Solver.turns
	turnLaneBit  = 2 << 28 // in Solver.turnBlocks
	pointLaneBit = 3 << 28 // in Solver.pointBlocks
	placeBits    = turnBit - 1
)

// vectorJoints reports whether joints are solved by the vector kernels.
func (s *Solver) vectorJoints() bool { return haveVector && !s.Scalar }

// warmStartRows applies the impulses of the sub-step before to the row, or to the run of blocks, with
// which list begins. It returns how many entries that is.
func (s *Solver) warmStartRows(list []int32) int {
	place := ^list[0] & placeBits
	switch ^list[0] &^ placeBits {
	case turnBit:
		s.warmStartTurn(&s.turns[place])
		return 1
	case turnLaneBit:
		blocks := s.turnRun(list)
		warmStartTurnsVector(s.States, blocks)
		return len(blocks)
	case pointLaneBit:
		blocks := s.pointRun(list)
		warmStartPointsVector(s.States, blocks)
		return len(blocks)
	}
	s.warmStartBall(&s.balls[place])
	return 1
}

// solveRows solves the row, or the run of blocks, with which list begins. It returns how many entries
// that is.
func (s *Solver) solveRows(list []int32, soft Soft, bias bool) int {
	place := ^list[0] & placeBits
	switch ^list[0] &^ placeBits {
	case turnBit:
		s.solveTurn(&s.turns[place], soft, bias)
		return 1
	case turnLaneBit:
		blocks := s.turnRun(list)
		if blocks[0].Hinge != 0 {
			solveHingesVector(s.States, blocks, s.H, s.InvH, soft, bias)
		} else {
			solveBallsVector(s.States, blocks, s.H, s.InvH, soft, bias)
		}
		return len(blocks)
	case pointLaneBit:
		blocks := s.pointRun(list)
		solvePointsVector(s.States, blocks, soft, bias)
		return len(blocks)
	}
	s.solveBall(&s.balls[place], soft, bias)
	return 1
}

// turnRun are the blocks of one sort with which list begins: they lie one after the other.
func (s *Solver) turnRun(list []int32) []turnBlock {
	first := int(^list[0] & placeBits)
	n := 1
	for n < len(list) && ^list[n] == ^list[0]+int32(n) && s.turnBlocks[first+n].Hinge == s.turnBlocks[first].Hinge {
		n++
	}
	return s.turnBlocks[first : first+n]
}

// pointRun is the same for points.
func (s *Solver) pointRun(list []int32) []pointBlock {
	first := int(^list[0] & placeBits)
	n := 1
	for n < len(list) && ^list[n] == ^list[0]+int32(n) {
		n++
	}
	return s.pointBlocks[first : first+n]
}

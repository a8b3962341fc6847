package solve

import "tumble/physics/vec"

// Lane4 are quaternions, Lane9 matrices in the order of the fields of vec.Mat3.
type (
	Lane4 struct{ X, Y, Z, W Lane }
	Lane9 [9]Lane
)

// turnBlock holds eight turnRows of one sort for the vector kernels, field by field. Fields that a
// row has as zero where an option is missing, or as a limit that nothing reaches, let the kernels go
// through all options. A lane without a joint has zero masses.
type turnBlock struct {
	A, B  [Width]int32 // as in Block
	Hinge int32        // 1 for hinges, 0 for ball joints
	_     [7]int32

	InvMassA, InvMassB     Lane
	InertiaA, InertiaB     Lane6
	ArmA, ArmB, Centers    Lane3
	FrameA, FrameB         Lane4
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
	A, B [Width]int32

	InvMassA, InvMassB  Lane
	InertiaA, InertiaB  Lane6
	ArmA, ArmB, Centers Lane3
	Mass                Lane6
	Held, HoldSum       Lane3
}

// keptSprings are the coefficients of a lane of a turnBlock, see keptSpring.
type keptSprings struct{ drive, axis keptSpring }

func (l *Lane4) set(j int, q vec.Quat) {
	j &= Width - 1
	l.X[j], l.Y[j], l.Z[j], l.W[j] = q.X, q.Y, q.Z, q.W
}

func (l *Lane9) set(j int, m *vec.Mat3) {
	j &= Width - 1
	l[0][j], l[1][j], l[2][j] = m.XX, m.XY, m.XZ
	l[3][j], l[4][j], l[5][j] = m.YX, m.YY, m.YZ
	l[6][j], l[7][j], l[8][j] = m.ZX, m.ZY, m.ZZ
}

// set writes a row to lane j.
func (b *turnBlock) set(j int, r *turnRow) {
	j &= Width - 1
	b.A[j], b.B[j] = r.a, r.b
	b.InvMassA[j], b.InvMassB[j] = r.ma, r.mb
	b.InertiaA.set(j, r.ia)
	b.InertiaB.set(j, r.ib)
	b.ArmA.set(j, r.armA)
	b.ArmB.set(j, r.armB)
	b.Centers.set(j, r.centers)
	b.FrameA.set(j, r.frameA)
	b.FrameB.set(j, r.frameB)
	b.Mass.set(j, r.mass)
	b.Lift.set(j, &r.lift)
	b.Mobility.set(j, r.mobility)
	b.Stiffness.set(j, r.stiffness)
	b.SpringDrag[j], b.SpringPull[j] = r.spring.Drag, r.spring.Pull
	b.Target.set(j, r.target)
	b.Velocity.set(j, r.velocity)
	b.MaxSpring[j], b.MaxMotor[j] = r.maxSpring, r.maxMotor
	b.Pull.set(j, r.pull)
	b.Brake.set(j, r.brake)
	b.ConeUpper[j], b.ConeImpulse[j] = r.coneUpper, r.coneImpulse
	a := &r.axis
	b.HasAxis[j] = 0
	if r.limits != 0 {
		b.HasAxis[j] = 1
	}
	b.AxisDrag[j], b.AxisPull[j] = a.springOf.Drag, a.springOf.Pull
	b.AxisTarget[j], b.AxisMaxSpring[j] = a.target, a.maxSpring
	b.Lower[j], b.Upper[j], b.Speed[j], b.AxisMaxMotor[j] = a.lower, a.upper, a.speed, a.maxMotor
	b.AxisSpring[j], b.AxisMotor[j], b.Low[j], b.Above[j] = a.spring, a.motor, a.low, a.above
	b.Turned.set(j, r.turned)
	b.TurnSum.set(j, vec.Vec3{})
	b.HoldSum.set(j, vec.Vec3{})
	for i := range b.Held {
		b.Held[i][j] = r.held[i]
	}
}

// read reads what the passes change from lane j.
func (b *turnBlock) read(j int, r *turnRow) {
	j &= Width - 1
	r.hinge, r.limits = b.Hinge != 0, 0
	if b.HasAxis[j] != 0 {
		r.limits = AxisLimit
	}
	r.pull, r.brake, r.coneImpulse = b.Pull.at(j), b.Brake.at(j), b.ConeImpulse[j]
	a := &r.axis
	a.spring, a.motor, a.low, a.above = b.AxisSpring[j], b.AxisMotor[j], b.Low[j], b.Above[j]
	r.turnSum, r.holdSum = b.TurnSum.at(j), b.HoldSum.at(j)
	for i := range b.Held {
		r.held[i] = b.Held[i][j]
	}
}

// set writes a row to lane j.
func (b *pointBlock) set(j int, r *ballRow) {
	j &= Width - 1
	b.A[j], b.B[j] = r.a, r.b
	b.InvMassA[j], b.InvMassB[j] = r.ma, r.mb
	b.InertiaA.set(j, r.ia)
	b.InertiaB.set(j, r.ib)
	b.ArmA.set(j, r.armA)
	b.ArmB.set(j, r.armB)
	b.Centers.set(j, r.centers)
	b.Mass.set(j, r.mass)
	b.Held.set(j, r.impulse)
	b.HoldSum.set(j, vec.Vec3{})
}

// Places of joints, in Joint.ball: a ballRow has its index, the others a bit more. Lanes count
// through the blocks of their sort.
const (
	turnBit      = 1 << 28 // in Solver.turns
	turnLaneBit  = 2 << 28
	pointLaneBit = 3 << 28
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

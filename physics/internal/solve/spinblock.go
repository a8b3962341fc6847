package solve

import "tumble/physics/vec"

// spinWidth is the number of bodies that turn side by side in double precision.
const spinWidth = 4

// lane64 is one number of each of them.
type lane64 [spinWidth]float64

// spinBlock is what the kernels need for Sim.spin of four bodies: Q to Done are for themselves. Ok is 0 in lanes of which
// the inertia has no inverse, which Sim.spin treats by itself.
type spinBlock struct {
	W, SpinLow       [3]lane64
	DQ, Q0, TurnLow  [4]lane64
	Inertia, Inverse [9]lane64 // column by column
	Q                [4]lane64
	Pi               [3]lane64
	Half             lane64
	Guess, Omega     [3]lane64
	Done, Ok         lane64
}

// topBlock is the same for top.precess. Ok is 0 in lanes that turn by more than an eighth of a radian.
type topBlock struct {
	W, SpinLow [3]lane64
	DQ, Low    [4]lane64
	Axis       [3]lane64
	Ratio, Ok  lane64
}

// spinBatch gathers bodies that turn without torque in a sub-step, to turn four at a time. The bits are those of
// one after the other.
type spinBatch struct {
	spins, tops int
	spinIndex   [spinWidth]int32
	topIndex    [spinWidth]int32
	block       spinBlock
	topBlock    topBlock
}

func put3(l *[3]lane64, j int, v vec.Vec3) {
	j &= spinWidth - 1
	l[0][j], l[1][j], l[2][j] = float64(v.X), float64(v.Y), float64(v.Z)
}

func put4(l *[4]lane64, j int, q vec.Quat) {
	j &= spinWidth - 1
	l[0][j], l[1][j], l[2][j], l[3][j] = float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)
}

func putColumns(l *[9]lane64, j int, m *vec.Mat3) {
	j &= spinWidth - 1
	l[0][j], l[1][j], l[2][j] = float64(m.XX), float64(m.YX), float64(m.ZX)
	l[3][j], l[4][j], l[5][j] = float64(m.XY), float64(m.YY), float64(m.ZY)
	l[6][j], l[7][j], l[8][j] = float64(m.XZ), float64(m.YZ), float64(m.ZZ)
}

func get3(l *[3]lane64, j int) vec.Vec3 {
	j &= spinWidth - 1
	return vec.Vec3{X: float32(l[0][j]), Y: float32(l[1][j]), Z: float32(l[2][j])}
}

func get4(l *[4]lane64, j int) vec.Quat {
	j &= spinWidth - 1
	return vec.Quat{X: float32(l[0][j]), Y: float32(l[1][j]), Z: float32(l[2][j]), W: float32(l[3][j])}
}

// addSpin adds the awake body i for Sim.spin.
func (s *Solver) addSpin(b *spinBatch, i int) {
	j := b.spins
	sim, st := &s.Sims[s.Awake[i]], &s.States[i+1]
	put3(&b.block.W, j, st.W)
	put3(&b.block.SpinLow, j, sim.SpinLow)
	put4(&b.block.DQ, j, st.DQ)
	put4(&b.block.Q0, j, sim.Q0)
	put4(&b.block.TurnLow, j, sim.TurnLow)
	putColumns(&b.block.Inertia, j, &sim.LocalInertia)
	putColumns(&b.block.Inverse, j, &sim.LocalInvInertia)
	b.spinIndex[j&(spinWidth-1)] = int32(i)
	b.spins++
	if b.spins == spinWidth {
		s.runSpins(b)
	}
}

// runSpins turns the bodies of addSpin.
func (s *Solver) runSpins(b *spinBatch) {
	n := b.spins
	b.spins = 0
	if n <= 1 {
		for _, i := range b.spinIndex[:n] {
			s.Sims[s.Awake[i]].spin(&s.States[i+1], s.H)
		}
		return
	}
	h := float64(s.H)
	spinBeginVector(&b.block, h, 0.25*float64(h*h))
	for range spinIterations {
		spinStepVector(&b.block)
		if done(&b.block.Done, n) {
			break
		}
	}
	spinEndVector(&b.block)
	for j, i := range b.spinIndex[:n] {
		sim, st := &s.Sims[s.Awake[i]], &s.States[i+1]
		if b.block.Ok[j] == 0 {
			sim.spin(st, s.H)
			continue
		}
		st.W, st.DQ = get3(&b.block.W, j), get4(&b.block.DQ, j)
		sim.SpinLow, sim.TurnLow = get3(&b.block.SpinLow, j), get4(&b.block.TurnLow, j)
	}
}

// done reports whether the first n lanes are.
func done(l *lane64, n int) bool {
	for _, x := range l[:n] {
		if x == 0 {
			return false
		}
	}
	return true
}

// addTop adds the awake body i, which has two equal moments, for turnTop.
func (s *Solver) addTop(b *spinBatch, i int) {
	t, st := &s.tops[i+1], &s.States[i+1]
	if t.stage == topIdle {
		t.begin(&s.Sims[s.Awake[i]])
	}
	if t.stage != topTurns {
		s.addSpin(b, i)
		return
	}
	j := b.tops
	put3(&b.topBlock.W, j, st.W)
	put3(&b.topBlock.SpinLow, j, t.spinLow)
	put4(&b.topBlock.DQ, j, st.DQ)
	put4(&b.topBlock.Low, j, t.low)
	j &= spinWidth - 1
	b.topBlock.Axis[0][j], b.topBlock.Axis[1][j], b.topBlock.Axis[2][j] = t.axis.x, t.axis.y, t.axis.z
	b.topBlock.Ratio[j] = t.ratio
	b.topIndex[j] = int32(i)
	b.tops++
	if b.tops == spinWidth {
		s.runTops(b)
	}
}

// runTops turns the bodies of addTop.
func (s *Solver) runTops(b *spinBatch) {
	n := b.tops
	b.tops = 0
	if n == 0 {
		return
	}
	precessVector(&b.topBlock, float64(s.H), -float64(s.H))
	for j, i := range b.topIndex[:n] {
		t, st := &s.tops[i+1], &s.States[i+1]
		if b.topBlock.Ok[j] == 0 {
			if !s.turnTop(t, int(i), st) {
				s.addSpin(b, int(i))
			}
			continue
		}
		st.W, st.DQ = get3(&b.topBlock.W, j), get4(&b.topBlock.DQ, j)
		t.spinLow, t.low = get3(&b.topBlock.SpinLow, j), get4(&b.topBlock.Low, j)
	}
}

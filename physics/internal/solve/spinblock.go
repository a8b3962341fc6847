package solve

// spinBatch gathers bodies that turn without torque in a sub-step, to turn four at a time. The bits are those of
// one after the other.
type spinBatch struct {
	spins, tops int
	spinIndex   [spinWidth]int32
	topIndex    [spinWidth]int32
	block       spinBlock
	topBlock    topBlock
}

// addSpin adds the awake body i for Sim.spin.
func (s *Bodies) addSpin(b *spinBatch, i int) {
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
func (s *Bodies) runSpins(b *spinBatch) {
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

// addTop adds the awake body i, which has two equal moments, for turnTop.
func (s *Bodies) addTop(b *spinBatch, i int) {
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
func (s *Bodies) runTops(b *spinBatch) {
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

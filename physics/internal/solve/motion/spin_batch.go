package motion

import "tumble/physics/internal/solve/kernel"

// spinBatch gathers bodies that rotate without torque in a sub-step, to rotate four at a time. The bits are those of
// one after the other.
type spinBatch struct {
	spins, tops int
	spinIndex   [kernel.SpinWidth]int32
	topIndex    [kernel.SpinWidth]int32
	block       kernel.SpinBlock
	topBlock    kernel.TopBlock
}

// addSpin adds the awake body i for Sim.rotateFreely.
func (s *Bodies) addSpin(b *spinBatch, i int) {
	j := b.spins
	sim, st := &s.Sims[s.Awake[i]], &s.States[i+1]
	kernel.PutVec3(&b.block.W, j, st.W)
	kernel.PutVec3(&b.block.SpinLow, j, sim.SpinLow)
	kernel.PutQuat(&b.block.DQ, j, st.DQ)
	kernel.PutQuat(&b.block.Q0, j, sim.Q0)
	kernel.PutQuat(&b.block.RotationLow, j, sim.RotationLow)
	kernel.PutColumns(&b.block.Inertia, j, &sim.LocalInertia)
	kernel.PutColumns(&b.block.Inverse, j, &sim.LocalInvInertia)
	b.spinIndex[j&(kernel.SpinWidth-1)] = int32(i)
	b.spins++
	if b.spins == kernel.SpinWidth {
		s.runSpins(b)
	}
}

// runSpins rotates the bodies of addSpin.
func (s *Bodies) runSpins(b *spinBatch) {
	n := b.spins
	b.spins = 0
	if n <= 1 {
		for _, i := range b.spinIndex[:n] {
			s.Sims[s.Awake[i]].rotateFreely(&s.States[i+1], s.H)
		}
		return
	}
	h := float64(s.H)
	kernel.SpinBegin(&b.block, h, 0.25*float64(h*h))
	for range spinIterations {
		kernel.SpinStep(&b.block)
		if kernel.AllDone(&b.block.Done, n) {
			break
		}
	}
	kernel.SpinEnd(&b.block)
	for j, i := range b.spinIndex[:n] {
		sim, st := &s.Sims[s.Awake[i]], &s.States[i+1]
		if b.block.Ok[j] == 0 {
			sim.rotateFreely(st, s.H)
			continue
		}
		st.W, st.DQ = kernel.Vec3At(&b.block.W, j), kernel.QuatAt(&b.block.DQ, j)
		sim.SpinLow, sim.RotationLow = kernel.Vec3At(&b.block.SpinLow, j), kernel.QuatAt(&b.block.RotationLow, j)
	}
}

// addTop adds the awake body i, which has two equal moments, for precessTop.
func (s *Bodies) addTop(b *spinBatch, i int) {
	t, st := &s.tops[i+1], &s.States[i+1]
	if t.stage == topIdle {
		t.begin(&s.Sims[s.Awake[i]], &s.symmetries[i+1])
	}
	if t.stage != topPrecesses {
		s.addSpin(b, i)
		return
	}
	j := b.tops
	kernel.PutVec3(&b.topBlock.W, j, st.W)
	kernel.PutVec3(&b.topBlock.SpinLow, j, t.spinLow)
	kernel.PutQuat(&b.topBlock.DQ, j, st.DQ)
	kernel.PutQuat(&b.topBlock.Low, j, t.low)
	j &= kernel.SpinWidth - 1
	b.topBlock.Axis[0][j], b.topBlock.Axis[1][j], b.topBlock.Axis[2][j] = t.axis.x, t.axis.y, t.axis.z
	b.topBlock.Ratio[j] = t.ratio
	b.topIndex[j] = int32(i)
	b.tops++
	if b.tops == kernel.SpinWidth {
		s.runTops(b)
	}
}

// runTops rotates the bodies of addTop.
func (s *Bodies) runTops(b *spinBatch) {
	n := b.tops
	b.tops = 0
	if n == 0 {
		return
	}
	kernel.Precess(&b.topBlock, float64(s.H), -float64(s.H))
	for j, i := range b.topIndex[:n] {
		t, st := &s.tops[i+1], &s.States[i+1]
		if b.topBlock.Ok[j] == 0 {
			if !s.precessTop(t, int(i), st) {
				s.addSpin(b, int(i))
			}
			continue
		}
		st.W, st.DQ = kernel.Vec3At(&b.topBlock.W, j), kernel.QuatAt(&b.topBlock.DQ, j)
		t.spinLow, t.low = kernel.Vec3At(&b.topBlock.SpinLow, j), kernel.QuatAt(&b.topBlock.Low, j)
	}
}

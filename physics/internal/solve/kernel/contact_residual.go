package kernel

import "tumble/physics/vec"

// Residual is the largest velocity error (m/s) along the normal at the points of blocks whose surfaces touched at the start of the step:
// one that presses should neither approach nor part, one that does not press should not approach. It writes nothing.
func Residual(states []State, blocks []Block) (most float32) {
	for i := range blocks {
		b := &blocks[i]
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			most = vec.Max(most, b.residual(states, j))
		}
	}
	return most
}

// residual is that of lane j.
func (b *Block) residual(states []State, j int) (most float32) {
	j &= Width - 1
	ia, _ := StateOf(b.A[j])
	ib, _ := StateOf(b.B[j])
	sa, sb := &states[ia], &states[ib]
	approach := b.Normal.At(j).Dot(sb.V.Sub(sa.V))
	for k := 0; k < b.points() && k < MaxPoints; k++ {
		q := &b.Points[k]
		if q.Mass[j] == 0 || q.Separation[j] > 0 {
			continue
		}
		v := approach + (q.ArmB.At(j).Dot(sb.W) - q.ArmA.At(j).Dot(sa.W))
		if q.Impulse[j] > 0 {
			v = -vec.Abs(v)
		}
		most = vec.Max(most, 0-v)
	}
	return most
}

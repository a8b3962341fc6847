package kernel

import "tumble/physics/vec"

// Residual is the largest velocity error (m/s) of the normal rows of blocks: what Relax would still take away at a point if it
// solved that alone. A point that presses should neither approach nor part, one that does not press should not approach faster than its gap
// closes in the sub-step. It writes nothing.
func Residual(states []State, blocks []Block, invH float32) (most float32) {
	for i := range blocks {
		b := &blocks[i]
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			most = vec.Max(most, b.residual(states, j, invH))
		}
	}
	return most
}

// residual is that of lane j, with the rows of RelaxLane.
func (b *Block) residual(states []State, j int, invH float32) (most float32) {
	j &= Width - 1
	ia, _ := StateOf(b.A[j])
	ib, _ := StateOf(b.B[j])
	sa, sb := &states[ia], &states[ib]
	n := b.Normal.At(j)
	fa, ca := SeparationChange(n, &sa.DQ)
	fb, cb := SeparationChange(n, &sb.DQ)
	gap := n.Dot(sb.DP.Sub(sa.DP)) + (float32(b.HeightB[j]*cb) - float32(b.HeightA[j]*ca))
	approach := n.Dot(sb.V.Sub(sa.V))
	for k := 0; k < b.points() && k < MaxPoints; k++ {
		q := &b.Points[k]
		if q.Mass[j] == 0 {
			continue
		}
		armA, armB := q.ArmA.At(j), q.ArmB.At(j)
		s := (gap + q.Separation[j]) + (armB.Dot(fb) - armA.Dot(fa))
		v := approach + (armB.Dot(sb.W) - armA.Dot(sa.W)) + vec.Max(float32(s*invH), 0)
		if q.Impulse[j] > 0 {
			v = -vec.Abs(v)
		}
		most = vec.Max(most, 0-v)
	}
	return most
}

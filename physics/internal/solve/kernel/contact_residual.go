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
	count := b.points()
	speeds := b.NormalVelocities(states, j, count)
	for k := 0; k < count && k < MaxPoints; k++ {
		q, v := &b.Points[k], speeds[k]
		if q.Mass[j] == 0 || q.Separation[j] > 0 {
			continue
		}
		if q.Impulse[j] > 0 {
			v = -vec.Abs(v)
		}
		most = vec.Max(most, 0-v)
	}
	return most
}

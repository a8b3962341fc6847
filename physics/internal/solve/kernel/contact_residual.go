package kernel

import "tumble/physics/vec"

// residualBlocks sets Measured of every lane to the largest velocity error of its points.
func residualBlocks(states []State, blocks []Block) {
	for i := range blocks {
		b := &blocks[i]
		b.Measured = Lane{}
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			b.Measured[j] = b.residual(states, j)
		}
	}
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
		e := 0 - v
		if q.Impulse[j] > 0 {
			e = vec.Max(v, e)
		}
		most = vec.Max(e, most)
	}
	return most
}

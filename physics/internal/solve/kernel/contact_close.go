package kernel

// closeBlocks sets Measured of every lane from the velocities of its bodies.
func closeBlocks(states []State, blocks []Block) {
	for i := range blocks {
		b := &blocks[i]
		count := b.points()
		for j := 0; j < int(b.Lanes) && j < Width; j++ {
			least := float32(0)
			if b.Bounce[0][j] > 0 {
				for k, speed := range b.NormalVelocities(states, j, count) {
					if b.Points[k].Mass[j] > 0 && speed < least {
						least = speed
					}
				}
			}
			b.Measured[j] = least
		}
	}
}

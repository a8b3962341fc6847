package kernel

// closeBlocks sets Measured of every lane from the velocities of its bodies, up to the first block with a lane below
// limit, and returns how many come before it. Blocks of which no lane bounces are left out.
func closeBlocks(states []State, blocks []Block, limit float32) int {
	for i := range blocks {
		b := &blocks[i]
		if b.Has&HasRestitution != 0 && b.closes(states, limit) {
			return i
		}
	}
	return len(blocks)
}

// closes sets Measured and reports whether a lane is below limit.
func (b *Block) closes(states []State, limit float32) bool {
	count, found := b.points(), false
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
		found = found || least < limit
	}
	return found
}

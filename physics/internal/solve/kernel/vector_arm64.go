//go:build !purego

package kernel

// haveVector: every arm64 has NEON.
const haveVector = true

//go:noescape
func deriveNEON(states *State, blocks *Block, count int, weight float32)

//go:noescape
func closeNEON(states *State, blocks *Block, count int, limit float32) (left int)

//go:noescape
func residualNEON(states *State, blocks *Block, count int)

//go:noescape
func warmStartNEON(states *State, blocks *Block, count int)

//go:noescape
func solveNEON(states *State, blocks *Block, count int, invH, push float32)

//go:noescape
func relaxNEON(states *State, blocks *Block, count int, invH float32)

func deriveVector(states []State, blocks []Block, invSpeculative float32) {
	deriveNEON(&states[0], &blocks[0], len(blocks), invSpeculative)
}

func closeVector(states []State, blocks []Block, limit float32) int {
	return len(blocks) - closeNEON(&states[0], &blocks[0], len(blocks), limit)
}

func residualVector(states []State, blocks []Block) {
	residualNEON(&states[0], &blocks[0], len(blocks))
}

func warmStartVector(states []State, blocks []Block) {
	warmStartNEON(&states[0], &blocks[0], len(blocks))
}

func solveVector(states []State, blocks []Block, invH, pushSpeed float32) {
	solveNEON(&states[0], &blocks[0], len(blocks), invH, -pushSpeed)
}

func relaxVector(states []State, blocks []Block, invH float32) {
	relaxNEON(&states[0], &blocks[0], len(blocks), invH)
}

//go:build !purego

package kernel

// haveVector: every arm64 has NEON.
const haveVector = true

//go:noescape
func deriveNEON(states *State, blocks *Block, count int, weight float32, pushes *Push)

//go:noescape
func closeNEON(states *State, blocks *Block, count int, limit float32) (left int)

//go:noescape
func residualNEON(states *State, blocks *Block, count int)

//go:noescape
func warmStartNEON(states *State, blocks *Block, count int)

//go:noescape
func pressNEON(states *State, blocks *Block, count int, invH float32)

//go:noescape
func pushNEON(pushes *Push, blocks *Block, count int, invH, push, rate float32)

//go:noescape
func relaxNEON(states *State, blocks *Block, count int, invH float32)

func deriveVector(states []State, pushes []Push, blocks []Block, invSpeculative float32) {
	deriveNEON(&states[0], &blocks[0], len(blocks), invSpeculative, &pushes[0])
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

func pressVector(states []State, blocks []Block, invH float32) {
	pressNEON(&states[0], &blocks[0], len(blocks), invH)
}

func pushVector(pushes []Push, blocks []Block, invH, rate, pushSpeed float32) {
	pushNEON(&pushes[0], &blocks[0], len(blocks), invH, -pushSpeed, rate)
}

func relaxVector(states []State, blocks []Block, invH float32) {
	relaxNEON(&states[0], &blocks[0], len(blocks), invH)
}

//go:build purego || (!amd64 && !arm64)

package solve

const haveVector = false

func deriveVector(states []State, blocks []Block) { deriveBlocks(states, blocks) }

func warmStartVector(states []State, blocks []Block) { warmStartBlocks(states, blocks) }

func solveVector(states []State, blocks []Block, invH, pushSpeed float32) {
	solveBlocks(states, blocks, invH, pushSpeed)
}

func relaxVector(states []State, blocks []Block, invH float32) { relaxBlocks(states, blocks, invH) }

//go:build purego || (!amd64 && !arm64)

package solve

const haveVector = false

func deriveVector(states []State, blocks []Block) { deriveBlocks(states, blocks) }

func warmStartVector(states []State, blocks []Block) { warmStartBlocks(states, blocks) }

func solveVector(states []State, blocks []Block, invH, pushSpeed float32) {
	solveBlocks(states, blocks, invH, pushSpeed)
}

func relaxVector(states []State, blocks []Block, invH float32) { relaxBlocks(states, blocks, invH) }

// Without vector kernels there are no blocks of joints, see Solver.vectorJoints.

func prepareBallsVector([]State, []turnBlock) {}

func prepareHingesVector([]State, []turnBlock) {}

func preparePointsVector([]State, []pointBlock) {}

func warmStartTurnsVector([]State, []turnBlock) {}

func solveBallsVector([]State, []turnBlock, float32, float32, Soft, bool) {}

func solveHingesVector([]State, []turnBlock, float32, float32, Soft, bool) {}

func warmStartPointsVector([]State, []pointBlock) {}

func solvePointsVector([]State, []pointBlock, Soft, bool) {}

// Nor are there blocks of bodies that turn, see spinBatch.

func spinBeginVector(*spinBlock, float64, float64) {}

func spinStepVector(*spinBlock) {}

func spinEndVector(*spinBlock) {}

func precessVector(*topBlock, float64, float64) {}

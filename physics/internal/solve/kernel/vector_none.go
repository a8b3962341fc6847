//go:build purego || (!amd64 && !arm64)

package kernel

const haveVector = false

func deriveVector(states []State, blocks []Block, invSpeculative float32) {
	deriveBlocks(states, blocks, invSpeculative)
}

func closeVector(states []State, blocks []Block, limit float32) int {
	return closeBlocks(states, blocks, limit)
}

func residualVector(states []State, blocks []Block) { residualBlocks(states, blocks) }

func warmStartVector(states []State, blocks []Block) { warmStartBlocks(states, blocks) }

func solveVector(states []State, blocks []Block, invH, pushSpeed float32) {
	solveBlocks(states, blocks, invH, pushSpeed)
}

func relaxVector(states []State, blocks []Block, invH float32) { relaxBlocks(states, blocks, invH) }

// Without vector kernels the passes over joints run in Go, see joint_passes.go.

func prepareBallsVector([]State, []AngularBlock) {}

func prepareHingesVector([]State, []AngularBlock) {}

func preparePointsVector([]State, []PointBlock) {}

func warmStartAngularVector([]State, []AngularBlock) {}

func solveBallsVector([]State, []AngularBlock, *AngularPass) {}

func solveHingesVector([]State, []AngularBlock, *AngularPass) {}

func warmStartPointsVector([]State, []PointBlock) {}

func solvePointsVector([]State, []PointBlock, Soft, bool) {}

// Nor are there blocks of rotating bodies, see spinBatch in package motion.

func SpinBegin(*SpinBlock, float64, float64) {}

func SpinStep(*SpinBlock) {}

func SpinEnd(*SpinBlock) {}

func Precess(*TopBlock, float64, float64) {}

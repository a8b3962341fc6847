//go:build purego || (!amd64 && !arm64)

package kernel

const haveVector = false

func deriveVector(states []State, pushes []Push, blocks []Block, invSpeculative float32) {
	deriveBlocks(states, pushes, blocks, invSpeculative)
}

func closeVector(states []State, blocks []Block, limit float32) int {
	return closeBlocks(states, blocks, limit)
}

func residualVector(states []State, blocks []Block) { residualBlocks(states, blocks) }

func warmStartVector(states []State, blocks []Block) { warmStartBlocks(states, blocks) }

func pressVector(states []State, blocks []Block, invH float32) { pressBlocks(states, blocks, invH) }

func pushVector(pushes []Push, blocks []Block, invH, rate, pushSpeed float32) {
	pushBlocks(pushes, blocks, invH, rate, pushSpeed)
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

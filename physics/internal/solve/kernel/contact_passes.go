package kernel

// The kernels in vector_amd64.s and vector_arm64.s give the same bits as the Go code in contact_*.go, those in
// vector_joint_*.s the same as joint_*.go, those in vector_spin_*.s the same as package motion.
//
//go:generate go run -C ../../../../tools/kernelgen . -out ../../physics/internal/solve/kernel

// HaveVector reports whether this build on this processor has vector kernels.
func HaveVector() bool { return haveVector }

// Derive, Close, WarmStart, Solve and Relax choose the kernels of a pass over contacts; scalar keeps to those in Go.
func Derive(states []State, blocks []Block, invSpeculative float32, scalar bool) {
	if haveVector && !scalar && len(blocks) > 0 {
		deriveVector(states, blocks, invSpeculative)
		return
	}
	deriveBlocks(states, blocks, invSpeculative)
}

// Close measures at which speed the points of lanes that bounce close.
func Close(states []State, blocks []Block, scalar bool) {
	if haveVector && !scalar && len(blocks) > 0 {
		closeVector(states, blocks)
		return
	}
	closeBlocks(states, blocks)
}

func WarmStart(states []State, blocks []Block, scalar bool) {
	if haveVector && !scalar && len(blocks) > 0 {
		warmStartVector(states, blocks)
		return
	}
	warmStartBlocks(states, blocks)
}

func Solve(states []State, blocks []Block, invH, pushSpeed float32, scalar bool) {
	if haveVector && !scalar && len(blocks) > 0 {
		solveVector(states, blocks, invH, pushSpeed)
		return
	}
	solveBlocks(states, blocks, invH, pushSpeed)
}

func Relax(states []State, blocks []Block, invH float32, scalar bool) {
	if haveVector && !scalar && len(blocks) > 0 {
		relaxVector(states, blocks, invH)
		return
	}
	relaxBlocks(states, blocks, invH)
}

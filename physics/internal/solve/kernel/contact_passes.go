package kernel

// The kernels in vector_amd64.s and vector_arm64.s give the same bits as the Go code in
// kernel.go and kernel_*.go, those in vector_joint_*.s as that in turnpass.go and jointball.go, those in
// vector_spin_*.s as that in gyro.go and precess.go, which they replace where the processor has AVX or NEON. The tag purego leaves them out.
//
//go:generate go run -C ../../../../tools/kernelgen . -out ../../physics/internal/solve/kernel

// HaveVector reports whether this build on this processor has vector kernels.
func HaveVector() bool { return haveVector }

// runDerive, runWarmStart, runSolve and runRelax choose the kernels of a pass over contacts; scalar keeps to those in Go.
func Derive(states []State, blocks []Block, invSpeculative float32, scalar bool) {
	if haveVector && !scalar && len(blocks) > 0 {
		deriveVector(states, blocks, invSpeculative)
		return
	}
	deriveBlocks(states, blocks, invSpeculative)
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

package kernel

import "tumble/physics/vec"

// The kernels in vector_amd64.s and vector_arm64.s give the same bits as the Go code in contact_*.go, those in
// vector_joint_*.s the same as joint_*.go, those in vector_spin_*.s the same as package motion.
//
//go:generate go run -C ../../../../tools/kernelgen . -out ../../physics/internal/solve/kernel

// HaveVector reports whether this build on this processor has vector kernels.
func HaveVector() bool { return haveVector }

// Derive, Close, Residual, WarmStart, Solve and Relax choose the kernels of a pass over contacts; scalar keeps to those
// in Go.
func Derive(states []State, blocks []Block, invSpeculative float32, scalar bool) {
	if haveVector && !scalar && len(blocks) > 0 {
		deriveVector(states, blocks, invSpeculative)
		return
	}
	deriveBlocks(states, blocks, invSpeculative)
}

// Close looks for the first of some blocks of which a point that bounces closes at a speed below limit (m/s, at most
// 0), and returns how many come before it. Measured says how fast the lanes of that block close.
func Close(states []State, blocks []Block, limit float32, scalar bool) int {
	if haveVector && !scalar && len(blocks) > 0 {
		return closeVector(states, blocks, limit)
	}
	return closeBlocks(states, blocks, limit)
}

// Residual is the largest velocity error (m/s) along the normal at the points of blocks whose surfaces touched at the
// start of the step: a pressing point should neither approach nor part, another point should not approach. It writes
// Measured.
func Residual(states []State, blocks []Block, scalar bool) (most float32) {
	if haveVector && !scalar && len(blocks) > 0 {
		residualVector(states, blocks)
	} else {
		residualBlocks(states, blocks)
	}
	for i := range blocks {
		for _, e := range &blocks[i].Measured {
			most = vec.Max(most, e)
		}
	}
	return most
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

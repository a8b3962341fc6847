package solve

// The kernels in vector_amd64.s and vector_arm64.s give the same bits as the Go code in
// kernel.go and kernel_*.go, those in vector_joint_*.s as that in turnpass.go and jointball.go, those in
// vector_spin_*.s as that in gyro.go and precess.go, which they replace where the processor has AVX or NEON. The tag purego leaves them out.
//
//go:generate go run -C ../../../tools/kernelgen . -out ../../physics/internal/solve

// HaveVector reports whether this build on this processor has vector kernels.
func HaveVector() bool { return haveVector }

// runDerive, runWarmStart, runSolve and runRelax choose the kernels of a pass.
func (s *Solver) runDerive(blocks []Block) {
	if haveVector && !s.Scalar && len(blocks) > 0 {
		deriveVector(s.States, blocks)
		return
	}
	deriveBlocks(s.States, blocks)
}

func (s *Solver) runWarmStart(blocks []Block) {
	if haveVector && !s.Scalar && len(blocks) > 0 {
		warmStartVector(s.States, blocks)
		return
	}
	warmStartBlocks(s.States, blocks)
}

func (s *Solver) runSolve(blocks []Block) {
	if haveVector && !s.Scalar && len(blocks) > 0 {
		solveVector(s.States, blocks, s.InvH, s.PushOutSpeed)
		return
	}
	solveBlocks(s.States, blocks, s.InvH, s.PushOutSpeed)
}

func (s *Solver) runRelax(blocks []Block) {
	if haveVector && !s.Scalar && len(blocks) > 0 {
		relaxVector(s.States, blocks, s.InvH)
		return
	}
	relaxBlocks(s.States, blocks, s.InvH)
}

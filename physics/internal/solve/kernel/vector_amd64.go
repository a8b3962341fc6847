//go:build !purego

package kernel

// haveVector: the processor has AVX and the system saves its registers.
var haveVector = detectAVX()

func detectAVX() bool {
	const osxsave, avx = 1 << 27, 1 << 28
	if c := cpuid(1); c&osxsave == 0 || c&avx == 0 {
		return false
	}
	// XMM and YMM state
	return xgetbv()&6 == 6
}

func cpuid(leaf uint32) (ecx uint32)
func xgetbv() (eax uint32)

//go:noescape
func deriveAVX(states *State, blocks *Block, count int, weight float32, pushes *Push)

//go:noescape
func closeAVX(states *State, blocks *Block, count int, limit float32) (left int)

//go:noescape
func residualAVX(states *State, blocks *Block, count int)

//go:noescape
func warmStartAVX(states *State, blocks *Block, count int)

//go:noescape
func pressAVX(states *State, blocks *Block, count int, invH float32)

//go:noescape
func pushAVX(pushes *Push, blocks *Block, count int, invH, push, rate float32)

//go:noescape
func relaxAVX(states *State, blocks *Block, count int, invH float32)

func deriveVector(states []State, pushes []Push, blocks []Block, invSpeculative float32) {
	deriveAVX(&states[0], &blocks[0], len(blocks), invSpeculative, &pushes[0])
}

func closeVector(states []State, blocks []Block, limit float32) int {
	return len(blocks) - closeAVX(&states[0], &blocks[0], len(blocks), limit)
}

func residualVector(states []State, blocks []Block) {
	residualAVX(&states[0], &blocks[0], len(blocks))
}

func warmStartVector(states []State, blocks []Block) {
	warmStartAVX(&states[0], &blocks[0], len(blocks))
}

func pressVector(states []State, blocks []Block, invH float32) {
	pressAVX(&states[0], &blocks[0], len(blocks), invH)
}

func pushVector(pushes []Push, blocks []Block, invH, rate, pushSpeed float32) {
	pushAVX(&pushes[0], &blocks[0], len(blocks), invH, -pushSpeed, rate)
}

func relaxVector(states []State, blocks []Block, invH float32) {
	relaxAVX(&states[0], &blocks[0], len(blocks), invH)
}

//go:build !purego

package solve

//go:noescape
func prepareBallsAVX(states *State, blocks *turnBlock, count int)

//go:noescape
func prepareHingesAVX(states *State, blocks *turnBlock, count int)

//go:noescape
func preparePointsAVX(states *State, blocks *pointBlock, count int)

//go:noescape
func warmStartTurnsAVX(states *State, blocks *turnBlock, count int)

//go:noescape
func solveBallsAVX(states *State, blocks *turnBlock, count int, h, invH, rate, scale, soften float32)

//go:noescape
func relaxBallsAVX(states *State, blocks *turnBlock, count int, h, invH, rate, scale, soften float32)

//go:noescape
func solveHingesAVX(states *State, blocks *turnBlock, count int, h, invH, rate, scale, soften float32)

//go:noescape
func relaxHingesAVX(states *State, blocks *turnBlock, count int, h, invH, rate, scale, soften float32)

//go:noescape
func warmStartPointsAVX(states *State, blocks *pointBlock, count int)

//go:noescape
func solvePointsAVX(states *State, blocks *pointBlock, count int, rate, scale, soften float32)

//go:noescape
func relaxPointsAVX(states *State, blocks *pointBlock, count int, rate, scale, soften float32)

func prepareBallsVector(states []State, blocks []turnBlock) {
	prepareBallsAVX(&states[0], &blocks[0], len(blocks))
}

func prepareHingesVector(states []State, blocks []turnBlock) {
	prepareHingesAVX(&states[0], &blocks[0], len(blocks))
}

func preparePointsVector(states []State, blocks []pointBlock) {
	preparePointsAVX(&states[0], &blocks[0], len(blocks))
}

func warmStartTurnsVector(states []State, blocks []turnBlock) {
	warmStartTurnsAVX(&states[0], &blocks[0], len(blocks))
}

func solveBallsVector(states []State, blocks []turnBlock, h, invH float32, soft Soft, bias bool) {
	if bias {
		solveBallsAVX(&states[0], &blocks[0], len(blocks), h, invH, soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	} else {
		relaxBallsAVX(&states[0], &blocks[0], len(blocks), h, invH, soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	}
}

func solveHingesVector(states []State, blocks []turnBlock, h, invH float32, soft Soft, bias bool) {
	if bias {
		solveHingesAVX(&states[0], &blocks[0], len(blocks), h, invH, soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	} else {
		relaxHingesAVX(&states[0], &blocks[0], len(blocks), h, invH, soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	}
}

func warmStartPointsVector(states []State, blocks []pointBlock) {
	warmStartPointsAVX(&states[0], &blocks[0], len(blocks))
}

func solvePointsVector(states []State, blocks []pointBlock, soft Soft, bias bool) {
	if bias {
		solvePointsAVX(&states[0], &blocks[0], len(blocks), soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	} else {
		relaxPointsAVX(&states[0], &blocks[0], len(blocks), soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	}
}

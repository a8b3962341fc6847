//go:build !purego

package solve

//go:noescape
func prepareBallsNEON(states *State, blocks *turnBlock, count int)

//go:noescape
func prepareHingesNEON(states *State, blocks *turnBlock, count int)

//go:noescape
func preparePointsNEON(states *State, blocks *pointBlock, count int)

//go:noescape
func warmStartTurnsNEON(states *State, blocks *turnBlock, count int)

//go:noescape
func solveBallsNEON(states *State, blocks *turnBlock, count int, h, invH, rate, scale, soften float32)

//go:noescape
func relaxBallsNEON(states *State, blocks *turnBlock, count int, h, invH, rate, scale, soften float32)

//go:noescape
func solveHingesNEON(states *State, blocks *turnBlock, count int, h, invH, rate, scale, soften float32)

//go:noescape
func relaxHingesNEON(states *State, blocks *turnBlock, count int, h, invH, rate, scale, soften float32)

//go:noescape
func warmStartPointsNEON(states *State, blocks *pointBlock, count int)

//go:noescape
func solvePointsNEON(states *State, blocks *pointBlock, count int, rate, scale, soften float32)

//go:noescape
func relaxPointsNEON(states *State, blocks *pointBlock, count int, rate, scale, soften float32)

func prepareBallsVector(states []State, blocks []turnBlock) {
	prepareBallsNEON(&states[0], &blocks[0], len(blocks))
}

func prepareHingesVector(states []State, blocks []turnBlock) {
	prepareHingesNEON(&states[0], &blocks[0], len(blocks))
}

func preparePointsVector(states []State, blocks []pointBlock) {
	preparePointsNEON(&states[0], &blocks[0], len(blocks))
}

func warmStartTurnsVector(states []State, blocks []turnBlock) {
	warmStartTurnsNEON(&states[0], &blocks[0], len(blocks))
}

func solveBallsVector(states []State, blocks []turnBlock, h, invH float32, soft Soft, bias bool) {
	if bias {
		solveBallsNEON(&states[0], &blocks[0], len(blocks), h, invH, soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	} else {
		relaxBallsNEON(&states[0], &blocks[0], len(blocks), h, invH, soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	}
}

func solveHingesVector(states []State, blocks []turnBlock, h, invH float32, soft Soft, bias bool) {
	if bias {
		solveHingesNEON(&states[0], &blocks[0], len(blocks), h, invH, soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	} else {
		relaxHingesNEON(&states[0], &blocks[0], len(blocks), h, invH, soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	}
}

func warmStartPointsVector(states []State, blocks []pointBlock) {
	warmStartPointsNEON(&states[0], &blocks[0], len(blocks))
}

func solvePointsVector(states []State, blocks []pointBlock, soft Soft, bias bool) {
	if bias {
		solvePointsNEON(&states[0], &blocks[0], len(blocks), soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	} else {
		relaxPointsNEON(&states[0], &blocks[0], len(blocks), soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	}
}

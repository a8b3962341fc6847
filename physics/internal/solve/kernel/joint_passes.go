package kernel

// The generated kernels of joints, or the same lane by lane in Go where there are none. lanes are the numbers of lanes
// in use, block by block.

func PreparePoints(states []State, blocks []PointBlock, lanes []uint8, scalar bool) {
	if haveVector && !scalar {
		preparePointsVector(states, blocks)
		return
	}
	for i := range blocks {
		for k := range int(lanes[i]) {
			blocks[i].preparePoint(k)
		}
	}
}

func WarmStartPoints(states []State, blocks []PointBlock, lanes []uint8, scalar bool) {
	if haveVector && !scalar {
		warmStartPointsVector(states, blocks)
		return
	}
	for i := range blocks {
		for k := range int(lanes[i]) {
			blocks[i].warmStartPoint(states, k)
		}
	}
}

func SolvePoints(states []State, blocks []PointBlock, lanes []uint8, soft Soft, bias, scalar bool) {
	if haveVector && !scalar {
		solvePointsVector(states, blocks, soft, bias)
		return
	}
	for i := range blocks {
		for k := range int(lanes[i]) {
			blocks[i].solvePoint(states, k, soft, bias)
		}
	}
}

// PrepareAngular prepares blocks that are all of ball joints, or all of hinges.
func PrepareAngular(states []State, blocks []AngularBlock, lanes []uint8, scalar bool) {
	if haveVector && !scalar {
		if blocks[0].Hinge != 0 {
			prepareHingesVector(states, blocks)
		} else {
			prepareBallsVector(states, blocks)
		}
		return
	}
	for i := range blocks {
		for k := range int(lanes[i]) {
			blocks[i].prepareAngular(states, k)
		}
	}
}

func WarmStartAngular(states []State, blocks []AngularBlock, lanes []uint8, scalar bool) {
	if haveVector && !scalar {
		warmStartAngularVector(states, blocks)
		return
	}
	for i := range blocks {
		for k := range int(lanes[i]) {
			blocks[i].warmStartAngular(states, k)
		}
	}
}

// SolveAngular solves blocks that are all of ball joints, or all of hinges, once.
func SolveAngular(states []State, blocks []AngularBlock, lanes []uint8, p *AngularPass, scalar bool) {
	if haveVector && !scalar {
		if blocks[0].Hinge != 0 {
			solveHingesVector(states, blocks, p)
		} else {
			solveBallsVector(states, blocks, p)
		}
		return
	}
	for i := range blocks {
		for k := range int(lanes[i]) {
			blocks[i].solveAngular(states, k, p)
		}
	}
}

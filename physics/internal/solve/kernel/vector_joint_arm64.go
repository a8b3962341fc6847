//go:build !purego

package kernel

//go:noescape
func prepareBallsNEON(states *State, blocks *AngularBlock, count int)

//go:noescape
func prepareHingesNEON(states *State, blocks *AngularBlock, count int)

//go:noescape
func preparePointsNEON(states *State, blocks *PointBlock, count int)

//go:noescape
func warmStartAngularNEON(states *State, blocks *AngularBlock, count int)

//go:noescape
func solveBallsNEON(states *State, blocks *AngularBlock, count int, h, invH, rate, scale, soften, heldRate, heldScale,
	heldSoften, own float32)

//go:noescape
func relaxBallsNEON(states *State, blocks *AngularBlock, count int, h, invH, rate, scale, soften, heldRate, heldScale,
	heldSoften, own float32)

//go:noescape
func solveHingesNEON(states *State, blocks *AngularBlock, count int, h, invH, rate, scale, soften, heldRate, heldScale,
	heldSoften, own float32)

//go:noescape
func relaxHingesNEON(states *State, blocks *AngularBlock, count int, h, invH, rate, scale, soften, heldRate, heldScale,
	heldSoften, own float32)

//go:noescape
func warmStartPointsNEON(states *State, blocks *PointBlock, count int)

//go:noescape
func solvePointsNEON(states *State, blocks *PointBlock, count int, rate, scale, soften float32)

//go:noescape
func relaxPointsNEON(states *State, blocks *PointBlock, count int, rate, scale, soften float32)

func prepareBallsVector(states []State, blocks []AngularBlock) {
	prepareBallsNEON(&states[0], &blocks[0], len(blocks))
}

func prepareHingesVector(states []State, blocks []AngularBlock) {
	prepareHingesNEON(&states[0], &blocks[0], len(blocks))
}

func preparePointsVector(states []State, blocks []PointBlock) {
	preparePointsNEON(&states[0], &blocks[0], len(blocks))
}

func warmStartAngularVector(states []State, blocks []AngularBlock) {
	warmStartAngularNEON(&states[0], &blocks[0], len(blocks))
}

func solveBallsVector(states []State, blocks []AngularBlock, p *AngularPass) {
	l, h := &p.Limit, &p.Held
	if p.Bias {
		solveBallsNEON(&states[0], &blocks[0], len(blocks), p.H, p.InvH, l.BiasRate, l.MassScale, l.ImpulseScale,
			h.BiasRate, h.MassScale, h.ImpulseScale, p.Own)
	} else {
		relaxBallsNEON(&states[0], &blocks[0], len(blocks), p.H, p.InvH, l.BiasRate, l.MassScale, l.ImpulseScale,
			h.BiasRate, h.MassScale, h.ImpulseScale, p.Own)
	}
}

func solveHingesVector(states []State, blocks []AngularBlock, p *AngularPass) {
	l, h := &p.Limit, &p.Held
	if p.Bias {
		solveHingesNEON(&states[0], &blocks[0], len(blocks), p.H, p.InvH, l.BiasRate, l.MassScale, l.ImpulseScale,
			h.BiasRate, h.MassScale, h.ImpulseScale, p.Own)
	} else {
		relaxHingesNEON(&states[0], &blocks[0], len(blocks), p.H, p.InvH, l.BiasRate, l.MassScale, l.ImpulseScale,
			h.BiasRate, h.MassScale, h.ImpulseScale, p.Own)
	}
}

func warmStartPointsVector(states []State, blocks []PointBlock) {
	warmStartPointsNEON(&states[0], &blocks[0], len(blocks))
}

func solvePointsVector(states []State, blocks []PointBlock, soft Soft, bias bool) {
	if bias {
		solvePointsNEON(&states[0], &blocks[0], len(blocks), soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	} else {
		relaxPointsNEON(&states[0], &blocks[0], len(blocks), soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	}
}

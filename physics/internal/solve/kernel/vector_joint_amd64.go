//go:build !purego

package kernel

//go:noescape
func prepareBallsAVX(states *State, blocks *AngularBlock, count int)

//go:noescape
func prepareHingesAVX(states *State, blocks *AngularBlock, count int)

//go:noescape
func preparePointsAVX(states *State, blocks *PointBlock, count int)

//go:noescape
func warmStartAngularAVX(states *State, blocks *AngularBlock, count int)

//go:noescape
func solveBallsAVX(states *State, blocks *AngularBlock, count int, h, invH, rate, scale, soften, heldRate, heldScale,
	heldSoften, own float32)

//go:noescape
func relaxBallsAVX(states *State, blocks *AngularBlock, count int, h, invH, rate, scale, soften, heldRate, heldScale,
	heldSoften, own float32)

//go:noescape
func solveHingesAVX(states *State, blocks *AngularBlock, count int, h, invH, rate, scale, soften, heldRate, heldScale,
	heldSoften, own float32)

//go:noescape
func relaxHingesAVX(states *State, blocks *AngularBlock, count int, h, invH, rate, scale, soften, heldRate, heldScale,
	heldSoften, own float32)

//go:noescape
func warmStartPointsAVX(states *State, blocks *PointBlock, count int)

//go:noescape
func solvePointsAVX(states *State, blocks *PointBlock, count int, rate, scale, soften float32)

//go:noescape
func relaxPointsAVX(states *State, blocks *PointBlock, count int, rate, scale, soften float32)

func prepareBallsVector(states []State, blocks []AngularBlock) {
	prepareBallsAVX(&states[0], &blocks[0], len(blocks))
}

func prepareHingesVector(states []State, blocks []AngularBlock) {
	prepareHingesAVX(&states[0], &blocks[0], len(blocks))
}

func preparePointsVector(states []State, blocks []PointBlock) {
	preparePointsAVX(&states[0], &blocks[0], len(blocks))
}

func warmStartAngularVector(states []State, blocks []AngularBlock) {
	warmStartAngularAVX(&states[0], &blocks[0], len(blocks))
}

func solveBallsVector(states []State, blocks []AngularBlock, p *AngularPass) {
	l, h := &p.Limit, &p.Held
	if p.Bias {
		solveBallsAVX(&states[0], &blocks[0], len(blocks), p.H, p.InvH, l.BiasRate, l.MassScale, l.ImpulseScale,
			h.BiasRate, h.MassScale, h.ImpulseScale, p.Own)
	} else {
		relaxBallsAVX(&states[0], &blocks[0], len(blocks), p.H, p.InvH, l.BiasRate, l.MassScale, l.ImpulseScale,
			h.BiasRate, h.MassScale, h.ImpulseScale, p.Own)
	}
}

func solveHingesVector(states []State, blocks []AngularBlock, p *AngularPass) {
	l, h := &p.Limit, &p.Held
	if p.Bias {
		solveHingesAVX(&states[0], &blocks[0], len(blocks), p.H, p.InvH, l.BiasRate, l.MassScale, l.ImpulseScale,
			h.BiasRate, h.MassScale, h.ImpulseScale, p.Own)
	} else {
		relaxHingesAVX(&states[0], &blocks[0], len(blocks), p.H, p.InvH, l.BiasRate, l.MassScale, l.ImpulseScale,
			h.BiasRate, h.MassScale, h.ImpulseScale, p.Own)
	}
}

func warmStartPointsVector(states []State, blocks []PointBlock) {
	warmStartPointsAVX(&states[0], &blocks[0], len(blocks))
}

func solvePointsVector(states []State, blocks []PointBlock, soft Soft, bias bool) {
	if bias {
		solvePointsAVX(&states[0], &blocks[0], len(blocks), soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	} else {
		relaxPointsAVX(&states[0], &blocks[0], len(blocks), soft.BiasRate, soft.MassScale, soft.ImpulseScale)
	}
}

package step

import (
	"tumble/physics/internal/profile"
	"tumble/physics/internal/solve"
)

// addSolverTable fills the table of stages with those of the solver.
func addSolverTable() {
	// over bodies, joints or blocks of contacts
	over := func(run func(*solve.Solver, int, int)) func(*Step, int, int32, int, int, int) {
		return func(sp *Step, _ int, _ int32, _, b, e int) { run(&sp.Solver, b, e) }
	}
	// over the constraints of a batch
	batch := func(run func(*solve.Solver, solve.Batch)) func(*Step, int, int32, int, int, int) {
		return func(sp *Step, _ int, arg int32, _, b, e int) {
			run(&sp.Solver, cutBatch(sp.Solver.Batches()[arg], int32(b), int32(e)))
		}
	}
	for kind, s := range map[stageKind]stage{
		stageFreeSpeeds: {"prepare", bodyGrain, nil, over((*solve.Solver).FreeSpeeds), prepareTime},
		stagePrepareBodies: {"prepare", 1, nil, func(sp *Step, _ int, _ int32, _, b, e int) {
			sp.prepareBodies(int32(b), int32(e))
		}, prepareTime},
		stageLimitClusters: {"prepare", bodyGrain, nil, over((*solve.Solver).LimitCrowds), prepareTime},
		stageIslandBatches: {"solve parts", 1, nil, func(sp *Step, worker int, _ int32, _, b, e int) {
			sp.Solver.SolveParts(worker, b, e)
		}, nil},
		stagePrepareContacts:        {"prepare", 4, nil, over((*solve.Solver).PrepareContacts), prepareTime},
		stagePrepareJoints:          {"prepare", 4, nil, over((*solve.Solver).PrepareJoints), prepareTime},
		stagePrepareArticulations:   {"prepare groups", 1, nil, over((*solve.Solver).PrepareGroups), prepareTime},
		stageIntegrateVelocities:    {"integrate velocities", bodyGrain, nil, over((*solve.Solver).IntegrateVelocities), func(t *profile.Times) *int64 { return &t.IntegrateVelocities }},
		stageWarmStart:              {"warm start", 4, nil, batch((*solve.Solver).WarmStart), warmTime},
		stageWarmStartArticulations: {"warm start groups", 1, nil, over((*solve.Solver).WarmStartGroups), warmTime},
		stageSolveContacts:          {"solve", 4, nil, batch((*solve.Solver).SolveContacts), solveTime},
		stageSolve:                  {"solve", 4, nil, batch((*solve.Solver).Solve), solveTime},
		stageSolveArticulations:     {"solve groups", 1, nil, over((*solve.Solver).SolveGroups), solveTime},
		stageIntegratePositions:     {"integrate positions", bodyGrain, nil, over((*solve.Solver).IntegratePositions), func(t *profile.Times) *int64 { return &t.IntegratePositions }},
		stageRelax:                  {"relax", 4, nil, batch((*solve.Solver).Relax), relaxTime},
		stageRelaxArticulations:     {"relax groups", 1, nil, over((*solve.Solver).RelaxGroups), relaxTime},
		stageLimitSpeeds:            {"relax", bodyGrain, nil, over((*solve.Solver).LimitSpeeds), relaxTime},
		stageRestitution:            {"restitution", 4, nil, batch((*solve.Solver).Restitution), func(t *profile.Times) *int64 { return &t.Restitution }},
		stageStore:                  {"store", 4, nil, over((*solve.Solver).StoreImpulses), storeTime},
		stageFinishJoints:           {"finish joints", bodyGrain, nil, over((*solve.Solver).FinishJoints), storeTime},
		stageMove:                   {"move", bodyGrain, nil, over((*solve.Solver).FinalizeBodies), storeTime},
	} {
		stageTable[kind] = s
	}
}

// cutBatch is the part of a batch with the items begin to end (exclusive), counting its joints
// first and then its blocks.
func cutBatch(b solve.Batch, begin, end int32) solve.Batch {
	joints := b.Joints.End - b.Joints.Begin
	return solve.Batch{
		Joints: solve.Range{Begin: b.Joints.Begin + min(begin, joints), End: b.Joints.Begin + min(end, joints)},
		Blocks: solve.Range{Begin: b.Blocks.Begin + max(begin-joints, 0), End: b.Blocks.Begin + max(end-joints, 0)},
		Serial: b.Serial,
	}
}

// addSolverStages lays out the solver, after addPrepareBodies.
func (sp *Step) addSolverStages() {
	s := &sp.Solver
	bodies, blocks := int32(s.SharedBodies()), int32(s.BlockCount())
	joints, articulations := int32(s.JointCount()), int32(s.GroupCount())
	if s.HasCrowds() {
		s.CloseCrowds()
		sp.add(stageLimitClusters, 0, int32(s.BodyCount()))
	}
	sp.add(stageIslandBatches, 0, int32(s.PartCount()))
	sp.add(stagePrepareContacts, 0, blocks)
	sp.add(stagePrepareJoints, 0, joints)
	sp.add(stagePrepareArticulations, 0, articulations)
	for i := int32(0); i < s.SubSteps; i++ {
		sp.add(stageIntegrateVelocities, 0, bodies)
		if s.Params.WarmStarting || i > 0 {
			sp.add(stageWarmStartArticulations, 0, articulations)
			sp.addBatches(stageWarmStart)
		}
		for range solve.ContactIterations - 1 {
			sp.addBatches(stageSolveContacts)
		}
		sp.addBatches(stageSolve)
		sp.add(stageSolveArticulations, 0, articulations)
		sp.add(stageIntegratePositions, 0, bodies)
		sp.addBatches(stageRelax)
		sp.add(stageRelaxArticulations, 0, articulations)
	}
	if s.HasCrowds() {
		sp.add(stageLimitSpeeds, 0, bodies)
	}
	sp.addBatches(stageRestitution)
	sp.add(stageStore, 0, blocks)
	sp.add(stageFinishJoints, 0, joints)
	sp.add(stageMove, 0, int32(s.BodyCount()))
}

// addBatches adds a stage for each batch of constraints.
func (sp *Step) addBatches(kind stageKind) {
	for i, b := range sp.Solver.Batches() {
		grain := stageTable[kind].grain
		if b.Serial {
			grain = 0
		}
		sp.addGrain(kind, int32(i), int32(b.Joints.Len()+b.Blocks.Len()), grain)
	}
}

// addPrepareBodies adds the stages that prepare the bodies. Meanwhile one worker lays out the constraints, and with
// deep-overlap clusters one joins them.
func (sp *Step) addPrepareBodies() {
	if sp.Solver.HasCrowds() {
		sp.add(stageFreeSpeeds, 0, int32(sp.Solver.BodyCount()))
	}
	sp.add(stagePrepareBodies, 0, sp.bodyBlocks()+2)
}

// bodyBlocks is the number of blocks of the awake bodies.
func (sp *Step) bodyBlocks() int32 { return int32((len(sp.Awake) + bodyGrain - 1) / bodyGrain) }

// prepareBodies works on the items begin to end (exclusive) of stagePrepareBodies: laying out first, joining in the
// middle, where the second of two workers begins, and blocks of bodies before and after.
func (sp *Step) prepareBodies(begin, end int32) {
	middle := (sp.bodyBlocks() + 3) / 2
	for i := begin; i < end; i++ {
		block := i - 1
		switch {
		case i == 0:
			sp.Solver.Islands = nil
			if !sp.Whole {
				sp.Solver.Islands = sp.Islands.OfAwake()
			}
			sp.Solver.Lay()
			continue
		case i == middle:
			if sp.Solver.HasCrowds() {
				sp.Solver.JoinCrowds()
			}
			continue
		case i > middle:
			block--
		}
		from := int(block) * bodyGrain
		to := min(from+bodyGrain, len(sp.Awake))
		sp.Narrow.CorrectRollingBodies(from, to)
		sp.Solver.PrepareBodies(from, to)
	}
}

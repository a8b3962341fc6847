package physics

import (
	"tumble/physics/internal/solve"
	"tumble/physics/internal/workers"
)

// A step consists of serial parts and of stages, which are cut into blocks that any worker may
// take. A block writes to its own items and to the slot of its number; the slots are then
// read in order. So the same bits come out for every number of workers, and a world with one
// worker, which runs every stage as one block, is the plain statement of what a step does.

type stageKind int32

const (
	stagePairs stageKind = iota
	stageCollide
	stageFreeSpeeds
	stagePrepareBodies
	stageLimitCrowds
	stageParts
	stagePrepareContacts
	stagePrepareJoints
	stagePrepareGroups
	stageIntegrateVelocities
	stageWarmStart
	stageWarmStartGroups
	stageSolveContacts
	stageSolve
	stageSolveGroups
	stageIntegratePositions
	stageRelax
	stageRelaxGroups
	stageLimitSpeeds
	stageRestitution
	stageStore
	stageFinishJoints
	stageMove
	stageFinalize
	stageContinuous
	stageBullets
	stageBoxes
	stageTrees
	stageSensors
	stageKindCount
)

// The grains are the smallest pieces worth handing to another core: a microsecond or two.
const (
	grainPairs   = 16
	grainCollide = 32
	grainBodies  = 64
	grainPrepare = 4 // blocks of eight contacts
	grainSolve   = 4
	grainFast    = 1
	grainGroups  = 1
	grainParts   = 1
	grainSensors = 1
)

// serialBelow is the number of awake bodies below which waking other workers costs more than
// they save.
const serialBelow = 96

// slotOutput is what a block of a stage hands to the serial part after it.
type slotOutput struct {
	pairs    []shapePair
	shapes   []int32
	bad      []badBody
	runaway  []int32 // bodies that restrain slows down
	fast     []int32
	stopped  []stoppedBody
	bullets  []bulletPath
	near     []int32 // fast bodies near the bullets, see bulletPath
	overlaps []overlap
	spills   []spill
	spilled  []solve.Manifold
	seams    []seam
	deep     []deepPair
	recycled int
	points   int
	hits     int
	unlisted []int32  // contacts that should have a list of triangles
	_        [64]byte // neighbours are written by different workers
}

// beginStages decides how a step is run.
func (w *World) beginStages() {
	w.scratch.parallel = w.pool != nil && len(w.awake) >= serialBelow
	if n := MaxWorkers - len(w.scratch.found); n > 0 {
		w.scratch.found = make([][]int32, MaxWorkers)
		w.scratch.pieces = make([]pieceScratch, MaxWorkers)
		w.scratch.arenas = make([]arenas, MaxWorkers)
	}
	if w.scratch.run == nil {
		w.scratch.run = w.runStage
	}
	w.scratch.stages = w.scratch.stages[:0]
}

func (w *World) addStage(kind stageKind, arg, count, grain int32) {
	w.scratch.stages = append(w.scratch.stages, workers.Stage{
		Kind: int32(kind), Arg: arg, Count: count, Grain: grain, Joined: !usesSlots(kind),
	})
}

// runStages works through the stages added so far. It returns the number of slots that the
// last one filled.
func (w *World) runStages() (slots int, err error) {
	if w.labels != nil {
		defer w.labels.rest()
	}
	stages := w.scratch.stages
	w.scratch.stages = w.scratch.stages[:0]
	if len(stages) == 0 {
		return 0, nil
	}
	for i := range stages {
		s := &stages[i]
		if !w.scratch.parallel {
			s.Grain = 0
		}
		if usesSlots(stageKind(s.Kind)) {
			w.beginSlots(int(s.Blocks()))
		}
	}
	slots = int(stages[len(stages)-1].Blocks())
	switch {
	case w.clock != nil:
		// those that are counted together at a time: the clock is read between them
		t := w.now()
		for i := 0; i < len(stages); {
			time := w.stageTime(stageKind(stages[i].Kind))
			end := i + 1
			for end < len(stages) && w.stageTime(stageKind(stages[end].Kind)) == time {
				end++
			}
			if err = w.runSome(stages[i:end]); err != nil {
				return slots, err
			}
			if i = end; time != nil {
				t = w.lap(time, t)
			} else {
				t = w.now()
			}
		}
		return slots, nil
	default:
		return slots, w.runSome(stages)
	}
}

func (w *World) runSome(stages []workers.Stage) error {
	if w.scratch.parallel {
		return w.pool.Run(w.scratch.run, stages)
	}
	for i := range stages {
		if s := &stages[i]; s.Count > 0 {
			w.runStage(0, s, 0, 0, s.Count)
		}
	}
	return nil
}

// beginSlots makes room for the output of so many blocks. That of the last stage is gone.
func (w *World) beginSlots(blocks int) {
	for len(w.scratch.slots) < blocks {
		w.scratch.slots = append(w.scratch.slots, slotOutput{})
	}
	count := 1
	if w.scratch.parallel {
		count = w.pool.Size()
	}
	beginArenas(w.scratch.arenas, &w.scratch.mostWritten, count)
}

func usesSlots(kind stageKind) bool {
	switch kind {
	case stagePairs, stageCollide, stageFinalize, stageContinuous, stageBullets, stageSensors:
		return true
	}
	return false
}

// runStage works on the items begin to end (exclusive) of a stage.
func (w *World) runStage(worker int, stage *workers.Stage, block, begin, end int32) {
	if w.labels != nil {
		w.labels.label(worker, stageKind(stage.Kind))
	}
	b, e := int(begin), int(end)
	switch stageKind(stage.Kind) {
	case stagePairs:
		w.findPairsRange(worker, &w.scratch.slots[block], int(stage.Arg)+b, int(stage.Arg)+e)
	case stageCollide:
		w.collideRange(worker, &w.scratch.slots[block], b, e)
	case stageFinalize:
		w.finalizeRange(worker, &w.scratch.slots[block], b, e)
	case stageContinuous:
		w.continuousRange(worker, &w.scratch.slots[block], b, e)
	case stageBullets:
		w.bulletRange(worker, &w.scratch.slots[block], b, e)
	case stageBoxes:
		w.putRange(b, e)
	case stageTrees:
		w.tidyRange(BodyType(stage.Arg), b, e)
	case stageSensors:
		w.sensorRange(worker, &w.scratch.slots[block], b, e)
	default:
		w.runSolverStage(worker, stage, begin, end)
	}
}

// runSolverStage is runStage for the stages of the solver.
func (w *World) runSolverStage(worker int, stage *workers.Stage, begin, end int32) {
	b, e := int(begin), int(end)
	s := &w.solver
	switch stageKind(stage.Kind) {
	case stageFreeSpeeds:
		s.FreeSpeeds(b, e)
	case stagePrepareBodies:
		w.prepareBodies(begin, end)
	case stageLimitCrowds:
		s.LimitCrowds(b, e)
	case stageParts:
		s.SolveParts(worker, b, e)
	case stagePrepareContacts:
		s.PrepareContacts(b, e)
	case stagePrepareJoints:
		s.PrepareJoints(b, e)
	case stagePrepareGroups:
		s.PrepareGroups(b, e)
	case stageWarmStartGroups:
		s.WarmStartGroups(b, e)
	case stageSolveGroups:
		s.SolveGroups(b, e)
	case stageRelaxGroups:
		s.RelaxGroups(b, e)
	case stageFinishJoints:
		s.FinishJoints(b, e)
	case stageIntegrateVelocities:
		s.IntegrateVelocities(b, e)
	case stageWarmStart:
		s.WarmStart(cutBatch(s.Batches()[stage.Arg], begin, end))
	case stageSolveContacts:
		s.SolveContacts(cutBatch(s.Batches()[stage.Arg], begin, end))
	case stageSolve:
		s.Solve(cutBatch(s.Batches()[stage.Arg], begin, end))
	case stageIntegratePositions:
		s.IntegratePositions(b, e)
	case stageRelax:
		s.Relax(cutBatch(s.Batches()[stage.Arg], begin, end))
	case stageLimitSpeeds:
		s.LimitSpeeds(b, e)
	case stageRestitution:
		s.Restitution(cutBatch(s.Batches()[stage.Arg], begin, end))
	case stageStore:
		s.StoreImpulses(b, e)
	case stageMove:
		s.FinalizeBodies(b, e)
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

// addSolverStages lays out the solver as in solve.Solver.Step, after addPrepareBodies.
func (w *World) addSolverStages() {
	s := &w.solver
	bodies, blocks := int32(s.SharedBodies()), int32(s.BlockCount())
	joints, groups := int32(s.JointCount()), int32(s.GroupCount())
	if s.HasCrowds() {
		s.CloseCrowds()
		w.addStage(stageLimitCrowds, 0, int32(s.BodyCount()), grainBodies)
	}
	w.addStage(stageParts, 0, int32(s.PartCount()), grainParts)
	w.addStage(stagePrepareContacts, 0, blocks, grainPrepare)
	w.addStage(stagePrepareJoints, 0, joints, grainPrepare)
	w.addStage(stagePrepareGroups, 0, groups, grainGroups)
	for i := int32(0); i < s.SubSteps; i++ {
		w.addStage(stageIntegrateVelocities, 0, bodies, grainBodies)
		if s.Params.WarmStart || i > 0 {
			w.addStage(stageWarmStartGroups, 0, groups, grainGroups)
			w.addBatchStages(stageWarmStart)
		}
		for range solve.ContactIterations - 1 {
			w.addBatchStages(stageSolveContacts)
		}
		w.addBatchStages(stageSolve)
		w.addStage(stageSolveGroups, 0, groups, grainGroups)
		w.addStage(stageIntegratePositions, 0, bodies, grainBodies)
		w.addBatchStages(stageRelax)
		w.addStage(stageRelaxGroups, 0, groups, grainGroups)
	}
	if s.HasCrowds() {
		w.addStage(stageLimitSpeeds, 0, bodies, grainBodies)
	}
	w.addBatchStages(stageRestitution)
	w.addStage(stageStore, 0, blocks, grainPrepare)
	w.addStage(stageFinishJoints, 0, joints, grainBodies)
	w.addStage(stageMove, 0, int32(s.BodyCount()), grainBodies)
}

// addPrepareBodies adds the stages that prepare the bodies. Meanwhile one worker lays out the constraints, and with crowds
// one joins them.
func (w *World) addPrepareBodies() {
	count := int32(w.solver.BodyCount())
	if w.solver.HasCrowds() {
		w.addStage(stageFreeSpeeds, 0, count, grainBodies)
	}
	w.addStage(stagePrepareBodies, 0, w.bodyBlocks()+2, 1)
}

// bodyBlocks is the number of blocks of the awake bodies.
func (w *World) bodyBlocks() int32 { return int32((len(w.awake) + grainBodies - 1) / grainBodies) }

// prepareBodies works on the items begin to end (exclusive) of stagePrepareBodies: laying out first, joining in the
// middle, where the second of two workers begins, and blocks of bodies before and after.
func (w *World) prepareBodies(begin, end int32) {
	middle := (w.bodyBlocks() + 3) / 2
	for i := begin; i < end; i++ {
		block := i - 1
		switch {
		case i == 0:
			w.solver.Islands = w.listIslands()
			w.solver.Lay()
			continue
		case i == middle:
			if w.solver.HasCrowds() {
				w.solver.JoinCrowds()
			}
			continue
		case i > middle:
			block--
		}
		from := int(block) * grainBodies
		to := min(from+grainBodies, len(w.awake))
		w.rollBodies(from, to)
		w.solver.PrepareBodies(from, to)
	}
}

func (w *World) addBatchStages(kind stageKind) {
	for i, b := range w.solver.Batches() {
		grain := int32(grainSolve)
		if b.Serial {
			grain = 0
		}
		w.addStage(kind, int32(i), int32(b.Joints.Len()+b.Blocks.Len()), grain)
	}
}

// stageTime is where the profile counts a stage, nil for those that Step times itself.
func (w *World) stageTime(kind stageKind) *int64 {
	p := &w.profile
	switch kind {
	case stageFreeSpeeds, stagePrepareBodies, stageLimitCrowds, stagePrepareContacts, stagePrepareJoints, stagePrepareGroups:
		return &p.Prepare
	case stageParts:
		return &w.scratch.partTime
	case stageIntegrateVelocities:
		return &p.IntegrateVelocities
	case stageWarmStart, stageWarmStartGroups:
		return &p.WarmStart
	case stageSolveContacts, stageSolve, stageSolveGroups:
		return &p.SolveContacts
	case stageIntegratePositions:
		return &p.IntegratePositions
	case stageRelax, stageRelaxGroups, stageLimitSpeeds:
		return &p.Relax
	case stageRestitution:
		return &p.Restitution
	case stageStore, stageFinishJoints, stageMove:
		return &p.Store
	}
	return nil
}

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
	stageFinalize
	stageContinuous
	stageBullets
	stageBoxes
	stageTrees
	stageSensors
	// stageSolver is the first of the stages of the solver, see solve.StageKind.
	stageSolver
	stageKindCount = stageSolver + stageKind(solve.StageKindCount)
)

// The grains are the smallest pieces worth handing to another core: a microsecond or two.
const (
	grainPairs   = 16
	grainCollide = 32
	grainBodies  = 64
	grainFast    = 1
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
	sc := &w.scratch
	sc.parallel = w.pool != nil && len(w.awake) >= serialBelow
	if n := MaxWorkers - len(sc.found); n > 0 {
		sc.found = make([][]int32, MaxWorkers)
		sc.pieces = make([]pieceScratch, MaxWorkers)
		sc.arenas = make([]arenas, MaxWorkers)
	}
	if sc.run == nil {
		sc.run = w.runStage
	}
	sc.stages = sc.stages[:0]
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
	sc := &w.scratch
	stages := sc.stages
	sc.stages = sc.stages[:0]
	if len(stages) == 0 {
		return 0, nil
	}
	for i := range stages {
		s := &stages[i]
		if !sc.parallel {
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
	sc := &w.scratch
	for len(sc.slots) < blocks {
		sc.slots = append(sc.slots, slotOutput{})
	}
	count := 1
	if sc.parallel {
		count = w.pool.Size()
	}
	beginArenas(sc.arenas, &sc.mostWritten, count)
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
	kind := solve.StageKind(stageKind(stage.Kind) - stageSolver)
	if kind == solve.StagePrepareBodies {
		for piece := begin; piece < end; piece++ {
			if piece == solve.LayoutPiece {
				w.solver.Islands = w.listIslands()
			}
			r := w.solver.PieceBodies(piece)
			w.rollBodies(int(r.Begin), int(r.End))
		}
	}
	w.solver.RunStage(worker, kind, stage.Arg, begin, end)
}

// addSolverStages adds stages of the solver.
func (w *World) addSolverStages(list []solve.Stage) {
	for i := range list {
		s := &list[i]
		w.addStage(stageSolver+stageKind(s.Kind), s.Batch, s.Count, s.Grain)
	}
}

// stageTime is where the profile counts a stage, nil for those that Step times itself.
func (w *World) stageTime(kind stageKind) *int64 {
	if kind < stageSolver {
		return nil
	}
	phase := solve.StageKind(kind - stageSolver).Phase()
	if phase == solve.PhaseIslandBatches {
		return &w.scratch.islandBatchTime
	}
	return w.profile.phase(phase)
}

// phase is where the profile counts a phase of the solver.
func (p *Profile) phase(phase solve.Phase) *int64 {
	return [solve.PhaseCount]*int64{
		solve.PhasePrepare: &p.Prepare, solve.PhaseIntegrateVelocities: &p.IntegrateVelocities,
		solve.PhaseWarmStart: &p.WarmStart, solve.PhaseSolve: &p.SolveContacts,
		solve.PhaseIntegratePositions: &p.IntegratePositions, solve.PhaseRelax: &p.Relax,
		solve.PhaseRestitution: &p.Restitution, solve.PhaseStore: &p.Store,
	}[phase]
}

package step

import (
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/profile"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/internal/workers"
)

// A phase consists of serial parts and of stages, which are cut into blocks that any worker may
// take. A block writes to its own items and to the output of its number; the outputs are then
// read in order. So the same bits come out for every number of workers, and a world with one
// worker, which runs every stage as one block, is the plain statement of a step.

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

// serialBelow is the number of awake bodies below which waking other workers costs more than
// they save.
const serialBelow = 96

// bodyGrain is the number of bodies in a block.
const bodyGrain = 64

// stage says how the blocks of a kind of stage are run.
type stage struct {
	// name is the value of the label "stage" in CPU profiles.
	name string
	// grain is the smallest number of items worth handing to another core: a microsecond or two.
	grain int32
	// begin makes room for the output of so many blocks, for stages that have one.
	begin func(sp *Step, blocks, workers int)
	// run works on the items begin to end (exclusive) of a block.
	run func(sp *Step, worker int, arg int32, block, begin, end int)
	// time is where the profile counts the stage, nil for those that are counted with their phase.
	time func(*profile.Times) *int64
}

// stageTable has all stages of a step. The order in which they run is that of the phases; that of the solver's is in
// package solve. It is filled by init, because the functions refer to it.
var stageTable [stageKindCount]stage

func init() {
	stageTable = [stageKindCount]stage{
		stagePairs: {name: "pairs", grain: broadphase.PairGrain,
			begin: func(sp *Step, blocks, workers int) { sp.Broad.BeginFind(blocks, workers) },
			run: func(sp *Step, worker int, arg int32, block, b, e int) {
				sp.Broad.FindRange(worker, block, int(arg)+b, int(arg)+e)
			}},
		stageCollide: {name: "collide", grain: 32,
			begin: func(sp *Step, blocks, workers int) { sp.Narrow.BeginCollide(blocks, workers) },
			run: func(sp *Step, worker int, _ int32, block, b, e int) {
				sp.Narrow.CollideRange(worker, block, b, e)
			}},
		stageFinalize: {name: "finalize", grain: bodyGrain,
			begin: (*Step).beginFinalize,
			run:   func(sp *Step, worker int, _ int32, block, b, e int) { sp.finalizeRange(worker, block, b, e) }},
		stageContinuous: {name: "continuous", grain: 1,
			begin: func(sp *Step, blocks, workers int) { sp.Continuous.BeginStop(blocks, workers) },
			run: func(sp *Step, worker int, _ int32, block, b, e int) {
				sp.Continuous.StopRange(worker, block, b, e)
			}},
		stageBullets: {name: "bullets", grain: 1,
			begin: func(sp *Step, blocks, workers int) { sp.Continuous.BeginBullets(blocks, workers) },
			run: func(sp *Step, worker int, _ int32, block, b, e int) {
				sp.Continuous.BulletRange(worker, block, b, e)
			}},
		stageBoxes: {name: "trees", grain: bodyGrain,
			run: func(sp *Step, _ int, _ int32, _, b, e int) { sp.Broad.PutRange(b, e) }},
		stageTrees: {name: "trees", grain: 1,
			run: func(sp *Step, _ int, arg int32, _, b, e int) { sp.tidyRange(state.BodyType(arg), b, e) }},
		stageSensors: {name: "sensors", grain: 1,
			begin: func(sp *Step, blocks, workers int) { sp.Sensors.BeginFind(blocks, workers) },
			run: func(sp *Step, worker int, _ int32, block, b, e int) {
				sp.Sensors.FindRange(worker, block, b, e)
			}},
	}
	addSolverTable()
}

// StageNames returns the names of all stages, and which of them is the narrow phase.
func StageNames() (names []string, collide string) {
	for i := range stageTable {
		names = append(names, stageTable[i].name)
	}
	return names, stageTable[stageCollide].name
}

// add appends a stage of count items to those that run next.
func (sp *Step) add(kind stageKind, arg, count int32) {
	sp.addGrain(kind, arg, count, stageTable[kind].grain)
}

// addGrain is add with another grain; 0 keeps the stage in one block.
func (sp *Step) addGrain(kind stageKind, arg, count, grain int32) {
	sp.stages = append(sp.stages, workers.Stage{
		Kind: int32(kind), Arg: arg, Count: count, Grain: grain, Joined: stageTable[kind].begin == nil,
	})
}

// runAdded works through the stages added so far. It returns the number of blocks of the last one.
func (sp *Step) runAdded() (blocks int, err error) {
	if l := sp.Profile.Labels; l != nil {
		defer l.Serial()
	}
	stages := sp.stages
	sp.stages = sp.stages[:0]
	if len(stages) == 0 {
		return 0, nil
	}
	for i := range stages {
		s := &stages[i]
		count := 1
		if sp.parallel {
			count = sp.pool.Size()
		} else {
			s.Grain = 0
		}
		if begin := stageTable[s.Kind].begin; begin != nil {
			begin(sp, int(s.Blocks()), count)
		}
	}
	blocks = int(stages[len(stages)-1].Blocks())
	if sp.Profile.Clock == nil {
		return blocks, sp.runSome(stages)
	}
	// those that are counted together at a time: the clock is read between them
	t := sp.Profile.Now()
	for i := 0; i < len(stages); {
		time := sp.stageTime(stages[i].Kind)
		end := i + 1
		for end < len(stages) && sp.stageTime(stages[end].Kind) == time {
			end++
		}
		if err = sp.runSome(stages[i:end]); err != nil {
			return blocks, err
		}
		if i = end; time != nil {
			t = sp.lap(time, t)
		} else {
			t = sp.Profile.Now()
		}
	}
	return blocks, nil
}

// stageTime is where the time of a stage is counted, nil for those that count with their phase.
func (sp *Step) stageTime(kind int32) *int64 {
	switch {
	case kind == int32(stageSolver)+int32(solve.StageIslandBatches):
		return &sp.islandBatchTime
	case stageTable[kind].time == nil:
		return nil
	}
	return stageTable[kind].time(&sp.Profile.Times)
}

// runSome runs stages, and books them where a ledger is kept.
func (sp *Step) runSome(stages []workers.Stage) error {
	if sp.Solver.Books != nil {
		return sp.runBooked(stages)
	}
	return sp.runStages(stages)
}

// runStages runs stages, serially the same list inline.
func (sp *Step) runStages(stages []workers.Stage) error {
	if sp.parallel {
		return sp.pool.Run(sp.run, stages)
	}
	for i := range stages {
		if s := &stages[i]; s.Count > 0 {
			sp.runStage(0, s, 0, 0, s.Count)
		}
	}
	return nil
}

// runStage works on the items begin to end (exclusive) of a block.
func (sp *Step) runStage(worker int, s *workers.Stage, block, begin, end int32) {
	if l := sp.Profile.Labels; l != nil {
		l.Stage(worker, int(s.Kind))
	}
	stageTable[s.Kind].run(sp, worker, s.Arg, int(block), int(begin), int(end))
}

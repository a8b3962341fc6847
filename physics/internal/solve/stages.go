package solve

// StageKind names a stage of a step.
type StageKind int32

const (
	StagePrepareBodies StageKind = iota
	StageMeasureEnergy
	StageMeasureMoments
	StageIslandBatches
	StagePrepareJoints
	StagePrepareArticulations
	StagePrepareContacts
	StageOpenSearch
	StageIntegrateVelocities
	StageImpacts
	StageNoteGuess
	StageWarmStartArticulations
	StageWarmStart
	StageWeighGuess
	StageSearch
	StageSolveContacts
	StagePressArticulations
	StageSolve
	StageSolveArticulations
	StageIntegratePositions
	StageTakeBias
	StageRelaxImpacts
	StageRelax
	StageRelaxDeep
	StageRelaxArticulations
	StageRelaxSearch
	StageResidual
	StageJointResidual
	StageStoreContacts
	StageFinishJoints
	StageKeepMoments
	StageBoundEnergy
	StageFinalizeBodies
	// StageKindCount is the number of kinds.
	StageKindCount
)

// stageRule is a line of the table of stages.
type stageRule struct {
	name  string
	when  moment
	over  items
	grain int32 // items of the smallest range for a worker, see constants.go
	phase Phase
	rule  ruleFlags
}

// moment is when a stage runs.
type moment int8

const (
	opening   moment = iota // before the batches are known
	before                  // once, before the sub-steps
	inSubStep               // in every sub-step
	after                   // once, after the sub-steps
)

// items says which items a stage runs over.
type items int8

const (
	overBodies       items = iota // awake bodies
	overShared                    // positions of bodies in no island batch
	overChunks                    // layout and runs of awake bodies, see prepareChunk
	overAll                       // one item
	overBlocks                    // blocks of contacts
	overUnits                     // joints and blocks of joints
	overArticulation              // articulations
	overIslands                   // island batches
	overBatches                   // joints and blocks of each batch, batch by batch
)

// ruleFlags are further rules of a stage.
type ruleFlags int16

const (
	// perIsland stages are also run by each island batch, for its own constraints and bodies.
	perIsland ruleFlags = 1 << iota
	// withClosedSystems stages run if islands hang on nothing immovable.
	withClosedSystems
	// withEnergyBounds stages run if the energy of islands is bounded, withSearch stages if an island is searched.
	withEnergyBounds
	withSearch
	// withImpacts stages run if a contact bounces.
	withImpacts
	// warmStarting stages are left out in the first sub-step if the step starts cold.
	warmStarting
	// withResiduals stages run in the sub-steps whose errors are measured.
	withResiduals
	// withDeep stages run if deep overlaps are relaxed again.
	withDeep
)

// order is the order of a step: the lines from top to bottom, with those of a sub-step repeated. The serial run, the
// run shared by workers and the run of an island batch all follow it.
//
// Articulations are prepared before contacts, which take over the inertia of their light links, see
// articulation.Solver.Stiffen.
//
// Contacts are solved twice in a sub-step. With one pass, a pyramid of 50 rows that is put down rebounds unevenly and
// settles up to 30 mm, at times 100 mm, off its height; with two it is 5 mm in fourteen of fourteen trials, and the
// second costs a seventh of the step.
//
// Position errors of joints are pushed out last before the bodies move, and the velocity of that is taken away first
// after it: contacts solve no row against it. A body that a link of a chain pushes would keep that velocity, as joints
// take it back from their own bodies only. Without it: TestTrustTangles, TestTrustArticulations; and weighing such
// islands instead holds a cart at rest on a slope (TestCartsRoll).
var order = [StageKindCount]stageRule{
	StagePrepareBodies:        {"prepare", opening, overChunks, 1, PhasePrepare, 0},
	StageMeasureEnergy:        {"prepare", before, overAll, 1, PhasePrepare, withEnergyBounds},
	StageMeasureMoments:       {"prepare", before, overAll, 1, PhasePrepare, withClosedSystems},
	StageIslandBatches:        {"solve island batches", before, overIslands, 1, PhaseIslandBatches, 0},
	StagePrepareJoints:        {"prepare", before, overUnits, grainPrepare, PhasePrepare, perIsland},
	StagePrepareArticulations: {"prepare articulations", before, overArticulation, 1, PhasePrepare, 0},
	StagePrepareContacts:      {"prepare", before, overBlocks, grainPrepare, PhasePrepare, perIsland},
	StageOpenSearch:           {"prepare", before, overAll, 1, PhasePrepare, perIsland | withSearch},
	StageIntegrateVelocities: {"integrate velocities", inSubStep, overShared, grainBodies, PhaseIntegrateVelocities,
		perIsland},
	StageImpacts: {"impacts", inSubStep, overAll, 1, PhaseRestitution, perIsland | withImpacts},
	StageNoteGuess: {"weigh guess", inSubStep, overAll, 1, PhaseWarmStart, perIsland | warmStarting |
		withEnergyBounds},
	StageWarmStartArticulations: {"warm start articulations", inSubStep, overArticulation, 1, PhaseWarmStart,
		warmStarting},
	StageWarmStart: {"warm start", inSubStep, overBatches, grainSolve, PhaseWarmStart,
		perIsland | warmStarting},
	StageWeighGuess: {"weigh guess", inSubStep, overAll, 1, PhaseWarmStart, perIsland | warmStarting |
		withEnergyBounds},
	StageSearch: {"search", inSubStep, overAll, 1, PhaseWarmStart, perIsland | warmStarting |
		withSearch},
	StageSolveContacts:      {"solve", inSubStep, overBatches, grainSolve, PhaseSolve, perIsland},
	StagePressArticulations: {"solve articulations", inSubStep, overArticulation, 1, PhaseSolve, 0},
	StageSolve:              {"solve", inSubStep, overBatches, grainSolve, PhaseSolve, perIsland},
	StageSolveArticulations: {"solve articulations", inSubStep, overArticulation, 1, PhaseSolve, 0},
	StageIntegratePositions: {"integrate positions", inSubStep, overShared, grainBodies, PhaseIntegratePositions,
		perIsland},
	StageTakeBias:           {"relax articulations", inSubStep, overArticulation, 1, PhaseRelax, 0},
	StageRelaxImpacts:       {"impacts", inSubStep, overAll, 1, PhaseRestitution, perIsland | withImpacts},
	StageRelax:              {"relax", inSubStep, overBatches, grainSolve, PhaseRelax, perIsland},
	StageRelaxDeep:          {"relax", inSubStep, overAll, 1, PhaseRelax, perIsland | withDeep},
	StageRelaxArticulations: {"relax articulations", inSubStep, overArticulation, 1, PhaseRelax, 0},
	StageRelaxSearch:        {"search", inSubStep, overAll, 1, PhaseRelax, perIsland | withSearch},
	StageResidual: {"residual", inSubStep, overBlocks, grainPrepare, PhaseRelax,
		perIsland | withResiduals},
	StageJointResidual: {"residual", inSubStep, overUnits, grainBodies, PhaseRelax, perIsland | withResiduals},
	StageStoreContacts: {"store", after, overBlocks, grainPrepare, PhaseStore, perIsland},
	StageFinishJoints:  {"finish joints", after, overUnits, grainBodies, PhaseStore, perIsland},
	StageKeepMoments: {"keep angular momentum", after, overAll, 1, PhaseRelax,
		perIsland | withClosedSystems},
	StageBoundEnergy:    {"bound energy", after, overAll, 1, PhaseRelax, perIsland | withEnergyBounds},
	StageFinalizeBodies: {"finalize bodies", after, overBodies, grainBodies, PhaseStore, 0},
}

// Name is the name of a stage in profiles; several stages share one.
func (k StageKind) Name() string { return order[k].name }

// Phase is the line of a profile in which a stage counts.
func (k StageKind) Phase() Phase { return order[k].phase }

// Stage is a stage of this step: Count items that may be cut in ranges, for which RunStage may run on different
// goroutines with the same bits. Stages run one after the other.
type Stage struct {
	Kind StageKind
	// Batch is the number of the batch of a stage that goes batch by batch, of others that of the sub-step.
	Batch int32
	Count int32
	// Grain is the least number of items for a worker, 0 if one worker has to run all of them.
	Grain int32
}

// Opening lists the stages that come before the batches of the step are known, after Open, valid until the next list.
func (s *Solver) Opening() []Stage {
	s.stages = s.stages[:0]
	s.addStages(opening)
	return s.stages
}

// Stages lists the other stages of the step in their order, after those of Opening, valid until the next list.
func (s *Solver) Stages() []Stage {
	s.stages = s.stages[:0]
	s.addStages(before)
	for i := range s.SubSteps {
		for kind := range StageKindCount {
			if order[kind].when == inSubStep && s.runs(kind, i) {
				s.addStage(kind, i)
			}
		}
	}
	s.addStages(after)
	return s.stages
}

// addStages adds the stages of a moment.
func (s *Solver) addStages(when moment) {
	for kind := range StageKindCount {
		if order[kind].when == when && s.runs(kind, 0) {
			s.addStage(kind, 0)
		}
	}
}

// runs reports whether a kind of stage is wanted in a sub-step.
func (s *Solver) runs(kind StageKind, subStep int32) bool {
	rule := order[kind].rule
	if rule&withDeep != 0 && !s.relaxesDeep {
		return false
	}
	if rule&withEnergyBounds != 0 && !s.BoundsEnergy() || rule&withClosedSystems != 0 && !s.keepsMoments() ||
		rule&withSearch != 0 && !s.searching || rule&withImpacts != 0 && !s.Bounces ||
		rule&withResiduals != 0 && subStep < s.SubSteps-s.residuals.count {
		return false
	}
	return rule&warmStarting == 0 || s.Params.WarmStarting || subStep > 0
}

// addStage adds a stage of a sub-step, or one for each batch.
func (s *Solver) addStage(kind StageKind, subStep int32) {
	rule := &order[kind]
	if rule.over != overBatches {
		if n := s.count(rule.over); n > 0 {
			s.stages = append(s.stages, Stage{Kind: kind, Batch: subStep, Count: int32(n), Grain: rule.grain})
		}
		return
	}
	for i, b := range s.layout.batches {
		stage := Stage{Kind: kind, Batch: int32(i), Count: int32(b.Joints.Len() + b.Blocks.Len()), Grain: rule.grain}
		if b.Serial {
			stage.Grain = 0
		}
		s.stages = append(s.stages, stage)
	}
}

// count is the number of items of a stage.
func (s *Solver) count(over items) int {
	switch over {
	case overBodies:
		return s.BodyCount()
	case overShared:
		return s.layout.bodyCount()
	case overChunks:
		return s.prepareChunks()
	case overBlocks:
		return s.contacts.BlockCount()
	case overUnits:
		return len(s.layout.units)
	case overArticulation:
		return s.articulations.Count()
	case overIslands:
		return s.IslandBatchCount()
	}
	return 1
}

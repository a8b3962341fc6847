package solve

import (
	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/kernel"
)

// work are the bodies and constraints on which a stage is run: a range of those of the step, or those of an island
// batch.
type work struct {
	bodies        kernel.Range // awake bodies, or positions of bodies
	articulations kernel.Range
	contacts      contact.BlockRun
	units         []int32
	batches       []Batch   // of these contacts
	search        *searches // of these contacts
	blows         *contact.Blows
	islandBatch   int32 // −1 for none
	worker        int
	subStep       int32
}

// Step runs all stages of a step one after the other after Begin. Cutting any stage in ranges gives the same bits.
func (s *Solver) Step() {
	s.runAll(s.Opening())
	s.runAll(s.Stages())
}

func (s *Solver) runAll(stages []Stage) {
	for i := range stages {
		s.RunStage(0, stages[i].Kind, stages[i].Batch, 0, stages[i].Count)
	}
}

// RunStage runs a worker on the items begin to end (exclusive) of a stage; batch is that of the stage.
func (s *Solver) RunStage(worker int, kind StageKind, batch, begin, end int32) {
	w := work{search: &s.search, blows: &s.blows, islandBatch: -1, worker: worker, subStep: batch}
	var one [1]Batch
	switch order[kind].over {
	case overIslands:
		for i := begin; i < end; i++ {
			s.solveIslandBatch(worker, i)
		}
		return
	case overChunks:
		for i := begin; i < end; i++ {
			s.prepareChunk(i)
		}
		return
	case overBodies, overShared:
		w.bodies = kernel.Range{Begin: begin, End: end}
	case overBlocks:
		w.contacts = s.contacts.Run(int(begin), int(end))
	case overAll:
		w.contacts = s.contacts.Run(0, s.contacts.BlockCount())
	case overUnits:
		w.units = s.layout.units[begin:end]
	case overArticulation:
		w.articulations = kernel.Range{Begin: begin, End: end}
	case overBatches:
		one[0] = s.layout.batches[batch].cut(begin, end)
		w.batches = one[:]
		w.contacts = s.contacts.Run(0, s.contacts.BlockCount())
	}
	s.run(kind, &w)
}

// run runs a stage on some work.
func (s *Solver) run(kind StageKind, w *work) {
	first, last := int(w.bodies.Begin), int(w.bodies.End)
	switch kind {
	case StageMeasureEnergy:
		s.measureEnergy()
	case StageMeasureMoments:
		s.measureMoments()
	case StageKeepMoments:
		s.keepMoments(w.islandBatch)
	case StageNoteGuess:
		s.noteGuess(w.islandBatch)
	case StageWeighGuess:
		s.weighGuess(w)
	case StageImpacts:
		s.contacts.Impacts(w.contacts.Blocks, true, w.blows)
	case StageRelaxImpacts:
		s.contacts.Impacts(w.contacts.Blocks, false, w.blows)
	case StageOpenSearch:
		s.openSearch(w.search, w.contacts.Blocks)
	case StageRelaxDeep:
		s.contacts.RelaxDeep(w.contacts)
	case StageSearch:
		s.runSearches(*w.search, w.contacts.Blocks, false)
	case StageRelaxSearch:
		s.runSearches(*w.search, w.contacts.Blocks, true)
	case StageResidual:
		s.noteResidual(w, kernel.Residual(s.States, w.contacts.Blocks, s.Scalar))
	case StageJointResidual:
		s.noteResidual(w, s.joints.Residual(w.units))
	case StageBoundEnergy:
		s.boundEnergy(w.islandBatch)
	case StagePrepareContacts:
		s.contacts.Prepare(w.contacts)
	case StagePrepareJoints:
		s.joints.Prepare(w.units)
	case StageIntegrateVelocities:
		s.IntegrateVelocities(first, last)
	case StageIntegratePositions:
		s.IntegratePositions(first, last)
	case StageStoreContacts:
		s.contacts.Store(w.contacts, w.worker)
	case StageFinishJoints:
		s.joints.Finish(w.units)
	case StageFinalizeBodies:
		s.FinalizeBodies(first, last)
	case StagePrepareArticulations, StageWarmStartArticulations, StagePressArticulations, StageSolveArticulations,
		StageTakeBias,
		StageRelaxArticulations:
		s.runArticulations(kind, int(w.articulations.Begin), int(w.articulations.End))
	default:
		for i := range w.batches {
			s.runBatch(kind, &w.contacts, &w.batches[i])
		}
	}
}

// runArticulations runs a stage on the articulations begin to end (exclusive).
func (s *Solver) runArticulations(kind StageKind, begin, end int) {
	switch a := &s.articulations; kind {
	case StagePrepareArticulations:
		a.Prepare(begin, end)
		a.Stiffen(begin, end)
	case StageWarmStartArticulations:
		a.WarmStart(begin, end)
	case StageSolveArticulations:
		a.Solve(begin, end)
	case StagePressArticulations:
		a.Press(begin, end)
	case StageTakeBias:
		a.TakeBias(begin, end)
	case StageRelaxArticulations:
		a.Relax(begin, end)
	}
}

// runBatch runs a stage on the joints of a batch, then on its contacts.
func (s *Solver) runBatch(kind StageKind, contacts *contact.BlockRun, b *Batch) {
	blocks := contacts.Blocks[b.Blocks.Begin:b.Blocks.End]
	joints := s.layout.list[b.Joints.Begin:b.Joints.End]
	switch kind {
	case StageWarmStart:
		s.joints.WarmStart(joints)
		s.contacts.WarmStart(blocks)
	case StageSolveContacts:
		s.contacts.Solve(blocks)
	case StageSolve:
		s.joints.Solve(joints, true)
		s.contacts.Solve(blocks)
	case StageRelax:
		s.joints.Solve(joints, false)
		s.contacts.Relax(blocks)
	}
}

// cut is the range of a batch with the items begin to end (exclusive), counting its joints first and then its blocks.
func (b Batch) cut(begin, end int32) Batch {
	joints := b.Joints.End - b.Joints.Begin
	return Batch{
		Joints: kernel.Range{Begin: b.Joints.Begin + min(begin, joints), End: b.Joints.Begin + min(end, joints)},
		Blocks: kernel.Range{Begin: b.Blocks.Begin + max(begin-joints, 0), End: b.Blocks.Begin + max(end-joints, 0)},
		Serial: b.Serial,
	}
}

// prepareChunk works on a chunk.
func (s *Solver) prepareChunk(chunk int32) {
	if chunk == LayoutChunk {
		if !s.laid {
			s.Lay()
		}
		return
	}
	r := s.ChunkBodies(chunk)
	s.PrepareBodies(int(r.Begin), int(r.End))
}

// solveIslandBatch takes an island batch through all of its sub-steps.
func (s *Solver) solveIslandBatch(worker int, batch int32) {
	w, islands := &s.workers[worker], &s.layout.islands
	p := &islands.list[batch]
	n := p.blocks.Len()
	own := work{
		bodies: p.bodies,
		contacts: contact.BlockRun{Blocks: w.blocks[:n],
			Lanes: s.layout.lanes[p.blocks.Begin*kernel.Width : p.blocks.End*kernel.Width], Marks: w.marks[:n]},
		units:   islands.units[p.units.Begin:p.units.End],
		batches: islands.batches[p.batches.Begin:p.batches.End],
		search:  &w.search, blows: &w.blows, islandBatch: batch, worker: worker,
	}
	s.runOwn(w, &own, before, 0)
	for i := range s.SubSteps {
		own.subStep = i
		s.runOwn(w, &own, inSubStep, i)
	}
	s.runOwn(w, &own, after, 0)
}

// runOwn runs the stages of a moment that an island batch runs.
func (s *Solver) runOwn(w *batchWorker, own *work, when moment, subStep int32) {
	t := s.now()
	for kind := range StageKindCount {
		if rule := &order[kind]; rule.when == when && rule.rule&perIsland != 0 && s.runs(kind, subStep) {
			s.run(kind, own)
			t = s.lap(w, rule.phase, t)
		}
	}
}

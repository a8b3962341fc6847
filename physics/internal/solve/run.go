package solve

import (
	"sync/atomic"

	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
)

// work are the bodies and constraints on which a stage is run: a range of those of the step, or those of an island batch.
type work struct {
	bodies        kernel.Range // awake bodies, or positions of bodies
	articulations kernel.Range
	contacts      contact.BlockRun
	units         []int32
	batches       []Batch // of these contacts
	search        *search // of these contacts
	islandBatch   int32   // −1 for none
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
	w := work{search: &s.search, islandBatch: -1, worker: worker, subStep: batch}
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
	case StageMeasureMoments:
		s.measureMoments()
	case StageKeepMoments:
		s.keepMoments(w.islandBatch)
	case StageBeginPush:
		p := s.pushesOf(w)
		p.push = atomic.SwapUint32(&p.overlap, 0) != 0
	case StageNoteGuess:
		s.noteGuess(w)
	case StageWeighGuess:
		s.weighGuess(w)
	case StageImpacts:
		if s.contacts.Impacts(w.contacts.Blocks, true) {
			s.derive(w)
		}
	case StageDerive:
		s.derive(w)
	case StageRelaxImpacts:
		if s.contacts.Impacts(w.contacts.Blocks, false) {
			s.derive(w)
		}
	case StageOpenSearch:
		s.openSearch(w.search, w.contacts.Blocks)
	case StageSearch:
		s.runSearch(w.search, w.contacts.Blocks, true)
	case StageRelaxSearch:
		s.runSearch(w.search, w.contacts.Blocks, false)
	case StageResidual:
		s.noteResidual(w, kernel.Residual(s.States, w.contacts.Blocks, s.Scalar))
	case StageJointResidual:
		s.noteResidual(w, s.joints.Residual(w.units))
	case StagePrepareContacts:
		if s.contacts.Prepare(w.contacts) {
			atomic.StoreUint32(&s.pushesOf(w).overlap, 1)
		}
	case StagePrepareJoints:
		s.joints.Prepare(w.units)
	case StageIntegrateVelocities:
		s.IntegrateVelocities(first, last)
	case StageIntegratePositions:
		s.IntegratePositions(first, last)
		s.MovePushed(first, last, s.pushesOf(w).push)
	case StageStoreContacts:
		s.contacts.Store(w.contacts, w.worker)
	case StageFinishJoints:
		s.joints.Finish(w.units)
	case StageFinalizeBodies:
		s.FinalizeBodies(first, last)
	case StagePrepareArticulations, StageWarmStartArticulations, StagePressArticulations, StageBiasArticulations, StageTakeBias,
		StageRelaxArticulations:
		s.runArticulations(kind, int(w.articulations.Begin), int(w.articulations.End))
	default:
		for i := range w.batches {
			s.runBatch(kind, w, &w.batches[i])
		}
	}
}

// runArticulations runs a stage on the articulations begin to end (exclusive).
func (s *Solver) runArticulations(kind StageKind, begin, end int) {
	switch a := &s.articulations; kind {
	case StagePrepareArticulations:
		a.Prepare(begin, end)
	case StageWarmStartArticulations:
		a.WarmStart(begin, end)
	case StagePressArticulations:
		a.Solve(begin, end, false)
	case StageBiasArticulations:
		a.Solve(begin, end, true)
	case StageTakeBias:
		a.TakeBias(begin, end)
	case StageRelaxArticulations:
		a.Relax(begin, end)
	}
}

// derive brings the rows of some work to the poses of now, and notes whether something has to be pushed out in the next sub-step.
func (s *Solver) derive(w *work) {
	s.contacts.Derive(w.contacts.Blocks)
	if contact.Overlaps(w.contacts.Blocks) {
		atomic.StoreUint32(&s.pushesOf(w).overlap, 1)
	}
}

// pushState says whether bodies are pushed out.
type pushState struct {
	overlap uint32 // 1 if found since the sub-step before; atomic
	push    bool   // in this sub-step
}

// pushesOf is the state of some work: that of an island batch, or the one of all in none.
func (s *Solver) pushesOf(w *work) *pushState {
	if w.islandBatch >= 0 {
		return &s.workers[w.worker].pushes
	}
	return &s.pushes
}

// runBatch runs a stage on the joints and contacts of a batch. What pushes position errors of joints out comes last before the bodies move, and what
// takes the velocity of that away comes first after it, see articulation.Solver.Solve.
func (s *Solver) runBatch(kind StageKind, w *work, b *Batch) {
	blocks := w.contacts.Blocks[b.Blocks.Begin:b.Blocks.End]
	joints := s.layout.list[b.Joints.Begin:b.Joints.End]
	switch kind {
	case StageWarmStart:
		s.joints.WarmStart(joints)
		s.contacts.WarmStart(blocks)
	case StagePress:
		s.joints.Solve(joints, joint.Press)
		s.contacts.Press(blocks)
	case StagePressAgain:
		s.contacts.Press(blocks)
		s.joints.Solve(joints, joint.PushOut)
	case StagePushOut, StagePushOutAgain:
		if s.pushesOf(w).push {
			s.contacts.PushOut(blocks)
		}
	case StageRelax:
		s.joints.Solve(joints, joint.Relax)
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
		bodies:   p.bodies,
		contacts: contact.BlockRun{Blocks: w.blocks[:n], Lanes: s.layout.lanes[p.blocks.Begin*kernel.Width : p.blocks.End*kernel.Width]},
		units:    islands.units[p.units.Begin:p.units.End],
		batches:  islands.batches[p.batches.Begin:p.batches.End],
		search:   &w.search, islandBatch: batch, worker: worker,
	}
	w.pushes.overlap = 0
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

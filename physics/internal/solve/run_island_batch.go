package solve

// batchWorker is the memory in which a worker solves an island batch.
type batchWorker struct {
	blocks  []Block
	budgets []Lane
	laps    [PhaseCount]int64
	_       [64]byte // neighbours are written by different workers
}

// equipWorkers gives every worker room for the largest island batch and begins the measurements of a step.
func (s *Solver) equipWorkers() {
	for i := range s.workers {
		s.workers[i].laps = [PhaseCount]int64{}
	}
	if s.IslandBatchCount() == 0 {
		return
	}
	for len(s.workers) < max(s.Workers, 1) {
		s.workers = append(s.workers, batchWorker{})
	}
	n := s.layout.islands.mostBlocks
	for i := range s.workers {
		if w := &s.workers[i]; len(w.blocks) < n {
			w.blocks, w.budgets = make([]Block, n+n/2), make([]Lane, n+n/2)
		}
	}
}

// solveIslandBatch takes an island batch through all of its sub-steps.
func (s *Solver) solveIslandBatch(worker int, batch int32) {
	w, islands := &s.workers[worker], &s.layout.islands
	p := &islands.list[batch]
	n := p.blocks.Len()
	own := work{
		bodies:   p.bodies,
		contacts: BlockRun{w.blocks[:n], w.budgets[:n], s.layout.lanes[p.blocks.Begin*Width : p.blocks.End*Width]},
		units:    islands.units[p.units.Begin:p.units.End],
		batches:  islands.batches[p.batches.Begin:p.batches.End],
	}
	s.runOwn(w, &own, before, 0)
	for i := range s.SubSteps {
		s.runOwn(w, &own, inSubStep, i)
	}
	s.runOwn(w, &own, after, 0)
}

// runOwn runs the stages of a moment that an island batch takes part in.
func (s *Solver) runOwn(w *batchWorker, own *work, when moment, subStep int32) {
	t := s.now()
	for kind := range StageKindCount {
		if rule := &order[kind]; rule.when == when && rule.rule&perIsland != 0 && s.runs(kind, subStep) {
			s.run(kind, own)
			t = s.lap(w, rule.phase, t)
		}
	}
}

// Phase is a line of a profile.
type Phase int8

const (
	PhasePrepare Phase = iota
	PhaseIntegrateVelocities
	PhaseWarmStart
	PhaseSolve
	PhaseIntegratePositions
	PhaseRelax
	PhaseRestitution
	PhaseStore
	// PhaseCount is the number of lines.
	PhaseCount
	// PhaseIslandBatches is that of StageIslandBatches, whose time IslandBatchTimes divides among the others.
	PhaseIslandBatches = PhaseCount
)

func (s *Solver) now() int64 {
	if s.Clock == nil {
		return 0
	}
	return s.Clock()
}

// lap adds the time since start to a phase of a worker and returns the time now.
func (s *Solver) lap(w *batchWorker, p Phase, start int64) int64 {
	if s.Clock == nil {
		return 0
	}
	now := s.Clock()
	w.laps[p] += now - start
	return now
}

// IslandBatchTimes divides the time that all island batches took together (ns) among the phases, as the workers
// measured these with Clock.
func (s *Solver) IslandBatchTimes(total int64) (times [PhaseCount]int64) {
	all := int64(0)
	for i := range s.workers {
		for p, ns := range s.workers[i].laps {
			times[p] += ns
			all += ns
		}
	}
	if all <= 0 {
		return [PhaseCount]int64{}
	}
	for p, ns := range times {
		times[p] = int64(float64(total) * (float64(ns) / float64(all)))
	}
	return times
}

package solve

import (
	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/kernel"
)

// batchWorker is the memory in which a worker solves an island batch.
type batchWorker struct {
	blocks []kernel.Block
	marks  []uint8 // of the lanes of blocks
	search searches
	blows  contact.Blows
	laps   [PhaseCount]int64
	_      [64]byte // neighbours are written by different workers
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
			w.blocks, w.marks = make([]kernel.Block, n+n/2), make([]uint8, n+n/2)
		}
	}
}

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

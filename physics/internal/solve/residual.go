package solve

import (
	"slices"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// mostSubSteps is more than a step has.
const mostSubSteps = 1 << 10

// residuals are the velocity errors of contacts that are left after the sub-steps of a step, while someone wants to know. A worker
// has a list of its own; the largest of all does not depend on who looked at which blocks.
type residuals struct {
	// count is how many sub-steps are measured, the last ones of a step
	count   int32
	workers []workerResiduals
	last    []float32 // by sub-step
}

// workerResiduals are the largest errors that a worker found, by sub-step.
type workerResiduals struct {
	most []float32
	_    [64]byte // neighbours are written by different workers
}

// MeasureResiduals makes the steps to come measure their last count sub-steps, 0 for none.
func (s *Solver) MeasureResiduals(count int) {
	s.residuals.count = int32(min(max(count, 0), mostSubSteps))
	if count <= 0 {
		s.residuals.last = s.residuals.last[:0]
	}
}

// Residuals are the largest velocity errors (m/s) at the points of contacts after each sub-step of the last step that was measured.
func (s *Solver) Residuals() []float32 { return s.residuals.last }

// begin makes room for a step.
func (r *residuals) begin(workers int, subSteps int32) {
	if r.count == 0 {
		return
	}
	for len(r.workers) < max(workers, 1) {
		r.workers = append(r.workers, workerResiduals{})
	}
	for i := range r.workers {
		w := &r.workers[i]
		w.most = slices.Grow(w.most[:0], int(subSteps))[:subSteps]
		clear(w.most)
	}
}

// measureResidual notes the errors that a worker finds in blocks after a sub-step.
func (s *Solver) measureResidual(worker int, subStep int32, blocks []kernel.Block) {
	w := &s.residuals.workers[worker]
	w.most[subStep] = vec.Max(w.most[subStep], kernel.Residual(s.States, blocks))
}

// FinishResiduals brings the errors of all workers together after the stages of a step.
func (s *Solver) FinishResiduals() {
	r := &s.residuals
	if r.count == 0 {
		return
	}
	first := max(s.SubSteps-r.count, 0)
	r.last = append(r.last[:0], r.workers[0].most[first:]...)
	for _, w := range r.workers[1:] {
		for i, v := range w.most[first:] {
			r.last[i] = vec.Max(r.last[i], v)
		}
	}
}

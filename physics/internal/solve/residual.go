package solve

import (
	"math"
	"slices"

	"tumble/physics/vec"
)

// mostSubSteps is more than a step has.
const mostSubSteps = 1 << 10

// residuals are the velocity errors of contacts and joints that are left after the sub-steps of a step, while someone
// wants to know. A worker has a list of its own; the largest of all does not depend on who looked at which.
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

// MeasureResiduals makes the steps to come measure at least their last count sub-steps; 0 ends that.
func (s *Solver) MeasureResiduals(count int) {
	if count <= 0 {
		s.residuals.count, s.residuals.last = 0, s.residuals.last[:0]
		return
	}
	s.residuals.count = max(s.residuals.count, int32(min(count, mostSubSteps)))
}

// Residuals are the largest velocity errors (m/s) of contacts and joints after each sub-step of the last step that was
// measured, no number for sub-steps that were not.
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

// noteResidual notes the largest error that a worker found in its work after a sub-step.
func (s *Solver) noteResidual(w *work, e float32) {
	most := s.residuals.workers[w.worker].most
	most[w.subStep] = vec.Max(most[w.subStep], e)
}

// FinishResiduals brings the errors of all workers together after the stages of a step.
func (s *Solver) FinishResiduals() {
	r := &s.residuals
	if r.count == 0 {
		return
	}
	r.last = append(r.last[:0], r.workers[0].most...)
	for _, w := range r.workers[1:] {
		for i, v := range w.most {
			r.last[i] = vec.Max(r.last[i], v)
		}
	}
	for i := range max(s.SubSteps-r.count, 0) {
		r.last[i] = float32(math.NaN())
	}
}

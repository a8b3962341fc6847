package solve

// phase is a stage that a part goes through, for measurements.
type phase int

const (
	phasePrepare phase = iota
	phaseVelocities
	phaseWarmStart
	phaseSolve
	phasePositions
	phaseRelax
	phaseRestitution
	phaseStore
	phaseCount
)

// Times are what the stages of the solver took (ns).
type Times struct {
	Prepare, IntegrateVelocities, WarmStart, SolveContacts int64
	IntegratePositions, Relax, Restitution, Store          int64
}

func (s *Solver) now() int64 {
	if s.Clock == nil {
		return 0
	}
	return s.Clock()
}

// lap adds the time since start to a phase of a worker and returns the time now.
func (s *Solver) lap(w *partWorker, p phase, start int64) int64 {
	if s.Clock == nil {
		return 0
	}
	now := s.Clock()
	w.laps[p] += now - start
	return now
}

// PartTimes divides the time that all parts took together among their stages, as the workers
// measured these with Clock.
func (s *Solver) PartTimes(total int64) Times {
	var sums [phaseCount]int64
	all := int64(0)
	for i := range s.parts.workers {
		for p, ns := range s.parts.workers[i].laps {
			sums[p] += ns
			all += ns
		}
	}
	if all <= 0 {
		return Times{}
	}
	part := func(p phase) int64 { return int64(float64(total) * (float64(sums[p]) / float64(all))) }
	return Times{
		Prepare: part(phasePrepare), IntegrateVelocities: part(phaseVelocities),
		WarmStart: part(phaseWarmStart), SolveContacts: part(phaseSolve),
		IntegratePositions: part(phasePositions), Relax: part(phaseRelax),
		Restitution: part(phaseRestitution), Store: part(phaseStore),
	}
}

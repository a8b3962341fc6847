package solve

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

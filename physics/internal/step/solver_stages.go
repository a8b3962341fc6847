package step

import (
	"tumble/physics/internal/profile"
	"tumble/physics/internal/solve"
)

// phaseTimes is where the profile counts the phases of the solver.
var phaseTimes = [solve.PhaseCount]func(*profile.Times) *int64{
	solve.PhasePrepare:             func(t *profile.Times) *int64 { return &t.Prepare },
	solve.PhaseIntegrateVelocities: func(t *profile.Times) *int64 { return &t.IntegrateVelocities },
	solve.PhaseWarmStart:           func(t *profile.Times) *int64 { return &t.WarmStart },
	solve.PhaseSolve:               func(t *profile.Times) *int64 { return &t.SolveContacts },
	solve.PhaseIntegratePositions:  func(t *profile.Times) *int64 { return &t.IntegratePositions },
	solve.PhaseRelax:               func(t *profile.Times) *int64 { return &t.Relax },
	solve.PhaseRestitution:         func(t *profile.Times) *int64 { return &t.Restitution },
	solve.PhaseStore:               func(t *profile.Times) *int64 { return &t.Store },
}

// addSolverTable fills the table of stages with those of the solver, whose order and grains its own table has.
func addSolverTable() {
	for kind := range solve.StageKindCount {
		s := stage{name: kind.Name(), run: func(sp *Step, worker int, batch int32, _, b, e int) {
			sp.Solver.RunStage(worker, kind, batch, int32(b), int32(e))
		}}
		if kind == solve.StagePrepareBodies {
			s.run = func(sp *Step, worker int, _ int32, _, b, e int) { sp.prepareBodies(worker, int32(b), int32(e)) }
		}
		if phase := kind.Phase(); phase < solve.PhaseCount {
			s.time = phaseTimes[phase]
		}
		stageTable[stageSolver+stageKind(kind)] = s
	}
}

// addSolverStages adds stages of the solver.
func (sp *Step) addSolverStages(list []solve.Stage) {
	for i := range list {
		s := &list[i]
		sp.addGrain(stageSolver+stageKind(s.Kind), s.Batch, s.Count, s.Grain)
	}
}

// prepareBodies works on the chunks begin to end (exclusive) of the preparation: it tells the solver the islands before
// that lays out the constraints, and corrects the midpoint anchors of bodies that roll before these are prepared.
func (sp *Step) prepareBodies(worker int, begin, end int32) {
	for chunk := begin; chunk < end; chunk++ {
		if chunk == solve.LayoutChunk {
			sp.Solver.ReadIslands(sp.Islands.OfAwake())
		}
		r := sp.Solver.ChunkBodies(chunk)
		sp.Narrow.CorrectRollingBodies(int(r.Begin), int(r.End))
	}
	sp.Solver.RunStage(worker, solve.StagePrepareBodies, 0, begin, end)
}

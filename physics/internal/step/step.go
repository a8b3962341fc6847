// Package step puts the rooms of a world in order: the phases of a step, the stages that workers share, and the
// operations that cross rooms, as creating and destroying bodies, shapes, contacts and joints.
//
// It owns the solver and the worker pool, and of the shared records the fields Frozen and Disabled of a body and Lap of
// a joint.
package step

import (
	"tumble/physics/internal/arena"
	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/continuous"
	"tumble/physics/internal/island"
	"tumble/physics/internal/mass"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/profile"
	"tumble/physics/internal/rail"
	"tumble/physics/internal/sensor"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/internal/workers"
)

const (
	// MinLength and MaxLength bound the length of a step (s).
	MinLength = 1e-6
	MaxLength = 1
)

// Rooms are the rooms that a step puts in order.
type Rooms struct {
	*state.State
	Broad      *broadphase.BroadPhase
	Narrow     *narrowphase.NarrowPhase
	Islands    *island.Manager
	Continuous *continuous.Sweeper
	Sensors    *sensor.Detector
	Masses     *mass.Masses
	Rails      *rail.Rails
	Profile    *profile.Profile
	Sink       EventSink
}

// Figures are those of the last step.
type Figures struct {
	Moved, NewPairs, Recycled, Points, Fast int
	// Asked are the fast bodies about which a hook was asked.
	Asked int
}

// Step carries out the steps of a world.
type Step struct {
	Rooms
	Solver solve.Solver
	// Last are figures of the last step.
	Last Figures
	// Whole solves all islands together, for tests.
	Whole bool
	// Watch, if set, is told the number of each phase when it has ended, in the order of the table in this file.
	// Written by public calls.
	Watch func(phase int)

	pool        *workers.Pool // nil with one worker
	workers     int
	dt          float32 // length of the step (s)
	jointEnergy float64 // before the sub-steps, for the ledger (J)
	parallel    bool    // several workers share the step
	run         workers.Func
	stages      []workers.Stage
	// fellAsleep is the method of the sink as a value, made once to allocate nothing.
	fellAsleep      func(place int)
	islandBatchTime int64 // time of the island batches of the solver (ns)

	// of finalizing
	finalized    []finalOutput
	shapes, fast arena.Lists[int32]
	bad          []badBody
	restStage    bool // a worker looks for bodies at rest while others tidy the trees
	broken       []int32
	ahead        []int32 // sleeping bullets in the way of fast bodies
	hits         int     // contacts that ask for hit events
}

// ForgetFigures empties Last, after a world was replaced.
func (sp *Step) ForgetFigures() {
	sp.Last = Figures{}
	sp.Solver.ContactSums().Forget()
}

// ContactSums measures all contacts that touch, see state.State.ContactSums. After a step most sums come from the
// solver.
func (sp *Step) ContactSums(buf []state.ContactSum) ([]state.ContactSum, state.ContactTotals) {
	return sp.State.ContactSums(buf, sp.Solver.ContactSums())
}

// New returns the step of a world, with one worker.
func New(rooms Rooms) *Step {
	sp := &Step{Rooms: rooms, workers: 1}
	sp.run, sp.fellAsleep = sp.runStage, sp.Sink.FellAsleep
	return sp
}

// phase is a part of a step. Serial work and stages that workers share alternate in it.
type phase struct {
	name string
	run  func(*Step) error
	time func(*profile.Times) *int64
	// still phases are all of a step of length 0.
	still bool
}

// order is the order of a step. The stages within the phases are in stageTable.
var order = [...]phase{
	{"pairs", (*Step).updatePairs, func(t *profile.Times) *int64 { return &t.Pairs }, true},
	{"collide", (*Step).collide, func(t *profile.Times) *int64 { return &t.Collide }, true},
	{"transitions", (*Step).updateContacts, func(t *profile.Times) *int64 { return &t.Transitions }, true},
	{"solve", (*Step).solve, func(t *profile.Times) *int64 { return &t.Solve }, false},
	{"finalize", (*Step).finalize, func(t *profile.Times) *int64 { return &t.Finalize }, false},
	{"continuous", (*Step).stopFastBodies, func(t *profile.Times) *int64 { return &t.Continuous }, false},
	{"refit", (*Step).refitTrees, func(t *profile.Times) *int64 { return &t.Refit }, false},
	{"sleep", (*Step).updateSleep, func(t *profile.Times) *int64 { return &t.Sleep }, false},
	{"sensors", (*Step).updateSensors, func(t *profile.Times) *int64 { return &t.Sensors }, true},
}

// PhaseCount is the number of phases of a step.
const PhaseCount = len(order)

// PhaseName names a phase.
func PhaseName(phase int) string { return order[phase].name }

// Length is that of the last step (s), 0 before the first.
func (sp *Step) Length() float32 { return sp.dt }

// Run carries out a step of dt seconds; of 0 seconds only the contacts and sensors are brought up to date. After an
// error the world is in no state to be used.
func (sp *Step) Run(dt float32) error {
	start := sp.begin(dt)
	if sp.parallel {
		sp.pool.BeginStep()
		defer sp.pool.EndStep()
	}
	if l := sp.Profile.Labels; l != nil {
		l.Serial()
		defer l.End()
	}
	sp.beginPage()
	t := start
	for i := range order {
		p := &order[i]
		if dt == 0 && !p.still {
			continue
		}
		if err := p.run(sp); err != nil {
			return err
		}
		if sp.Watch != nil {
			sp.Watch(i)
		}
		t = sp.lap(p.time(&sp.Profile.Times), t)
	}
	sp.endPage()
	sp.Steps++
	times := &sp.Profile.Times
	sp.lap(&times.Step, start)
	if sp.pool != nil {
		sp.Profile.NoteWakes(sp.pool.TakeWakes())
	}
	return nil
}

// begin tells all rooms about a step, and returns the time.
func (sp *Step) begin(dt float32) int64 {
	sp.Profile.Begin()
	sp.dt = dt
	sp.parallel = sp.pool != nil && len(sp.Awake) >= serialBelow
	sp.stages = sp.stages[:0]
	sp.Solver.ContactSums().Forget()
	sp.Broad.BeginStep(dt, sp.parallel)
	sp.Narrow.BeginStep(dt)
	sp.Islands.BeginStep(dt)
	sp.Continuous.BeginStep(dt)
	return sp.Profile.Now()
}

// lap adds the time since start to a phase or stage and returns the time now.
func (sp *Step) lap(time *int64, start int64) int64 {
	if sp.Profile.Clock == nil {
		return 0
	}
	now := sp.Profile.Now()
	*time += now - start
	return now
}

// Shared reports whether several workers shared the last step.
func (sp *Step) Shared() bool { return sp.parallel }

// Workers returns the number of goroutines that share a step.
func (sp *Step) Workers() int { return sp.workers }

// SetWorkers makes the pool of workers.
func (sp *Step) SetWorkers(n int) {
	if sp.pool != nil {
		sp.pool.Close()
		sp.pool = nil
	}
	sp.workers = n
	if n > 1 {
		sp.pool = workers.New(n)
		sp.pool.Govern(workers.Clock(sp.Profile.Clock))
	}
}

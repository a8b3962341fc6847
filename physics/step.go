package physics

import (
	"fmt"
	"runtime/pprof"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/workers"
)

const (
	// minStep and maxStep bound the length of a step (s).
	minStep = 1e-6
	maxStep = 1
)

// scratch is memory that steps reuse. Nothing in it outlives a step.
type scratch struct {
	dt          float32
	parallel    bool
	run         workers.Func
	stages      []workers.Stage
	slots       []slotOutput
	found       [][]int32 // per worker
	pieces      []pieceScratch
	arenas      []arenas // per worker
	mostWritten arenaSizes
	near        nearLists

	collide      []int32
	outcomes     []outcome
	changed      []int32 // places in collide of what is not steady
	split, stack []int32
	rest         []restTime
	splits       []int32
	sleepBodies  []int32
	sleepIslands []int32
	bad          []badBody
	broken       []int32
	loose        []looseNode
	// rested says that rest is known in this step, findRest that a stage has to find it.
	rested, findRest bool
	pairs            []shapePair
	// pairsMost is how many pairs a block may find, 0 for any number, pairsOver says that one found more.
	pairsMost int
	pairsOver bool
	fast      []int32
	stopped   []stoppedBody
	group     []int32
	// inDeep marks bodies of deep overlaps, all false between uses. awakeBefore is the number of awake bodies
	// when these were listed.
	inDeep      []bool
	awakeBefore int
	// reach is the fraction of its motion that a body of group may make, place one more than where a
	// body was listed last; all zero between uses.
	reach    []float32
	place    []int32
	overlaps []overlap
	// deep counts deep overlaps by body; empty while nobody asked, see countDeep.
	deep []int32
	// seams are the contacts with shapes that have neighbours, dropped the shapes that others cover.
	seams   []seam
	covered collide.Seams
	dropped []int32
	// swept are the fast bodies with their boxes while bullets are stopped, none wider than sweptWidth
	// along x (m).
	swept      []fastBody
	sweptWidth float32
	bullets    []int32
	again      slotOutput // for what is done in the serial part
	// islands are those of the awake bodies; islandBatchTime is the time of the island batches of the solver (ns).
	islands         []int32
	islandBatchTime int64
	hits            int // contacts that ask for hit events
}

// Step advances the world by dt seconds, between 1 µs and 1 s. A dt of 0 only updates the
// contacts. It returns ErrWorldLocked when called while the world steps. After a step that could
// not be finished, because of a fault in a worker, every further one returns its error until
// Restore. A hook that panicked gives a *HookError after the step has been finished.
func (w *World) Step(dt float32) error {
	if r := w.recorder(); r != nil {
		return called[error](r, "World.Step", w, dt)
	}
	if !(dt >= minStep && dt <= maxStep) && dt != 0 {
		return fmt.Errorf("physics: step of %g s: must be 0 or between %g and %d s", dt, minStep, maxStep)
	}
	if !w.locked.CompareAndSwap(false, true) {
		return ErrWorldLocked
	}
	defer w.locked.Store(false)
	if w.broken != nil {
		return w.broken
	}

	w.profile = Profile{}
	w.moves = w.moves[:0]
	w.scratch.dt = dt
	w.beginStages()
	start := w.now()
	if w.scratch.parallel {
		w.pool.BeginStep()
		defer w.pool.EndStep()
	}
	if w.labels != nil {
		w.labels.rest()
		defer pprof.SetGoroutineLabels(w.labels.base)
	}
	w.hooks.failed = nil
	if err := w.stepStages(dt, start); err != nil {
		w.broken = fmt.Errorf("physics: step: %w", err)
		return w.broken
	}
	w.steps++
	w.swapEvents()
	w.lap(&w.profile.Step, start)
	if w.pool != nil {
		p := &w.profile
		p.Wakes, p.WakeTime, p.WakeMost = w.pool.TakeWakes()
	}
	if w.hooks.failed != nil {
		return w.hooks.failed
	}
	return nil
}

// stepStages is the order of a step.
func (w *World) stepStages(dt float32, t int64) error {
	if err := w.updatePairs(); err != nil {
		return err
	}
	t = w.lap(&w.profile.Pairs, t)
	if err := w.narrowPhase(); err != nil {
		return err
	}
	t = w.lap(&w.profile.Collide, t)
	w.preSolveContacts()
	w.updateContacts()
	t = w.lap(&w.profile.Transitions, t)
	if dt == 0 {
		return w.updateSensors()
	}
	if err := w.solve(dt); err != nil {
		return err
	}
	t = w.lap(&w.profile.Solve, t)
	w.reportHits()
	w.reportPaths()
	w.breakJoints()
	if err := w.finalizeBodies(); err != nil {
		return err
	}
	t = w.lap(&w.profile.Finalize, t)
	if err := w.stopFastBodies(); err != nil {
		return err
	}
	t = w.lap(&w.profile.Continuous, t)
	if err := w.refitTrees(); err != nil {
		return err
	}
	t = w.lap(&w.profile.Refit, t)
	w.updateSleep()
	w.quarantineBodies()
	t = w.lap(&w.profile.Sleep, t)
	if err := w.updateSensors(); err != nil {
		return err
	}
	w.lap(&w.profile.Sensors, t)
	return nil
}

func (w *World) now() int64 {
	if w.clock == nil {
		return 0
	}
	return w.clock()
}

// lap adds the time since start to a stage and returns the time now.
func (w *World) lap(stage *int64, start int64) int64 {
	if w.watch != nil {
		w.watch.stageDone(w, stage)
	}
	if w.clock == nil {
		return 0
	}
	now := w.clock()
	*stage += now - start
	return now
}

// narrowPhase updates the manifolds of all contacts of awake bodies.
func (w *World) narrowPhase() error {
	w.listCollisions()
	w.addStage(stageCollide, 0, int32(len(w.scratch.collide)), grainCollide)
	slots, err := w.runStages()
	if err != nil {
		return err
	}
	w.last.recycled, w.last.points, w.scratch.hits = 0, 0, 0
	w.listDeep(w.scratch.slots[:slots])
	w.scratch.seams = w.scratch.seams[:0]
	for i := range w.scratch.slots[:slots] {
		w.growSpans(&w.scratch.slots[i])
		w.scratch.near.add(w.scratch.slots[i].unlisted, len(w.contacts))
		w.last.recycled += w.scratch.slots[i].recycled
		w.last.points += w.scratch.slots[i].points
		w.scratch.hits += w.scratch.slots[i].hits
		w.scratch.seams = append(w.scratch.seams, w.scratch.slots[i].seams...)
	}
	w.dropSeams()
	return nil
}

// solve runs the solver over the constraint graph and moves the bodies.
func (w *World) solve(dt float32) error {
	s := &w.solver
	s.Sims, s.States, s.Awake = w.sims, w.states, w.awake
	s.Manifolds, s.Joints, s.Knots = w.manifolds, w.rows, w.knots
	s.Uneven = w.heaviest > float32(unevenMasses*w.lightest)
	// what woke up since brought contacts along that the narrow phase has not seen
	s.Overlaps.Incomplete = s.Overlaps.Incomplete || len(w.awake) != w.scratch.awakeBefore
	s.Workers, s.Clock = w.workers, w.clock
	s.Open(&w.graph, solve.NewParams(w.solverSettings(), dt, w.settings.SubSteps))
	w.addSolverStages(s.Opening())
	if _, err := w.runStages(); err != nil {
		return err
	}
	w.addSolverStages(s.Stages())
	w.scratch.islandBatchTime = 0
	_, err := w.runStages()
	w.addIslandBatchTimes()
	return err
}

// listIslands lists the islands of the awake bodies.
func (w *World) listIslands() []int32 {
	list := w.scratch.islands[:0]
	if w.whole {
		return list
	}
	for _, index := range w.awake {
		list = append(list, w.bodies[index].island)
	}
	w.scratch.islands = list
	return list
}

// addIslandBatchTimes counts the time of the island batches among the phases of the solver.
func (w *World) addIslandBatchTimes() {
	if w.clock == nil || w.solver.IslandBatchCount() == 0 {
		return
	}
	for phase, ns := range w.solver.IslandBatchTimes(w.scratch.islandBatchTime) {
		*w.profile.phase(solve.Phase(phase)) += ns
	}
}

// unevenMasses is the ratio of masses in a world above which contacts look for light bodies that
// bear heavy ones.
const unevenMasses = 8

func (w *World) solverSettings() solve.Settings {
	s := &w.settings
	return solve.Settings{
		Gravity:      s.Gravity,
		ContactHertz: s.ContactHertz, ContactDamping: s.ContactDampingRatio,
		PushSpeed:  s.PushOutSpeed,
		JointHertz: s.JointHertz, JointDamping: s.JointDampingRatio,
		DirectJoints:         s.DirectJoints,
		RestitutionThreshold: s.RestitutionSpeed,
		Speculative:          s.SpeculativeDistance,
		MaxLinearSpeed:       s.MaxLinearSpeed, MaxRotation: s.MaxRotation,
		WarmStart: s.WarmStarting,
	}
}

// reportHits lists the contacts whose surfaces met fast in this step.
func (w *World) reportHits() {
	if w.scratch.hits == 0 {
		return
	}
	for _, index := range w.scratch.collide {
		c := &w.contacts[index]
		if !c.hits || !c.touching {
			continue
		}
		w.reportHit(c)
	}
}

// reportHit reports the fastest point of a contact, if it is fast enough.
func (w *World) reportHit(c *contact) {
	hit, speed, impulse := HitEvent{}, w.settings.HitSpeed, float32(0)
	patches := w.patchesOf(c)
	for k := range patches {
		m := &patches[k]
		for i := range m.Points[:m.Count] {
			p := &m.Points[i]
			impulse += p.TotalNormalImpulse
			if p.TotalNormalImpulse > 0 && -p.NormalVelocity > speed {
				speed = -p.NormalVelocity
				hit.Point, hit.Normal, hit.Speed = w.sims[c.bodyA].Center0.Add(p.AnchorA), m.Normal, speed
			}
		}
	}
	if hit.Speed == 0 {
		return
	}
	hit.ShapeA, hit.ShapeB, hit.Impulse = w.shapeHandle(c.shapeA), w.shapeHandle(c.shapeB), impulse
	w.nextEvents.Hit = append(w.nextEvents.Hit, hit)
}

// swapEvents publishes what happened since the last step ended.
func (w *World) swapEvents() {
	w.events, w.nextEvents = w.nextEvents, w.events
	e := &w.nextEvents
	e.ContactBegin, e.ContactEnd, e.Hit = e.ContactBegin[:0], e.ContactEnd[:0], e.Hit[:0]
	e.SensorBegin, e.SensorEnd = e.SensorBegin[:0], e.SensorEnd[:0]
	e.JointBreak, e.Path = e.JointBreak[:0], e.Path[:0]
	e.Quarantine, e.Restrained, e.Placed = e.Quarantine[:0], e.Restrained[:0], e.Placed[:0]
}

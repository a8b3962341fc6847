package physics

import (
	"sync"
	"sync/atomic"

	"tumble/physics/internal/broadphase"
	"tumble/physics/internal/continuous"
	"tumble/physics/internal/forces"
	"tumble/physics/internal/island"
	"tumble/physics/internal/load"
	"tumble/physics/internal/mass"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/profile"
	"tumble/physics/internal/query"
	"tumble/physics/internal/rail"
	"tumble/physics/internal/sensor"
	"tumble/physics/internal/snapshot"
	"tumble/physics/internal/state"
	"tumble/physics/internal/step"
)

// World is a simulation: bodies, their shapes and joints, and the contacts between them.
// NewWorld and Clone make one: methods of a nil or zero World may panic, as with any nil pointer.
type World struct {
	// the rooms, from the bottom up; see the packages below internal
	state   state.State
	profile profile.Profile
	masses  *mass.Masses
	rails   *rail.Rails
	broad   *broadphase.BroadPhase
	queries *query.Queries
	narrow  *narrowphase.NarrowPhase
	islands *island.Manager
	forces  *forces.Forces
	sensors *sensor.Detector
	loads   *load.Loads
	step    *step.Step
	// rooms are those that snapshots hold.
	rooms snapshot.Rooms
	// now names the state of the rooms.
	now snapshot.Stamp
	// id and changes make stamps that no other state of any world has.
	id, changes uint64

	published publisher
	hooks     hooks
	log       *Recorder   // of a world that is being recorded
	film      *film       // of a world that shows a recording, nil for one that computes
	repeats   *repetition // of a world that repeats a recording, nil for others

	// reading is held by readers that share memory: pairLoads, that of loads, and the solver.
	reading   sync.Mutex
	pairLoads []load.Pair

	locked atomic.Bool
	// broken is the error of a step that could not be finished.
	broken   error
	refused  atomic.Uint64
	revision uint64
}

// NewWorld returns an empty world.
func NewWorld(def WorldDef) (*World, error) {
	if err := def.check(); err != nil {
		return nil, err
	}
	w := newWorld(state.Limits{
		Bodies: int32(def.MaxBodies), Shapes: int32(def.MaxShapes), Contacts: int32(def.MaxContacts),
	}, def.Clock, def.Workers)
	w.state.Settings = state.Settings(def.Settings)
	w.state.Reserve(def.BodyCapacity, def.ShapeCapacity, def.ContactCapacity)
	w.narrow.Reserve(def.ContactCapacity)
	return w, nil
}

// worlds counts the worlds that were made.
var worlds atomic.Uint64

// changed says that the state of the world is another one now.
func (w *World) changed() {
	w.changes++
	w.now = snapshot.Stamp{World: w.id, Change: w.changes}
}

// newWorld furnishes a world without settings and memory.
func newWorld(limits state.Limits, clock Clock, workers int) *World {
	w := &World{id: worlds.Add(1)}
	w.changed()
	s := &w.state
	s.Limits = limits
	w.profile.SetClock(clock)
	w.masses, w.rails = mass.New(s), rail.New(s)
	w.broad = broadphase.New(s)
	w.queries = query.New(s, w.broad)
	w.narrow = narrowphase.New(s, &w.profile)
	w.islands = island.New(s)
	w.forces = forces.New(s, w.broad, w.queries, w.islands)
	w.sensors = sensor.New(s, w.broad, w.queries)
	w.loads = load.New(s, w.islands, &w.profile)
	w.published.world = w
	w.step = step.New(step.Rooms{
		State: s, Broad: w.broad, Narrow: w.narrow, Islands: w.islands, Sensors: w.sensors,
		Continuous: continuous.New(s, w.broad, w.narrow, w.published.Repose),
		Masses:     w.masses, Rails: w.rails, Profile: &w.profile, Sink: &w.published,
	})
	w.rooms = snapshot.Rooms{
		State: s, Proxies: &w.broad.Proxies, Caches: &w.narrow.Caches, Records: &w.islands.Records,
		Visits: &w.sensors.Visits,
	}
	w.hooks.init(w)
	w.step.SetWorkers(workers)
	return w
}

// Workers returns the number of goroutines that share a step.
func (w *World) Workers() int { return w.step.Workers() }

// SetWorkers changes the number of goroutines that share a step, 1 to MaxWorkers. The results
// do not depend on it. No more are used than GOMAXPROCS allows.
func (w *World) SetWorkers(n int) error {
	if w.locked.Load() {
		return w.refuse(ErrWorldLocked)
	}
	if err := checkWorkers(n); err != nil {
		return w.refuse(err)
	}
	w.step.SetWorkers(n)
	return nil
}

// Close ends the goroutines of the world. It goes on with one worker if it is used again. A
// world that is dropped needs no Close.
func (w *World) Close() {
	if !w.locked.Load() {
		w.step.SetWorkers(1)
	}
}

// Counters returns figures about the world.
func (w *World) Counters() Counters {
	s, last := &w.state, &w.step.Last
	c := Counters{
		Bodies: int(s.BodyCount), StaticBodies: int(s.TypeCounts[Static]), AwakeBodies: len(s.Awake),
		Shapes: int(s.ShapeCount), Contacts: int(s.ContactCount), Joints: int(s.JointCount),
		Islands:       len(w.islands.Islands) - len(w.islands.FreeIslands),
		AwakeContacts: len(s.AwakeContacts) + int(s.Touching), TouchingContacts: int(s.Touching),
		ManifoldPoints: last.Points, RecycledContacts: last.Recycled,
		StaticTreeHeight: w.broad.Trees[Static].Height(), DynamicTreeHeight: w.broad.Trees[Dynamic].Height(),
		MovedProxies: last.Moved, NewPairs: last.NewPairs, FastBodies: last.Fast,
		WaitingShapes: len(w.broad.Waiting),
		Steps:         s.Steps, Quarantined: s.Quarantined, DroppedContacts: s.Dropped, RefusedCalls: w.refused.Load(),
	}
	for i := range c.ColorCounts {
		c.ColorCounts[i] = len(s.Graph.Contacts(int32(i))) + len(s.Graph.Joints(int32(i)))
	}
	return c
}

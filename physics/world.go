package physics

import (
	"sync/atomic"

	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/tree"
	"tumble/physics/internal/workers"
)

// World is a simulation: bodies, their shapes and joints, and the contacts between them.
// Make it with NewWorld.
type World struct {
	simulation

	limits  limits
	workers int
	whole   bool          // solves all islands together, for tests
	pool    *workers.Pool // nil with one worker
	clock   Clock
	locked  atomic.Bool
	// broken is the error of a step that could not be finished.
	broken  error
	refused atomic.Uint64

	solver  solve.Solver
	scratch scratch
	costs   costs

	published publisher
	sink      eventSink
	hookCalls hookCalls
	profile   Profile
	last      lastStep
	revision  uint64
	labels    *stageLabels
	hooks     hooks
	// log writes down the calls of a world that is being recorded, watch the hashes within a
	// step.
	log   *Recorder
	watch *stepDetail
}

// simulation is everything that decides how the world goes on. It holds flat slices only, so
// that a snapshot is a copy of them.
type simulation struct {
	settings Settings

	// bodies, sims and names have the same index.
	bodies     []body
	sims       []solve.Sim
	names      []string
	freeBodies []int32
	bodyCount  int32
	typeCounts [bodyTypeCount]int32

	// awake lists the bodies that move; the state of awake[i] is states[i+1]. states[0]
	// stands for everything that does not move.
	awake  []int32
	states []solve.State

	// shapes, bounds and geometries have the same index.
	shapes     []shapeRecord
	bounds     []shapeBounds
	geometries []shape.Geometry
	freeShapes []int32
	// surfaces are the materials of triangles and cells, a run for each shape that has any.
	surfaces   []Material
	shapeCount int32

	// contacts and reuse have the same index; the manifolds of a contact are a span.
	contacts     []contact
	reuse        []reuse
	manifolds    []solve.Manifold
	freeSpans    [spanClasses][]int32
	freeContacts []int32
	contactCount int32
	// awakeContacts lists the contacts without touch that an awake body has; those that
	// touch are in the graph.
	awakeContacts []int32
	graph         solve.Graph
	touching      int32

	// joints and rows have the same index.
	joints     []joint
	rows       []solve.Joint
	freeJoints []int32
	// knots are the curves of all path joints, one after the other.
	knots      []solve.PathKnot
	jointCount int32

	islands      []island
	freeIslands  []int32
	awakeIslands []int32

	trees [bodyTypeCount]tree.Tree
	// moved lists the shapes that left their fat bounds or are new, in a fixed order.
	moved []int32
	// waiting lists the shapes some of whose pairs wait until the heap they are in has spread.
	waiting []int32
	pairs   pairSet

	// sensors lists the shapes that are sensors, overlaps what was in them after the last
	// step, sorted. sensorsStale is set when a call may have changed that.
	sensors      []int32
	overlaps     []overlap
	sensorsStale bool

	// lightest and heaviest are the bounds of the masses (kg) that dynamic bodies with
	// shapes ever had.
	lightest, heaviest float32

	steps       uint64
	quarantined uint64
	dropped     uint64
	// births counts the bodies, shapes and joints that were ever created.
	births uint64
}

type limits struct{ bodies, shapes, contacts int32 }

// lastStep are figures of the last step for Counters.
type lastStep struct {
	moved, newPairs, recycled, points, fast int
}

// NewWorld returns an empty world.
func NewWorld(def WorldDef) (*World, error) {
	if err := def.check(); err != nil {
		return nil, err
	}
	w := &World{
		limits: limits{int32(def.MaxBodies), int32(def.MaxShapes), int32(def.MaxContacts)},
		clock:  def.Clock,
	}
	w.init()
	w.hire(def.Workers)
	w.settings = def.Settings
	w.bodies = make([]body, 0, def.BodyCapacity)
	w.sims = make([]solve.Sim, 0, def.BodyCapacity)
	w.names = make([]string, 0, def.BodyCapacity)
	w.awake = make([]int32, 0, def.BodyCapacity)
	w.states = append(make([]solve.State, 0, def.BodyCapacity+1), solve.StaticState)
	w.shapes = make([]shapeRecord, 0, def.ShapeCapacity)
	w.geometries = make([]shape.Geometry, 0, def.ShapeCapacity)
	w.contacts = make([]contact, 0, def.ContactCapacity)
	w.manifolds = make([]solve.Manifold, 0, def.ContactCapacity)
	w.reuse = make([]reuse, 0, def.ContactCapacity)
	return w, nil
}

// init ties the parts of a new world together.
func (w *World) init() {
	w.published.world, w.sink = w, &w.published
	w.hooks.init(w)
}

// Workers returns the number of goroutines that share a step.
func (w *World) Workers() int { return w.workers }

// SetWorkers changes the number of goroutines that share a step, 1 to MaxWorkers. The results
// do not depend on it. No more are used than GOMAXPROCS allows.
func (w *World) SetWorkers(n int) bool {
	if w.locked.Load() || n < 1 || n > MaxWorkers {
		return w.refuse()
	}
	w.hire(n)
	return true
}

// hire makes the pool of workers.
func (w *World) hire(n int) {
	if w.pool != nil {
		w.pool.Close()
		w.pool = nil
	}
	w.workers = n
	if n > 1 {
		w.pool = workers.New(n)
		w.pool.Govern(workers.Clock(w.clock))
	}
}

// Close ends the goroutines of the world. It goes on with one worker if it is used again. A
// world that is dropped needs no Close.
func (w *World) Close() {
	if !w.locked.Load() {
		w.hire(1)
	}
}

// Counters returns figures about the world.
func (w *World) Counters() Counters {
	c := Counters{
		Bodies: int(w.bodyCount), StaticBodies: int(w.typeCounts[Static]), AwakeBodies: len(w.awake),
		Shapes: int(w.shapeCount), Contacts: int(w.contactCount), Joints: int(w.jointCount),
		Islands:       len(w.islands) - len(w.freeIslands),
		AwakeContacts: len(w.awakeContacts) + int(w.touching), TouchingContacts: int(w.touching),
		ManifoldPoints: w.last.points, RecycledContacts: w.last.recycled,
		StaticTreeHeight: w.trees[Static].Height(), DynamicTreeHeight: w.trees[Dynamic].Height(),
		MovedProxies: w.last.moved, NewPairs: w.last.newPairs, FastBodies: w.last.fast,
		WaitingShapes: len(w.waiting),
		Steps:         w.steps, Quarantined: w.quarantined, DroppedContacts: w.dropped, RefusedCalls: w.refused.Load(),
	}
	for i := range c.ColorCounts {
		c.ColorCounts[i] = len(w.graph.Contacts(int32(i))) + len(w.graph.Joints(int32(i)))
	}
	return c
}

package physics

import (
	"context"

	"tumble/physics/internal/profile"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/step"
)

// GraphColors is the number of colours of the constraint graph, the last one being the
// overflow.
const GraphColors = solve.ColorCount

// Counters are figures about the world; sizes of now, and events since its creation where
// the comment says so.
type Counters struct {
	Bodies, StaticBodies, AwakeBodies, Shapes, Contacts, Joints, Islands int
	// AwakeContacts are checked in every step, TouchingContacts are in the solver.
	AwakeContacts, TouchingContacts int
	// ManifoldPoints of the touching contacts in the last step.
	ManifoldPoints int
	// RecycledContacts reused their points in the last step.
	RecycledContacts int
	// StaticTreeHeight and DynamicTreeHeight of the broad phase.
	StaticTreeHeight, DynamicTreeHeight int
	// ColorCounts are the constraints in each colour of the graph.
	ColorCounts [GraphColors]int
	// MovedProxies and NewPairs of the last step.
	MovedProxies, NewPairs int
	// FastBodies were checked for continuous collision in the last step.
	FastBodies int
	// WaitingShapes lie in a cluster made at one position and have pairs that wait until it has spread: see
	// the documentation of the package.
	WaitingShapes int

	// Steps since the creation of the world.
	Steps uint64
	// Quarantined bodies since the creation of the world.
	Quarantined uint64
	// RefusedCalls is the number of calls on bodies, shapes and joints since creation that found a stale handle, a bad
	// value, or the world stepping, and of queries with bad numbers.
	RefusedCalls uint64
	// DroppedContacts since creation because of WorldDef.MaxContacts.
	DroppedContacts uint64
}

// Profile holds the wall time of the stages of the last step in nanoseconds, measured by
// WorldDef.Clock.
type Profile struct {
	Step int64
	// Pairs is the broad phase, Collide the narrow phase, Transitions the serial pass that
	// begins and ends contacts.
	Pairs, Collide, Transitions int64
	// Solve is the solver from preparation to stored impulses, the stages of which are
	// Prepare, IntegrateVelocities, WarmStart, SolveContacts, IntegratePositions, Relax,
	// Restitution and Store.
	Solve                                                  int64
	Prepare, IntegrateVelocities, WarmStart, SolveContacts int64
	IntegratePositions, Relax, Restitution, Store          int64
	// Finalize moves the bodies and their bounds, Continuous stops fast ones, Refit updates
	// the trees, Sleep splits islands and puts them to sleep.
	Finalize, Continuous, Refit, Sleep, Sensors int64
	// Wakes counts the workers woken in the step; WakeTime is how long they took to run, WakeMost the longest of
	// them.
	Wakes, WakeTime, WakeMost int64
}

// Kernels names the code that solves contacts in this build on this processor: "avx", "neon" or
// "go". All of them give the same bits.
func Kernels() string { return solve.Kernels() }

// Profile returns the times of the last step; zeros without a clock.
func (w *World) Profile() Profile { return Profile(w.profile.Times) }

// MeasureCosts switches the timing of single contacts on or off. It needs WorldDef.Clock, which is then read by
// all workers, once for each contact: that costs some tens of nanoseconds each. Results do not depend on it.
func (w *World) MeasureCosts(on bool) {
	w.profile.Costs.Switch(on && w.profile.Clock != nil)
}

// MeasuresCosts reports whether single contacts are timed.
func (w *World) MeasuresCosts() bool { return w.profile.Costs.On }

// MeasureResiduals makes the steps to come measure what Residuals gives for at least their last count sub-steps; 0 ends
// that. Nothing else depends on it.
func (w *World) MeasureResiduals(count int) { w.step.Solver.MeasureResiduals(count) }

// Residuals appends to buf the largest velocity error (m/s) that each sub-step of the last step measured left at
// contacts and joints, NaN for one not asked for. Where surfaces press, nothing should approach or part; angular errors
// count at the radius of gyration.
func (w *World) Residuals(buf []float32) []float32 { return append(buf, w.step.Solver.Residuals()...) }

// PairLoad is the work of the narrow phase for two kinds of shapes in the last step.
type PairLoad struct {
	// Name as box-sphere.
	Name     string
	Contacts int
	// Ns is measured while MeasureCosts is on, otherwise 0.
	Ns int64
}

// PairLoads appends the pairs of kinds of shapes that awake contacts have, those that cost most first, then
// those with most contacts.
func (w *World) PairLoads(buf []PairLoad) []PairLoad {
	w.reading.Lock()
	defer w.reading.Unlock()
	w.pairLoads = w.loads.Pairs(w.pairLoads[:0])
	for _, l := range w.pairLoads {
		buf = append(buf, PairLoad(l))
	}
	return buf
}

// IslandLoad is how much work an awake island is.
type IslandLoad struct {
	// Island is the number that Body.Island gives; First is the body with the lowest number, which may name it.
	Island                           int
	First                            Body
	Bodies, Contacts, Points, Joints int
	// Ns is its share of the last step: of the narrow phase by its contacts, as measured while MeasureCosts is
	// on, of the solver by points and joints, of the rest by bodies. 0 without WorldDef.Clock.
	Ns int64
}

// IslandLoads appends the awake islands, the costliest first. It looks at every contact: call it when someone
// wants to know, not in every step.
func (w *World) IslandLoads(buf []IslandLoad) []IslandLoad {
	w.reading.Lock()
	defer w.reading.Unlock()
	for _, l := range w.loads.IslandLoads() {
		buf = append(buf, IslandLoad{Island: l.Island, First: w.bodyHandle(l.First), Bodies: l.Bodies,
			Contacts: l.Contacts,
			Points:   l.Points, Joints: l.Joints, Ns: l.Ns})
	}
	return buf
}

// BodyCosts writes the share of each body in the last step (ns) by its number: half of each of its contacts,
// all where the other body does not move. The slice has World.BodyCapacity entries, in buf if it has room.
func (w *World) BodyCosts(buf []float32) []float32 { return w.loads.BodyCosts(buf) }

// LabelStages marks the CPU samples of the steps to come with the label stage, those of the narrow phase also
// with the label pair, as box-sphere, and those of the workers with loop=worker. base has the labels
// of the goroutine that calls Step, which are kept beside it and restored at the end of a step. A nil base ends
// the marking, which is off at first: it costs some tens of nanoseconds for each change of the stage, and of the kinds
// from one contact to the next.
func (w *World) LabelStages(base context.Context) {
	if base == nil {
		w.profile.SetLabels(nil)
		return
	}
	names, collide := step.StageNames()
	w.profile.SetLabels(profile.NewLabels(base, names, collide))
}

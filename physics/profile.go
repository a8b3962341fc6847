package physics

import (
	"runtime"

	"tumble/physics/internal/solve"
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
	// RefusedCalls is the number of setters since creation that found a stale handle, a bad
	// value, or the world stepping.
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
func Kernels() string {
	switch {
	case !solve.HaveVector():
		return "go"
	case runtime.GOARCH == "arm64":
		return "neon"
	}
	return "avx"
}

// Profile returns the times of the last step; zeros without a clock.
func (w *World) Profile() Profile { return Profile(w.profile.Times) }

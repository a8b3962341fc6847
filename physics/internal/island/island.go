// Package island decides which bodies are awake: it keeps islands, puts them to sleep and wakes them, and holds the
// constraint graph of all that is awake.
//
// Islands are groups of dynamic bodies that hang together by touching contacts and joints;
// they fall asleep and wake up as one. They persist: a contact that begins merges two, one
// that ends only notes that the island may have come apart, and the island is taken apart
// when it would fall asleep. Source: Catto, "Simulation Islands", 2023.
//
// It owns the islands, the list of awake bodies with their states, the list of awake contacts without touch, the graph,
// and of the shared records the fields that say so.
package island

import (
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Records are the part of the islands that decides how a world goes on, and so belongs to its snapshots.
type Records struct {
	Islands      []Island
	FreeIslands  []int32
	AwakeIslands []int32
}

// Manager keeps the islands of a world.
type Manager struct {
	*state.State
	Records

	dt float32 // length of the step (s)
	// rest is the time at rest by island; rested says that it is known in this step.
	rest   []restTime
	rested bool
	// sleepBodies and sleepIslands are the bodies and islands that fall asleep.
	sleepBodies, sleepIslands []int32
	splits                    []int32 // islands to split
	split, stack              []int32 // bodies of an island that is split, and those to visit
	ofAwake                   []int32 // see OfAwake
}

// New returns the room for a world without bodies.
func New(st *state.State) *Manager { return &Manager{State: st} }

// BeginStep begins a step of dt seconds.
func (isl *Manager) BeginStep(dt float32) { isl.dt, isl.rested = dt, false }

// KnowsRest reports whether the time at rest is known in this step, see FindRest.
func (isl *Manager) KnowsRest() bool { return isl.rested }

// OfAwake lists the islands of the awake bodies, in their order.
func (isl *Manager) OfAwake() []int32 {
	list := isl.ofAwake[:0]
	for _, index := range isl.Awake {
		list = append(list, isl.Bodies[index].Island)
	}
	isl.ofAwake = list
	return list
}

// ShiftRest moves the place at which a body came to rest along with the origin of the world.
func (isl *Manager) ShiftRest(body int32, offset vec.Vec3) {
	if r := &isl.Bodies[body]; r.SleepTime > 0 {
		// else it says nothing
		r.RestCenter = r.RestCenter.Sub(offset)
	}
}

// Island is a list of bodies.
type Island struct {
	First, Last int32 // bodies
	Count       int32
	// Removed counts the links that ended since the island was built. Zero means that it
	// still hangs together.
	Removed int32
	// AwakeSlot is the place in Records.AwakeIslands, none when asleep.
	AwakeSlot int32
	Alive     bool
	// SplitStep is the step from which on a large island may be split again.
	SplitStep uint64
}

// restTime is how long the bodies of an island have been slow (s).
type restTime struct{ shortest, longest float32 }

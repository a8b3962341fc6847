// Package narrowphase computes how the shapes of each contact touch: which routine for which pair, which points are
// kept from the last step (contact recycling), the contacts of meshes, and the internal edges of bodies made of many
// shapes.
//
// It owns the manifolds and their spans, the recycling caches, the lists of nearby triangles, and of the shared record
// of a contact the fields Manifold, Class, Count, Angular, Pieces, InternalEdges, Belt, Events, Hits, Friction,
// Restitution, Rolling and Cache. It returns an outcome for each contact; others begin, end and destroy contacts by it.
package narrowphase

import (
	"tumble/physics/internal/arena"
	"tumble/physics/internal/collide"
	"tumble/physics/internal/profile"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// Outcome is the result of the narrow phase for a contact.
type Outcome uint8

const (
	// Steady contacts go on as they were.
	Steady Outcome = iota
	Began
	Ended
	// Apart means that the fat bounds no longer overlap.
	Apart
	// Resized contacts have another number of manifolds than before.
	Resized
	// recycledNow is steady without having been computed.
	recycledNow
)

// Caches are the part of the narrow phase that decides how a world goes on, and so belongs to its snapshots.
type Caches struct {
	// Recycling has the index of the contacts.
	Recycling []Recycling
	// FreeSpans are the first manifolds of the spans that no contact has, by class.
	FreeSpans [SpanClasses][]int32
}

// NarrowPhase is the narrow phase of a world.
type NarrowPhase struct {
	*state.State
	Caches
	// Listed are the contacts of the step, Outcomes what became of them, by place in the list.
	Listed   []int32
	Outcomes []Outcome

	profile *profile.Profile
	dt      float32 // length of the step (s)
	// lookAheadTime (s): impacts with a restitution happen up to a sub-step ahead of their time, those without in the
	// sub-step that closes the gap (see kernel.relaxBlocks). contactTime (s) is for how long contacts are found ahead
	// of overlap.
	lookAheadTime, contactTime float32
	// fall is the change of velocity by gravity in a sub-step (m/s), falls its length, and supported the larger one of
	// falls and that of the last step, whose loads contacts have. give is the length by which a contact gives way under
	// an impulse of one N·s a sub-step, for each 1/kg of its row.
	fall                   vec.Vec3
	falls, supported, give float32

	blocks    []output
	grown     output        // of contacts whose manifolds did not fit
	meshes    []meshScratch // per worker
	deepLists arena.Lists[DeepPair]
	sagLists  arena.Lists[solve.Sag]
	unlisted  arena.Lists[int32]
	near      nearLists
	deep      []DeepPair
	sagging   []solve.Sag
	changed   []int32  // of Changed
	sorted    []listed // of Changed
	shown     []int32  // places of contacts for the PreSolve
	// motions are those of the bodies, zero but for the ones in moving.
	motions []motion
	moving  []int32
	// internalEdges are the contacts with shapes that have neighbours, coveredShapes the shapes that others cover.
	internalEdges []internalEdge
	ghosts        collide.GhostFilter
	coveredShapes []int32
}

// output is the result of a block of contacts.
type output struct {
	spills                 []spill
	spilled                []solve.Manifold
	internalEdges          []internalEdge
	deep                   []DeepPair
	sagging                []solve.Sag
	unlisted               []int32 // contacts that should have a list of triangles
	recycled, points, hits int
	bounces, belts         bool
	_                      [64]byte // neighbours are written by different workers
}

// DeepPair are two bodies that overlap deeply or push each other, and the normal of their contact, from A to B.
type DeepPair struct {
	A, B   int32
	Normal vec.Vec3
	// Deep: the bodies overlap deeply. Hard: they push each other hard. Of a pair with neither, one body is kinematic.
	Deep, Hard bool
}

// Figures sum up a narrow phase.
type Figures struct {
	// Recycled contacts kept their points, Points are those of all manifolds, Hits the contacts that ask for hit
	// events.
	Recycled, Points, Hits int
	// Bounces: a manifold has a restitution. Belts: a body in contact has a surface velocity.
	Bounces, Belts bool
	// Deep lists the deep overlaps, and Sagging the contacts that their load presses in too far, both good until the
	// next narrow phase.
	Deep    []DeepPair
	Sagging []solve.Sag
}

// New returns the narrow phase of a world without contacts.
func New(st *state.State, p *profile.Profile) *NarrowPhase {
	return &NarrowPhase{State: st, profile: p}
}

// BeginStep begins a step of dt seconds.
func (np *NarrowPhase) BeginStep(dt float32) {
	np.dt = dt
	h := dt / float32(np.Settings.SubSteps)
	np.lookAheadTime = dt + h
	np.contactTime = float32(np.lookAheadTime * np.Settings.ContactAhead)
	np.fall = np.Settings.Gravity.Mul(h)
	np.falls, np.give = np.fall.Len(), solve.Give(np.Settings.ContactHertz, h)
	np.supported = vec.Max(np.falls, float32(np.GravityBefore*h))
}

// Reserve makes room for so many contacts in an empty world.
func (np *NarrowPhase) Reserve(contacts int) { np.Recycling = make([]Recycling, 0, contacts) }

// DropStale forgets the caches of contacts that have gone or changed with the state of the world.
func (np *NarrowPhase) DropStale() { np.near.dropStale(np.State) }

// NearLists returns how many lists of triangles contacts have, and how many wait for one.
func (np *NarrowPhase) NearLists() (used, free int) {
	return len(np.near.lists) - len(np.near.free), len(np.near.free)
}

// NearList returns the triangles around a contact with a mesh, nil if they are not listed.
func (np *NarrowPhase) NearList(contact int32) *collide.TriangleList { return np.near.of(contact) }

// internalEdge is a contact with one of several shapes of a static or kinematic body. The place is that in
// Listed; fresh is set when it was computed in this step.
type internalEdge struct {
	body, other, slot int32
	fresh             bool
}

// meshScratch is the scratch memory of a worker for contacts with meshes.
type meshScratch struct {
	contacts collide.MeshContacts
	later    []collide.MeshManifold // met after others in the same step
	old      []solve.Manifold
}

// spill is a contact that needs a larger span. Its manifolds wait in output.spilled.
type spill struct{ contact, count int32 }

// MaxManifolds is the number of manifolds of a contact. More than eight are rare: a shape would
// have to fit into a corner with as many walls.
const (
	MaxManifolds = 32
	// SpanClasses is the number of lengths of spans: 1, 2, 4 … 32 manifolds.
	SpanClasses = 6
)

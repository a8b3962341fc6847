package solve

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// search are the lanes of islands that are searched.
type search struct {
	lanes   []searchLane
	bodies  []searchBody
	islands []islandSearch
}

// rowCount is the number of impulses of a manifold: of its points, along both tangents, about the normal, and of rolling.
const rowCount = kernel.MaxPoints + 6

// searchRows are the impulses of a manifold, or a direction to change them in.
type searchRows [rowCount]float32

// searchLane is lane j of a block.
type searchLane struct {
	block, j, island      int32
	first, old, direction searchRows
	// bias is the velocity that the rows of the points add along the normal.
	bias  [kernel.MaxPoints]float32
	total [kernel.MaxPoints]float32
}

// searchBody is a movable body: its velocities before a sweep, and what the direction changes.
type searchBody struct {
	state, island          int32
	mass                   float32
	inertia                vec.Mat3
	v, w                   vec.Vec3
	directionV, directionW vec.Vec3
	// firstV and firstW are the velocities before the first sweep.
	firstV, firstW vec.Vec3
}

// islandSearch is the state of the search of an island: for a direction d of a sweep and p of the search the sums dᵀ·A·p, pᵀ·A·p and pᵀ·J·v with
// A = J·M⁻¹·Jᵀ.
type islandSearch struct {
	mixed, curve, slope float64
	// change is dᵀ·A·d, scale vᵀ·M·v and what gravity adds to it.
	change, scale float64
	beta, step    float32
	// energy is twice the kinetic energy before the first sweep, with the energy that pushing out may add and that
	// gravity adds in a sub-step.
	energy float64
	// done says that a sweep changes nothing but rounding.
	done bool
	// worst is how far off the worst row of a point is (m/s), miss the same before the first sweep, and fall what gravity adds to a
	// body in a sub-step.
	worst, miss, fall float32
}

// searchMarks are the indices of islands in search.islands, notSearched for none, and of states in search.bodies. Workers meet different
// islands. support is the state of something immovable that an island touches, noSupport for none.
type searchMarks struct{ island, support, state []int32 }

// noSupport marks an island without an immovable support.
const noSupport = int32(-1)

// notSearched and yetToSearch are islands that are not searched, and those that are and have no index yet.
const (
	notSearched   = int32(-1)
	yetToSearch   = int32(-2)
	neverSearched = int32(-3)
)

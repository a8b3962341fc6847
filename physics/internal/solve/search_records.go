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

// pressures are the normal impulses of a manifold, or a direction to change them in.
type pressures [kernel.MaxPoints]float32

// searchLane is lane j of a block.
type searchLane struct {
	block, j, island int32
	// first are the impulses before the search, total those summed over the step, old those before a sweep.
	first, total, old, direction pressures
	// bias is the velocity that points which are apart may close along the normal, or at which overlaps part, below 0.
	bias pressures
}

// searchBody is a movable body: its velocities before a sweep, and what the direction changes.
type searchBody struct {
	state, island          int32
	mass                   float32
	inertia                vec.Mat3
	v, w                   vec.Vec3
	directionV, directionW vec.Vec3
}

// islandSearch is the state of the search of an island: for a direction d of a sweep and p of the search the sums
// mixed = dᵀ·A·p, curve = pᵀ·A·p, slope = pᵀ·(J·v + b) and change = dᵀ·A·d with A = J·M⁻¹·Jᵀ.
type islandSearch struct {
	mixed, curve, slope, change float64
	// fall is Σ m·v² for the velocity that gravity adds in a sub-step.
	fall       float64
	beta, step float32
	// most is the longest step that keeps impulses from pulling; bounded says that it ended the last one.
	most    float32
	bounded bool
	// done says that a sweep changes next to nothing.
	done bool
}

// Sag is a contact that its load presses in too far where its island weighs as much as Mass (kg) at least. Body is a
// movable one of its bodies.
type Sag struct {
	Body int32
	Mass float32
}

// searchMarks are the indices of islands in search.islands, or one of the marks below, the state of something immovable
// that an island touches, how many manifolds it has, its mass (kg), and the indices of states in search.bodies. Workers
// meet different islands.
type searchMarks struct {
	island, support, size, state []int32
	mass                         []float32
}

// noSupport marks an island without an immovable support.
const noSupport = int32(-1)

// notSearched and yetToSearch are islands that are not searched, and those that are and have no index yet;
// neverSearched have joints, two supports or a pinched body.
const (
	notSearched   = int32(-1)
	yetToSearch   = int32(-2)
	neverSearched = int32(-3)
)

package solve

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// searches are the islands that are searched.
type searches []search

// search is the state of the search of an island: for a direction p the sums slope = pᵀ·(J·v + b) and curve = pᵀ·A·p,
// with A = J·M⁻¹·Jᵀ.
type search struct {
	lanes  []searchLane
	bodies []searchBody
	newton newton

	slope, curve float64
	// fall is Σ m·v² for the velocity that gravity adds in a sub-step, mass Σ m.
	fall, mass float64
	// steps are those of Newton's method in a pass.
	steps int
}

// pressures are the normal impulses of a manifold.
type pressures [kernel.MaxPoints]float32

// direction are the changes of the impulses of the rows of a lane.
type direction [rowCount]float32

// searchLane is lane j of a block.
type searchLane struct {
	block, j int32
	// a and b are the movable bodies in search.bodies, −1 for none.
	a, b int32
	// first are the normal impulses before the search, total those summed over the step.
	first, total pressures
	direction    direction
	// bias is the velocity that points which are apart may close along the normal, or at which overlaps part, below 0.
	bias pressures
}

// searchBody is a movable body, and what the direction changes.
type searchBody struct {
	state                  int32
	mass                   float32
	inertia                vec.Mat3
	directionV, directionW vec.Vec3
}

// Sag is a contact that its load presses in too far where its island weighs as much as Mass (kg) at least. Body is a
// movable one of its bodies.
type Sag struct {
	Body int32
	Mass float32
}

// searchMarks are the indices of islands in searches, or one of the marks below, the state of something immovable
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

package solve

const (
	// farOff is an angle (rad) that nothing reaches, unless joints that fly apart rotate at 1e22 rad/s.
	farOff = 1e20
	// leastLength is the length below which a vector has no direction.
	leastLength   = 1e-18
	leastMobility = 1e-12
	singular      = 1e-6
)

// leastWeight keeps the weights of a manifold of distant points from being all zero.
const leastWeight = 1e-10

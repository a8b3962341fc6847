package vec

// This file is the ledger of the thresholds of the package: each with its unit and its reason. Coefficients
// of polynomials stand with their functions.

const (
	// Pi (rad): half a turn. Given by: the circle.
	Pi = 3.14159265358979323846
	// SmallRotation (cosine of half the angle): rotations smaller than 3.6° are blended linearly by Slerp. They are
	// within 6e-5° of the exact blend, where dividing by the sine would lose bits. Tried: at 0.95
	// TestSlerpAgainstFloat64; at 0.999995 none fails.
	SmallRotation = 0.9995
	// minLength (m): shortest length that still defines a direction. Below it the
	// square underflows to a denormal and loses bits. Tried: at 0 TestNormOfTinyAndHuge; at 1e-3
	// TestRotationIdentities.
	minLength = 1e-18
	// smallDet and largeDet (m³): determinants outside these limits are those of matrices whose entries are so small or
	// large that their products may overflow or underflow. They are then
	// scaled, which takes time. Tried: at 0 and 1e38, and at 1e-6 and 1e6 none fails.
	smallDet = 1e-24
	largeDet = 1e24
)

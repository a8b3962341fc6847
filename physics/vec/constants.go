package vec

// This file is the ledger of the thresholds of the package: each with its unit and its reason. Coefficients
// of polynomials stand with their functions.

const (
	// Pi (rad): half a turn. Package math has it in double precision only.
	Pi = 3.14159265358979323846
	// SmallRotation (cosine of half the angle): rotations smaller than 3.6° are blended linearly by Slerp: within 6e-5° of
	// the exact blend, where dividing by the sine would lose bits. Exercised by TestSlerpAgainstFloat64.
	SmallRotation = 0.9995
	// minLength (m): shortest length that still defines a direction: below it the
	// square underflows to a denormal and loses bits. Exercised by TestNormOfTinyAndHuge.
	minLength = 1e-18
	// smallDet and largeDet (m³): determinants outside these limits are those of matrices whose entries are so small or
	// large that their products may overflow or underflow. Exercised by TestMat3InverseOfAnySize.
	smallDet = 1e-24
	largeDet = 1e24
)

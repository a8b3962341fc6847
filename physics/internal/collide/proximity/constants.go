package proximity

// This file is the ledger of the tolerances and bounds of the searches, as that of package collide.

// Distance and depth, in double precision.
const (
	// NoSeparation (m): below every separation. No coordinate comes near it. Without it: searches need a flag for their
	// first axis.
	NoSeparation = -1e30
	// parallelSegments (squared sine): below it the nearest points of two segments are not unique, and any will do.
	// A float32 has no digits of the difference left. Tried: far larger TestClosestSegmentsAgainstSearch; at 0 none
	// fails.
	parallelSegments = 1e-6
	// MaxIterations (steps): bound of the distance search; polytopes need below 20. Without it: no bound on noise.
	MaxIterations = 64
	// overlapDistance (m): core distance that counts as overlap. A double has six digits to spare below it.
	// Tried: at 1 mm TestDistanceAgainstBruteForce.
	overlapDistance = 1e-9
	// distanceTolerance (ratio): gap between the squared distance and its lower bound at which the search ends.
	// The normal is good to its root. Tried: at 1e-3 TestDistanceAgainstBruteForce.
	distanceTolerance = 1e-12
	// roundTolerance (ratio): the same for round shapes, which get there in ever smaller steps.
	// The normal is good to 3e-5. Without it: cylinders use up MaxIterations.
	roundTolerance = 1e-9
	// epaVertices and epaFaces (count): room of the expanding polytope. Hulls need a third of it; the search ends with
	// the best face when it is full. Tried: at 10 and at 960 vertices none of this package fails.
	epaVertices = 96
	epaFaces    = 2*epaVertices + 64
	// epaTolerance (fraction of the depth) and epaFloor (m): error at which the expansion ends. They are far
	// below the slop; with none deep hulls of many faces fill the room. Tried: at 0.1 none fails, only recorded bits
	// change.
	epaTolerance = 1e-5
	epaFloor     = 1e-7
)

// Round shapes.
const (
	// axisTolerance (m): how far off a shape its point may be. A few roundings at a metre. Tried: at 1 cm none fails,
	// only recorded bits change.
	axisTolerance = 1e-6
	// maxBreaks (directions): most directions in which the separation over an edge has a kink. Given by: two ends and
	// six angles.
	maxBreaks = 8
	// maximumFractions (count): parts of an arc in which maxima are looked for. Forty find no others in the pairs of
	// the test. Without it: TestTrianglesAndRoundShapes.
	maximumFractions = 4
	// maxTried (directions): most directions looked at before the rims. Given by: 2 caps, and 2 balls, tips and lines
	// each, and one between.
	maxTried = 16
	// rimStarts (directions): starts from which the rims of overlapping shapes are followed. Forty find nothing better
	// in the pairs of the test. Without it: TestPairsOfRoundShapes.
	rimStarts = 4
	// rimSteps (steps): bound of Newton's method along two rims; it needs below ten. Without it: no bound on noise.
	rimSteps = 24
	// onMantle (sine): angle between a direction and a mantle below which the rims on either side of it are tried.
	// It covers directions found with rounding. Tried: at 0 none fails.
	onMantle = 1e-6
	// nearCap (sine): angle to a cap below which the rims are too sharply curved to be followed. Newton's steps fail
	// there. Tried: at 0 none fails, only recorded bits change.
	nearCap = 0.05
)

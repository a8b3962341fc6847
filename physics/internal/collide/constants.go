package collide

import "tumble/physics/internal/shape"

// This file is the ledger of the lengths, angles and limits of the narrow phase: each with its unit, its reason and the
// scene or test that fails with a far other value, as tried. Encodings (bits of contact names, numbers of the faces of
// a prism) stand with their types.

// Lengths of the engine.
const (
	// LinearSlop (m): distances below it mean nothing. Half a centimetre cannot be seen and is far above
	// rounding ten metres away. Without it: contacts flicker in every stack (TestStackedBoxesKeepTheirPoints).
	LinearSlop = 0.005
	// SpeculativeDistance (m): gap up to which surfaces that do not touch yet give contact points. A body at 1.2 m/s
	// moves so far in a step of 1/60 s. Without it: contacts begin one step late, with an overlap.
	SpeculativeDistance = 4 * LinearSlop
)

// Manifolds.
const (
	// MaxPoints (points): points of a manifold. Four span any flat region. Without it: the solver has no fixed record.
	MaxPoints = 4
	// deepestSlope (m/m): how much deeper per metre of distance a later point must be to count as the deepest. In a
	// settled stack all points are about as deep as one another, and the choice must not follow the noise.
	// Without it: TestStackedBoxesKeepTheirPoints.
	deepestSlope = 0.002
	// keepRatio (factor): how much better a later candidate for a point must be than an earlier one. Points at equal
	// distances must not change places by rounding. Without it: only recorded bits change (TestSameBitsEverywhere).
	keepRatio = 1.05
	// onLine (ratio): points closer to a line than this fraction of its length add no area to a manifold. It is far
	// above rounding. Tried: at 1 corners get lost, TestWideBoxStandsOnItsCorners.
	onLine = 1e-3
	// maxSideTolerance (m) and sideToleranceRatio (of the half width): how far a corner may stand out over the side of
	// a face before it is cut. Faces of equal size lie edge on edge in every stack: rounding would cut a corner
	// in one step and not in the next. Without them: TestStackedBoxesKeepTheirPoints.
	maxSideTolerance   = LinearSlop
	sideToleranceRatio = 0.02
	// innerTolerance (m): the same at the edge between two triangles, where more would be a contact with the
	// neighbour's face. A line just on the edge would be lost to both.
	// Tried: at 0.1 TestRollingShapesStayOnTheirLine.
	innerTolerance = 1e-4
	// smallClip and largeClip (points): corners of two faces that are clipped in a small frame, and most there can be.
	// Boxes need 8; without the small one every hull clears 5 KiB of stack. Tried: the small one at 8 and at 128, none
	// fails.
	smallClip = 32
	largeClip = 2 * shape.MaxHullVertices
)

// Choice of axes.
const (
	// parallelEdges (sine): angle between an edge and the faces beside the other one below which the pair gives no axis
	// of its own. Below it the cross product is noise. Tried: at 5 TestManifoldsAgainstBruteForce.
	parallelEdges = 0.005
	// parallelCapsules (sine): angle below which two capsules touch along a line, with two points. A log on logs needs
	// two. Without it: TestCapsuleLiesOnTwoPoints.
	parallelCapsules = 0.05
	// flatCosine (cosine): how closely the normal of a capsule contact must agree with a face for the capsule to lie on
	// it with two points. 3.6° tilt a log less than the slop. Tried: at 1 TestFlatMeshHasNoGhosts,
	// TestRoundShapesStandOnTheirCaps; at 0.5 TestRoundManifoldsAgainstSearch.
	flatCosine = 0.998
	// innerCosine (cosine): flatCosine beside an internal edge, flat but for rounding. A larger angle means that the
	// neighbour is nearer. Tried: at 0.9 none fails, only recorded bits change.
	innerCosine = 0.999999
	// separationMargin (m): by how much faces must keep a triangle farther away than the speculative distance for the
	// search of all axes to be left out. It is more than the two can differ by rounding, so that it changes no result.
	// Tried: at 0.5 TestRememberedEdgesHideNoContact.
	separationMargin = 0.1 * LinearSlop
	// edgeRounding (1): height of an edge over a triangle, as a part of its distance, below which rounding gives its
	// axis. It is a hundred units in the last position. Without it: TestHostileStatesLoadAgain, seed 47915, a needle of
	// 56 m.
	edgeRounding = 1e-5
	// minCoreDistance (m): core distance from which on the direction between the nearest points is good. It is ten
	// roundings at a distance of a metre. Tried: at 1 cm TestCornerAboveRidgeTouches.
	minCoreDistance = 1e-6
	// deepCore (m): distance of a core to a polytope below which its direction is too short to trust, and
	// the axis test takes over. A tenth of the slop. Tried: at 0.5 TestManifoldsAgainstBruteForce.
	deepCore = 0.1 * LinearSlop
	// squareReach (ratio): how much farther the arc between two faces at right angles reaches than its ends. It is √2,
	// rounded up. Tried: at 1 the search of edges skips pairs, TestBoxMeshActsLikeBox.
	squareReach = 1.4143
	// prismDepth (m): how far below its face the solid of a triangle reaches. The way out of a mesh is always through
	// the face, so the back counts as endlessly far away. Tried: at 1 mm TestTriangleAxesAgreeWithSearch.
	prismDepth = 1e6
)

// Meshes.
const (
	// clusterCosine (cosine): how closely normals must agree for two triangles to share a manifold; 5°. Without it: a
	// box on flat ground has a manifold a triangle (at 1: TestFlatMeshHasNoGhosts).
	clusterCosine = 0.996
	// polytopeBend (distance of unit vectors): how far a normal may lean over an edge, beyond the face normal of the
	// neighbour, and still be bent back; 3°. Farther, the contact is the neighbour's. Without it:
	// TestFlatMeshHasNoGhosts.
	polytopeBend = 0.053
	// roundBend (distance of unit vectors): the same for round shapes. Their surface curves away from the neighbour's
	// triangle: bent upright, the contact would brake them. Tried: at 1 TestRollingShapesStayOnTheirLine.
	roundBend = 0.001
	// lowestTolerance (m): how much higher than the lowest point of a shape its lowest point over a triangle may be for
	// the face to support it without a search. It is far below the slop. Without it: every contact on
	// a smooth terrain costs a search of all axes (convex_vs_mesh).
	lowestTolerance = 0.1 * LinearSlop
	// shallowFace (m): largest penetration that the face case handles without a search of all axes. Deeper, the way out
	// may be across an edge. Tried: at 10 m TestShapesStuckInTerrainHaveContacts; at 0 logs rock for seconds
	// (trees100).
	shallowFace = 2 * LinearSlop
	// manyPoints (points): size of a cluster above which only points that may stay are sorted. Shapes on triangles of
	// their own size stay below it. Without it: a wide box
	// on a fine mesh sorts thousands (BenchmarkWideBoxOnMesh); no result changes.
	manyPoints = 128
	// fewPoints (points): size up to which points are sorted by insertion. It was fastest in convex_vs_mesh. Tried: at
	// 4 and at 120 none fails, the result is the same.
	fewPoints = 12
	// thinRays (directions): in so many directions the outermost points of a large cluster are kept. Sixteen miss a
	// corner by 2 % of its distance. Without it: TestWideBoxStandsOnItsCorners.
	thinRays = 16
	// triangleListSize (triangles): most triangles of a list. With the pairs of edges that is a little less than six
	// cache lines, and longer lists cost more than the tree they replace (large_world). Tried: at 8 none fails, the
	// result is the same.
	triangleListSize = 55
)

// Joints between the solids of one body.
const (
	// coverTolerance (m): how near a point must be to a solid to count as covered by it. Tiles meet to within rounding.
	// Tried: at 1 m TestTilesHaveNoGhosts.
	coverTolerance = 0.2 * LinearSlop
	// edgeTolerance (m): the same for a point of a contact along an edge, which a flat end of the
	// other shape may have moved a little. That is less than the slop. Tried: at 1 µm none fails, only recorded bits
	// change.
	edgeTolerance = LinearSlop
	// faceTilt (distance of unit vectors): below it a normal counts as that of a face. It is a thousand roundings.
	// Tried: at 1e-9 and at 0.5 none fails, only recorded bits change.
	faceTilt = 3e-4
)

// Features of round shapes.
const (
	// maxFeature (points): corners of a feature; of larger faces every second corner or fewer. Without it: no fixed
	// record.
	maxFeature = 32
	// rimCorners (points): corners of the polygon in the rim of a cap. Four would leave 29 % of the radius between an
	// edge and the rim, eight leave 8 %. Without it: TestRoundShapesStandOnTheirCaps.
	rimCorners = 8
	// levelTilt (sine): tilt of a cap below which the points of its rim keep still. Above, the first of them is the
	// lowest point of the rim, so that a coin rolls on it. Tried: at 2 TestCoinTouchesAtItsLowestPoint.
	levelTilt = 0.002
)

// Motion.
const (
	// castTolerance (m): gap at which a cast shape counts as touching. A thousandth of the slop, which no contact
	// notices. Without it: a cast converges for ever.
	castTolerance = 0.001 * LinearSlop
	// maxCastSteps (steps): bound of a cast. Only a tangential one that has not settled needs it. Tried: at 64
	// TestCastAgainstSampling; at 2560 none fails.
	maxCastSteps = 256
	// impactTolerance (part of the slop): how far the final distance of an impact may be above the target. Contacts
	// take over within the slop. Without it: twice the steps.
	impactTolerance = 0.25
	// impactSlopFraction (part of the inner radius): slop of an impact where that is less than LinearSlop. With the
	// tolerance it must stay below coreFraction. Without it: TestNothingHangsInTheAir.
	impactSlopFraction = 0.25
	// leastImpactSlop (m): smallest slop of an impact. Motions of ten metres a step are good to a tenth of it. Without
	// it: flat shapes are swept to a gap that rounding never leaves.
	leastImpactSlop = 1e-5
	// maxImpactIterations (steps): bound of the time of impact. Each one is a distance with a warm cache. Tried: at 10
	// TestTimeOfImpactAgainstSampling, TestSpinningRodHitsPost; at 1,000 none fails.
	maxImpactIterations = 100
	// coreFraction (ratio): part of the inner radius of a shape that may sink into a child of a mesh or compound which
	// it hits in a shallow impact or slides over. With half of it the centre stays outside, and contacts push the rest
	// out. Without it: whatever slides over a floor stops at it (TestNothingPassesThroughMesh holds it from above).
	coreFraction = 0.5
	// stopBend (distance of unit vectors): how far the normal of an impact may lean over the neighbour of a triangle.
	// Contacts push nothing back beyond it. Without it: bodies hang on the edges of a mesh for ever.
	stopBend = 0.2
)

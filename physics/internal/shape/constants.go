package shape

import "math"

// This file is the ledger of the limits and tolerances of shapes: each with its unit, its reason and the
// test that exercises it.

// Limits of the input.
const (
	// MinSize and MaxSize (m): bounds of the lengths that a shape may be made of. Outside of them single precision
	// has no digits left for contacts or for the inertia. Without them: FuzzPairExtremes of package collide.
	MinSize = 1e-5
	MaxSize = 1e5
	// MinCapsuleLength (m): shortest distance between the ends of a capsule. Below it the axis has no direction; a
	// sphere will do. Without it: contacts of capsules turn at random.
	MinCapsuleLength = 1e-3
	// MaxChildren (count): children of a compound. Its indices are part of the names of contact points.
	// Without it: names collide.
	MaxChildren = 1 << 20
	// MaxSamples (count): samples of a height field. Three edge names a sample must fit in 28 bits with the kind.
	// Without it: names collide.
	MaxSamples = 1 << 24
	// MaxTriangles (count): triangles of a mesh. Three edge names a triangle must fit in 28 bits. Without it: names
	// collide.
	MaxTriangles = 1 << 22
	// MaxHullPoints (count): points that NewHull accepts. Building takes time by their product with the vertices, and
	// a file could hang the program. Tried: at 6,554 TestHullOfManyPoints; at 655,360 none fails.
	MaxHullPoints = 1 << 16
	// MaxHullVertices (count): vertices of a polytope; hulls of more points are simplified. Indices fit in seven bits.
	// Without it: TestHullOfManyPoints.
	MaxHullVertices = 128
	// MaxHullFaces (count): faces of a polytope. Given by: Euler's formula, 2·V − 4 triangles.
	MaxHullFaces = 2*MaxHullVertices - 4
	// MaxHullEdges (count): edges of a polytope. Given by: Euler's formula, 3·V − 6.
	MaxHullEdges = 3*MaxHullVertices - 6
)

// Hulls.
const (
	// hullTolerance (fraction of the size): distance within which a point counts as lying on a face already built.
	// Input in single precision is flat to 1e-6. Tried: at 2e-3 TestHullOfRandomClouds; at 1e-12 none fails.
	hullTolerance = 2e-5
	// hullOutside (fraction of the size): height above a face of points that the hull leaves out: those within
	// hullTolerance of a face, and what merged faces add. Five times that. Tried: at 1 TestHullHoldsItsPoints.
	hullOutside = 1e-4
	// hullThickness (fraction of the size): smallest thickness of a hull. Ten times the tolerance.
	// Tried: at 0 TestHullOfRandomClouds.
	hullThickness = 2e-4
	// hullJoggle (fraction of the size): amplitude of the shifts that bring points into general position. It is far
	// above rounding and far below hullTolerance, and meant for grids of points, which can break the horizon. Tried: at
	// 0 none fails.
	hullJoggle = 1e-6
	// hullAttempts (count): different joggles to try. Each is independent of the ones before. Tried: at 1 none fails.
	hullAttempts = 4
	// farSquared (m²): squared length up to which no sum of products with the coordinates of a polytope overflows.
	// 1e15 · MaxSize is far below the largest float32. Without it: lanes.Farthest breaks its contract.
	farSquared = 1e30
)

// Meshes and bounding volume hierarchies.
const (
	// weldFraction (fraction of the size): distance below which two vertices of a mesh are one. Ten units in the last
	// place. Tried: at 0 and at 1e-2 none fails; TestMeshWeldsAndConnects welds vertices that are equal.
	weldFraction = 1e-6
	// thinTriangle (fraction of the longest edge): height of a triangle below which it has no direction and is left
	// out. A hundred roundings. Tried: at 0 TestMeshRefusesBadInput; at 0.1 searches of a height field never end.
	thinTriangle = 1e-5
	// bvhLeaf (triangles): items of a leaf. Four boxes cost as much as one more level. Tried: at 1
	// TestCompoundAgainstChildren; at 16 none fails.
	bvhLeaf = 4
	// bvhStack (nodes): depth of a walk. Median splits have depth log₂ of the count, 23 at most. Without it: no fixed
	// stack.
	bvhStack = 64
)

// Other shapes.
const (
	// planeReach (m): half size of the bounds of a plane, farther than any body goes. Infinite bounds would spoil the
	// areas of the tree. Tried: at 1e6 and at 1e8 none of this package fails.
	planeReach = 1e7
	// immersedSlices (count): slices of each section of the outline of a round shape, for a thousandth of the volume.
	// More cost time for each body in water. Tried: at 3 TestImmersedAgainstPoints.
	immersedSlices = 24
	// levelCap (sine): tilt of a cap from which on it rolls on its rim. On a flatter one the point of contact goes
	// round the rim within a step. Tried: at 0 none of this package fails.
	levelCap = 0.25
	// HoleMaterial (slot): marks a cell of HeightFieldDef.Materials without surface. Given by: the largest slot.
	HoleMaterial = math.MaxUint16
)

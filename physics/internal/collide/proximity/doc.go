// Package proximity finds how far apart two convex shapes are and in which direction, or how deep they overlap, in
// double precision, which costs next to nothing here, and takes away the failures that single precision GJK is known
// for.
//
// It knows nothing of contacts; package collide makes manifolds, casts and times of impact of its results.
//
//	gjk.go, epa.go            nearest points and depth of any two cores (minkowski.go: their difference)
//	round_distance.go         cylinders, cones and tapered capsules against convex shapes, by their normals:
//	round_ends.go             what such a shape reaches, normal_arc.go the best normal over an edge,
//	poly_round_axes.go, round_round_axes.go, triangle_round_axes.go    the three searches
//	segments.go, triangle_weights.go    nearest points of segments and of a triangle
//	constants.go              every tolerance with unit and reason
package proximity

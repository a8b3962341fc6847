// Package collide is the narrow phase: contact manifolds, distance, time of impact and
// shape casts between two geometries of package shape.
//
// All functions work in the frame of body A and get the pose of body B seen from A, so that
// the result is as precise ten kilometres from the origin as at it. They are plain functions
// of their arguments: no allocation, no global state, the same bits on every platform, safe
// from any number of goroutines.
//
// Where to look:
//
//	collide.go           which routine for which pair of convex shapes
//	hull_hull.go         separating axis test, face and edge contacts
//	                     (box_box.go: boxes; hull_round.go: spheres, capsules)
//	round_contact.go     cylinders, cones and tapered capsules
//	proximity            distance, depth and best axes of convex shapes, in double precision
//	mesh.go              meshes, height fields and compounds: four steps from a triangle to a manifold
//	mesh_owner.go       which triangle owns a contact (solid_ghosts.go: which child of a compound)
//	distance.go, cast.go, time_of_impact.go    queries; child_query.go and child_impact.go for triangles and children
//	constants.go         every tolerance with unit and reason
//
// Sources: Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013, and
// "Robust Contact Creation for Physics Simulations", GDC 2015 (axis test, clipping,
// reduction); Gilbert, Johnson and Keerthi 1988 (distance); van den Bergen, GDC 2001 (depth) and 2010 (internal
// edges); Catto, "Continuous Collision", GDC 2013 (time of impact).
package collide

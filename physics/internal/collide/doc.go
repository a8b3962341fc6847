// Package collide is the narrow phase: contact manifolds, distance, time of impact and
// shape casts between two geometries of package shape.
//
// All functions work in the frame of body A and get the pose of body B seen from A, so that
// the result is as precise ten kilometres from the origin as at it. They are plain functions
// of their arguments: no allocation, no global state, the same bits on every platform, safe
// from any number of goroutines.
//
// Sources: Gregorius, "The Separating Axis Test between Convex Polyhedra", GDC 2013, and
// "Robust Contact Creation for Physics Simulations", GDC 2015 (axis test, clipping,
// reduction); Gilbert, Johnson and Keerthi 1988 and Ericson, "Real-Time Collision
// Detection", 2004 (distance); Catto, "Continuous Collision", GDC 2013 (time of impact).
package collide

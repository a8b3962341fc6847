// Package convex cuts a triangle mesh into convex parts, of which the collision shapes of a moving body
// are made. Method: the deepest point of the surface below the convex hull tells where the mesh is
// concave; the mesh is cut through it by the axis-aligned plane whose two hulls are the smallest, and
// so on with the parts (after Lien and Amato, Approximate convex decomposition of polyhedra, 2007).
package convex

package lanes

import "tumble/physics/vec"

// Quads returns how many groups of four n points or planes take.
func Quads(n int) int { return (n + 3) / 4 }

// PackPoints fills list, of Groups(len(points)) groups, with at least one point.
func PackPoints(list []Points, points []vec.Vec3) {
	for i := range 4 * len(list) {
		p, g := points[min(i, len(points)-1)], &list[i/4]
		g.X[i%4], g.Y[i%4], g.Z[i%4] = p.X, p.Y, p.Z
	}
}

// Set makes plane i of the group.
func (g *Planes) Set(i int, normal vec.Vec3, offset float32) {
	g.X[i], g.Y[i], g.Z[i], g.Offset[i] = normal.X, normal.Y, normal.Z, offset
}

// Farthest returns the index of the point farthest along dir, the lowest one among equals. The list must
// not be empty, and no sum may overflow.
func Farthest(list []Points, dir vec.Vec3) int { return farthestOf(list, dir) }

// Heights fills out, four for each group of list, with the heights (m) of the points above the plane with normal n and
// the given offset, and returns the index of the lowest point, the first one among equals. The list must not be
// empty, and no sum may overflow.
func Heights(out []float32, list []Points, n vec.Vec3, offset float32) int {
	return heightsOf(out, list, n, offset)
}

// TriangleAbove fills out, one group for each of list, with the heights of the corners of a triangle above the planes,
// and returns the index of the plane whose lowest corner is highest, the first one among equals. The list
// must not be empty, and no sum may overflow.
func TriangleAbove(out []Above, list []Planes, a, b, c vec.Vec3) int {
	return aboveOf(out, list, a, b, c)
}

// OpenEdges writes twice the number of each edge that may separate the polytope from the triangle by more than useful
// to list, which must have room for all, and returns their number. At such an edge all corners of the triangle, and
// its middle, are more than useful above one of the two faces, along an axis between the normals of the faces: no axis
// separates by more than the height of any point of the triangle along it. There must be an edge, and above must have
// all faces.
func OpenEdges(list []uint16, edges []Edge, above []Above, useful float32) int {
	return openOf(list, edges, above, useful)
}

// Span returns the least and the greatest coordinates (m) of the points along three axes, the rows of r. The
// list must not be empty, and no sum may overflow.
func Span(list []Points, r *vec.Mat3) (least, greatest vec.Vec3) { return spanOf(list, r) }

// Touching writes the indices in list of the leaves that touch near to out, which must have room for all, and returns
// their number. box contains near. The second result is the least of clearance and the distances (m) from near of the
// leaves that touch box only, each along the axis of its largest gap. The list must not be empty and hold leaves only.
func Touching(out, list []int32, leaves []Leaf, near, box *vec.AABB, clearance float32) (n int, least float32) {
	return touchingOf(out, list, leaves, near, box, clearance)
}

// Crossing keeps the given entries of list whose triangles no face of the box separates from the box, in their order,
// and returns their number. There must be an entry, and list hold numbers of leaves only.
func Crossing(entries, list []int32, leaves []Leaf, box *Box) int {
	return crossingOf(entries, list, leaves, box)
}

// Leaves writes the numbers of the leaves below the first node that touch box to list, in their order, and returns how
// many; it ends when the list is full. The list must not be empty, and no node deeper than 62.
func Leaves(list []int32, nodes []Node, leaves []Leaf, box *vec.AABB) int {
	return leavesOf(list, nodes, leaves, box)
}

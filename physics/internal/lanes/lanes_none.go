//go:build purego || !amd64

package lanes

import "tumble/physics/vec"

func farthestOf(list []Points, dir vec.Vec3) int { return farthest(list, dir) }

func heightsOf(out []float32, list []Points, n vec.Vec3, offset float32) int {
	return heights(out, list, n, offset)
}

func aboveOf(out []Above, list []Planes, a, b, c vec.Vec3) int { return above(out, list, a, b, c) }

func spanOf(list []Points, r *vec.Mat3) (least, greatest vec.Vec3) { return spans(list, r) }

func openOf(list []uint16, edges []Edge, above []Above, useful float32) int {
	return open(list, edges, above, useful)
}

func touchingOf(out, list []int32, leaves []Leaf, near, box *vec.AABB, clearance float32) (n int, least float32) {
	return touching(out, list, leaves, near, box, clearance)
}

func crossingOf(entries, list []int32, leaves []Leaf, box *Box) int {
	return crossing(entries, list, leaves, box)
}

func leavesOf(list []int32, nodes []Node, leaves []Leaf, box *vec.AABB) int {
	return leavesIn(list, nodes, leaves, box)
}

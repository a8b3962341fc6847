//go:build !purego

package lanes

import "tumble/physics/vec"

//go:noescape
func farthestSSE(list *Points, count int, dir vec.Vec3) (index int)

//go:noescape
func heightsSSE(out *float32, list *Points, count int, n vec.Vec3, offset float32) (index int)

//go:noescape
func aboveSSE(out *Above, list *Planes, count int, a, b, c vec.Vec3) (index int)

//go:noescape
func spanSSE(ends *[2]vec.Vec3, list *Points, count int, r *vec.Mat3)

//go:noescape
func openSSE(list *uint16, edges *Edge, count int, above *Above, useful float32) (n int)

//go:noescape
func touchingSSE(out, list *int32, count int, leaves *Leaf, near, box *vec.AABB, clearance float32) (n int,
	least float32)

//go:noescape
func crossingSSE(entries *int32, count int, list *int32, leaves *Leaf, box *Box) (n int)

//go:noescape
func leavesSSE(list *int32, room int, nodes *Node, leaves *Leaf, box *vec.AABB) (n int)

func farthestOf(list []Points, dir vec.Vec3) int { return farthestSSE(&list[0], len(list), dir) }

func heightsOf(out []float32, list []Points, n vec.Vec3, offset float32) int {
	return heightsSSE(&out[:4*len(list)][0], &list[0], len(list), n, offset)
}

func aboveOf(out []Above, list []Planes, a, b, c vec.Vec3) int {
	return aboveSSE(&out[:len(list)][0], &list[0], len(list), a, b, c)
}

func spanOf(list []Points, r *vec.Mat3) (least, greatest vec.Vec3) {
	var ends [2]vec.Vec3
	spanSSE(&ends, &list[0], len(list), r)
	return ends[0], ends[1]
}

func openOf(list []uint16, edges []Edge, above []Above, useful float32) int {
	return openSSE(&list[:len(edges)][0], &edges[0], len(edges), &above[0], useful)
}

func touchingOf(out, list []int32, leaves []Leaf, near, box *vec.AABB, clearance float32) (n int, least float32) {
	return touchingSSE(&out[:len(list)][0], &list[0], len(list), &leaves[0], near, box, clearance)
}

func crossingOf(entries, list []int32, leaves []Leaf, box *Box) int {
	return crossingSSE(&entries[0], len(entries), &list[0], &leaves[0], box)
}

func leavesOf(list []int32, nodes []Node, leaves []Leaf, box *vec.AABB) int {
	return leavesSSE(&list[0], len(list), &nodes[0], &leaves[0], box)
}

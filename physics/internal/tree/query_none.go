//go:build purego || !amd64

package tree

import "tumble/physics/vec"

func (t *Tree) leaves(list []int32, box *vec.AABB, mask uint64) int {
	return t.leavesIn(list, box, mask)
}

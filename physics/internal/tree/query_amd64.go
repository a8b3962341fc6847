//go:build !purego

package tree

import (
	"unsafe"

	"tumble/physics/vec"
)

// querySSE is leavesIn with four coordinates at a time.
//
//go:noescape
func querySSE(list *int32, room int, nodes *node, links *link, box *vec.AABB, mask uint64, root int32) (n int)

// The kernel has the sizes of nodes and links as shifts, and that of the stack as a mask.
var (
	_ = [1]struct{}{}[unsafe.Sizeof(node{})-32]
	_ = [1]struct{}{}[unsafe.Sizeof(link{})-16]
	_ = [1]struct{}{}[stackSize-128]
)

func (t *Tree) leaves(list []int32, box *vec.AABB, mask uint64) int {
	return querySSE(&list[0], len(list), &t.nodes[0], &t.links[0], box, mask, t.root)
}

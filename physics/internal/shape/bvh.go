package shape

import (
	"math/bits"
	"slices"

	"tumble/physics/internal/lanes"
	"tumble/physics/vec"
)

// bvh is a static binary tree over boxes, split at the median of the longest axis, so that its
// depth is the logarithm of the count.
type bvh struct {
	nodes []lanes.Node
	// order lists the items in the order of the leaves, boxes the bounds of the children of a compound in
	// the same order, contiguous for a walk.
	order []int32
	boxes []vec.AABB
}

func newBVH(boxes []vec.AABB) bvh {
	b := bvh{order: make([]int32, len(boxes))}
	for i := range b.order {
		b.order[i] = int32(i)
	}
	b.nodes = make([]lanes.Node, 0, len(boxes)/bvhLeaf*4+1)
	b.split(boxes, 0, int32(len(boxes)))
	return b
}

// gather fills in the bounds of the items.
func (b *bvh) gather(boxes []vec.AABB) {
	b.boxes = make([]vec.AABB, len(b.order))
	for k, i := range b.order {
		b.boxes[k] = boxes[i]
	}
}

func (b *bvh) split(boxes []vec.AABB, lo, hi int32) {
	node := int32(len(b.nodes))
	b.nodes = append(b.nodes, lanes.Node{})
	box, centers := vec.EmptyAABB, vec.EmptyAABB
	for _, i := range b.order[lo:hi] {
		box = box.Union(boxes[i])
		centers = centers.Include(boxes[i].Center())
	}
	if hi-lo <= bvhLeaf {
		b.nodes[node] = lanes.Node{Box: box, First: lo, Count: hi - lo}
		return
	}
	extent := centers.Max.Sub(centers.Min)
	axis := vec.AxisX
	if extent.Y > extent.X {
		axis = vec.AxisY
	}
	if extent.Z > vec.Max(extent.X, extent.Y) {
		axis = vec.AxisZ
	}
	mid := (lo + hi) / 2
	b.halve(boxes, axis, lo, mid, hi)
	b.split(boxes, lo, mid)
	right := int32(len(b.nodes))
	b.split(boxes, mid, hi)
	b.nodes[node] = lanes.Node{Box: box, First: right}
}

// halve moves the items that come first along an axis before mid. It sorts halves that are leaves: the order of all
// items is as if every half were sorted, in less time by the factor of a logarithm.
func (b *bvh) halve(boxes []vec.AABB, axis vec.Vec3, lo, mid, hi int32) {
	compare := func(i, j int32) int {
		x, y := boxes[i].Center().Dot(axis), boxes[j].Center().Dot(axis)
		switch {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return int(i - j)
	}
	list, at := b.order[lo:hi], int(mid-lo)
	if mid-lo > bvhLeaf && hi-mid > bvhLeaf {
		list, at = narrow(list, at, compare)
	}
	if at >= 0 {
		slices.SortFunc(list, compare)
	}
}

// narrow exchanges items until the items before at come first. It returns the range that is left to sort, because it is
// short or takes too many rounds, and the place of at in that range; nil and −1 if none is left. Source: Hoare,
// "Algorithm 65: Find", Communications of the ACM 4, 1961.
func narrow(list []int32, at int, compare func(i, j int32) int) ([]int32, int) {
	for tries := 2 * bits.Len(uint(len(list))); tries > 0 && len(list) > bvhLeaf; tries-- {
		first, middle, last := list[0], list[len(list)/2], list[len(list)-1]
		if compare(first, middle) > 0 {
			first, middle = middle, first
		}
		pivot := middle
		if compare(last, middle) < 0 {
			pivot = last
			if compare(last, first) < 0 {
				pivot = first
			}
		}
		i, j := 0, len(list)-1
		for i <= j {
			for compare(list[i], pivot) < 0 {
				i++
			}
			for compare(list[j], pivot) > 0 {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		switch {
		case at <= j:
			list = list[:j+1]
		case at >= i:
			list, at = list[i:], at-i
		default:
			return nil, -1
		}
	}
	return list, at
}

// rayBox reports whether the ray enters the box before maxFraction; inv is 1/translation.
func rayBox(box *vec.AABB, origin, inv vec.Vec3, maxFraction float32) bool {
	lo, hi := float32(0), maxFraction
	lo, hi = raySlab(box.Min.X, box.Max.X, origin.X, inv.X, lo, hi)
	lo, hi = raySlab(box.Min.Y, box.Max.Y, origin.Y, inv.Y, lo, hi)
	lo, hi = raySlab(box.Min.Z, box.Max.Z, origin.Z, inv.Z, lo, hi)
	return lo <= hi
}

// raySlab clips lo…hi with one slab, a little wide so that rounding cannot lose a flat box.
func raySlab(min, max, origin, inv, lo, hi float32) (float32, float32) {
	near, far := float32((min-origin)*inv), float32((max-origin)*inv)
	if near > far {
		near, far = far, near
	}
	// 0·∞ is not a number and compares false: a ray in the slab is not cut by it
	const wide = 1e-6
	if near > lo {
		lo = near - float32(wide*near)
	}
	if far < hi {
		hi = far + float32(wide*far)
	}
	return lo, hi
}

func invert(d vec.Vec3) vec.Vec3 { return vec.Vec3{X: 1 / d.X, Y: 1 / d.Y, Z: 1 / d.Z} }

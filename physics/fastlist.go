package physics

import (
	"cmp"
	"slices"

	"tumble/physics/vec"
)

// fastBody is a body that moved fast in this step and the box (m) that it stayed in.
type fastBody struct {
	bounds AABB
	index  int32 // in scratch.fast
}

// listFast sorts the fast bodies by the lower ends of their boxes along x, so that bullets need not look
// at all of them.
func (w *World) listFast() {
	w.scratch.swept, w.scratch.sweptWidth = w.scratch.swept[:0], 0
	for i, index := range w.scratch.fast {
		m := w.motionOf(index)
		box := vec.EmptyAABB
		for s := w.bodies[index].firstShape; s != none; s = w.shapes[s].next {
			box = box.Union(m.sweptBounds(&w.geometries[s], &w.sims[index]))
		}
		w.scratch.swept = append(w.scratch.swept, fastBody{box, int32(i)})
		w.scratch.sweptWidth = vec.Max(w.scratch.sweptWidth, box.Max.X-box.Min.X)
	}
	slices.SortFunc(w.scratch.swept, func(a, b fastBody) int {
		return cmp.Or(cmp.Compare(a.bounds.Min.X, b.bounds.Min.X), cmp.Compare(a.index, b.index))
	})
}

// fastWithin appends the shapes of the fast bodies that came into a box to found, in the order of the list,
// and their places in the list to near. Bodies that were stopped since came less far than their boxes say.
func (w *World) fastWithin(box AABB, found, near []int32) (foundToo, nearToo []int32) {
	from := len(near)
	first, _ := slices.BinarySearchFunc(w.scratch.swept, box.Min.X-w.scratch.sweptWidth, func(f fastBody, x float32) int {
		return cmp.Compare(f.bounds.Min.X, x)
	})
	for i := first; i < len(w.scratch.swept) && w.scratch.swept[i].bounds.Min.X <= box.Max.X; i++ {
		if w.scratch.swept[i].bounds.Overlaps(box) {
			near = append(near, w.scratch.swept[i].index)
		}
	}
	slices.Sort(near[from:])
	for _, i := range near[from:] {
		for s := w.bodies[w.scratch.fast[i]].firstShape; s != none; s = w.shapes[s].next {
			if w.shapes[s].proxy != none {
				found = append(found, s)
			}
		}
	}
	return found, near
}

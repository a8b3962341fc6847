package tree

import "tumble/physics/vec"

// Shift moves all boxes by −offset. Rounding keeps the order of numbers, so that what contained
// another box still does.
func (t *Tree) Shift(offset vec.Vec3) {
	for i := range t.nodes {
		if t.links[i].height == freeHeight {
			continue
		}
		b := &t.nodes[i].box
		b.Min, b.Max = b.Min.Sub(offset), b.Max.Sub(offset)
	}
}

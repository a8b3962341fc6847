package solve

import (
	"slices"

	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/kernel"
)

// laneSorting is scratch for sorting lanes.
type laneSorting struct {
	lanes  []int32
	counts []uint8
}

// countMask keeps the number of points of a manifold within an array without a check.
const countMask = 2*kernel.MaxPoints - 1

// sort sorts the lanes of a batch, of which those without a manifold come last.
func (t *laneSorting) sort(lanes []int32, manifolds []contact.Manifold) {
	for len(lanes) > 0 && lanes[len(lanes)-1] < 0 {
		lanes = lanes[:len(lanes)-1]
	}
	if len(lanes) <= kernel.Width {
		return
	}
	t.counts = slices.Grow(t.counts[:0], len(lanes))[:len(lanes)]
	counts := t.counts
	var next [countMask + 1]int32
	for i, index := range lanes {
		n := uint8(manifolds[index].Count) & countMask
		counts[i] = n
		next[n]++
	}
	if int(next[counts[0]&countMask]) == len(lanes) {
		return
	}
	at := int32(0)
	for n := countMask; n >= 0; n-- {
		next[n], at = at, at+next[n]
	}
	t.lanes = append(t.lanes[:0], lanes...)
	for i, index := range t.lanes {
		n := counts[i] & countMask
		lanes[next[n]] = index
		next[n]++
	}
}

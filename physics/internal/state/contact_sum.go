package state

import (
	"math"
	"math/bits"
	"slices"

	"tumble/physics/internal/solve"
)

// ContactSum is what the points of two shapes in touch are together, see physics.ContactSum.
type ContactSum struct {
	// Slot stays the same while the bounds of the shapes overlap; A and B are the indices of the shapes.
	Slot, A, B int32
	// Manifolds and Points count; Overlaps counts the points that overlap.
	Manifolds, Points, Overlaps int32
	// Deepest and Overlap (m) are the largest overlap of a point and the sum of all, 0 without any.
	Deepest, Overlap float32
	// Impulse (N·s) is the sum of the normal impulses in the last step, Peak the largest one.
	Impulse, Peak float32
}

// ContactSums appends the sums of all contacts that touch to buf, in the order of their indices. It makes room for all contacts:
// which of them touch is not predictable, so that they are listed first, without a branch.
func (st *State) ContactSums(buf []ContactSum) []ContactSum {
	first := len(buf)
	buf = slices.Grow(buf, len(st.Contacts)+1)
	list, n := buf[first:first+len(st.Contacts)+1], 0
	for i := range st.Contacts {
		list[n].Slot = int32(i)
		if st.Contacts[i].Touching {
			n++
		}
	}
	for i := range list[:n] {
		sum := &list[i]
		c := &st.Contacts[sum.Slot]
		*sum = ContactSum{Slot: sum.Slot, A: c.ShapeA, B: c.ShapeB, Manifolds: c.Count}
		for k := c.Manifold; k < c.Manifold+c.Count; k++ {
			sum.add(&st.Manifolds[k])
		}
	}
	return buf[:first+n]
}

const signBit = 1 << 31

// add adds the points of a manifold. Whether a point overlaps and which presses most is not predictable: without branches. Numbers
// that are not negative are compared by their bits.
func (sum *ContactSum) add(m *solve.Manifold) {
	overlaps, overlap, impulse := sum.Overlaps, sum.Overlap, sum.Impulse
	deepest, peak := math.Float32bits(sum.Deepest), math.Float32bits(sum.Peak)
	for q := 0; q < int(m.Count) && q < len(m.Points); q++ {
		push, gap := m.Points[q].TotalNormalImpulse, math.Float32bits(m.Points[q].Separation)
		// 1 for a negative number
		_, negative := bits.Sub32(signBit, gap, 0)
		depth := gap & -negative &^ signBit
		overlaps += int32(negative)
		overlap += math.Float32frombits(depth)
		deepest = max(deepest, depth)
		impulse += push
		peak = max(peak, math.Float32bits(push)&^signBit)
	}
	sum.Points += m.Count
	sum.Overlaps, sum.Overlap, sum.Impulse = overlaps, overlap, impulse
	sum.Deepest, sum.Peak = math.Float32frombits(deepest), math.Float32frombits(peak)
}

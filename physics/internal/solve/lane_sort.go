package solve

import "slices"

// laneSorting is scratch for sortLanes.
type laneSorting struct {
	lanes  []int32
	counts []uint8
}

// countMask keeps the number of points of a manifold within an array without a check.
const countMask = 2*MaxPoints - 1

// sortLanes puts the manifolds of each batch with most points first. A block goes through as many points of all its
// lanes as the manifold with most of them has, so manifolds with as many should share it. Those of a batch have no movable
// body in common, so their order changes no result, and one that was good some steps ago is good enough.
func (s *layout) sortLanes() {
	for _, b := range s.batches {
		if !b.Serial {
			s.sortBatch(s.lanes[b.Blocks.Begin*Width : b.Blocks.End*Width])
		}
	}
	for i := range s.islands.list {
		p := &s.islands.list[i]
		lanes := s.lanes[p.blocks.Begin*Width : p.blocks.End*Width]
		for _, b := range s.islands.batches[p.batches.Begin:p.batches.End] {
			s.sortBatch(lanes[b.Blocks.Begin*Width : b.Blocks.End*Width])
		}
	}
}

// sortBatch sorts the lanes of a batch, of which those without a manifold come last.
func (s *layout) sortBatch(lanes []int32) {
	for len(lanes) > 0 && lanes[len(lanes)-1] < 0 {
		lanes = lanes[:len(lanes)-1]
	}
	if len(lanes) <= Width {
		return
	}
	t := &s.sorting
	t.counts = slices.Grow(t.counts[:0], len(lanes))[:len(lanes)]
	counts := t.counts
	var next [countMask + 1]int32
	for i, index := range lanes {
		n := uint8(s.manifolds[index].Count) & countMask
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

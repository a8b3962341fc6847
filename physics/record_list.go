package physics

import "slices"

// none is the index of nothing.
const none int32 = -1

// slot is the part that all generational records share. The generation is odd while the
// record lives, so that a stale or zero handle never matches.
type slot struct {
	generation uint32
}

func (s *slot) alive() bool { return s.generation&1 == 1 }

// extend appends a zero and doubles the memory when it is full: the arrays of a world with a million
// bodies would else be copied a dozen times on the way.
func extend[T any](s []T) []T {
	if len(s) == cap(s) {
		s = slices.Grow(s, max(len(s), 16))
	}
	var zero T
	return append(s, zero)
}

// bear returns the number of the next body, shape or joint.
func (w *World) bear() uint64 {
	w.births++
	return w.births
}

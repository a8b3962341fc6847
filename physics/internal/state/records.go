package state

import "slices"

// None is the index of nothing.
const None int32 = -1

// slot is the part that all generational records share. The generation is odd while the
// record lives, so that a stale or zero handle never matches.
type slot struct {
	Generation uint32
}

func (s *slot) Alive() bool { return s.Generation&1 == 1 }

// extend appends a zero and doubles the memory when it is full: the arrays of a world with a million
// bodies would else be copied a dozen times on the way.
func extend[T any](s []T) []T {
	if len(s) == cap(s) {
		s = slices.Grow(s, max(len(s), 16))
	}
	var zero T
	return append(s, zero)
}

// MixBits spreads the differences of its arguments over all bits. Source: splitmix64, Steele,
// Lea and Flood 2014.
func MixBits(key uint64) uint64 {
	key ^= key >> 30
	key *= 0xbf58476d1ce4e5b9
	key ^= key >> 27
	key *= 0x94d049bb133111eb
	return key ^ key>>31
}

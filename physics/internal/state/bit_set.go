package state

import "slices"

// BitSet is a set of small indices.
type BitSet []uint64

// Clear empties the set and makes room for indices below n.
func (s *BitSet) Clear(n int) {
	*s = slices.Grow((*s)[:0], (n+63)/64)[:(n+63)/64]
	clear(*s)
}

// Add reports whether i is new.
func (s BitSet) Add(i int32) bool {
	word, bit := &s[i>>6], uint64(1)<<(i&63)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// Has reports whether i is in the set.
func (s BitSet) Has(i int32) bool { return s[i>>6]&(1<<(i&63)) != 0 }

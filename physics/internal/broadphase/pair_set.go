package broadphase

import (
	"tumble/physics/internal/prefetch"
	"tumble/physics/internal/state"
	"unsafe"
)

// PairSet is the set of shape pairs that have a contact: open addressing with linear probing
// and backward-shift deletion (Knuth, TAOCP 3, 6.4 R). Nothing depends on its order.
type PairSet struct {
	keys  []uint64 // 0 = empty; a power of two long
	Count int
}

// PairKey is the same for both orders. It is never 0, as two shapes of a pair differ.
func PairKey(a, b int32) uint64 {
	if a > b {
		a, b = b, a
	}
	return uint64(uint32(a))<<32 | uint64(uint32(b))
}

func (s *PairSet) home(key uint64) int {
	// neighbouring shapes spread over the table
	return int(state.MixBits(key) & uint64(len(s.keys)-1))
}

// Has reports whether a key is in the set.
func (s *PairSet) Has(key uint64) bool {
	if s.Count == 0 {
		return false
	}
	for i := s.home(key); ; i = (i + 1) & (len(s.keys) - 1) {
		switch s.keys[i] {
		case key:
			return true
		case 0:
			return false
		}
	}
}

// Add reports whether the key is new.
func (s *PairSet) Add(key uint64) bool {
	if 2*(s.Count+1) > len(s.keys) {
		s.grow()
	}
	for i := s.home(key); ; i = (i + 1) & (len(s.keys) - 1) {
		switch s.keys[i] {
		case key:
			return false
		case 0:
			s.keys[i] = key
			s.Count++
			return true
		}
	}
}

// AddNew adds keys, for which there is room, and returns the place of the first that was there before, or their
// number.
func (s *PairSet) AddNew(keys []uint64) int {
	table := s.keys
	mask := len(table) - 1
	for n, key := range keys {
		i := s.home(key)
		for table[i] != 0 {
			if table[i] == key {
				return n
			}
			i = (i + 1) & mask
		}
		table[i] = key
		s.Count++
	}
	return len(keys)
}

// minPairs is the length of the smallest table.
const minPairs = 64

// Clear empties the set and makes room for n keys.
func (s *PairSet) Clear(n int) {
	clear(s.keys)
	s.Count = 0
	size := max(minPairs, len(s.keys))
	for size < 2*(n+1) {
		size *= 2
	}
	if size > len(s.keys) {
		s.keys = make([]uint64, size)
	}
}

func (s *PairSet) grow() {
	old := s.keys
	s.keys = make([]uint64, max(minPairs, 2*len(old)))
	for _, key := range old {
		if key == 0 {
			continue
		}
		i := s.home(key)
		for s.keys[i] != 0 {
			i = (i + 1) & (len(s.keys) - 1)
		}
		s.keys[i] = key
	}
}

// Remove takes a key out of the set, if it is there.
func (s *PairSet) Remove(key uint64) {
	mask := len(s.keys) - 1
	i := s.home(key)
	for s.keys[i] != key {
		if s.keys[i] == 0 {
			return
		}
		i = (i + 1) & mask
	}
	s.Count--
	// move later keys of the run into the hole unless their home lies behind it
	for j := (i + 1) & mask; s.keys[j] != 0; j = (j + 1) & mask {
		if home := s.home(s.keys[j]); (j-home)&mask >= (j-i)&mask {
			s.keys[i] = s.keys[j]
			i = j
		}
	}
	s.keys[i] = 0
}

// CopyFrom makes s the same set as src. A table that is larger than that of src keeps its size, so that
// a world that is put back to an earlier step need not grow again.
func (s *PairSet) CopyFrom(src *PairSet) {
	if len(s.keys) > len(src.keys) {
		clear(s.keys)
		s.Count = 0
		for _, key := range src.keys {
			if key != 0 {
				s.Add(key)
			}
		}
		return
	}
	s.keys = append(s.keys[:0], src.keys...)
	s.Count = src.Count
}

// Fetch asks for the place of a key.
func (s *PairSet) Fetch(key uint64) {
	if len(s.keys) > 0 {
		prefetch.Lines(unsafe.Pointer(&s.keys[s.home(key)]), 1)
	}
}

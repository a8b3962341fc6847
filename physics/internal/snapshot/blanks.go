package snapshot

import (
	"slices"
	"tumble/physics/internal/state"
)

// blanks makes unused records of storage that is used again blank: only records that were in use the last time need
// it. Most contacts do not touch, and their manifolds and caches need not be fetched.
type blanks[T any] struct {
	// all of list is blank, but for the records whose indices are used
	list []T
	used []int32
	// now are those used since begin, as a list and as a set
	now []int32
	set state.BitSet
}

// forget says that others may have written to the records.
func (b *blanks[T]) forget() { b.list = nil }

// begin takes a list of which records are to be used.
func (b *blanks[T]) begin(list []T) {
	if len(b.list) == 0 || len(list) == 0 || &b.list[0] != &list[0] {
		b.list, b.used = nil, b.used[:0]
	}
	b.now = b.now[:0]
	b.set.Clear(max(len(list), len(b.list)))
	// records never seen before must be made blank unless they are used
	for i := len(b.list); i < len(list); i++ {
		b.used = append(b.used, int32(i))
	}
	if len(list) > len(b.list) {
		b.list = list
	}
}

// use says that a record is written to.
func (b *blanks[T]) use(i int32) {
	if b.set.Add(i) {
		b.now = append(b.now, i)
	}
}

// end makes all other records blank.
func (b *blanks[T]) end(blank func(*T)) {
	for _, i := range b.used {
		if b.set.Add(i) {
			blank(&b.list[i])
		}
	}
	b.used, b.now = b.now, b.used
}

// sizedFor returns a list of n elements in the storage of s if it is large enough. Their values are left open.
func sizedFor[T any](s []T, n int) []T { return slices.Grow(s[:0], n)[:n] }

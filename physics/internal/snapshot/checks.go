package snapshot

import (
	"cmp"
	"sync/atomic"
	"tumble/physics/internal/state"
)

// Check looks at a part of a simulation and changes nothing that another one looks at.
type check func() error

// both runs two lists of checks and returns the first error of the first list that has one. If parallel,
// another goroutine runs the second list, unless the first one ends before that has begun.
func both(parallel bool, first, second []check) error {
	if !parallel {
		return cmp.Or(through(first), through(second))
	}
	var taken atomic.Bool
	done := make(chan error, 1)
	go func() {
		if taken.CompareAndSwap(false, true) {
			done <- through(second)
		}
	}()
	err := through(first)
	if taken.CompareAndSwap(false, true) {
		return cmp.Or(err, through(second))
	}
	return cmp.Or(err, <-done)
}

// through runs checks up to the first error.
func through(list []check) error {
	for _, c := range list {
		if err := c(); err != nil {
			return err
		}
	}
	return nil
}

// inRange reports whether i is an index below n, or none.
func inRange(i int32, n int) bool { return i == state.None || uint(i) < uint(n) }

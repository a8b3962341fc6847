package solve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tumble/physics/internal/solve/contact"
	"tumble/physics/internal/solve/kernel"
)

// TestLanesAreSortedByPoints holds that a sorted batch has the same manifolds, those with most points first, and its
// empty lanes still at the end.
func TestLanesAreSortedByPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var s laneSorting
	manifolds := make([]contact.Manifold, 200)
	for range 500 {
		for i := range manifolds {
			manifolds[i].Count = 1 + rng.Int32N(kernel.MaxPoints)
		}
		n := kernel.Width + 1 + rng.IntN(10*kernel.Width)
		lanes := make([]int32, (n+kernel.Width-1)/kernel.Width*kernel.Width)
		for i, index := range rng.Perm(len(manifolds))[:n] {
			lanes[i] = int32(index)
		}
		for i := n; i < len(lanes); i++ {
			lanes[i] = -1
		}
		before := slices.Clone(lanes)
		s.sort(lanes, manifolds)
		for i := range lanes {
			if (lanes[i] < 0) != (i >= n) || i > 0 && i < n && manifolds[lanes[i]].Count > manifolds[lanes[i-1]].Count {
				t.Fatalf("lane %d of %d: %v, before %v", i, n, lanes, before)
			}
		}
		slices.Sort(before)
		if slices.Sort(lanes); !slices.Equal(lanes, before) {
			t.Fatalf("other manifolds: %v, before %v", lanes, before)
		}
	}
}

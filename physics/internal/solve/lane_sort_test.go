package solve

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestLanesAreSortedByPoints holds that a sorted batch has the same manifolds, those with most points first, and its empty
// lanes still at the end.
func TestLanesAreSortedByPoints(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	s := layout{manifolds: make([]Manifold, 200)}
	for range 500 {
		for i := range s.manifolds {
			s.manifolds[i].Count = 1 + rng.Int32N(MaxPoints)
		}
		n := Width + 1 + rng.IntN(10*Width)
		lanes := make([]int32, (n+Width-1)/Width*Width)
		for i, index := range rng.Perm(len(s.manifolds))[:n] {
			lanes[i] = int32(index)
		}
		for i := n; i < len(lanes); i++ {
			lanes[i] = -1
		}
		before := slices.Clone(lanes)
		s.sortBatch(lanes)
		for i := range lanes {
			if (lanes[i] < 0) != (i >= n) || i > 0 && i < n && s.manifolds[lanes[i]].Count > s.manifolds[lanes[i-1]].Count {
				t.Fatalf("lane %d of %d: %v, before %v", i, n, lanes, before)
			}
		}
		slices.Sort(before)
		if slices.Sort(lanes); !slices.Equal(lanes, before) {
			t.Fatalf("other manifolds: %v, before %v", lanes, before)
		}
	}
}

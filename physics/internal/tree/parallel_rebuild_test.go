package tree

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestParallelRebuild holds that boxes put in place and marked, and a rebuild or refit in tasks taken in any order,
// give the same tree as one box after the other and a rebuild or refit at once.
func TestParallelRebuild(t *testing.T) {
	most := 0
	for seed := uint64(1); seed <= 36; seed++ {
		r := rand.New(rand.NewPCG(seed, 3))
		var whole Tree
		var proxies []int32
		// two of three trees are so low that nothing lies below the upper levels
		count := 1 + int(seed)
		if seed%3 == 0 {
			count = 100 + r.IntN(3000)
		}
		for i := range count {
			proxies = append(proxies, whole.Create(randomBox(r, int(seed)), 1<<r.IntN(6), int32(i)))
		}
		for round := range 20 {
			cut := whole.Clone()
			var unmarked []int32
			for _, p := range proxies {
				if r.IntN(20) < round {
					box := randomBox(r, int(seed))
					whole.Enlarge(p, box)
					unmarked = append(unmarked, cut.Put(p, box))
				}
			}
			for _, i := range unmarked {
				cut.Mark(i)
			}
			n := 0
			if round%4 == 0 {
				whole.Rebuild(false)
				n = cut.BeginRebuild()
			} else {
				whole.Refit()
				n = cut.BeginRefit()
			}
			for n > 0 {
				most = max(most, n)
				for _, k := range r.Perm(n) {
					cut.Work(k)
				}
				n = cut.Next()
			}
			if err := cut.Validate(); err != nil {
				t.Fatalf("seed %d round %d: %v", seed, round, err)
			}
			if !bytes.Equal(whole.Append(nil), cut.Append(nil)) {
				t.Fatalf("seed %d round %d: another tree in tasks", seed, round)
			}
		}
	}
	if most < 8 {
		t.Errorf("%d tasks at most", most)
	}
}

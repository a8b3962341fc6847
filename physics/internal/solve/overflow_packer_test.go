package solve

import (
	"math/rand"
	"testing"

	"tumble/physics/internal/solve/kernel"
)

// TestPackerSharesNoBody packs random pairs: no body may be in a block twice, every body's
// pairs keep their order, and lanes are filled from the first on.
func TestPackerSharesNoBody(t *testing.T) {
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		states := 2 + r.Intn(60)
		var p packer
		p.begin(states)
		last := make([]int32, states)
		blocks := map[int32]map[int32]bool{}
		for range 1000 {
			a, b := int32(r.Intn(states)), int32(r.Intn(states))
			if a == b {
				b = 0
			}
			k := p.add(a, b)
			if blocks[k] == nil {
				blocks[k] = map[int32]bool{}
			}
			for _, i := range [2]int32{a, b} {
				if i == 0 {
					continue
				}
				if blocks[k][i] || k+1 <= last[i] {
					t.Fatalf("seed %d: state %d twice in block %d, or before block %d", seed, i, k, last[i])
				}
				blocks[k][i], last[i] = true, k+1
			}
			if p.used[k] > kernel.Width {
				t.Fatalf("seed %d: %d lanes in block %d", seed, p.used[k], k)
			}
		}
	}
}

// TestPackerFillsLanes packs all pairs of many bodies in the order in which a heap finds them.
func TestPackerFillsLanes(t *testing.T) {
	const states = 200
	var p packer
	p.begin(states)
	pairs := 0
	for a := int32(1); a < states; a++ {
		for b := a + 1; b < states; b++ {
			p.add(a, b)
			pairs++
		}
	}
	if need := pairs / kernel.Width; len(p.used) > need+need/4 {
		t.Errorf("%d blocks for %d pairs", len(p.used), pairs)
	}
}

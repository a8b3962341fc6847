package pages

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Copies in a ring, of a list that grows, shrinks and changes, hold what it was; marks may miss no change. A copy of a
// copy holds the same, and an unchanged page is shared.
func TestCopiesKeepWhatWas(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, marked := range []bool{false, true} {
		var last List[int]
		var live []int
		ring, want := make([]List[int], 5), make([][]int, 5)
		for step := range 2000 {
			before := slices.Clone(live)
			if r.IntN(10) == 0 {
				live = slices.Grow(live[:min(len(live), r.IntN(200))], 200)[:r.IntN(200)]
			}
			for range r.IntN(3) {
				if len(live) > 0 {
					live[r.IntN(len(live))] = step
				}
			}
			k := r.IntN(len(ring))
			ring[k].Take(live, &last, marks(live, before, marked))
			want[k] = slices.Clone(live)
			o := r.IntN(len(ring))
			ring[o].CopyFrom(&ring[k])
			want[o] = want[k]
			for i := range ring {
				got := ring[i].AppendTo(nil)
				if !slices.Equal(got, want[i]) || ring[i].Len() != len(want[i]) {
					t.Fatalf("marks %v, step %d: copy %d is %v, not %v", marked, step, i, got, want[i])
				}
			}
		}
	}
}

// marks are those of the pages that differ, or nil.
func marks(live, before []int, marked bool) []uint32 {
	if !marked {
		return nil
	}
	m := make([]uint32, Count(len(live)))
	for i := range live {
		if i >= len(before) || live[i] != before[i] {
			m[i/Length] = 1
		}
	}
	return m
}

// A ring of copies allocates nothing once it is full, and copies the changed page only.
func TestRingAllocatesNothing(t *testing.T) {
	var last List[int]
	live := make([]int, 100*Length)
	ring := make([]List[int], 8)
	step := 0
	take := func() {
		live[step*7%len(live)]++
		ring[step%len(ring)].Take(live, &last, nil)
		step++
	}
	for range 50 {
		take()
	}
	if n := testing.AllocsPerRun(100, take); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if copied := ring[0].copied; copied == 0 || copied > 8*(Length+1) {
		t.Errorf("%d bytes copied for one change", copied)
	}
}

// A snapshot or a world that only ever copies the snapshots of another world does not gather the pages that it drops.
func TestPagesDoNotPileUp(t *testing.T) {
	var last List[int]
	live := make([]int, 100*Length)
	ring := make([]List[int], 4)
	var follower List[int]
	for step := range 1000 {
		for i := range live {
			live[i]++
		}
		ring[step%len(ring)].Take(live, &last, nil)
		// the follower is then the last that holds its pages
		if step%(len(ring)+2) == 0 {
			follower.CopyFrom(&ring[step%len(ring)])
		}
	}
	for _, list := range append(ring, last, follower) {
		if spare, length := len(list.spare), len(list.list); spare > length {
			t.Errorf("%d spare pages of a list of %d", spare, length)
		}
	}
}

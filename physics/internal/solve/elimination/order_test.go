package elimination

import (
	"math/rand/v2"
	"testing"
)

// order eliminates n unknowns with some pairs, and counts the blocks under the diagonal.
func order(n int, pairs [][2]int32) (ranks []int, blocks int) {
	var o Order
	o.Begin(n)
	for _, p := range pairs {
		o.Connect(p[0], p[1])
		o.Connect(p[1], p[0])
	}
	o.Start()
	ranks = make([]int, n)
	for i := range n {
		k, near := o.Least()
		blocks += len(near)
		ranks[k] = i + 1
		o.Eliminate(k)
	}
	return ranks, blocks
}

// A tree, in whatever order its pairs are given, has as many blocks as pairs.
func TestTreesFillNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		n := 2 + r.IntN(60)
		var pairs [][2]int32
		for i := 1; i < n; i++ {
			pairs = append(pairs, [2]int32{int32(i), int32(r.IntN(i))})
		}
		r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		ranks, blocks := order(n, pairs)
		if blocks != n-1 {
			t.Fatalf("%d unknowns, %d blocks", n, blocks)
		}
		for k, rank := range ranks {
			if rank == 0 {
				t.Fatalf("%d was not eliminated", k)
			}
		}
	}
}

// A grid has fewer blocks than row by row, where each of its n² unknowns would have n under it.
func TestGridsFillLittle(t *testing.T) {
	const n = 20
	var pairs [][2]int32
	for i := range int32(n * n) {
		if i%n > 0 {
			pairs = append(pairs, [2]int32{i, i - 1})
		}
		if i >= n {
			pairs = append(pairs, [2]int32{i, i - n})
		}
	}
	if _, blocks := order(n*n, pairs); blocks > n*n*n/2 {
		t.Errorf("%d blocks", blocks)
	}
}

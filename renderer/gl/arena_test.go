//go:build cgo

package gl

import (
	"math/rand/v2"
	"testing"
)

// TestPool takes and releases ranges at random and compares with a map of elements.
func TestPool(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	p := pool{stride: 1}
	p.release(span{0, 1000})
	var used [1000]bool
	var held []span
	for step := range 20000 {
		if rng.IntN(2) == 0 {
			s, ok := p.take(1 + rng.IntN(60))
			if !ok {
				continue
			}
			for i := s.first; i < s.first+s.count; i++ {
				if used[i] {
					t.Fatalf("step %d: element %d given out twice", step, i)
				}
				used[i] = true
			}
			held = append(held, s)
		} else if len(held) > 0 {
			k := rng.IntN(len(held))
			s := held[k]
			held[k] = held[len(held)-1]
			held = held[:len(held)-1]
			for i := s.first; i < s.first+s.count; i++ {
				used[i] = false
			}
			p.release(s)
		}
		free, last := 0, -1
		for _, f := range p.free {
			if f.first <= last || f.count < 1 {
				t.Fatalf("step %d: free ranges %v touch or are out of order", step, p.free)
			}
			last = f.first + f.count
			free += f.count
			for i := f.first; i < f.first+f.count; i++ {
				if used[i] {
					t.Fatalf("step %d: element %d is free and used", step, i)
				}
			}
		}
		sum := 0
		for _, s := range held {
			sum += s.count
		}
		if free+sum != 1000 {
			t.Fatalf("step %d: %d elements lost", step, 1000-free-sum)
		}
	}
}

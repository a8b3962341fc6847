// Package elimination finds the order in which the unknowns of a sparse symmetric system are eliminated: those with the
// fewest neighbours first, which for a tree creates no new blocks. Source: Davis, "Direct Methods for Sparse Linear
// Systems", 2006, chapter 7 (minimum degree).
package elimination

import "slices"

// Order finds an order. Its storage is used again.
type Order struct {
	near [][]int32
	// queue is a binary heap of degree and unknown; the smaller unknown comes first among equals.
	queue []uint64
	gone  []bool
}

// Begin begins a system of n unknowns without neighbours.
func (o *Order) Begin(n int) {
	for len(o.near) < n {
		o.near = append(o.near, nil)
	}
	for i := range n {
		o.near[i] = o.near[i][:0]
	}
	o.gone = slices.Grow(o.gone[:0], n)[:n]
	clear(o.gone)
	o.queue = o.queue[:0]
}

// Connect makes unknown j a neighbour of i. The caller connects both ways; repeating a pair is fine.
func (o *Order) Connect(i, j int32) { o.near[i] = append(o.near[i], j) }

// Start ends the connections.
func (o *Order) Start() {
	for i := range o.gone {
		slices.Sort(o.near[i])
		o.near[i] = slices.Compact(o.near[i])
		o.push(int32(i))
	}
}

// Least is the unknown of least degree that is left, and its neighbours that are left. Eliminate must follow.
func (o *Order) Least() (k int32, near []int32) {
	for {
		key := o.pop()
		k = int32(key & 0xffffffff)
		// skip older degrees
		if !o.gone[k] && int(key>>32) == len(o.near[k]) {
			return k, o.near[k]
		}
	}
}

// Near are the neighbours that k had when it was eliminated. The caller may sort them.
func (o *Order) Near(k int32) []int32 { return o.near[k] }

// Eliminate connects the neighbours of k that are left with each other, and forgets k.
func (o *Order) Eliminate(k int32) {
	o.gone[k] = true
	near := o.near[k]
	for _, i := range near {
		list := o.near[i]
		at, _ := slices.BinarySearch(list, k)
		list = slices.Delete(list, at, at+1)
		for _, j := range near {
			if j == i {
				continue
			}
			if at, found := slices.BinarySearch(list, j); !found {
				list = slices.Insert(list, at, j)
			}
		}
		o.near[i] = list
		o.push(i)
	}
}

func (o *Order) push(i int32) {
	h := append(o.queue, uint64(len(o.near[i]))<<32|uint64(i))
	for c := len(h) - 1; c > 0; {
		p := (c - 1) / 2
		if h[p] <= h[c] {
			break
		}
		h[p], h[c] = h[c], h[p]
		c = p
	}
	o.queue = h
}

func (o *Order) pop() uint64 {
	h := o.queue
	top, last := h[0], len(h)-1
	h[0] = h[last]
	h = h[:last]
	for p := 0; ; {
		c := 2*p + 1
		if c >= last {
			break
		}
		if c+1 < last && h[c+1] < h[c] {
			c++
		}
		if h[p] <= h[c] {
			break
		}
		h[p], h[c] = h[c], h[p]
		p = c
	}
	o.queue = h
	return top
}

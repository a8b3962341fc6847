package nettime

import "slices"

// Priority chooses the bodies of a packet when not all fit. Each body gathers its importance from packet to packet
// until it is sent (Fiedler 2014): unimportant bodies wait longer, and every body gets its turn.
type Priority struct {
	gathered []float32
	order    []int
}

// Add gives a body its importance for one packet.
func (p *Priority) Add(body int, importance float32) {
	for len(p.gathered) <= body {
		p.gathered = append(p.gathered, 0)
	}
	p.gathered[body] += importance
}

// Order returns all bodies, the most urgent first; bodies of equal urgency are in the order of their indices. The slice
// is valid until the next call.
func (p *Priority) Order() []int {
	p.order = p.order[:0]
	for i := range p.gathered {
		p.order = append(p.order, i)
	}
	slices.SortFunc(p.order, func(a, b int) int {
		switch {
		case p.gathered[a] > p.gathered[b]:
			return -1
		case p.gathered[a] < p.gathered[b]:
			return 1
		}
		return a - b
	})
	return p.order
}

// Sent says that a body is in the packet.
func (p *Priority) Sent(body int) { p.gathered[body] = 0 }

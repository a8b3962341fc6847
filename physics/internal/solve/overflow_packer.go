package solve

import "tumble/physics/internal/solve/kernel"

// packer spreads the manifolds of the overflow over blocks. A manifold must go into a later
// block than all manifolds before it that share a body with it; the first such block with a free lane takes it, and the
// lanes of a block share no body. A cluster of a thousand bodies at one
// point fills seven lanes of eight that way.
type packer struct {
	// next is the first block open to each state, counted from the first of the overflow.
	next []int32
	// used counts the lanes of a block, after leads from a full block towards one with room.
	used, after []int32
}

func (p *packer) begin(states int) {
	if cap(p.next) < states {
		p.next = make([]int32, states+states/2)
	}
	p.next = p.next[:states]
	clear(p.next)
	p.used, p.after = p.used[:0], p.after[:0]
}

// add returns the block of a manifold between two states, and takes a lane of it.
func (p *packer) add(a, b int32) int32 {
	k := int32(0)
	if a > 0 {
		k = p.next[a]
	}
	if b > 0 && p.next[b] > k {
		k = p.next[b]
	}
	for int(k) < len(p.used) && p.used[k] == kernel.Width {
		// shorten the chain for later searches
		if n := p.after[k]; int(n) < len(p.used) && p.used[n] == kernel.Width {
			p.after[k] = p.after[n]
		}
		k = p.after[k]
	}
	if int(k) == len(p.used) {
		p.used, p.after = append(p.used, 0), append(p.after, k+1)
	}
	p.used[k]++
	if a > 0 {
		p.next[a] = k + 1
	}
	if b > 0 {
		p.next[b] = k + 1
	}
	return k
}

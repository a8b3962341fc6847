package solve

// packer spreads the manifolds of the overflow over blocks. They share bodies, so that each must
// go into a later block than those before it that share a body with it; the first such block
// with a free lane takes it, and lanes of a block share none. A heap of a thousand bodies in one
// place fills seven lanes of eight that way.
type packer struct {
	// next is the first block open to each state, counted from the first of the overflow.
	next []int32
	// used counts the lanes of a block, after leads from a full block towards one with room.
	used, after []int32
}

// addOverflow lays out the overflow as one batch, which is solved block by block.
func (s *layout) addOverflow() {
	contacts := s.graph.Contacts(Overflow)
	if len(contacts)+len(s.graph.Joints(Overflow)) == 0 {
		return
	}
	b := s.openBatch(true)
	s.shareJoints(Overflow)
	if len(contacts) > 0 {
		p := &s.packer
		p.begin(len(s.bodies.States))
		first := len(s.lanes)
		for _, e := range contacts {
			for m := e.Manifold; m < e.Manifold+e.Count; m++ {
				k := p.place(s.mover(s.manifolds[m].BodyA), s.mover(s.manifolds[m].BodyB))
				lane := first + int(k)*Width
				if lane == len(s.lanes) {
					s.lanes = append(s.lanes, -1, -1, -1, -1, -1, -1, -1, -1)
				}
				s.lanes[lane+int(p.used[k])-1] = m
			}
		}
	}
	s.closeBatch(b)
}

// mover is the state of a body that impulses move, else 0.
func (s *layout) mover(body int32) int32 {
	sim := &s.bodies.Sims[body]
	if sim.InvMass == 0 {
		return 0
	}
	return sim.StateIndex
}

func (p *packer) begin(states int) {
	if cap(p.next) < states {
		p.next = make([]int32, states+states/2)
	}
	p.next = p.next[:states]
	clear(p.next)
	p.used, p.after = p.used[:0], p.after[:0]
}

// place returns the block of a manifold between two states, and takes a lane of it.
func (p *packer) place(a, b int32) int32 {
	k := int32(0)
	if a > 0 {
		k = p.next[a]
	}
	if b > 0 && p.next[b] > k {
		k = p.next[b]
	}
	for int(k) < len(p.used) && p.used[k] == Width {
		// skip what later searches would have to skip again
		if n := p.after[k]; int(n) < len(p.used) && p.used[n] == Width {
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

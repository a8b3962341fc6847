package physics

import (
	"fmt"
	"slices"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/solve"
)

// What contacts keep is most of a snapshot, and much of it is not in use: points that a manifold
// does not have, spans without a contact, reuse that is not valid. That is left out, and whatever
// was there stays there.

// codeReuse codes the valid records with the indices of their contacts, which come before them.
func (s *simulation) codeReuse(c *flat.Coder) {
	const name = "contact reuse"
	if !c.Reading {
		n := 0
		for i := range s.reuse {
			if s.contacts[i].alive && s.reuse[i].valid {
				n++
			}
		}
		c.Count(name, n, 1, len(s.contacts))
		for i := range s.reuse {
			if s.contacts[i].alive && s.reuse[i].valid {
				index := int32(i)
				c.Int32(name, &index)
				flat.Value(c, name, reuseLayout, &s.reuse[i])
			}
		}
		return
	}
	n := c.Count(name, 0, 4+reuseLayout.Size(), len(s.contacts))
	if c.Err() != nil {
		return
	}
	s.reuse = slices.Grow(s.reuse[:0], len(s.contacts))[:len(s.contacts)]
	for i := range s.reuse {
		s.reuse[i].valid = false
	}
	for range n {
		var index int32
		c.Int32(name, &index)
		if uint(index) >= uint(len(s.reuse)) || s.reuse[index].valid {
			c.Fail(name, fmt.Errorf("contact %d of %d, out of range or twice", index, len(s.reuse)))
			return
		}
		flat.Onto(c, name, reuseLayout, &s.reuse[index])
	}
}

// unused says in the list of point counts that a manifold belongs to no contact.
const unused = int32(-1)

// codeManifolds codes a list with the number of points of every manifold, and those that have any with
// their points. Of the first manifold of a contact without touch nothing is kept.
func (s *simulation) codeManifolds(c *flat.Coder) {
	counts := make([]int32, len(s.manifolds))
	for i := range counts {
		counts[i] = unused
	}
	if !c.Reading {
		for i := range s.contacts {
			k := &s.contacts[i]
			if !k.alive {
				continue
			}
			for m := k.manifold; m < k.manifold+max(1, k.patches); m++ {
				counts[m] = s.manifolds[m].Count
			}
		}
	}
	flat.List(c, "manifolds", indexLayout, &counts)
	if c.Err() != nil {
		return
	}
	if c.Reading {
		s.manifolds = slices.Grow(s.manifolds[:0], len(counts))[:len(counts)]
	}
	for i, n := range counts {
		switch {
		case n == unused:
			continue
		case n == 0 && c.Reading:
			s.manifolds[i] = solve.Manifold{}
			continue
		case n == 0:
			continue
		case c.Err() != nil:
			return
		}
		m := &s.manifolds[i]
		flat.Onto(c, "manifold", manifoldLayout, m)
		if n < 0 || n > solve.MaxPoints || m.Count != n {
			c.Fail("manifold", fmt.Errorf("%d: %d points, listed %d", i, m.Count, n))
			return
		}
		flat.Fixed(c, "manifold points", pointLayout, m.Points[:n])
		if c.Reading {
			if err := validateManifold(m); err != nil {
				c.Fail("manifold", fmt.Errorf("%d: %w", i, err))
			}
		}
	}
}

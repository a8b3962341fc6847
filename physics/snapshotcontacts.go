package physics

import (
	"fmt"

	"tumble/physics/internal/flat"
	"tumble/physics/internal/solve"
)

// What contacts keep is most of a snapshot, and much of it is not in use: points that a manifold
// does not have, spans without a contact, reuse that is not valid. That is left out. Where it was, reuse is
// zero, as contacts that become valid keep what they do not need; the rest stays as it was.

// codeScratch is what the lists of contacts are coded with.
type codeScratch struct {
	places, counts []int32
	// ends are the bodies of the manifolds that were read and have points.
	ends   [][2]int32
	points []solve.ManifoldPoint
}

// codeReuse codes the indices of the contacts whose record is valid, and those records. The contacts come
// before them.
func (s *simulation) codeReuse(c *flat.Coder, sc *codeScratch) {
	const name = "contact reuse"
	sc.places = sc.places[:0]
	if !c.Reading {
		for i := range s.reuse {
			if s.contacts[i].alive && s.reuse[i].valid {
				sc.places = append(sc.places, int32(i))
			}
		}
	}
	flat.List(c, name, indexLayout, &sc.places)
	if c.Err() != nil {
		return
	}
	if c.Reading {
		s.reuse = sizedFor(s.reuse, len(s.contacts))
		next := int32(0)
		for _, p := range sc.places {
			if p < next || int(p) >= len(s.contacts) {
				c.Fail(name, fmt.Errorf("contact %d of %d, out of range or twice", p, len(s.contacts)))
				return
			}
			clear(s.reuse[next:p])
			next = p + 1
		}
		clear(s.reuse[next:])
	}
	flat.Spread(c, name, reuseLayout, s.reuse, sc.places)
}

// unused says in the list of point counts that a manifold belongs to no contact.
const unused = int32(-1)

// codeManifolds codes a list with the number of points of every manifold, then those that have any, a few at a
// time and their points after them. Of the first manifold of a contact without touch nothing is kept.
func (s *simulation) codeManifolds(c *flat.Coder, sc *codeScratch) {
	if !c.Reading {
		s.countPoints(sc)
	}
	flat.List(c, "manifolds", indexLayout, &sc.counts)
	if c.Err() != nil {
		return
	}
	if c.Reading {
		s.manifolds, sc.ends = sizedFor(s.manifolds, len(sc.counts)), sizedFor(sc.ends, len(sc.counts))
	}
	sc.places = sc.places[:0]
	points := 0
	for i, n := range sc.counts {
		switch {
		case n == unused:
		case n < 0 || n > solve.MaxPoints:
			c.Fail("manifolds", fmt.Errorf("%d: %d points", i, n))
			return
		case n > 0:
			sc.places = append(sc.places, int32(i))
			points += int(n)
			if len(sc.places) == manifoldBlock {
				s.codePatches(c, sc, points)
				sc.places, points = sc.places[:0], 0
			}
		case c.Reading:
			s.manifolds[i].Empty()
		}
	}
	s.codePatches(c, sc, points)
}

// manifoldBlock is how many manifolds are coded before their points, while they are near the processor.
const manifoldBlock = 32

// countPoints lists how many points each manifold of a contact has.
func (s *simulation) countPoints(sc *codeScratch) {
	sc.counts = sizedFor(sc.counts, len(s.manifolds))
	for i := range sc.counts {
		sc.counts[i] = unused
	}
	for i := range s.contacts {
		k := &s.contacts[i]
		if !k.alive {
			continue
		}
		for m := k.manifold; m < k.manifold+max(1, k.patches); m++ {
			sc.counts[m] = s.manifolds[m].Count
		}
	}
}

// codePatches codes the manifolds that are listed as places, then their points, so many in all.
func (s *simulation) codePatches(c *flat.Coder, sc *codeScratch, count int) {
	flat.Spread(c, "manifold", manifoldLayout, s.manifolds, sc.places)
	if !c.Reading {
		for _, p := range sc.places {
			c.Data = pointLayout.Append(c.Data, s.manifolds[p].Points[:sc.counts[p]])
		}
		return
	}
	sc.points = sizedFor(sc.points, count)
	flat.Fixed(c, "manifold points", pointLayout, sc.points)
	if c.Err() != nil {
		return
	}
	points := sc.points
	for _, p := range sc.places {
		m, n := &s.manifolds[p], sc.counts[p]
		if m.Count != n {
			c.Fail("manifold", fmt.Errorf("%d: %d points, listed %d", p, m.Count, n))
			return
		}
		sc.ends[p] = [2]int32{m.BodyA, m.BodyB}
		points = points[copy(m.Points[:n], points):]
		if err := validateManifold(m); err != nil {
			c.Fail("manifold", fmt.Errorf("%d: %w", p, err))
			return
		}
	}
}

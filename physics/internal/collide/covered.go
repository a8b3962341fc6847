package collide

import (
	"cmp"
	"slices"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// Solids side by side in one body, the children of a compound or the shapes of a static body, stand
// for one surface. Where tiles lie side by side, a shape that slides over them may graze the side or
// the edge of the next tile, which its neighbour covers.

// coverTolerance is how near (m) a point must be to a child to count as covered by it.
const coverTolerance = 0.2 * LinearSlop

// Seams collects the contacts of one shape with several convex shapes of a body. Reused, it
// grows to what is needed and then allocates nothing.
type Seams struct{ found []triangleContact }

// Reset forgets all contacts.
func (s *Seams) Reset() { s.found = s.found[:0] }

// Len returns the number of contacts.
func (s *Seams) Len() int { return len(s.found) }

// Add adds a contact with the solid of the given index, in the frame of the body and with a
// normal that points out of it.
func (s *Seams) Add(solid int32, m *LocalManifold) {
	s.found = append(s.found, triangleContact{manifold: *m, child: solid, surface: m.Normal})
}

// Covered appends to buf the indices of the solids whose contacts are with surfaces inside of the body
// or are stood for by another contact.
func (s *Seams) Covered(solids []shape.Geometry, buf []int32) []int32 {
	markCovered(s.found, solids)
	for i := range s.found {
		if s.found[i].taken {
			buf = append(buf, s.found[i].child)
		}
	}
	return buf
}

// markCovered sorts the contacts by their depth and marks as taken those with surfaces inside of the
// solids together, or that another solid stands for. What is so deep in the heap that all surfaces near it are
// inside is pushed out by the deepest.
func markCovered(found []triangleContact, solids []shape.Geometry) {
	if len(found) < 2 {
		return
	}
	slices.SortFunc(found, func(x, y triangleContact) int {
		return cmp.Or(cmp.Compare(x.manifold.lowest(), y.manifold.lowest()), cmp.Compare(x.child, y.child))
	})
	left := false
	for i := range found {
		c := &found[i]
		c.taken = buried(found, solids, i) || leansOver(found, solids, i)
		for j := 0; j < i && !c.taken; j++ {
			c.taken = !found[j].taken && standsFor(solids, &found[j], c)
		}
		left = left || !c.taken
	}
	found[0].taken = found[0].taken && left
}

// buried reports whether other children fill the space before each point of contact i. Where
// its own child fills the space before theirs in turn, as in a concave corner, they do not count.
func buried(found []triangleContact, solids []shape.Geometry, i int) bool {
	c := &found[i]
	own := &solids[c.child]
	for _, p := range c.manifold.Points[:c.manifold.Count] {
		before := p.Point.MulAdd(LinearSlop, c.manifold.Normal)
		filled := false
		for j := 0; j < len(found) && !filled; j++ {
			d := &found[j]
			filled = j != i && holdsPoint(&solids[d.child], before, coverTolerance) && !holdsPoints(own, &d.manifold, LinearSlop, 0)
		}
		if !filled {
			return false
		}
	}
	return true
}

// seamTolerance (m) is the same for a point of a contact along an edge, which a flat end of the
// other shape may have moved a little.
const seamTolerance = LinearSlop

// faceTilt is the distance of unit vectors below which a normal counts as that of a face.
const faceTilt = 3e-4

// leansOver reports whether the normal of contact i belongs to an edge or corner of its child,
// but not of the whole: at the deepest point another child goes on farther along the normal, as
// the next tile of a floor does.
func leansOver(found []triangleContact, solids []shape.Geometry, i int) bool {
	c := &found[i]
	own := &solids[c.child]
	if own.Poly == nil {
		return false
	}
	n := c.manifold.Normal
	for f := range own.Poly.Planes {
		if own.Poly.Planes[f].Normal.Dist(n) < faceTilt {
			return false
		}
	}
	deepest := c.manifold.Points[0]
	for _, p := range c.manifold.Points[1:c.manifold.Count] {
		if p.Separation < deepest.Separation {
			deepest = p
		}
	}
	surface := deepest.Point.MulSub(float32(0.5*deepest.Separation), n)
	for j := range found {
		child := &solids[found[j].child]
		if j != i && child.Support(n).Sub(surface).Dot(n) > coverTolerance && holdsPoint(child, surface, seamTolerance) {
			return true
		}
	}
	return false
}

// standsFor reports whether the child of the deeper contact d holds all points of c and pushes
// the same way.
func standsFor(solids []shape.Geometry, d, c *triangleContact) bool {
	return c.surface.Dot(d.surface) > 0.5 && holdsPoints(&solids[d.child], &c.manifold, 0, 0.5)
}

// holdsPoints reports whether the child holds all points of m, moved along the normal by offset
// and back by the part back of the separation.
func holdsPoints(child *shape.Geometry, m *LocalManifold, offset, back float32) bool {
	for _, p := range m.Points[:m.Count] {
		if !holdsPoint(child, p.Point.MulAdd(offset-float32(back*p.Separation), m.Normal), coverTolerance) {
			return false
		}
	}
	return true
}

func holdsPoint(child *shape.Geometry, p vec.Vec3, tolerance float32) bool {
	probe := shape.Geometry{Kind: shape.Sphere, A: p}
	return convexDistance(child, &probe, vec.TransformIdentity, nil).Distance <= tolerance
}

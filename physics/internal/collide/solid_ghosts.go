package collide

import (
	"cmp"
	"slices"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// Solids side by side that do not move against each other, the children of a compound, the shapes of a kinematic body
// or those of all static bodies, make one surface. A shape that slides over their joints would collide with the sides
// and edges inside of that surface: ghost collisions, as with the internal edges of a mesh.

// solidContact is the contact of a shape with one solid of a body.
type solidContact struct {
	manifold LocalManifold
	solid    int32
	// ghost marks a contact with a surface inside of the body, or one that another contact includes.
	ghost bool
	// pose is that of the solid in the common frame, if it is apart from it.
	pose  vec.Transform
	apart bool
}

// into takes a point of the common frame into that of the solid.
func (c *solidContact) into(p vec.Vec3) vec.Vec3 {
	if c.apart {
		return c.pose.InvApply(p)
	}
	return p
}

// holds reports whether the solid holds a point of the common frame.
func (c *solidContact) holds(solids []shape.Geometry, p vec.Vec3, tolerance float32) bool {
	solid := &solids[c.solid]
	probe := shape.Geometry{Kind: shape.Sphere, A: c.into(p)}
	if solid.Poly != nil {
		// the planes tell most points from the solid: those above one by more than the tolerance, and those below all
		farthest, square := float32(0), float32(0)
		for i := range solid.Poly.Planes {
			above := vec.Max(solid.Poly.Planes[i].Separation(probe.A), 0)
			farthest = vec.Max(farthest, above)
			square += float32(above * above)
		}
		switch {
		case farthest > tolerance:
			return false
		case farthest == 0:
			return true
		case solid.Kind == shape.Box:
			// the planes of a box are square to each other
			return square <= float32(tolerance*tolerance)
		}
	}
	return convexDistance(solid, &probe, vec.TransformIdentity, nil).Distance <= tolerance
}

// direction takes a direction of the common frame into that of the solid.
func (c *solidContact) direction(n vec.Vec3) vec.Vec3 {
	if c.apart {
		return c.pose.Q.InvRotate(n)
	}
	return n
}

// GhostFilter collects the contacts of one shape with several convex shapes of a body. Reused, it
// grows to the size needed and then allocates nothing.
type GhostFilter struct{ contacts []solidContact }

// Reset forgets all contacts.
func (s *GhostFilter) Reset() { s.contacts = s.contacts[:0] }

// Len returns the number of contacts.
func (s *GhostFilter) Len() int { return len(s.contacts) }

// Add adds a contact with the solid of the given index, in the common frame and with a normal that points out of it.
func (s *GhostFilter) Add(solid int32, m *LocalManifold) {
	s.contacts = append(s.contacts, solidContact{manifold: *m, solid: solid})
}

// AddApart is Add for a solid with a pose of its own in the common frame.
func (s *GhostFilter) AddApart(solid int32, m *LocalManifold, pose vec.Transform) {
	s.contacts = append(s.contacts, solidContact{manifold: *m, solid: solid, pose: pose, apart: true})
}

// Ghosts appends to buf the indices of the solids whose contacts are ghost collisions: with surfaces inside of the
// body, or included in another contact.
func (s *GhostFilter) Ghosts(solids []shape.Geometry, buf []int32) []int32 {
	markGhosts(s.contacts, solids)
	for i := range s.contacts {
		if s.contacts[i].ghost {
			buf = append(buf, s.contacts[i].solid)
		}
	}
	return buf
}

// markGhosts sorts the contacts by their depth and marks the ghosts. A shape so deep between the solids that all
// surfaces near it are inside keeps its deepest contact.
func markGhosts(contacts []solidContact, solids []shape.Geometry) {
	if len(contacts) < 2 {
		return
	}
	slices.SortFunc(contacts, func(x, y solidContact) int {
		return cmp.Or(cmp.Compare(x.manifold.lowest(), y.manifold.lowest()), cmp.Compare(x.solid, y.solid))
	})
	real := false
	for i := range contacts {
		c := &contacts[i]
		c.ghost = isBuried(contacts, solids, i) || isInternalEdge(contacts, solids, i)
		for j := 0; j < i && !c.ghost; j++ {
			c.ghost = !contacts[j].ghost && includes(solids, &contacts[j], c)
		}
		real = real || !c.ghost
	}
	contacts[0].ghost = contacts[0].ghost && real
}

// isBuried reports whether other solids fill the space before each point of contact i. Where
// its own solid fills the space before theirs in turn, as in a concave corner, they do not count.
func isBuried(contacts []solidContact, solids []shape.Geometry, i int) bool {
	c := &contacts[i]
	for _, p := range c.manifold.Points[:c.manifold.Count] {
		before := p.Point.MulAdd(LinearSlop, c.manifold.Normal)
		filled := false
		for j := 0; j < len(contacts) && !filled; j++ {
			d := &contacts[j]
			filled = j != i && d.holds(solids, before, coverTolerance) && !c.holdsPoints(solids, &d.manifold,
				LinearSlop, 0)
		}
		if !filled {
			return false
		}
	}
	return true
}

// isInternalEdge reports whether the normal of contact i belongs to an edge or corner of its solid,
// but not of the whole: at the deepest point another solid goes on farther along the normal, as
// the next tile of a floor does.
func isInternalEdge(contacts []solidContact, solids []shape.Geometry, i int) bool {
	c := &contacts[i]
	own := &solids[c.solid]
	if own.Poly == nil {
		return false
	}
	n := c.manifold.Normal
	within := c.direction(n)
	for f := range own.Poly.Planes {
		if own.Poly.Planes[f].Normal.Dist(within) < faceTilt {
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
	for j := range contacts {
		d := &contacts[j]
		if j == i {
			continue
		}
		there := d.direction(n)
		if solids[d.solid].Support(there).Sub(d.into(surface)).Dot(there) > coverTolerance &&
			d.holds(solids, surface, edgeTolerance) {
			return true
		}
	}
	return false
}

// includes reports whether the solid of the deeper contact d holds all points of c and pushes
// the same way.
func includes(solids []shape.Geometry, d, c *solidContact) bool {
	return c.manifold.Normal.Dot(d.manifold.Normal) > 0.5 && d.holdsPoints(solids, &c.manifold, 0, 0.5)
}

// holdsPoints reports whether the solid holds all points of m, moved along the normal by offset
// and back by the given share of the separation.
func (c *solidContact) holdsPoints(solids []shape.Geometry, m *LocalManifold, offset, back float32) bool {
	for _, p := range m.Points[:m.Count] {
		if !c.holds(solids, p.Point.MulAdd(offset-float32(back*p.Separation), m.Normal), coverTolerance) {
			return false
		}
	}
	return true
}

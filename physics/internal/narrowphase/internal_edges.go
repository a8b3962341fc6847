package narrowphase

import (
	"cmp"
	"slices"
	"tumble/physics/internal/collide"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// A floor may be made of many shapes side by side, of one body that does not move by itself or of static bodies. A body
// that slides over them must not feel the sides and edges between two tiles, nor those between the children of a
// compound. After all contacts were computed, those of one shape with several convex shapes of such a body are looked
// at together, and those with surfaces that lie inside of the body are taken back.

func compareInternalEdges(a, b internalEdge) int {
	return cmp.Or(cmp.Compare(a.body, b.body), cmp.Compare(a.other, b.other), cmp.Compare(a.slot, b.slot))
}

// hasInternalEdges reports whether a contact may be part of one of internal edges.
func (np *NarrowPhase) hasInternalEdges(c *state.Contact) bool {
	if !np.Geometries[c.ShapeA].Kind.IsConvex() || !np.Geometries[c.ShapeB].Kind.IsConvex() {
		return false
	}
	a, b := &np.Bodies[c.BodyA], &np.Bodies[c.BodyB]
	return a.Kind != state.Dynamic && a.ShapeCount > 1 || b.Kind != state.Dynamic && b.ShapeCount > 1
}

// markNeighbours marks a new contact of a shape with a static body, and those that the shape has with other static
// bodies.
func (np *NarrowPhase) markNeighbours(index int32) {
	c := &np.Contacts[index]
	visitor, other := np.visitorOfStatic(c)
	if visitor == state.None {
		return
	}
	for key := np.Bodies[np.Shapes[visitor].Body].FirstContact; key != state.None; {
		d := &np.Contacts[key>>1]
		if v, o := np.visitorOfStatic(d); v == visitor && o != other {
			c.InternalEdges, d.InternalEdges = true, true
			np.MarkContact(key >> 1)
		}
		key = d.Edges[key&1].Next
	}
}

// visitorOfStatic returns the shape of a contact of two convex shapes that is not of a static body, and the other body;
// none for other contacts.
func (np *NarrowPhase) visitorOfStatic(c *state.Contact) (visitor, other int32) {
	a, b := np.Bodies[c.BodyA].Kind == state.Static, np.Bodies[c.BodyB].Kind == state.Static
	if a == b || !np.Geometries[c.ShapeA].Kind.IsConvex() || !np.Geometries[c.ShapeB].Kind.IsConvex() {
		return state.None, state.None
	}
	if a {
		return c.ShapeB, c.BodyA
	}
	return c.ShapeA, c.BodyB
}

// MarkInternalEdges brings the contacts of a body up to date that got its second shape.
func (np *NarrowPhase) MarkInternalEdges(r *state.Body) {
	for key := r.FirstContact; key != state.None; key = np.Contacts[key>>1].Edges[key&1].Next {
		c := &np.Contacts[key>>1]
		np.MarkContact(key >> 1)
		c.InternalEdges = np.hasInternalEdges(c)
	}
}

// internalEdgeOf returns the record of a contact that may be part of one. All static bodies count as one.
func (np *NarrowPhase) internalEdgeOf(c *state.Contact, slot int32, fresh bool) internalEdge {
	e := internalEdge{c.BodyA, c.ShapeB, slot, fresh}
	if np.Bodies[c.BodyA].Kind == state.Dynamic {
		e = internalEdge{c.BodyB, c.ShapeA, slot, fresh}
	}
	if np.Bodies[e.body].Kind == state.Static {
		e.body = state.None
	}
	return e
}

// dropGhosts takes back the contacts that are covered by other shapes of the same body.
func (np *NarrowPhase) dropGhosts() {
	slices.SortFunc(np.internalEdges, compareInternalEdges)
	for rest := np.internalEdges; len(rest) > 1; {
		n, fresh := 1, rest[0].fresh
		for n < len(rest) && rest[n].body == rest[0].body && rest[n].other == rest[0].other {
			fresh = fresh || rest[n].fresh
			n++
		}
		if n > 1 && fresh {
			np.dropGhostsOf(rest[:n])
		}
		rest = rest[n:]
	}
}

// dropGhostsOf does that for the contacts of one visitor.
func (np *NarrowPhase) dropGhostsOf(edges []internalEdge) {
	np.ghosts.Reset()
	common := np.solidBody(&edges[0])
	pose := np.Sims[common].Transform
	for _, s := range edges {
		c := &np.Contacts[np.Listed[s.slot]]
		m := &np.Manifolds[c.Manifold]
		local := collide.LocalManifold{Count: m.Count, Normal: pose.Q.InvRotate(m.Normal)}
		solid, center := c.ShapeA, np.Sims[c.BodyA].Center
		body := np.solidBody(&s)
		if c.BodyB == body {
			solid, local.Normal = c.ShapeB, local.Normal.Neg()
		}
		for i := range m.Points[:m.Count&CountMask] {
			p := &m.Points[i]
			local.Points[i] = collide.LocalPoint{Point: pose.InvApply(center.Add(p.AnchorA)), Separation: p.Separation}
		}
		if body == common {
			np.ghosts.Add(solid, &local)
		} else {
			np.ghosts.AddApart(solid, &local, pose.InvMul(np.Sims[body].Transform))
		}
	}
	np.coveredShapes = np.ghosts.Ghosts(np.Geometries, np.coveredShapes[:0])
	for _, s := range edges {
		index := np.Listed[s.slot]
		c := &np.Contacts[index]
		if slices.Contains(np.coveredShapes, c.ShapeA) || slices.Contains(np.coveredShapes, c.ShapeB) {
			np.takeBack(c, index, s.slot)
		}
	}
}

// solidBody is the body of a record that does not move by itself.
func (np *NarrowPhase) solidBody(e *internalEdge) int32 {
	c := &np.Contacts[np.Listed[e.slot]]
	if c.ShapeA == e.other {
		return c.BodyB
	}
	return c.BodyA
}

// takeBack makes a contact one without touch.
func (np *NarrowPhase) takeBack(c *state.Contact, index, slot int32) {
	m := &np.Manifolds[c.Manifold]
	np.MarkContact(index)
	m.Count, c.Count = 0, 0
	m.FrictionImpulse, m.TwistImpulse, m.RollingImpulse = vec.Vec3{}, 0, vec.Vec3{}
	np.Recycling[index].Valid = false
	// the search starts from all axes again, not from the one that was of no use
	c.Cache = collide.Cache{}
	if c.Touching {
		np.Outcomes[slot] = Ended
	} else {
		np.Outcomes[slot] = Steady
	}
}

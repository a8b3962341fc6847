package physics

import (
	"cmp"
	"slices"

	"tumble/physics/internal/collide"
)

// A body that does not move by itself may be made of many shapes side by side, as the tiles of a
// floor. What slides over them must not feel the sides and edges between two tiles, as it feels
// none between the children of a compound. After all contacts were computed, those of one shape
// with several convex shapes of such a body are looked at together, and those with surfaces that
// lie inside of the body are taken back.

// seam is a contact with one of several shapes of a static or kinematic body. The place is that in
// scratch.collide; fresh is set when it was computed in this step.
type seam struct {
	body, visitor, place int32
	fresh                bool
}

func compareSeams(a, b seam) int {
	return cmp.Or(cmp.Compare(a.body, b.body), cmp.Compare(a.visitor, b.visitor), cmp.Compare(a.place, b.place))
}

// isTiled reports whether a contact may be part of a seam.
func (w *World) isTiled(c *contact) bool {
	if !w.geometries[c.shapeA].Kind.IsConvex() || !w.geometries[c.shapeB].Kind.IsConvex() {
		return false
	}
	a, b := &w.bodies[c.bodyA], &w.bodies[c.bodyB]
	return a.kind != Dynamic && a.shapeCount > 1 || b.kind != Dynamic && b.shapeCount > 1
}

// markTiled brings the contacts of a body up to date that got its second shape.
func (w *World) markTiled(r *body) {
	for key := r.firstContact; key != none; key = w.contacts[key>>1].edges[key&1].next {
		c := &w.contacts[key>>1]
		c.tiled = w.isTiled(c)
	}
}

// seamOf returns the seam of a contact that may be part of one.
func (w *World) seamOf(c *contact, place int32, fresh bool) seam {
	if w.bodies[c.bodyA].kind != Dynamic {
		return seam{c.bodyA, c.shapeB, place, fresh}
	}
	return seam{c.bodyB, c.shapeA, place, fresh}
}

// dropSeams takes back the contacts that are covered by other shapes of the same body.
func (w *World) dropSeams() {
	slices.SortFunc(w.scratch.seams, compareSeams)
	for rest := w.scratch.seams; len(rest) > 1; {
		n, fresh := 1, rest[0].fresh
		for n < len(rest) && rest[n].body == rest[0].body && rest[n].visitor == rest[0].visitor {
			fresh = fresh || rest[n].fresh
			n++
		}
		if n > 1 && fresh {
			w.dropCovered(rest[:n])
		}
		rest = rest[n:]
	}
}

// dropCovered does that for the contacts of one visitor.
func (w *World) dropCovered(group []seam) {
	w.scratch.covered.Reset()
	pose := w.sims[group[0].body].Transform
	for _, s := range group {
		c := &w.contacts[w.scratch.collide[s.place]]
		m := &w.manifolds[c.manifold]
		local := collide.LocalManifold{Count: m.Count, Normal: pose.Q.InvRotate(m.Normal)}
		solid, center := c.shapeA, w.sims[c.bodyA].Center
		if c.bodyB == s.body {
			solid, local.Normal = c.shapeB, local.Normal.Neg()
		}
		for i := range m.Points[:m.Count&countMask] {
			p := &m.Points[i]
			local.Points[i] = collide.LocalPoint{Point: pose.InvApply(center.Add(p.AnchorA)), Separation: p.Separation}
		}
		w.scratch.covered.Add(solid, &local)
	}
	w.scratch.dropped = w.scratch.covered.Covered(w.geometries, w.scratch.dropped[:0])
	for _, s := range group {
		index := w.scratch.collide[s.place]
		c := &w.contacts[index]
		if slices.Contains(w.scratch.dropped, c.shapeA) || slices.Contains(w.scratch.dropped, c.shapeB) {
			w.takeBack(c, index, s.place)
		}
	}
}

// takeBack makes a contact one without touch.
func (w *World) takeBack(c *contact, index, place int32) {
	m := &w.manifolds[c.manifold]
	m.Count, c.patches = 0, 0
	m.FrictionImpulse, m.TwistImpulse, m.RollingImpulse = Vec3{}, 0, Vec3{}
	w.reuse[index].valid = false
	// the search starts from all axes again, not from the one that was of no use
	c.cache = collide.Cache{}
	if c.touching {
		w.scratch.outcomes[place] = ended
	} else {
		w.scratch.outcomes[place] = steady
	}
}

package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// hullIsNear is isNear for a polytope: the faces of the triangle and of the polytope, and the sides of the triangle.
func (out *MeshContacts) hullIsNear(q *meshQuery, t *shape.Triangle, n vec.Vec3) (height float32, near bool) {
	h := &out.axes.hull
	height = h.set(&t.V, n)
	if reach := q.reach(n); height > reach {
		out.limitClearance(height - reach)
		return height, false
	}
	far := q.speculative + vec.Max(out.Clearance, separationMargin)
	if gap := h.faces(far); gap > q.speculative+separationMargin {
		out.limitClearance(gap - q.speculative)
		return height, false
	}
	// A shallow face contact needs no search, also where two edges separate; and a clearance needs the exact
	// separation.
	if s := out.axes.separating; out.Reach == 0 && s != nil &&
		h.stillSeparated(*s, vec.Max(q.speculative, shallowFace)+separationMargin) {
		return height, false
	}
	if aside := h.sides(far); aside > q.speculative+separationMargin {
		out.limitClearance(aside - q.speculative)
		return height, false
	}
	return height, true
}

// hullRegion is findRegion for a polytope. The face of the triangle comes first, since most contacts lie on it;
// else the best of all axes makes the contact, also one without points.
func (out *MeshContacts) hullRegion(q *meshQuery, t *shape.Triangle, c *regionContact) bool {
	h := &out.axes.hull
	if out.Reach > 0 && out.separatedByEdges(c.height, q.speculative) {
		return false
	}
	if out.faceSuffices(c, q.speculative) {
		return true
	}
	e, face, best, better := h.axes(c.height, q.speculative)
	c.separation = vec.Max(vec.Max(best, h.high), e.separation)
	if c.separation > q.speculative {
		out.limitClearance(c.separation - q.speculative)
		if out.axes.separating != nil && e.separation > q.speculative {
			*out.axes.separating = separatingPair(&e)
		}
		return false
	}
	out.Clearance = 0
	out.axes.prism.set(t, c.normal)
	c.manifold.Count = 0
	pair := hullPair{&out.axes.prism.poly, h.poly, q.pose, h.r}
	var cache Cache
	pair.make(&c.manifold, &e, better, face, best, h.face, h.high, q.speculative, &cache)
	if c.manifold.Count == 0 {
		nearestPoints(&c.manifold, t, q)
	}
	c.region, c.maxBend = unknownRegion, polytopeBend
	return true
}

// separatedByEdges searches all axes, and reports whether a pair of edges keeps the polytope away by clearly more than
// the speculative distance. Pairs that did not touch before are mostly separated so, and else the face is tried first.
func (out *MeshContacts) separatedByEdges(height, speculative float32) bool {
	e, _, _, _ := out.axes.hull.axes(height, speculative)
	if e.separation <= speculative+separationMargin {
		return false
	}
	out.limitClearance(e.separation - speculative)
	if out.axes.separating != nil {
		*out.axes.separating = separatingPair(&e)
	}
	return true
}

// faceSuffices makes the contact of a polytope with the face of a triangle, and reports whether no other axis need be
// searched: if the face supports the lowest point, or two points and more none of which is deep. Axes across two edges
// have one point each; a log supported by such axes rocks from side to side for seconds longer (trees100), and they are
// hardly ever the way out of a triangle that supports an edge or a face.
func (out *MeshContacts) faceSuffices(c *regionContact, speculative float32) bool {
	m := &c.manifold
	out.axes.hull.faceManifold(&out.faces.triangle, m, c.normal, speculative)
	low := m.lowest()
	return m.Count >= 2 && low > -shallowFace || c.height > -shallowFace && low <= c.height+lowestTolerance
}

// nearestPoints makes the single point between the nearest points of a triangle and a hull that do not
// overlap. A corner of a hull just above the edge between two triangles may have all of its face
// clipped beyond the edge, for either of them, and so be without a point.
func nearestPoints(m *LocalManifold, t *shape.Triangle, q *meshQuery) {
	facet := shape.Geometry{Kind: shape.Facet, A: t.V[0], B: t.V[1], Half: t.V[2]}
	var out proximity.Closest
	wide := proximity.WidenPose(q.pose)
	gjk(&out, &facet, q.convex, &wide, nil)
	if out.Distance <= minCoreDistance || out.Distance > float64(q.speculative) {
		return
	}
	m.Normal = out.Normal.Vec3()
	m.Points[0] = LocalPoint{out.A.Add(out.B).Mul(0.5).Vec3(), float32(out.Distance), edgeID(0xfff, 0xfff)}
	m.Count = 1
}

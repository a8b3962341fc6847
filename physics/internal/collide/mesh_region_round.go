package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// roundIsNear is isNear for a capsule, cylinder, cone or tapered capsule: a few axes.
func (out *MeshContacts) roundIsNear(q *meshQuery, t *shape.Triangle, n vec.Vec3) (height float32, near bool) {
	r, radius := &out.axes.round, proximity.MarginRadius(q.convex)
	height = float32(r.Set(&t.V, n)) - radius
	if reach := q.reach(n); height > reach {
		out.limitClearance(height - reach)
		return height, false
	}
	far := float64(q.speculative+vec.Max(out.Clearance, separationMargin)) + float64(radius)
	if gap := float32(r.Apart(far)) - radius; gap > q.speculative+separationMargin {
		out.limitClearance(gap - q.speculative)
		return height, false
	}
	return height, true
}

// roundRegion is findRegion for a capsule, cylinder, cone or tapered capsule.
func (out *MeshContacts) roundRegion(q *meshQuery, t *shape.Triangle, c *regionContact) bool {
	if c.height > -2*LinearSlop && out.mayTouchFace(q, t, c.normal) &&
		out.faces.contact(q, t, c.normal, &c.manifold) <= c.height+lowestTolerance {
		// the face supports the lowest point, which is not deep
		return true
	}
	r, radius := &out.axes.round, proximity.MarginRadius(q.convex)
	var axis proximity.RoundAxis
	r.Search(&axis, float64(q.speculative+separationMargin)+float64(radius))
	c.separation = float32(axis.Separation) - radius
	if c.separation > q.speculative {
		out.limitClearance(c.separation - q.speculative)
		return false
	}
	out.Clearance = 0
	onTriangle, onShape := r.Points(&axis)
	c.region, c.maxBend = roundRegion(r.FeatureOf(&axis, onTriangle)), roundBend
	c.manifold.Count = 0
	if q.convex.Kind == shape.Capsule {
		out.axes.prism.set(t, c.normal)
		near := proximity.Closest{A: onTriangle, B: onShape, Normal: axis.Normal, Distance: axis.Separation}
		capsuleOn(&c.manifold, &out.axes.prism.poly, &near, q.convex, q.pose, q.speculative)
		return true
	}
	c.manifold.Normal = axis.Normal.Vec3()
	if axis.Corner < 0 && axis.Edge < 0 {
		c.manifold.Normal = c.normal
	}
	c.manifold.Points[0].Separation, c.manifold.Count = float32(axis.Separation), 1
	c.unclipped = true
	out.faces.onTriangle, out.faces.onShape = onTriangle.Vec3(), onShape.Vec3()
	return true
}

// mayTouchFace reports whether part of the incident feature of the shape can be over a triangle.
func (out *MeshContacts) mayTouchFace(q *meshQuery, t *shape.Triangle, n vec.Vec3) bool {
	b := out.faces.incidentFeature(q, n)
	for k := range out.axes.round.Side {
		side := out.axes.round.Side[k].Vec3()
		level := side.Dot(t.V[k]) + 2*innerTolerance
		beyond := true
		for i := range b.points[:b.count] {
			beyond = beyond && side.Dot(b.points[i]) > level
		}
		if beyond {
			return false
		}
	}
	return true
}

// clipFeatures makes the points of a contact that is still a single point on its axis.
func (out *MeshContacts) clipFeatures(q *meshQuery, t *shape.Triangle, c *regionContact) {
	prism := &out.axes.prism
	prism.set(t, c.normal)
	side := shape.Geometry{Kind: shape.Hull, Poly: &prism.poly}
	m := &c.manifold
	p := out.faces.pairAlong(m.Normal, m.Points[0].Separation)
	p.a.find(&side, vec.TransformIdentity, m.Normal)
	p.b.find(q.convex, q.pose, m.Normal.Neg())
	m.Count = 0
	p.contact(m, q.speculative)
}

// roundRegion is the region of a corner or an edge, as TriangleRound.FeatureOf names them.
func roundRegion(corner, edge int) region {
	switch {
	case corner >= 0:
		return cornerRegion(corner)
	case edge >= 0:
		return edgeRegion(edge)
	}
	return unknownRegion
}

package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// fallbackContact is the last resort where every triangle that a shape is stuck in rejects its contact: the one of them
// that is nearest to the centre of the shape. A capsule through the side of a ridge would meet nothing else, and fall
// through.
type fallbackContact struct {
	found    bool
	triangle shape.Triangle
	// n is the normal of the side of the triangle that the centre is on, nearest its point nearest to the centre, in
	// the given region and at the given distance.
	n, nearest vec.Vec3
	region     region
	distance   float32
}

// consider takes note of a triangle, with neighbours and names, that rejects its contact with a shape around center.
// Shapes that hardly overlap find the neighbour that owns it.
func (f *fallbackContact) consider(center vec.Vec3, t *shape.Triangle, c *regionContact) {
	if c.separation > -LinearSlop {
		return
	}
	n := c.normal
	p, at := nearestOnBoundary(&t.V, n, center)
	if at == faceRegion {
		p = center.MulSub(center.Sub(t.V[0]).Dot(n), n)
	}
	if distance := p.Dist(center); !f.found || distance < f.distance {
		*f = fallbackContact{true, *t, n, p, at, distance}
	}
}

// overlaps reports whether some contact is not just speculative.
func overlaps(owned []ownedContact) bool {
	for i := range owned {
		if owned[i].manifold.lowest() <= 0 {
			return true
		}
	}
	return false
}

// useFallback makes the contact of the lowest point of the shape, along the line from the triangle to its centre, or
// along the normal, if the triangle may not push along that line.
func (out *MeshContacts) useFallback(q *meshQuery) {
	f := &out.fallback
	n := f.n
	if away := q.center.Sub(f.nearest).Norm(); f.region != faceRegion && f.distance > deepCore {
		if bent, ok := bendNormal(&f.triangle, n, away, f.region, polytopeBend); ok {
			n = bent
		}
	}
	low := q.pose.Apply(q.convex.Support(q.pose.Q.InvRotate(n.Neg())))
	separation := low.Sub(f.nearest).Dot(n)
	if separation > 0 {
		return
	}
	c := regionContact{normal: f.n}
	c.manifold.Normal, c.manifold.Count = n, 1
	c.manifold.Points[0] = LocalPoint{low.MulSub(float32(0.5*separation), n), separation, nearestID}
	out.keep(&f.triangle, &c)
}

package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// regionContact is the contact of one triangle alone, before its neighbours are asked: the record between steps 1 and
// 2.
type regionContact struct {
	manifold LocalManifold
	// normal of the side of the triangle that the shape is on, and the height of the lowest point of the shape
	// above that side (m).
	normal vec.Vec3
	height float32
	// separation along the best axis (m).
	separation float32
	region     region
	// maxBend is how far the normal of the contact may be bent back into the region of the triangle (sine).
	maxBend float32
	// unclipped says that the manifold is still the single point on the axis: the features around it are worth
	// clipping only if the triangle may push along the axis.
	unclipped bool
}

// region is the feature of a triangle that a contact lies on: a set of edges, none on the face, one on an edge,
// two at a corner.
type region uint8

const (
	faceRegion region = 0
	// unknownRegion is for contacts of a whole area: every edge may limit them.
	unknownRegion region = 7
)

func edgeRegion(k int) region { return 1 << k }

// cornerRegion is the set of the edges that meet in corner k.
func cornerRegion(k int) region { return 1<<k | 1<<((k+2)%3) }

// axisTests is the memory of the separating axis tests of one shape against triangle after triangle.
type axisTests struct {
	hull  triHull
	round proximity.TriangleRound
	prism prism
	// separating is the pair of edges that separated the triangle at hand when it was last searched, if it is on a
	// list.
	separating *separatingEdges
}

// prepare sets the tests up for a shape.
func (x *axisTests) prepare(q *meshQuery) {
	if q.convex.Poly != nil {
		x.hull.start(q.convex.Poly, q.pose)
	} else if q.convex.Kind != shape.Sphere {
		x.round.Start(q.convex, q.pose)
	}
}

// isNear passes over triangles that cheap tests keep farther away than the speculative distance. For the others it
// returns the normal of the side that the shape is on and the height of the shape above it.
// Of the triangle only its corners need be known.
func (out *MeshContacts) isNear(q *meshQuery, t *shape.Triangle) (n vec.Vec3, height float32, near bool) {
	n, ok := out.orient(q, t)
	if !ok || n == (vec.Vec3{}) {
		return n, 0, false
	}
	switch {
	case q.convex.Kind == shape.Sphere:
		height = q.center.Sub(t.V[0]).Dot(n)
		if reach := q.convex.RadiusA + q.reach(n); height > reach {
			out.limitClearance(height - reach)
			return n, height, false
		}
		return n, height, true
	case q.convex.Poly != nil:
		height, near = out.hullIsNear(q, t, n)
	default:
		height, near = out.roundIsNear(q, t, n)
	}
	return n, height, near
}

// reach is the height (m) above the plane of a triangle with normal n beyond which a shape stays
// clear of it until a search ahead ends, wherever the edges are.
func (q *meshQuery) reach(n vec.Vec3) float32 {
	return q.speculative - q.ahead + vec.Max(-n.Dot(q.motion), 0)
}

// findRegion is step 1: it makes the contact of a triangle that is near the shape, and reports whether there is one.
func (out *MeshContacts) findRegion(q *meshQuery, t *shape.Triangle, c *regionContact) bool {
	switch {
	case q.convex.Kind == shape.Sphere:
		return out.ballRegion(q, t, c)
	case q.convex.Poly != nil:
		return out.hullRegion(q, t, c)
	}
	return out.roundRegion(q, t, c)
}

// ballRegion is findRegion for a ball: the point of the triangle nearest to the centre is known in closed form.
func (out *MeshContacts) ballRegion(q *meshQuery, t *shape.Triangle, c *regionContact) bool {
	radius := q.convex.RadiusA
	reach := radius + q.speculative
	nearest, at := nearestOnBoundary(&t.V, c.normal, q.center)
	distance := float32(0)
	if at != faceRegion {
		if distance = q.center.Dist(nearest); distance > reach {
			out.limitClearance(distance - reach)
			return false
		}
	}
	if distance > deepCore {
		c.manifold.setRound(nearest, q.center, 0, radius, q.speculative, c.normal, 0)
	} else {
		c.manifold.setBall(q.center, c.normal, c.height, radius)
	}
	out.Clearance = 0
	c.region, c.maxBend = at, roundBend
	return c.manifold.Count > 0
}

// nearestOnBoundary returns the point of the edges of a triangle with normal n that is nearest to p, and its region:
// the face if p is above or below the triangle, and then no point.
func nearestOnBoundary(v *[3]vec.Vec3, n, p vec.Vec3) (nearest vec.Vec3, at region) {
	least := float32(-proximity.NoSeparation)
	for k := range v {
		edge, d := v[(k+1)%3].Sub(v[k]), p.Sub(v[k])
		if !(edge.Cross(n).Dot(d) > 0) {
			continue
		}
		along := vec.Clamp(d.Dot(edge)/edge.Len2(), 0, 1)
		q := v[k].MulAdd(along, edge)
		if d2 := q.Dist2(p); d2 < least {
			nearest, least = q, d2
			switch along {
			case 0:
				at = cornerRegion(k)
			case 1:
				at = cornerRegion((k + 1) % 3)
			default:
				at = edgeRegion(k)
			}
		}
	}
	return nearest, at
}

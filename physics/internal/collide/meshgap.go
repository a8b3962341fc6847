package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// loosen notes that nothing can come to touch a triangle before the shape has moved by way (m).
func (out *MeshContacts) loosen(way float32) { out.Slack = vec.Min(out.Slack, way) }

// gapBetween returns how far two boxes are apart along the axis along which they are farthest
// apart, negative for boxes that overlap.
func gapBetween(a, b *vec.AABB) float32 {
	x := vec.Max(a.Min.X-b.Max.X, b.Min.X-a.Max.X)
	y := vec.Max(a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y)
	return vec.Max(vec.Max(x, y), vec.Max(a.Min.Z-b.Max.Z, b.Min.Z-a.Max.Z))
}

// apartMargin (m) is by how much the faces of a hull must keep a triangle farther away than the
// speculative distance for the search of all axes to be left out: more than the two can differ by
// rounding, so that leaving it out changes no result.
const apartMargin = 0.1 * LinearSlop

// placedHull measures how far triangles of a mesh are above the faces of a hull. Each triangle is
// taken into the frame of the hull, which has fewer corners than the hull.
type placedHull struct {
	planes []shape.Plane3
	r      vec.Mat3
	p      vec.Vec3
	// last face that kept a triangle away: the next triangle is often above the same one.
	last int
}

// place prepares for a convex shape; those without faces keep nothing away.
func (h *placedHull) place(convex *shape.Geometry, pose vec.Transform) {
	h.planes, h.last = nil, 0
	if convex.Poly == nil {
		return
	}
	h.planes, h.r, h.p = convex.Poly.Planes, pose.Q.Mat3(), pose.P
}

// gap returns the height of the triangle above a face that keeps it away, or if there is none a
// negative number or less than what keeps it away.
func (h *placedHull) gap(t *shape.Triangle) float32 {
	if len(h.planes) == 0 {
		return -1
	}
	a := h.r.TMulVec(t.V[0].Sub(h.p))
	b := h.r.TMulVec(t.V[1].Sub(h.p))
	c := h.r.TMulVec(t.V[2].Sub(h.p))
	const enough = SpeculativeDistance + apartMargin
	if s := above(&h.planes[h.last], a, b, c); s > enough {
		return s
	}
	for f := range h.planes {
		if s := above(&h.planes[f], a, b, c); s > enough {
			h.last = f
			return s
		}
	}
	return -1
}

func above(p *shape.Plane3, a, b, c vec.Vec3) float32 {
	return vec.Min(vec.Min(p.Normal.Dot(a), p.Normal.Dot(b)), p.Normal.Dot(c)) - p.Offset
}

// nearest makes the single point between the nearest points of a triangle and a hull that do not
// overlap. A corner of a hull just above the edge between two triangles may have all of the face
// that is clipped beyond the edge, for either of them, and so be without a point.
func nearest(m *LocalManifold, t *shape.Triangle, convex *shape.Geometry, pose vec.Transform, speculative float32) bool {
	if convex.Kind != shape.Box && convex.Kind != shape.Hull {
		return false
	}
	facet := shape.Geometry{Kind: shape.Facet, A: t.V[0], B: t.V[1], Half: t.V[2]}
	var out closest
	wide := widenPose(pose)
	gjk(&out, &facet, convex, &wide, nil)
	if out.distance <= touching || out.distance > float64(speculative) {
		return false
	}
	m.Normal = out.normal.Vec3()
	m.Points[0] = LocalPoint{out.a.Add(out.b).Mul(0.5).Vec3(), float32(out.distance), edgeID(0xfff, 0xfff)}
	m.Count = 1
	return true
}

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
	return max(a.Min.X-b.Max.X, b.Min.X-a.Max.X, a.Min.Y-b.Max.Y, b.Min.Y-a.Max.Y, a.Min.Z-b.Max.Z, b.Min.Z-a.Max.Z)
}

// apartMargin (m) is by how much the faces of a hull must keep a triangle farther away than the
// speculative distance for the search of all axes to be left out: more than the two can differ by
// rounding, so that leaving it out changes no result.
const apartMargin = 0.1 * LinearSlop

// nearest makes the single point between the nearest points of a triangle and a hull that do not
// overlap. A corner of a hull just above the edge between two triangles may have all of the face
// that is clipped beyond the edge, for either of them, and so be without a point.
func nearest(m *LocalManifold, t *shape.Triangle, convex *shape.Geometry, pose vec.Transform, speculative float32) bool {
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

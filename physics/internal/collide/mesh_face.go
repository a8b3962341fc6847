package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// faceClipper makes contacts with the faces of triangles, and keeps the incident feature of the shape: flat ground
// needs the same again and again.
type faceClipper struct {
	pair     featurePair
	room     clipRoom
	triangle triangleClipRoom
	// incident is the normal for which pair.b is the incident feature, if known.
	incident vec.Vec3
	known    bool
	// onTriangle and onShape are the two points of a contact that is not clipped yet.
	onTriangle, onShape vec.Vec3
}

// prepare forgets the last shape.
func (f *faceClipper) prepare() { f.known = false }

// incidentFeature returns the feature of the shape against a face with normal n.
func (f *faceClipper) incidentFeature(q *meshQuery, n vec.Vec3) *feature {
	if !f.known || f.incident != n {
		f.pair.b.find(q.convex, q.pose, n.Neg())
		f.incident, f.known = n, true
	}
	return &f.pair.b
}

// contact makes the contact of a round shape with the face of a triangle and returns the least separation.
func (f *faceClipper) contact(q *meshQuery, t *shape.Triangle, n vec.Vec3, m *LocalManifold) float32 {
	c := &f.pair
	c.a.count = 0
	for k, v := range t.V {
		c.a.add(v, uint8(k))
	}
	c.a.normal, c.a.endless, c.inner = n, false, true
	f.incidentFeature(q, n)
	m.Count = 0
	c.clipIn(&f.room, m, &c.a, &c.b, q.speculative, false)
	return m.lowest()
}

// pairAlong prepares the pair of features of a contact along any axis.
func (f *faceClipper) pairAlong(normal vec.Vec3, separation float32) *featurePair {
	f.known = false
	c := &f.pair
	c.inner, c.normal, c.separation = true, normal, separation
	c.pointA, c.pointB = f.onTriangle, f.onShape
	return c
}

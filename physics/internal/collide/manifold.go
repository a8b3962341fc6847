package collide

import "tumble/physics/vec"

// LocalPoint is one contact point in the frame of body A.
type LocalPoint struct {
	// Point lies midway between the two surfaces.
	Point vec.Vec3
	// Separation of the surfaces along the normal (m), negative when they overlap.
	Separation float32
	// ID names the two features that meet here. It stays the same from step to step
	// while they do, and is unique within a manifold; impulses are carried over by it.
	ID uint32
}

// LocalManifold is the contact region of two convex shapes in the frame of body A. Count 0
// means that the shapes are farther apart than the speculative distance.
type LocalManifold struct {
	// Normal is a unit vector that points from A to B.
	Normal vec.Vec3
	Points [MaxPoints]LocalPoint
	Count  int32
}

// lowest returns the least separation, a huge one when there are no points.
func (m *LocalManifold) lowest() float32 {
	low := float32(1e30)
	for _, p := range m.Points[:m.Count] {
		low = vec.Min(low, p.Separation)
	}
	return low
}

// flip converts a manifold in the frame of B into one in the frame of A.
func (m *LocalManifold) flip(bInA vec.Transform) {
	if m.Count == 0 {
		return
	}
	r := bInA.Q.Mat3()
	m.Normal = r.MulVec(m.Normal).Neg()
	for i := range m.Points[:m.Count] {
		p := &m.Points[i]
		p.Point = r.MulVec(p.Point).Add(bInA.P)
	}
}

// transform moves a manifold from the frame of a shape to that of its body.
func (m *LocalManifold) transform(local vec.Transform) {
	m.Normal = local.Q.Rotate(m.Normal)
	for i := range m.Points[:m.Count] {
		m.Points[i].Point = local.Apply(m.Points[i].Point)
	}
}

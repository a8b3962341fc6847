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

// Cache carries what one pair learnt in a step to the next step. It only saves work: with an
// empty cache the answer is as good. The zero value is empty. It holds no pointers and may
// be copied, saved and compared.
type Cache struct {
	// Axis is the last separating direction of a pair without cached features, of unit length or zero.
	Axis vec.Vec3
	// Separation along the cached feature when it was last searched for.
	Separation float32
	// IndexA and IndexB name the cached face or edge of each shape.
	IndexA, IndexB uint16
	// SimplexA and SimplexB are the vertices of the last closest simplex.
	SimplexA, SimplexB [4]uint8
	Feature            Feature
	SimplexCount       uint8
}

// IsSound reports whether the axis is no longer than it may be: a longer one would keep shapes apart that touch.
func (c *Cache) IsSound() bool { return c.Axis.Len2() <= 1+1e-5 }

// Feature says what a Cache remembers.
type Feature uint8

const (
	NoFeature Feature = iota
	// FaceA, FaceB and EdgePair gave the manifold.
	FaceA
	FaceB
	EdgePair
	// SeparatedA, SeparatedB and SeparatedEdges kept the shapes apart.
	SeparatedA
	SeparatedB
	SeparatedEdges
)

// lowest returns the least separation, a huge one when there are no points.
func (m *LocalManifold) lowest() float32 {
	low := float32(1e30)
	for _, p := range m.Points[:m.Count] {
		low = vec.Min(low, p.Separation)
	}
	return low
}

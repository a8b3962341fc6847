package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// Cache carries the result of a pair from one step to the next. It only saves work: with an
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

// IsSound reports whether the axis is no longer than 1: a longer axis would keep touching shapes apart.
func (c *Cache) IsSound() bool { return c.Axis.Len2() <= 1+1e-5 }

// Feature names the kind of axis that a Cache holds.
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

// gjk is proximity.GJK with the simplex and the axis of a cache, which may be nil.
func gjk(out *proximity.Closest, a, b *shape.Geometry, pose *proximity.Pose, c *Cache) {
	if c == nil {
		proximity.GJK(out, a, b, pose, nil)
		return
	}
	seed := proximity.Seed{Axis: c.Axis, A: c.SimplexA, B: c.SimplexB, Count: c.SimplexCount}
	proximity.GJK(out, a, b, pose, &seed)
	c.Axis, c.SimplexA, c.SimplexB, c.SimplexCount = seed.Axis, seed.A, seed.B, seed.Count
}

// stillValid reports whether a contact along the cached axis may be taken without a search: while
// it is shallow and its separation has changed by less than the slop, no other axis can be
// much better.
func stillValid(separation, speculative float32, c *Cache) bool {
	return separation <= speculative && separation > -2*LinearSlop &&
		vec.Abs(separation-c.Separation) < LinearSlop
}

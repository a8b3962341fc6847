package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// Collide fills m with the contact manifold of two convex shapes, or with Count 0 when they
// are farther apart than speculative (m). bInA is the pose of body B seen from body A. The cache
// belongs to this ordered pair; a new pair starts with the zero value. Any order of kinds is
// allowed, and one of them may be a plane. Pairs with a mesh, height field or compound give
// Count 0: use CollideMesh.
func Collide(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32, cache *Cache) {
	m.Count = 0
	if a.Kind < b.Kind {
		// the pair functions want the higher kind first
		collideOrdered(m, b, a, bInA.Inverse(), speculative, cache)
		m.flip(bInA)
		return
	}
	collideOrdered(m, a, b, bInA, speculative, cache)
}

// collideOrdered is the table of pair functions, for a.Kind ≥ b.Kind.
func collideOrdered(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32, cache *Cache) {
	switch a.Kind {
	case shape.Sphere:
		spheres(m, a, b, bInA, speculative)
	case shape.Capsule:
		if b.Kind == shape.Sphere {
			capsuleSphere(m, a, b, bInA, speculative)
		} else {
			capsules(m, a, b, bInA, speculative)
		}
	case shape.Box, shape.Hull:
		collidePolytope(m, a, b, bInA, speculative, cache)
	case shape.Cylinder, shape.Cone, shape.TaperedCapsule:
		roundContact(m, a, b, bInA, speculative)
	case shape.Plane:
		if b.Kind.IsConvex() {
			planeContact(m, a, b, bInA, speculative)
		}
	}
}

// collidePolytope handles a box or hull against everything below it.
func collidePolytope(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32, cache *Cache) {
	switch {
	case b.Kind == shape.Sphere && a.Kind == shape.Box:
		boxSphere(m, a, b, bInA, speculative)
	case b.Kind == shape.Sphere:
		hullSphere(m, a, b, bInA, speculative, cache)
	case b.Kind == shape.Capsule:
		hullCapsule(m, a, b, bInA, speculative, cache)
	case a.Kind == shape.Box && b.Kind == shape.Box:
		boxes(m, a, b, bInA, speculative, cache)
	default:
		hulls(m, a.Poly, b.Poly, bInA, speculative, cache)
	}
}

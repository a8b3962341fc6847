package tool

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// clearanceSteps bounds the projections of Clearance, which converge long before between convex bodies.
const clearanceSteps = 200

// Clearance is the distance (m) between two bodies, 0 where they overlap: the nearest points by projecting from one to
// the other in turn. Between bodies that are not convex it is an upper bound.
func Clearance(a, b physics.Body) (gap float32, ok bool) {
	p := a.WorldCenter()
	gap = float32(math.Inf(1))
	for range clearanceSteps {
		q, okB := b.ClosestPoint(p)
		if !okB {
			return 0, false
		}
		back, okA := a.ClosestPoint(q.Point)
		if !okA {
			return 0, false
		}
		now := back.Point.Dist(q.Point)
		if now >= gap-1e-7 {
			return min(now, gap), true
		}
		gap, p = now, back.Point
	}
	return gap, true
}

// angleBetween is the angle between two directions, degrees.
func angleBetween(a, b vec.Vec3) float64 {
	x, y := float64(a.Dot(b)), float64(a.Cross(b).Len())
	return math.Atan2(y, x) * 180 / math.Pi
}

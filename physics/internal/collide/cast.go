package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// Cast moves the convex shape B along translation (m, in the frame of A) and returns where it first
// touches A, not later than maxFraction of the translation: the fraction, the outward normal of A and
// the point of touch, in the frame of A. Shapes that overlap at the start hit at fraction 0
// with a zero normal.
//
// Method: conservative advancement without rotation. The gap along the direction n of the
// distance closes at exactly −n·translation, so for polytopes the steps end at the exact
// position after a few faces.
func Cast(a, b *shape.Geometry, bInA vec.Transform, translation vec.Vec3, maxFraction float32) (shape.Hit, bool) {
	if a.Kind.HasChildren() {
		return castAtChildren(a, b, bInA, translation, maxFraction)
	}
	return convexCast(a, b, bInA, translation, maxFraction)
}

func convexCast(a, b *shape.Geometry, bInA vec.Transform, translation vec.Vec3, maxFraction float32) (shape.Hit, bool) {
	radiusA, radius := float64(a.CoreRadius()), float64(a.CoreRadius())+float64(b.CoreRadius())
	start := proximity.WidenPose(bInA)
	move := shape.Widen(translation)
	var cache Cache
	var out proximity.Closest
	t := 0.0
	var hit shape.Hit
	for i := range maxCastSteps {
		pose := start
		pose.P = start.P.MulAdd(t, move)
		gjk(&out, a, b, &pose, &cache)
		gap := out.Distance - radius
		if i == 0 && gap < 0 {
			return shape.Hit{Point: out.B.Vec3()}, true
		}
		hit.Fraction = float32(t)
		if out.Distance > 0 {
			// rounding may end the last step inside a core: then the last direction stays
			hit.Normal = out.Normal.Vec3()
			hit.Point = out.A.MulAdd(radiusA, out.Normal).Vec3()
		}
		if gap <= castTolerance {
			return hit, true
		}
		closing := -move.Dot(out.Normal)
		if closing <= 0 {
			return shape.Hit{}, false
		}
		t += (gap - 0.5*castTolerance) / closing
		if t > float64(maxFraction) {
			return shape.Hit{}, false
		}
	}
	// a tangential cast that has not converged: nearer than any real gap
	return hit, true
}

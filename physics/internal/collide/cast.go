package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// Motion is that of a shape in a cast: its origin moves by Translation (m) on a straight line, and it turns about it by
// the vector Rotation (rad), both at a constant rate.
type Motion struct{ Translation, Rotation vec.Vec3 }

// at is the pose of a shape at fraction t that begins at a pose.
func (m *Motion) at(start *proximity.Pose, from vec.Quat, t float64) proximity.Pose {
	pose := *start
	if axis, angle := m.Rotation.NormLen(); angle > 0 {
		q := vec.QuatAxisAngle(axis, float32(float64(angle)*t)).Mul(from).Norm()
		pose = proximity.WidenPose(vec.Transform{Q: q})
	}
	pose.P = start.P.MulAdd(t, shape.Widen(m.Translation))
	return pose
}

// closing is how fast (m per motion) a shape at a pose comes nearer along −n: the speed of its core's fastest point.
func (m *Motion) closing(b *shape.Geometry, pose *proximity.Pose, n shape.Vec64) float64 {
	rate := -shape.Widen(m.Translation).Dot(n)
	if m.Rotation != (vec.Vec3{}) {
		local := pose.InvRotate(n.Neg().Cross(shape.Widen(m.Rotation)))
		s, _ := b.CoreSupport(local)
		rate += s.Dot(local)
	}
	return rate
}

// Start contains a shape that begins at a pose, in all its rotations.
func (m *Motion) Start(b *shape.Geometry, at vec.Transform) vec.AABB {
	if m.Rotation == (vec.Vec3{}) {
		return b.AABB(at)
	}
	_, outer := b.Extents(vec.Vec3{})
	return vec.AABB{Min: at.P, Max: at.P}.Expand(outer)
}

// bend bounds the acceleration of the points of a shape (m per motion²).
func (m *Motion) bend(b *shape.Geometry) float64 {
	if m.Rotation == (vec.Vec3{}) {
		return 0
	}
	_, outer := b.Extents(vec.Vec3{})
	rotation := shape.Widen(m.Rotation)
	return float64(rotation.Dot(rotation) * float64(outer))
}

// Cast moves the convex shape B (in the frame of A) and returns where it first touches A, not later than maxFraction of
// the motion: the fraction, the outward normal of A and the point of touch, in the frame of A. Shapes that overlap at
// the start hit at fraction 0 with a zero normal.
//
// Method: conservative advancement as in TimeOfImpact. Without a turn the gap along the direction n of the distance
// closes at exactly −n·translation, so for polytopes the steps end at the exact position after a few faces.
func Cast(a, b *shape.Geometry, bInA vec.Transform, m *Motion, maxFraction float32) (shape.Hit, bool) {
	if a.Kind.HasChildren() {
		return castAtChildren(a, b, bInA, m, maxFraction)
	}
	return convexCast(a, b, bInA, m, maxFraction)
}

func convexCast(a, b *shape.Geometry, bInA vec.Transform, m *Motion, maxFraction float32) (shape.Hit, bool) {
	radiusA, radius := float64(a.CoreRadius()), float64(a.CoreRadius())+float64(b.CoreRadius())
	start, bend := proximity.WidenPose(bInA), m.bend(b)
	var cache Cache
	var out proximity.Closest
	t := 0.0
	var hit shape.Hit
	for i := range maxCastSteps {
		pose := m.at(&start, bInA.Q, t)
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
		closing := m.closing(b, &pose, out.Normal)
		if closing <= 0 && bend == 0 {
			return shape.Hit{}, false
		}
		t += safeStep(gap-0.5*castTolerance, closing, bend)
		if t > float64(maxFraction) {
			return shape.Hit{}, false
		}
	}
	// a tangential cast that has not converged: nearer than any real gap
	return hit, true
}

package collide

import (
	"fmt"
	"math"

	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// checkManifold compares Collide with brute force and returns what is wrong.
func checkManifold(a, b *shape.Geometry, bInA vec.Transform) string {
	var cache Cache
	return checkCached(a, b, bInA, &cache, LinearSlop)
}

// checkCached is checkManifold with the cache of an earlier pose, whose axis may be worse than
// the best one by stale.
func checkCached(a, b *shape.Geometry, bInA vec.Transform, cache *Cache, stale float64) string {
	var m LocalManifold
	Collide(&m, a, b, bInA, SpeculativeDistance, cache)
	pose := proximity.WidenPose(bInA)
	sa, sb := newSkeleton(a, &identityPose), newSkeleton(b, &pose)
	truth := trueSeparation(&sa, &sb)
	sat, _ := bruteSAT(&sa, &sb)

	const tolerance = 2e-4
	if m.Count == 0 {
		if truth < -tolerance {
			return fmt.Sprintf("no contact at overlap %g", truth)
		}
		return ""
	}
	if sat-sa.radius-sb.radius > SpeculativeDistance+stale-0.8*LinearSlop {
		return fmt.Sprintf("contact at separation %g", truth)
	}
	if l := m.Normal.Len(); math.Abs(float64(l)-1) > 1e-4 {
		return fmt.Sprintf("normal %v of length %g", m.Normal, l)
	}
	// how far the shapes are apart along the normal; no axis can show more than the truth
	along := gapAlong(&sa, &sb, shape.Widen(m.Normal)) - sa.radius - sb.radius
	allowed := stale + 0.08*math.Abs(math.Min(truth, 0)) + tolerance
	if truth > 0 {
		// faces may stand for a nearby corner
		allowed += truth
	}
	if a.Kind == shape.Capsule || b.Kind == shape.Capsule {
		// a capsule that lies on something takes its normal; its free end may dip deeper
		along = math.Inf(1)
		for _, p := range m.Points[:m.Count] {
			along = math.Min(along, float64(p.Separation))
		}
	}
	if along < truth-allowed && !(truth > -tolerance && along > truth-3*SpeculativeDistance) {
		return fmt.Sprintf("normal %v has separation %g, the best is %g", m.Normal, along, truth)
	}
	deepest := float32(math.Inf(1))
	for i, p := range m.Points[:m.Count] {
		deepest = vec.Min(deepest, p.Separation)
		if p.Separation > SpeculativeDistance+1e-5 {
			return fmt.Sprintf("point %d at separation %g", i, p.Separation)
		}
		if float64(p.Separation) < along-tolerance {
			return fmt.Sprintf("point %d at %g, but the shapes only overlap %g", i, p.Separation, along)
		}
		for _, q := range m.Points[:i] {
			if q.ID == p.ID {
				return fmt.Sprintf("two points with id %#x", p.ID)
			}
		}
		// below a face with a sharp side a point may leave the solid by a multiple of its depth, and at a
		// sharp corner by a multiple of the distance that a point may stand out over a side
		half := 10*math.Abs(float64(p.Separation)) + 10*LinearSlop
		if d := depthIn(&sa, p.Point, identityPose); d > half+tolerance {
			return fmt.Sprintf("point %d is %g outside of A, separation %g", i, d, p.Separation)
		}
		if d := depthIn(&sb, p.Point, identityPose); d > half+tolerance {
			return fmt.Sprintf("point %d is %g outside of B, separation %g", i, d, p.Separation)
		}
	}
	if float64(deepest) > truth+0.1*math.Abs(truth)+LinearSlop && truth < 0 && deepest > 0 {
		return fmt.Sprintf("deepest point %g, overlap %g", deepest, truth)
	}
	return ""
}

// depthIn is a lower bound for the distance of p outside of the skeleton with its radius.
func depthIn(s *skeleton, p vec.Vec3, _ proximity.Pose) float64 {
	q := shape.Widen(p)
	switch {
	case len(s.vertices) == 1:
		return q.Sub(s.vertices[0]).Len() - s.radius
	case len(s.vertices) == 2:
		d := s.vertices[1].Sub(s.vertices[0])
		t := math.Max(0, math.Min(1, q.Sub(s.vertices[0]).Dot(d)/d.Dot(d)))
		return q.Sub(s.vertices[0].MulAdd(t, d)).Len() - s.radius
	}
	best := math.Inf(-1)
	for f, n := range s.normals {
		best = math.Max(best, q.Sub(s.vertices[s.faces[f][0]]).Dot(n))
	}
	return best
}

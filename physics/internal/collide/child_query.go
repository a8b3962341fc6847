package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// distanceToChildren returns the distance of b to the nearest triangle or child of a. It looks in boxes
// around b that double until the nearest one inside is no farther than the box.
func distanceToChildren(a, b *shape.Geometry, bInA vec.Transform) Separation {
	bounds := b.AABB(bInA)
	all := a.AABB(vec.TransformIdentity)
	reach := vec.Max(bounds.Max.Sub(bounds.Min).MaxComponent(), 10*LinearSlop)
	var t shape.Triangle
	for {
		box := bounds.Expand(reach)
		best := Separation{Distance: float32(shape.MaxSize) * 100}
		var w shape.Walk
		for w.Start(a, box); w.Next(a); {
			child := a.ConvexChild(w.Index, &t)
			if s := convexDistance(&child, b, bInA, nil); s.Distance < best.Distance {
				best = s
				best.Child, best.Material = w.Index, 0
				if a.Kind != shape.Compound {
					best.Child, best.Material = t.Index, t.Material
				}
			}
		}
		if best.Distance <= reach || box.Contains(all) {
			return best
		}
		reach = float32(2 * reach)
	}
}

func overlapsChildren(a, b *shape.Geometry, bInA vec.Transform) bool {
	var t shape.Triangle
	var w shape.Walk
	for w.Start(a, b.AABB(bInA)); w.Next(a); {
		child := a.ConvexChild(w.Index, &t)
		if convexOverlap(&child, b, bInA) {
			return true
		}
	}
	return false
}

// castAtChildren returns the first hit of the moving shape b with a triangle or child of a. One-sided
// triangles are open from behind.
func castAtChildren(a, b *shape.Geometry, bInA vec.Transform, m *Motion, maxFraction float32) (shape.Hit, bool) {
	start := m.Start(b, bInA)
	displacement := m.Translation.Mul(maxFraction)
	end := vec.AABB{Min: start.Min.Add(displacement), Max: start.Max.Add(displacement)}
	center := bInA.Apply(b.Centroid())
	best, found := shape.Hit{Fraction: maxFraction}, false
	var t shape.Triangle
	var w shape.Walk
	for w.Start(a, start.Union(end).Expand(castTolerance)); w.Next(a); {
		child := a.ConvexChild(w.Index, &t)
		if a.Kind != shape.Compound && !t.TwoSided && t.Normal().Dot(center.Sub(t.V[0])) < 0 {
			continue
		}
		h, ok := convexCast(&child, b, bInA, m, best.Fraction)
		if !ok || found && h.Fraction >= best.Fraction {
			continue
		}
		best, found = h, true
		best.ChildIndex, best.MaterialIndex = t.Index, t.Material
		if a.Kind == shape.Compound {
			best.ChildIndex = w.Index
		}
	}
	return best, found
}

package query

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// The questions of this file go down the trees of the broad phase. Results do not depend on the shape of the trees: the
// nearest one is found with ties broken by index, and visits come in any order, which the caller sorts.

// before is the order of hits: by fraction, then by index.
func (h *Hit) before(best *Hit, found bool) bool {
	return !found || h.Fraction < best.Fraction || h.Fraction == best.Fraction && h.Shape < best.Shape
}

// RayCastNearest returns the nearest shape that the ray from origin along translation (m) meets.
func (qs *Queries) RayCastNearest(origin, translation vec.Vec3, f Filter) (Hit, bool) {
	best, found := Hit{Fraction: 1}, false
	var cast tree.Cast
	for kind := range qs.broad.Trees {
		cast.RayCast(&qs.broad.Trees[kind], origin, translation, best.Fraction, tree.AllCategories)
		for cast.Next() {
			index := cast.User()
			if !f.Accepts(&qs.Shapes[index]) {
				continue
			}
			if h, ok := qs.RayCast(index, origin, translation, best.Fraction); ok && h.before(&best, found) {
				best, found = h, true
				cast.Clip(h.Fraction)
			}
		}
	}
	return best, found
}

// RayCastAny reports whether the ray from origin along translation (m) meets anything.
func (qs *Queries) RayCastAny(origin, translation vec.Vec3, f Filter) bool {
	var cast tree.Cast
	for kind := range qs.broad.Trees {
		cast.RayCast(&qs.broad.Trees[kind], origin, translation, 1, tree.AllCategories)
		for cast.Next() {
			if !f.Accepts(&qs.Shapes[cast.User()]) {
				continue
			}
			if _, ok := qs.RayCast(cast.User(), origin, translation, 1); ok {
				return true
			}
		}
	}
	return false
}

// RayCastEach visits every shape that the ray from origin along translation (m) meets.
func (qs *Queries) RayCastEach(origin, translation vec.Vec3, f Filter, visit func(h Hit)) {
	var cast tree.Cast
	for kind := range qs.broad.Trees {
		cast.RayCast(&qs.broad.Trees[kind], origin, translation, 1, tree.AllCategories)
		for cast.Next() {
			if !f.Accepts(&qs.Shapes[cast.User()]) {
				continue
			}
			if h, ok := qs.RayCast(cast.User(), origin, translation, 1); ok {
				visit(h)
			}
		}
	}
}

// CastNearest returns the first shape that a convex geometry meets as it moves from t.
func (qs *Queries) CastNearest(g *shape.Geometry, t vec.Transform, m collide.Motion, f Filter) (Hit, bool) {
	best, found := Hit{Fraction: 1}, false
	box := m.Start(g, t)
	var cast tree.Cast
	for kind := range qs.broad.Trees {
		cast.BoxCast(&qs.broad.Trees[kind], box, m.Translation, best.Fraction, tree.AllCategories)
		for cast.Next() {
			index := cast.User()
			if !f.Accepts(&qs.Shapes[index]) {
				continue
			}
			if h, ok := qs.Cast(index, g, t, m, best.Fraction); ok && h.before(&best, found) {
				best, found = h, true
				cast.Clip(h.Fraction)
			}
		}
	}
	return best, found
}

// OverlapBox visits the shapes whose bounds overlap a box.
func (qs *Queries) OverlapBox(box vec.AABB, f Filter, visit func(index int32)) {
	var cast tree.Cast
	for kind := range qs.broad.Trees {
		cast.BoxCast(&qs.broad.Trees[kind], box, vec.Vec3{}, 1, tree.AllCategories)
		for cast.Next() {
			index := cast.User()
			s := &qs.Shapes[index]
			if f.Accepts(s) && qs.Geometries[index].AABB(qs.Sims[s.Body].Transform).Overlaps(box) {
				visit(index)
			}
		}
	}
}

// Overlap visits the shapes that share a point with a convex geometry placed at t.
func (qs *Queries) Overlap(g *shape.Geometry, t vec.Transform, f Filter, visit func(index int32)) {
	var cast tree.Cast
	for kind := range qs.broad.Trees {
		cast.BoxCast(&qs.broad.Trees[kind], g.AABB(t), vec.Vec3{}, 1, tree.AllCategories)
		for cast.Next() {
			if f.Accepts(&qs.Shapes[cast.User()]) && qs.SharesPoint(cast.User(), g, t) {
				visit(cast.User())
			}
		}
	}
}

// OverlapPoint visits the shapes that contain the point p (m).
func (qs *Queries) OverlapPoint(p vec.Vec3, f Filter, visit func(index int32)) {
	var cast tree.Cast
	for kind := range qs.broad.Trees {
		cast.BoxCast(&qs.broad.Trees[kind], vec.AABB{Min: p, Max: p}, vec.Vec3{}, 1, tree.AllCategories)
		for cast.Next() {
			index := cast.User()
			s := &qs.Shapes[index]
			if f.Accepts(s) && qs.Geometries[index].Contains(qs.Sims[s.Body].Transform.InvApply(p)) {
				visit(index)
			}
		}
	}
}

// ClosestOfAll returns the point of any shape nearest to p (m), at most maxDistance (m) away.
func (qs *Queries) ClosestOfAll(p vec.Vec3, maxDistance float32, f Filter) (Nearest, bool) {
	best, found := Nearest{Distance: maxDistance}, false
	var cast tree.Cast
	for kind := range qs.broad.Trees {
		cast.BoxCast(&qs.broad.Trees[kind], vec.AABB{Min: p, Max: p}.Expand(best.Distance), vec.Vec3{}, 1,
			tree.AllCategories)
		for cast.Next() {
			index := cast.User()
			if !f.Accepts(&qs.Shapes[index]) {
				continue
			}
			h := qs.Closest(index, p)
			if h.Distance < best.Distance || h.Distance == best.Distance && (!found || index < best.Shape) {
				best, found = h, true
			}
		}
	}
	return best, found
}

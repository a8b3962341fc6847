package query

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// The questions of this file look at all shapes of a body, sensors included.

// RayCastBody returns where the ray from origin along translation (m) first meets a shape of a body.
func (qs *Queries) RayCastBody(body int32, origin, translation vec.Vec3) (Hit, bool) {
	best, found := Hit{Fraction: 1}, false
	for s := qs.Bodies[body].FirstShape; s != state.None; s = qs.Shapes[s].Next {
		if h, ok := qs.RayCast(s, origin, translation, best.Fraction); ok && h.before(&best, found) {
			best, found = h, true
		}
	}
	return best, found
}

// CastBody returns where a convex geometry that moves from t along translation (m) first meets a shape of a body.
func (qs *Queries) CastBody(body int32, g *shape.Geometry, t vec.Transform, m collide.Motion) (Hit, bool) {
	best, found := Hit{Fraction: 1}, false
	for s := qs.Bodies[body].FirstShape; s != state.None; s = qs.Shapes[s].Next {
		if h, ok := qs.Cast(s, g, t, m, best.Fraction); ok && h.before(&best, found) {
			best, found = h, true
		}
	}
	return best, found
}

// BodySharesPoint reports whether a shape of a body shares a point with a convex geometry placed at t.
func (qs *Queries) BodySharesPoint(body int32, g *shape.Geometry, t vec.Transform) bool {
	for s := qs.Bodies[body].FirstShape; s != state.None; s = qs.Shapes[s].Next {
		if qs.SharesPoint(s, g, t) {
			return true
		}
	}
	return false
}

// ClosestOfBody returns the point of the shapes of a body nearest to p (m). A body without shapes has none.
func (qs *Queries) ClosestOfBody(body int32, p vec.Vec3) (Nearest, bool) {
	var best Nearest
	found := false
	for s := qs.Bodies[body].FirstShape; s != state.None; s = qs.Shapes[s].Next {
		if h := qs.Closest(s, p); !found || h.Distance < best.Distance {
			best, found = h, true
		}
	}
	return best, found
}

// BodyContains reports whether the world point p lies in a shape of a body.
func (qs *Queries) BodyContains(body int32, p vec.Vec3) bool {
	local := qs.Sims[body].Transform.InvApply(p)
	for s := qs.Bodies[body].FirstShape; s != state.None; s = qs.Shapes[s].Next {
		if qs.Geometries[s].Contains(local) {
			return true
		}
	}
	return false
}

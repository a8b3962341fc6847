package collide

import (
	"math"

	"tumble/physics/internal/shape"
)

// roundAgainst fills out with the best axis of a cylinder, cone or tapered capsule, shape A, and another convex
// shape, of which a sphere or capsule counts as its core; its distance is negative where they overlap. The
// points are those that lie opposite along the axis. It may stop at an axis that separates by more than
// enough, without points.
func roundAgainst(out *closest, a, b *shape.Geometry, pose *pose64, enough float64) {
	if b.Poly != nil {
		againstPolytope(out, a, b.Poly, pose, enough)
		return
	}
	var p roundPair
	p.a.setup(a, &pose64{x: v64{X: 1}, y: v64{Y: 1}, z: v64{Z: 1}})
	p.b.setup(b, pose)
	switch b.Kind {
	case shape.Sphere:
		out.b = p.b.a
		out.distance, out.normal = p.a.over(out.b)
		out.a = out.b.MulAdd(-out.distance, out.normal)
	case shape.Capsule:
		againstSegment(out, &p.a, &p.b)
	default:
		p.search(enough)
		out.distance, out.normal = p.best.separation, p.best.normal
		if !(out.distance <= enough) {
			return
		}
		out.a, out.b = p.points()
		if out.distance > 0 && !p.proved(out) {
			// the search may end beside the best axis of discs that are nearly parallel
			gjk(out, a, b, pose, nil)
			ra, rb := float64(a.CoreRadius()), float64(b.CoreRadius())
			out.a, out.b = out.a.MulAdd(ra, out.normal), out.b.MulAdd(-rb, out.normal)
			out.distance -= ra + rb
		}
	}
}

// proved reports whether the points of both shapes are on them, so that their distance is that of the shapes.
func (p *roundPair) proved(out *closest) bool {
	overA, _ := p.a.over(out.a)
	overB, _ := p.b.over(out.b)
	return overA < axisTolerance && overB < axisTolerance
}

// againstPolytope is roundAgainst for a box or hull.
func againstPolytope(out *closest, a *shape.Geometry, poly *shape.Polytope, pose *pose64, enough float64) {
	var r polyRound
	inverse := pose.inverse()
	r.setup(a, &inverse)
	r.poly = poly
	center := a.Centroid()
	inner, _ := a.Extents(center)
	r.center, r.inner = inverse.apply(shape.Widen(center)), float64(inner)
	r.search(enough)
	out.distance, out.normal = r.best.separation, pose.rotate(r.best.normal).Neg()
	if out.distance <= enough {
		onPoly, onRound := r.points()
		out.a, out.b = pose.apply(onRound), pose.apply(onPoly)
	}
}

// againstSegment is roundAgainst for the core of a capsule.
func againstSegment(out *closest, g, core *roundEnds) {
	p, along, long := core.a, core.axis, core.length
	q := p.MulAdd(long, along)
	height, up := g.over(p)
	other, upOther := g.over(q)
	switch {
	case height <= other && up.Dot(along) >= 0:
		out.distance, out.normal, out.b = height, up, p
	case other <= height && upOther.Dot(along) <= 0:
		out.distance, out.normal, out.b = other, upOther, q
	default:
		againstCore(out, g, core)
	}
	out.a = out.b.MulAdd(-out.distance, out.normal)
}

// againstCore is againstSegment where neither end of the segment is nearest to the shape.
func againstCore(out *closest, g, core *roundEnds) {
	p, along, long := core.a, core.axis, core.length
	visible, side := core.square()
	best := roundAxis{separation: math.Inf(-1)}
	for range 2 {
		arc := g.arcAt(p, visible, side, [2]float64{-1, 0})
		g.searchArc(&best, &arc)
		visible, side = visible.Neg(), side.Neg()
	}
	out.b = g.segmentPoint(p, along, best.normal, long)
	if best.separation < 0 && g.discs {
		// see triRound.deep
		q := p.MulAdd(long, along)
		for _, n := range [4]v64{g.axis, g.axis.Neg(), g.outOfMantle(p).Neg(), g.outOfMantle(q).Neg()} {
			if s := -g.reach(n.Neg()) - max(n.Dot(p), n.Dot(q)); s > best.separation {
				best.separation, best.normal = s, n
				if out.b = p; n.Dot(along) > 0 {
					out.b = q
				}
			}
		}
	}
	out.distance, out.normal = best.separation, best.normal.Neg()
}

package proximity

import (
	"math"

	"tumble/physics/internal/shape"
)

// RoundAgainst fills out with the best axis of a cylinder, cone or tapered capsule, shape A, and another convex
// shape, of which a sphere or capsule counts as its core; its distance is negative where they overlap. The
// points are those that lie opposite along the axis. It may stop at an axis that separates by more than
// enough, without points.
func RoundAgainst(out *Closest, a, b *shape.Geometry, pose *Pose, enough float64) {
	if b.Poly != nil {
		againstPolytope(out, a, b.Poly, pose, enough)
		return
	}
	var p roundPair
	p.a.setup(a, &Pose{X: v64{X: 1}, Y: v64{Y: 1}, Z: v64{Z: 1}})
	p.b.setup(b, pose)
	switch b.Kind {
	case shape.Sphere:
		out.B = p.b.a
		out.Distance, out.Normal = p.a.over(out.B)
		out.A = out.B.MulAdd(-out.Distance, out.Normal)
	case shape.Capsule:
		againstSegment(out, &p.a, &p.b)
	default:
		p.search(enough)
		out.Distance, out.Normal = p.best.Separation, p.best.Normal
		if !(out.Distance <= enough) {
			return
		}
		out.A, out.B = p.points()
		if out.Distance > 0 && !p.proved(out) {
			// the search may end beside the best axis of discs that are nearly parallel
			GJK(out, a, b, pose, nil)
			ra, rb := float64(a.CoreRadius()), float64(b.CoreRadius())
			out.A, out.B = out.A.MulAdd(ra, out.Normal), out.B.MulAdd(-rb, out.Normal)
			out.Distance -= ra + rb
		}
	}
}

// proved reports whether the points of both shapes are on them, so that their distance is that of the shapes.
func (p *roundPair) proved(out *Closest) bool {
	overA, _ := p.a.over(out.A)
	overB, _ := p.b.over(out.B)
	return overA < axisTolerance && overB < axisTolerance
}

// againstPolytope is RoundAgainst for a box or hull.
func againstPolytope(out *Closest, a *shape.Geometry, poly *shape.Polytope, pose *Pose, enough float64) {
	var r polyRound
	inverse := pose.Inverse()
	r.setup(a, &inverse)
	r.poly = poly
	center := a.Centroid()
	inner, _ := a.Extents(center)
	r.center, r.inner = inverse.Apply(shape.Widen(center)), float64(inner)
	r.search(enough)
	out.Distance, out.Normal = r.best.Separation, pose.Rotate(r.best.Normal).Neg()
	if out.Distance <= enough {
		onPoly, onRound := r.points()
		out.A, out.B = pose.Apply(onRound), pose.Apply(onPoly)
	}
}

// againstSegment is RoundAgainst for the core of a capsule.
func againstSegment(out *Closest, g, core *roundEnds) {
	p, along, long := core.a, core.axis, core.length
	q := p.MulAdd(long, along)
	height, up := g.over(p)
	other, upOther := g.over(q)
	switch {
	case height <= other && up.Dot(along) >= 0:
		out.Distance, out.Normal, out.B = height, up, p
	case other <= height && upOther.Dot(along) <= 0:
		out.Distance, out.Normal, out.B = other, upOther, q
	default:
		againstCore(out, g, core)
	}
	out.A = out.B.MulAdd(-out.Distance, out.Normal)
}

// againstCore is againstSegment where neither end of the segment is nearest to the shape.
func againstCore(out *Closest, g, core *roundEnds) {
	p, along, long := core.a, core.axis, core.length
	visible, side := core.square()
	best := RoundAxis{Separation: math.Inf(-1)}
	for range 2 {
		arc := g.arcAt(p, visible, side, [2]float64{-1, 0})
		g.searchArc(&best, &arc)
		visible, side = visible.Neg(), side.Neg()
	}
	out.B = g.segmentPoint(p, along, best.Normal, long)
	if best.Separation < 0 && g.discs {
		// see TriangleRound.deep
		q := p.MulAdd(long, along)
		for _, n := range [4]v64{g.axis, g.axis.Neg(), g.outOfMantle(p).Neg(), g.outOfMantle(q).Neg()} {
			if s := -g.reach(n.Neg()) - max(n.Dot(p), n.Dot(q)); s > best.Separation {
				best.Separation, best.Normal = s, n
				if out.B = p; n.Dot(along) > 0 {
					out.B = q
				}
			}
		}
	}
	out.Distance, out.Normal = best.Separation, best.Normal.Neg()
}

package collide

import (
	"math"

	"tumble/physics/internal/shape"
)

// polyRound is the separating axis test of a polytope and a round shape, in the frame of the polytope: its
// faces, the arcs of its edges and its lowest corner, see triRound.
type polyRound struct {
	roundEnds
	poly *shape.Polytope
	// center and inner are a ball inside of the round shape.
	center v64
	inner  float64
	// high is how high the center is above each face.
	high [shape.MaxHullFaces]float64
	best roundAxis
}

// search finds the best axis, or one that separates by more than enough.
func (r *polyRound) search(enough float64) {
	planes := r.poly.Planes
	r.best = roundAxis{separation: math.Inf(-1), corner: -1, edge: -1}
	for f := range planes {
		n, offset := shape.Widen(planes[f].Normal), float64(planes[f].Offset)
		r.high[f] = n.Dot(r.center) - offset
		if r.high[f]-r.inner <= r.best.separation {
			continue
		}
		// a disc square to n would seem to stand out by the root of an error in its length
		n = n.Norm()
		if s := -r.reach(n.Neg()) - offset; s > r.best.separation {
			r.best.separation, r.best.normal = s, n
			if s > enough {
				return
			}
		}
	}
	if r.lowestCorner() {
		return
	}
	for i := range r.poly.Reach {
		e := r.poly.Edges[2*i : 2*i+2]
		// see edgesAbove
		high := max(r.high[e[0].Face], r.high[e[1].Face])
		if max(high, float64(high*float64(r.poly.Reach[i])))-r.inner <= r.best.separation {
			continue
		}
		if r.overSide(i) && r.best.separation > enough {
			return
		}
	}
	if r.best.separation < 0 && r.discs {
		r.deep()
	}
}

// deep tries the ways of corners inside of the round shape through its caps and its mantle, see triRound.deep.
func (r *polyRound) deep() {
	r.try(r.axis)
	r.try(r.axis.Neg())
	for _, v := range r.poly.Vertices {
		p := shape.Widen(v)
		n := r.outOfMantle(p)
		// no direction does more for the polytope than for one of its corners
		if n.Dot(p)-r.reach(n) > r.best.separation {
			r.try(n.Neg())
		}
	}
}

// try looks at one direction.
func (r *polyRound) try(n v64) {
	corner, far := 0, math.Inf(-1)
	for i := range r.poly.Vertices {
		if d := n.Dot(shape.Widen(r.poly.Vertices[i])); d > far {
			corner, far = i, d
		}
	}
	if s := -r.reach(n.Neg()) - far; s > r.best.separation+axisTolerance {
		r.best = roundAxis{s, n, corner, -1}
	}
}

// lowestCorner looks whether the corner that is lowest above the round shape is what it meets. No axis
// separates more than the height of any corner.
func (r *polyRound) lowestCorner() bool {
	corner, height, up := 0, math.Inf(1), v64{}
	for i := range r.poly.Vertices {
		if h, u := r.over(shape.Widen(r.poly.Vertices[i])); h < height {
			corner, height, up = i, h, u
		}
	}
	v := shape.Widen(r.poly.Vertices[corner])
	first := r.poly.Spokes[corner]
	for e := first; ; {
		if up.Dot(shape.Widen(r.poly.Vertices[r.poly.Edges[e^1].Origin]).Sub(v)) < 0 {
			return false
		}
		if e = r.poly.Edges[e^1].Next; e == first {
			break
		}
	}
	r.best = roundAxis{height, up.Neg(), corner, -1}
	return true
}

// overSide tests the arc of edge pair i.
func (r *polyRound) overSide(i int) bool {
	e := r.poly.Edges[2*i : 2*i+2]
	front, back := shape.Widen(r.poly.Planes[e[0].Face].Normal).Norm(), shape.Widen(r.poly.Planes[e[1].Face].Normal)
	side := back.MulAdd(-back.Dot(front), front)
	sine := side.Len()
	if sine < 1e-6 {
		return false
	}
	x, y := unit2(back.Dot(front), sine)
	ridge := r.ridgeAt(shape.Widen(r.poly.Vertices[e[0].Origin]), front, side.Mul(1/sine), [2]float64{x, y})
	if !r.overEdge(&r.best, &ridge) {
		return false
	}
	r.best.edge = i
	return true
}

// points returns the points of the polytope and of the round shape that lie opposite along the best axis.
func (r *polyRound) points() (onPoly, onRound v64) {
	n := r.best.normal
	switch {
	case r.best.corner >= 0:
		onPoly = shape.Widen(r.poly.Vertices[r.best.corner])
	case r.best.edge >= 0:
		e := r.poly.Edges[2*r.best.edge : 2*r.best.edge+2]
		p := shape.Widen(r.poly.Vertices[e[0].Origin])
		along := shape.Widen(r.poly.Vertices[e[1].Origin]).Sub(p)
		long := along.Len()
		onPoly = r.segmentPoint(p, along.Mul(1/long), n, long)
	default:
		onRound = r.middle(n.Neg())
		return onRound.MulAdd(-r.best.separation, n), onRound
	}
	return onPoly, onPoly.MulAdd(r.best.separation, n)
}

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
	p.a.place(a, &pose64{x: v64{X: 1}, y: v64{Y: 1}, z: v64{Z: 1}})
	p.b.place(b, pose)
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
	r.place(a, &inverse)
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

// againstCore is againstSegment where neither end of the segment is what the shape meets first.
func againstCore(out *closest, g, core *roundEnds) {
	p, along, long := core.a, core.axis, core.length
	front, side := core.square()
	best := roundAxis{separation: math.Inf(-1)}
	for range 2 {
		ridge := g.ridgeAt(p, front, side, [2]float64{-1, 0})
		g.overEdge(&best, &ridge)
		front, side = front.Neg(), side.Neg()
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

// inverse returns the pose of A seen from B.
func (t *pose64) inverse() pose64 {
	p := t.invRotate(t.p).Neg()
	return pose64{
		x: v64{X: t.x.X, Y: t.y.X, Z: t.z.X}, y: v64{X: t.x.Y, Y: t.y.Y, Z: t.z.Y}, z: v64{X: t.x.Z, Y: t.y.Z, Z: t.z.Z}, p: p,
	}
}

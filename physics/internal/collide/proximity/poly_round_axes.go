package proximity

import (
	"math"

	"tumble/physics/internal/shape"
)

// polyRound is the separating axis test of a polytope and a round shape, in the frame of the polytope: its
// faces, the arcs of its edges and its lowest corner, see TriangleRound.
type polyRound struct {
	roundEnds
	poly *shape.Polytope
	// center and inner are a ball inside of the round shape.
	center v64
	inner  float64
	// high is how high the center is above each face.
	high [shape.MaxHullFaces]float64
	best RoundAxis
}

// search finds the best axis, or one that separates by more than enough.
func (r *polyRound) search(enough float64) {
	planes := r.poly.Planes
	r.best = RoundAxis{Separation: math.Inf(-1), Corner: -1, Edge: -1}
	for f := range planes {
		n, offset := shape.Widen(planes[f].Normal), float64(planes[f].Offset)
		r.high[f] = n.Dot(r.center) - offset
		if r.high[f]-r.inner <= r.best.Separation {
			continue
		}
		// a disc square to n would seem to stand out by the root of an error in its length
		n = n.Norm()
		if s := -r.reach(n.Neg()) - offset; s > r.best.Separation {
			r.best.Separation, r.best.Normal = s, n
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
		if max(high, float64(high*float64(r.poly.Reach[i])))-r.inner <= r.best.Separation {
			continue
		}
		if r.searchEdge(i) && r.best.Separation > enough {
			return
		}
	}
	if r.best.Separation < 0 && r.discs {
		r.deep()
	}
}

// deep tries the directions out of the round shape through its caps and its lateral surface, see TriangleRound.deep.
func (r *polyRound) deep() {
	r.try(r.axis)
	r.try(r.axis.Neg())
	for _, v := range r.poly.Vertices {
		p := shape.Widen(v)
		n := r.outOfMantle(p)
		// no direction does more for the polytope than for one of its corners
		if n.Dot(p)-r.reach(n) > r.best.Separation {
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
	if s := -r.reach(n.Neg()) - far; s > r.best.Separation+axisTolerance {
		r.best = RoundAxis{s, n, corner, -1}
	}
}

// lowestCorner reports whether the corner that is lowest above the round shape is the feature nearest to it. No axis
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
	r.best = RoundAxis{height, up.Neg(), corner, -1}
	return true
}

// searchEdge tests the arc of edge pair i.
func (r *polyRound) searchEdge(i int) bool {
	e := r.poly.Edges[2*i : 2*i+2]
	visible, back := shape.Widen(r.poly.Planes[e[0].Face].Normal).Norm(), shape.Widen(r.poly.Planes[e[1].Face].Normal)
	side := back.MulAdd(-back.Dot(visible), visible)
	sine := side.Len()
	if sine < 1e-6 {
		return false
	}
	x, y := unit2(back.Dot(visible), sine)
	arc := r.arcAt(shape.Widen(r.poly.Vertices[e[0].Origin]), visible, side.Mul(1/sine), [2]float64{x, y})
	if !r.searchArc(&r.best, &arc) {
		return false
	}
	r.best.Edge = i
	return true
}

// points returns the points of the polytope and of the round shape that lie opposite along the best axis.
func (r *polyRound) points() (onPoly, onRound v64) {
	n := r.best.Normal
	switch {
	case r.best.Corner >= 0:
		onPoly = shape.Widen(r.poly.Vertices[r.best.Corner])
	case r.best.Edge >= 0:
		e := r.poly.Edges[2*r.best.Edge : 2*r.best.Edge+2]
		p := shape.Widen(r.poly.Vertices[e[0].Origin])
		along := shape.Widen(r.poly.Vertices[e[1].Origin]).Sub(p)
		long := along.Len()
		onPoly = r.segmentPoint(p, along.Mul(1/long), n, long)
	default:
		onRound = r.middle(n.Neg())
		return onRound.MulAdd(-r.best.Separation, n), onRound
	}
	return onPoly, onPoly.MulAdd(r.best.Separation, n)
}

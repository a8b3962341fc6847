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
		if r.searchEdge(i) && r.best.separation > enough {
			return
		}
	}
	if r.best.separation < 0 && r.discs {
		r.deep()
	}
}

// deep tries the directions out of the round shape through its caps and its lateral surface, see triRound.deep.
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
	r.best = roundAxis{height, up.Neg(), corner, -1}
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

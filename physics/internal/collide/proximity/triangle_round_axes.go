package proximity

import (
	"math"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// TriangleRound finds the axis along which a triangle of a mesh and a round shape are farthest apart, or overlap
// least. The normals of the triangle, those of its edges and those of its corners cover the
// sphere of directions: on the arc of an edge the separation is a function of one angle, over a corner it is the
// height of the corner above the surface of the shape. So every best axis is found without iterating
// over a simplex, which creeps on curved surfaces.
type TriangleRound struct {
	roundEnds
	// v are the corners, edge the unit vectors from each to the next, long their distances, side the
	// normals of the sides.
	v, edge, Side [3]v64
	long          [3]float64
	// flat are the corners seen along the axis.
	flat [3][2]float64
	// flatX and flatY span the plane across the axis.
	flatX, flatY v64
	// normal is the one that others know, down the same, and low how far the shape reaches down along it.
	normal vec.Vec3
	down   v64
	low    float64
	known  bool
	// visible is the exact normal.
	visible v64
}

// Start prepares for a shape.
func (r *TriangleRound) Start(s *shape.Geometry, pose vec.Transform) {
	wide := WidenPose(pose)
	r.setup(s, &wide)
	r.flatX, r.flatY = r.square()
	r.known = false
}

// Set begins with a triangle that has normal n, and returns the height of the lowest point of the shape
// above it.
func (r *TriangleRound) Set(corners *[3]vec.Vec3, n vec.Vec3) float64 {
	for k := range r.v {
		r.v[k] = shape.Widen(corners[k])
	}
	if !r.known || r.normal != n {
		r.normal, r.down, r.known = n, shape.Widen(n).Norm(), true
		r.low = -r.reach(r.down.Neg())
	}
	return r.low - r.down.Dot(r.v[0])
}

// Apart returns by how much the best of a few axes keeps the triangle away: along the axis of the shape,
// away from it, and over the sides of the triangle; or the first that does by more than enough.
func (r *TriangleRound) Apart(enough float64) float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for k := range r.v {
		d := r.v[k].Sub(r.a)
		z := d.Dot(r.axis)
		low, high = min(low, z), max(high, z)
		r.flat[k] = [2]float64{d.Dot(r.flatX), d.Dot(r.flatY)}
	}
	first, second := r.r0, r.r1
	if r.discs {
		first, second = 0, 0
	}
	best := max(-high-first, low-r.length-second)
	if best > enough {
		return best
	}
	if s := r.aroundAxis(); s > best {
		if best = s; best > enough {
			return best
		}
	}
	r.visible = r.v[1].Sub(r.v[0]).Cross(r.v[2].Sub(r.v[0])).Norm()
	for k := range r.v {
		next := r.v[(k+1)%3]
		along := next.Sub(r.v[k])
		r.long[k] = along.Len()
		if r.long[k] == 0 {
			continue
		}
		r.edge[k] = along.Mul(1 / r.long[k])
		r.Side[k] = r.edge[k].Cross(r.visible).Norm()
		if s := -r.reach(r.Side[k].Neg()) - r.Side[k].Dot(r.v[k]); s > best {
			if best = s; best > enough {
				return best
			}
		}
	}
	return best
}

// aroundAxis returns by how much the mantle keeps the triangle away, towards its point nearest to the axis.
func (r *TriangleRound) aroundAxis() float64 {
	least, nx, ny := math.Inf(1), 0.0, 0.0
	signs := 0
	for k := range r.flat {
		p, q := &r.flat[k], &r.flat[(k+1)%3]
		ex, ey := q[0]-p[0], q[1]-p[1]
		if area := float64(p[0]*ey) - float64(p[1]*ex); area > 0 {
			signs++
		} else if area < 0 {
			signs--
		}
		x, y := p[0], p[1]
		if e := float64(ex*ex) + float64(ey*ey); e > 0 {
			t := -(float64(x*ex) + float64(y*ey)) / e
			t = max(0, min(1, t))
			x, y = x+float64(t*ex), y+float64(t*ey)
		}
		if d := float64(x*x) + float64(y*y); d < least {
			least, nx, ny = d, x, y
		}
	}
	if signs == 3 || signs == -3 || !(least > 1e-12) {
		return NoSeparation
	}
	l := 1 / math.Sqrt(least)
	n := r.flatX.Mul(float64(nx*l)*r.cos).MulAdd(float64(ny*l)*r.cos, r.flatY).MulAdd(r.sin, r.axis)
	s := math.Inf(1)
	for k := range r.v {
		s = min(s, n.Dot(r.v[k]))
	}
	return s - r.reach(n)
}

// Search finds the best axis, or one beyond enough. Set and apart come before.
func (r *TriangleRound) Search(best *RoundAxis, enough float64) {
	*best = RoundAxis{-r.reach(r.visible.Neg()) - r.visible.Dot(r.v[0]), r.visible, -1, -1}
	// no axis separates more than the height of a corner: if the lowest has one that does, that is the best
	k, height, up := 0, math.Inf(1), v64{}
	for i := range r.v {
		if h, u := r.over(r.v[i]); h < height {
			k, height, up = i, h, u
		}
	}
	if up.Dot(r.edge[k]) >= 0 && up.Dot(r.edge[(k+2)%3]) <= 0 {
		*best = RoundAxis{height, up.Neg(), k, -1}
		return
	}
	for _, k := range r.nearestFirst() {
		if r.long[k] == 0 {
			continue
		}
		arc := r.arcAt(r.v[k], r.visible, r.Side[k], [2]float64{-1, 0})
		if !r.searchArc(best, &arc) {
			continue
		}
		best.Corner, best.Edge = -1, k
		if best.Separation > enough || r.proved(best) {
			return
		}
	}
	if best.Separation < 0 && r.discs {
		r.deep(best)
	}
}

// nearestFirst lists the edges in the order of the heights of their points nearest to the middle of the shape.
func (r *TriangleRound) nearestFirst() [3]int {
	middle := r.a.MulAdd(0.5*r.length, r.axis)
	var heights [3]float64
	for k := range r.v {
		t := max(0, min(r.long[k], middle.Sub(r.v[k]).Dot(r.edge[k])))
		heights[k], _ = r.over(r.v[k].MulAdd(t, r.edge[k]))
	}
	order := [3]int{0, 1, 2}
	if heights[1] < heights[0] {
		order[0], order[1] = 1, 0
	}
	if heights[2] < heights[order[1]] {
		order[1], order[2] = 2, order[1]
		if heights[2] < heights[order[0]] {
			order[0], order[1] = 2, order[0]
		}
	}
	return order
}

// proved reports whether the point of the triangle that belongs to the best axis so far is as high above the
// shape as the axis separates them. No axis separates more than the height of any point.
func (r *TriangleRound) proved(best *RoundAxis) bool {
	onTriangle, _ := r.Points(best)
	height, _ := r.over(onTriangle)
	return height <= best.Separation+1e-9
}

// deep tries the directions out of the shape that are not the shortest of any corner, but may be of the
// triangle: through the caps and through the mantle.
func (r *TriangleRound) deep(best *RoundAxis) {
	r.try(best, r.axis)
	r.try(best, r.axis.Neg())
	for k := range r.v {
		r.try(best, r.outOfMantle(r.v[k]).Neg())
	}
}

// try looks at one direction.
func (r *TriangleRound) try(best *RoundAxis, n v64) {
	corner, far := 0, math.Inf(-1)
	for k := range r.v {
		if d := n.Dot(r.v[k]); d > far {
			corner, far = k, d
		}
	}
	if s := -r.reach(n.Neg()) - far; s > best.Separation+axisTolerance {
		*best = RoundAxis{s, n, corner, -1}
	}
}

// Points returns the points of the triangle and of the shape that lie opposite along the best axis.
func (r *TriangleRound) Points(c *RoundAxis) (onTriangle, onShape v64) {
	n := c.Normal
	switch {
	case c.Corner >= 0:
		onTriangle = r.v[c.Corner]
	case c.Edge >= 0 && math.Abs(n.Dot(r.visible)) < 1-1e-10:
		k := c.Edge
		onTriangle = r.segmentPoint(r.v[k], r.edge[k], n, r.long[k])
	default:
		foot := r.middle(n.Neg()).MulAdd(-c.Separation, n)
		onTriangle = nearestOf(r.v[0], r.v[1], r.v[2], foot)
	}
	return onTriangle, onTriangle.MulAdd(c.Separation, n)
}

// FeatureOf returns the corner or the edge of the triangle that its point along an axis lies on, −1 for the one that
// does not apply; neither for the face.
func (r *TriangleRound) FeatureOf(c *RoundAxis, onTriangle v64) (corner, edge int) {
	switch k := c.Edge; {
	case c.Corner >= 0:
		return c.Corner, -1
	case k < 0:
		return -1, -1
	case onTriangle == r.v[k]:
		return k, -1
	case onTriangle.Sub(r.v[k]).Dot(r.edge[k]) >= r.long[k]*(1-1e-12):
		return (k + 1) % 3, -1
	default:
		return -1, k
	}
}

// nearestOf returns the point of the triangle a, b, c nearest to p.
func nearestOf(a, b, c, p v64) v64 {
	w := triangleWeights(a.Sub(p), b.Sub(p), c.Sub(p))
	return a.Mul(w[0]).MulAdd(w[1], b).MulAdd(w[2], c)
}

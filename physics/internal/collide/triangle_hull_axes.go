package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/lanes"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// triHull is the separating axis test of the triangles of a mesh against one polytope. It works
// in the frame of the polytope, whose corners and planes then need no rotation, and on two tables: how
// high the corners of the triangle are above the faces of the polytope, and how high the corners
// of the polytope are above the face of the triangle and beyond its sides. The axes
// across pairs of edges need only differences and means of their entries.
//
// It finds the same axis as hullPair.search for the prism of the triangle.
type triHull struct {
	poly *shape.Polytope
	r    vec.Mat3
	p    vec.Vec3

	// v are the corners of the triangle, side the normals of its sides.
	v, side [3]vec.Vec3
	// normal of the face, in the frame of the mesh and of the polytope.
	meshNormal, normal vec.Vec3
	// rise of the corners of the polytope along the normal, its least, and that of the triangle.
	rise      [shape.MaxHullVertices]float32
	low, base float32
	lowest    int
	known     bool
	// incident is the face of the polytope against the triangle, empty until it is needed.
	incident incidentFace
	// beyond is how far the corners of the polytope are out over each side, and out the least of them.
	beyond [3][shape.MaxHullVertices]float32
	out    [3]float32
	// nearest is that corner.
	nearest [3]int
	// above is how high the corners of the triangle are over each face of the polytope, and its middle.
	above [(shape.MaxHullFaces + 3) / 4]lanes.Above
	// open is room for the edges that may separate them.
	open [shape.MaxHullEdges]uint16
	// face keeps the triangle away farthest, by high.
	face int
	high float32
	box  lanes.Box
	// motion is how far the polytope moves in a search for an axis that keeps it apart on its way (m, its own frame).
	motion vec.Vec3
}

// Start prepares for a polytope.
func (h *triHull) start(poly *shape.Polytope, pose vec.Transform) {
	h.poly, h.r, h.p = poly, pose.Q.Mat3(), pose.P
	h.known, h.face = false, 0
}

// boxAround is the box around the polytope on its way by motion (m, its own frame), along its own axes, grown by margin
// (m).
func (h *triHull) boxAround(margin float32, motion vec.Vec3) *lanes.Box {
	bounds := h.poly.Bounds.Expand(margin).Swept(motion)
	h.box.Set(&h.r, h.p, bounds.Min, bounds.Max)
	return &h.box
}

// Set begins with a triangle that has normal n, and returns the height of the lowest corner of the
// polytope above it.
func (h *triHull) set(corners *[3]vec.Vec3, n vec.Vec3) float32 {
	for k := range h.v {
		h.v[k] = h.r.TMulVec(corners[k].Sub(h.p))
	}
	if !h.known || h.meshNormal != n {
		// flat ground has the same normal again and again
		h.meshNormal, h.normal, h.known = n, h.r.TMulVec(n), true
		h.incident.count = 0
		h.measureRise()
	}
	h.base = h.normal.Dot(h.v[0])
	return h.low - h.base
}

func (h *triHull) measureRise() {
	h.lowest = lanes.Heights(h.rise[:], h.poly.Corners, h.normal, 0)
	h.low = h.rise[h.lowest]
}

// faces returns the largest height of the triangle above a face of the polytope. The face that kept the last triangle
// away comes first; if it keeps this one away by more than enough, the others are not measured.
func (h *triHull) faces(enough float32) float32 {
	a, b, c := h.v[0], h.v[1], h.v[2]
	if h.face < len(h.poly.Planes) {
		p := &h.poly.Planes[h.face]
		s := min(p.Normal.Dot(a), p.Normal.Dot(b), p.Normal.Dot(c)) - p.Offset
		if s > enough {
			h.high = s
			return s
		}
	}
	h.face = lanes.TriangleAbove(h.above[:], h.poly.Faces, a, b, c)
	h.high = h.above[h.face>>2].Least[h.face&3]
	return h.high
}

// sides measures the polytope beyond the sides of the triangle, until one is farther than enough, and
// returns by how much the best one keeps it away.
func (h *triHull) sides(enough float32) float32 {
	best := float32(proximity.NoSeparation)
	for k := range h.v {
		v := h.v[k]
		n := h.v[(k+1)%3].Sub(v).Cross(h.normal).Norm()
		h.side[k] = n
		nearest := lanes.Heights(h.beyond[k][:], h.poly.Corners, n, n.Dot(v))
		least := h.beyond[k][nearest]
		h.out[k], h.nearest[k] = least, nearest
		if least > best {
			best = least
			if least > enough {
				return best
			}
		}
	}
	return best
}

// axes finishes the test after faces and sides for a polytope at the given height: the best pair of edges,
// which must be better than a given separation to count, and the best face of the prism.
func (h *triHull) axes(height, speculative float32) (e edgeAxis, face int, best, better float32) {
	face, best = prismFace, height
	for k, s := range h.out {
		if s > best {
			face, best = prismSide+k, s
		}
	}
	higher := vec.Max(best, h.high)
	better = higher + 0.1*LinearSlop + float32(0.05*vec.Abs(higher))
	e.separation = proximity.NoSeparation
	if higher <= speculative {
		h.edges(&e, vec.Min(better, speculative), speculative)
	}
	return e, face, best, better
}

// edges finds the pair of edges that separates most, or the first beyond enough, among those that may
// separate by more than useful. See edgesAbove for the bounds and hullPair.edgePairs for the test; the
// normals at both ends of an arc of the triangle are at right angles.
func (h *triHull) edges(best *edgeAxis, useful, enough float32) {
	list := &h.open
	n := -1
	center := h.poly.Unit.Center
	for k := range h.side {
		// no axis separates by more than the height of any corner along it
		beyond := &h.beyond[k]
		visible := farOnArc(h.low-h.base, beyond[h.lowest], useful)
		back := farOnArc(h.out[k], h.base-h.rise[h.nearest[k]], useful)
		if !visible && !back {
			continue
		}
		out := h.side[k].Dot(center.Sub(h.v[k]))
		least := useful + h.poly.Inner
		if high := max(h.normal.Dot(center)-h.base, out); visible && max(high, float32(high*squareReach)) <= least {
			visible = false
		}
		if back && max(out, float32(out*squareReach)) <= least {
			back = false
		}
		if (visible || back) && n < 0 {
			n = lanes.OpenEdges(list[:], h.poly.Arcs, h.above[:], useful)
		}
		if n == 0 {
			return
		}
		if visible && h.edgeAxes(best, k, false, list[:n], enough) || back && h.edgeAxes(best, k, true, list[:n],
			enough) {
			return
		}
	}
}

// farOnArc reports whether a point that is a and b out along two directions at right angles is out by
// more than limit along one between them.
func farOnArc(a, b, limit float32) bool {
	if a > 0 && b > 0 {
		return limit < 0 || float32(a*a)+float32(b*b) > float32(limit*limit)
	}
	return max(a, b) > limit
}

// edgeAxes tests the edge k of the triangle, with the arc of normals between its face and its side or
// between its side and its back, and reports whether it separates beyond enough.
func (h *triHull) edgeAxes(best *edgeAxis, k int, back bool, list []uint16, enough float32) bool {
	next := (k + 1) % 3
	beyond := &h.beyond[k]
	edges, vertices := h.poly.Edges, h.poly.Vertices
	for _, j := range list {
		e0, e1 := &edges[j], &edges[j+1]
		u, w := e0.Origin&127, e1.Origin&127
		// the normals at both ends of the arc against the edge of the polytope
		low, out := h.rise[u], beyond[u]
		a1, a2 := h.rise[w]-low, beyond[w]-out
		s1, s2 := low-h.base, out
		if back {
			a1, a2, s1, s2 = a2, -a1, s2, -s1
		}
		if float32(a1*a2) >= 0 {
			continue
		}
		left, right := lanes.Row(h.above[:], e0.Face), lanes.Row(h.above[:], e1.Face)
		b1, b2 := left[next]-left[k], right[next]-right[k]
		if float32(b1*b2) >= 0 || float32(b1*a2) >= 0 {
			continue
		}
		tiny := float32(float32(parallelEdges*parallelEdges) * vertices[w].Dist2(vertices[u]))
		if float32(a1*a1) < tiny && float32(a2*a2) < tiny {
			continue
		}
		t := a1 / (a1 - a2)
		s := float32((1-t)*s1) + float32(t*s2)
		s /= vec.Sqrt(float32((1-t)*(1-t)) + float32(t*t))
		if s > best.separation {
			from, to, a := h.normal, h.side[k], uint16(2*k)
			if back {
				from, to, a = h.side[k], h.normal.Neg(), uint16(6+2*k)
			}
			*best = edgeAxis{s, a, j, h.r.MulVec(from.Lerp(to, t).Norm())}
			if s > enough {
				return true
			}
		}
	}
	return false
}

// separatingEdges is a pair of edges of a triangle and a polytope that separated them, and 0 none. It names the edge of
// the polytope, that of the triangle and whether the axis was between its side and its back.
type separatingEdges uint16

func separatingPair(e *edgeAxis) separatingEdges { return separatingEdges(1 + 6*(e.b>>1) + e.a>>1) }

// stillSeparated reports whether the triangle and the polytope are farther apart than enough along the axis of a pair
// of edges. It needs less than a search: the triangle and the heights of the polytope over it.
func (h *triHull) stillSeparated(by separatingEdges, enough float32) bool {
	a, ok := h.axisOf(by)
	return ok && a.height > 0 && float32(a.height*a.height) > float32(enough*enough)*a.length2()
}

// pairKeepsApart reports whether the axis of a pair of edges keeps the polytope farther away than far (m) on its way.
func (h *triHull) pairKeepsApart(by separatingEdges, far float32) bool {
	a, ok := h.axisOf(by)
	if !ok {
		return false
	}
	along := a.from.Mul(1-a.t).MulAdd(a.t, a.to).Dot(h.motion)
	return a.height+vec.Min(along, 0) > float32(far*vec.Sqrt(a.length2()))
}

// pairAxis is the axis (1−t)·from + t·to across two edges, from the triangle to the polytope (frame of the
// polytope).
// Height is that of the polytope along it, times its length.
type pairAxis struct {
	height, t float32
	from, to  vec.Vec3
}

// length2 is the squared length of the axis.
func (a *pairAxis) length2() float32 { return float32((1-a.t)*(1-a.t)) + float32(a.t*a.t) }

// axisOf is the axis of a pair of edges, if their arcs of normals cross.
func (h *triHull) axisOf(by separatingEdges) (a pairAxis, ok bool) {
	if by == 0 {
		return a, false
	}
	j, k := int(by-1)/6*2, int(by-1)%6
	back := k >= 3
	if back {
		k -= 3
	}
	if j+1 >= len(h.poly.Edges) {
		return a, false
	}
	e0, e1 := &h.poly.Edges[j], &h.poly.Edges[j+1]
	u, w := e0.Origin&127, e1.Origin&127
	v := h.v[k]
	edge := h.v[(k+1)%3].Sub(v)
	b1, b2 := h.poly.Planes[e0.Face].Normal.Dot(edge), h.poly.Planes[e1.Face].Normal.Dot(edge)
	if float32(b1*b2) >= 0 {
		return a, false
	}
	side := edge.Cross(h.normal).Norm()
	out, far := side.Dot(h.poly.Vertices[u].Sub(v)), side.Dot(h.poly.Vertices[w].Sub(v))
	low, high := h.rise[u]-h.base, h.rise[w]-h.base
	s1, s2, a1, a2 := low, out, high-low, far-out
	a.from, a.to = h.normal, side
	if back {
		s1, s2, a1, a2 = out, -low, far-out, low-high
		a.from, a.to = side, h.normal.Neg()
	}
	if float32(a1*a2) >= 0 || float32(b1*a2) >= 0 {
		return a, false
	}
	tiny := float32(float32(parallelEdges*parallelEdges) * h.poly.Vertices[w].Dist2(h.poly.Vertices[u]))
	if float32(a1*a1) < tiny && float32(a2*a2) < tiny {
		return a, false
	}
	// the axis of an edge that is short against its distance is rounding, and a search finds another one
	if rounding := float32(edgeRounding * (vec.Abs(low) + vec.Abs(high) + vec.Abs(out) + vec.Abs(far))); vec.Abs(
		a1) < rounding && vec.Abs(a2) < rounding {
		return a, false
	}
	a.t = a1 / (a1 - a2)
	a.height = float32((1-a.t)*s1) + float32(a.t*s2)
	return a, true
}

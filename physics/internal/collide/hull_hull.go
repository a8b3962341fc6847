package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// hullPair is two polytopes with the pose of B in the frame of A.
type hullPair struct {
	a, b *shape.Polytope
	bInA vec.Transform
	r    vec.Mat3 // rotation of bInA
}

// edgeAxis is a pair of edges whose normal arcs cross on the Gauss map.
type edgeAxis struct {
	separation float32
	a, b       uint16
	normal     vec.Vec3
}

// hulls makes the manifold of two polytopes: separating axis test, then a face or an edge
// contact. Source: Gregorius, GDC 2013 and 2015.
func hulls(m *LocalManifold, a, b *shape.Polytope, bInA vec.Transform, speculative float32, c *Cache) {
	h := hullPair{a, b, bInA, bInA.Q.Mat3()}
	if !h.cached(m, speculative, c) {
		h.search(m, speculative, c)
	}
}

// faceA is the separation along face f of A: the height of B's lowest vertex above it.
func (h *hullPair) faceA(f int) float32 {
	plane := &h.a.Planes[f]
	v := h.b.Vertices[h.b.Support(h.r.TMulVec(plane.Normal).Neg())]
	return plane.Separation(h.r.MulVec(v).Add(h.bInA.P))
}

// faceB is the separation along face f of B.
func (h *hullPair) faceB(f int) float32 {
	plane := &h.b.Planes[f]
	v := h.a.Vertices[h.a.Support(h.r.MulVec(plane.Normal).Neg())]
	return plane.Separation(h.r.TMulVec(v.Sub(h.bInA.P)))
}

// cached tries the feature of the last step; done means that it has settled the pair.
func (h *hullPair) cached(m *LocalManifold, speculative float32, c *Cache) (done bool) {
	i, j := int(c.IndexA), int(c.IndexB)
	switch c.Feature {
	case SeparatedA:
		return i < len(h.a.Planes) && h.faceA(i) > speculative
	case SeparatedB:
		return j < len(h.b.Planes) && h.faceB(j) > speculative
	case FaceA:
		if i >= len(h.a.Planes) {
			return false
		}
		s := h.faceA(i)
		return stillValid(s, speculative, c) && h.contactA(m, i, speculative) && showsOverlap(m, s)
	case FaceB:
		if j >= len(h.b.Planes) {
			return false
		}
		s := h.faceB(j)
		return stillValid(s, speculative, c) && h.contactB(m, j, speculative) && showsOverlap(m, s)
	case EdgePair, SeparatedEdges:
		if i >= len(h.a.Edges) || j >= len(h.b.Edges) {
			return false
		}
		e := edgeAxis{separation: proximity.NoSeparation}
		edgeA, edgeB := [1]uint16{c.IndexA &^ 1}, [1]uint16{c.IndexB &^ 1}
		h.edgePairs(&e, edgeB[:], edgeA[:], c.Separation+10)
		if e.separation == proximity.NoSeparation {
			return false
		}
		if c.Feature == SeparatedEdges {
			return e.separation > speculative
		}
		return stillValid(e.separation, speculative, c) && h.contactEdge(m, &e)
	}
	return false
}

// search tests all axes that can matter and builds the contact of the best one.
func (h *hullPair) search(m *LocalManifold, speculative float32, c *Cache) {
	*c = Cache{}
	var heightsA, heightsB [shape.MaxHullFaces]float32
	faceA, bestA := h.bestFaceA(&heightsA, speculative)
	if bestA > speculative {
		*c = Cache{Feature: SeparatedA, IndexA: uint16(faceA), Separation: bestA}
		return
	}
	faceB, bestB := h.bestFaceB(&heightsB, speculative)
	if bestB > speculative {
		*c = Cache{Feature: SeparatedB, IndexB: uint16(faceB), Separation: bestB}
		return
	}

	// only an edge pair that separates more than this is of use below
	face := vec.Max(bestA, bestB)
	better := face + 0.1*LinearSlop + float32(0.05*vec.Abs(face))
	useful := vec.Min(better, speculative)
	var edgesA, edgesB [shape.MaxHullEdges]uint16
	e := edgeAxis{separation: proximity.NoSeparation}
	if n := edgesAbove(&edgesA, h.a, &heightsA, useful+h.b.Inner); n > 0 {
		k := edgesAbove(&edgesB, h.b, &heightsB, useful+h.a.Inner)
		h.edgePairs(&e, edgesB[:k], edgesA[:n], speculative)
	}
	if e.separation > speculative {
		*c = Cache{Feature: SeparatedEdges, IndexA: e.a, IndexB: e.b, Separation: e.separation}
		return
	}

	h.make(m, &e, better, faceA, bestA, faceB, bestB, speculative, c)
}

// make builds the contact of the best of three axes. A face contact has more points than an edge
// contact and jitters less, so an edge must be clearly better, and B's face clearly better than A's.
func (h *hullPair) make(m *LocalManifold, e *edgeAxis, better float32, faceA int, bestA float32, faceB int,
	bestB float32, speculative float32, c *Cache) {
	if e.separation > better && h.contactEdge(m, e) {
		*c = Cache{Feature: EdgePair, IndexA: e.a, IndexB: e.b, Separation: e.separation}
		return
	}
	if bestB > bestA+0.1*LinearSlop {
		if h.contactB(m, faceB, speculative) && showsOverlap(m, bestB) {
			*c = Cache{Feature: FaceB, IndexB: uint16(faceB), Separation: bestB}
		} else if bestB < 0 && !h.deepest(m, speculative) {
			vertexContact(m, h.b, h.a, h.bInA.Inverse(), faceB, true)
			m.flip(h.bInA)
		}
		return
	}
	if h.contactA(m, faceA, speculative) && showsOverlap(m, bestA) {
		*c = Cache{Feature: FaceA, IndexA: uint16(faceA), Separation: bestA}
	} else if bestA < 0 && !h.deepest(m, speculative) {
		vertexContact(m, h.a, h.b, h.bInA, faceA, false)
	}
}

// bestFaceA finds the face of A that separates most, or the first found beyond enough. It leaves
// the height of B's centre above every face of A in heights: B reaches at least its inner
// radius towards a face, so a face above which the centre is low needs no closer look. Between
// round hulls all but a handful are passed over.
func (h *hullPair) bestFaceA(heights *[shape.MaxHullFaces]float32, enough float32) (face int, best float32) {
	face = faceBelow(heights, h.a.Planes, h.r.MulVec(h.b.Unit.Center).Add(h.bInA.P))
	best = h.faceA(face)
	top, inner := face, h.b.Inner
	for f := range h.a.Planes {
		if best > enough {
			break
		}
		if f == top || heights[f]-inner <= best {
			continue
		}
		if s := h.faceA(f); s > best {
			face, best = f, s
		}
	}
	return face, best
}

// bestFaceB is bestFaceA with the roles exchanged.
func (h *hullPair) bestFaceB(heights *[shape.MaxHullFaces]float32, enough float32) (face int, best float32) {
	face = faceBelow(heights, h.b.Planes, h.r.TMulVec(h.a.Unit.Center.Sub(h.bInA.P)))
	best = h.faceB(face)
	top, inner := face, h.a.Inner
	for f := range h.b.Planes {
		if best > enough {
			break
		}
		if f == top || heights[f]-inner <= best {
			continue
		}
		if s := h.faceB(f); s > best {
			face, best = f, s
		}
	}
	return face, best
}

// faceBelow measures the height of a point above all planes and returns the one above which it
// is highest.
func faceBelow(heights *[shape.MaxHullFaces]float32, planes []shape.Plane3, point vec.Vec3) int {
	top, height := 0, float32(proximity.NoSeparation)
	for f := range planes[:min(len(planes), len(heights))] {
		s := planes[f].Separation(point)
		heights[f] = s
		if s > height {
			top, height = f, s
		}
	}
	return top
}

// edgesAbove lists the edges of p that may be part of a separating pair: heights are those of
// the other centre above the faces of p. For every axis n between the normals of the two faces
// of an edge the centre is at most as high over the edge as over the arc's best point, which
// lies within half an arc of one of its ends. As the other shape reaches its inner radius towards the
// edge, least is that radius plus the separation sought.
func edgesAbove(list *[shape.MaxHullEdges]uint16, p *shape.Polytope, heights *[shape.MaxHullFaces]float32,
	least float32) int {
	n := 0
	for i, reach := range p.Reach {
		e := p.Edges[2*i : 2*i+2]
		high := vec.Max(heights[e[0].Face], heights[e[1].Face])
		if high > 0 {
			high = float32(high * reach)
		}
		if high > least && n < len(list) {
			list[n] = uint16(2 * i)
			n++
		}
	}
	return n
}

// showsOverlap reports whether a face contact shows the overlap that the axis test found. When the
// lowest corner lies beside the face, clipping may leave only points that do not overlap.
func showsOverlap(m *LocalManifold, separation float32) bool {
	return separation > -LinearSlop || m.lowest() <= float32(0.3*separation)
}

// deepest makes the single point between the two points that are deepest in each other, or the
// nearest ones of shapes that pass each other at a corner. It is slow, and only for pairs that have no face
// or edge contact. A triangle of a mesh has no inside to search.
func (h *hullPair) deepest(m *LocalManifold, speculative float32) bool {
	if h.a.Bounds.Min == h.a.Bounds.Max {
		return false
	}
	a, b := shape.Geometry{Kind: shape.Hull, Poly: h.a}, shape.Geometry{Kind: shape.Hull, Poly: h.b}
	var out proximity.Closest
	pose := proximity.WidenPose(h.bInA)
	gjk(&out, &a, &b, &pose, nil)
	m.Count = 0
	if out.Distance > float64(speculative) {
		return true
	}
	if out.Distance <= minCoreDistance && !proximity.Penetration(&out, &a, &b, &pose) {
		return false
	}
	m.Normal = out.Normal.Vec3()
	m.Points[0] = LocalPoint{out.A.Add(out.B).Mul(0.5).Vec3(), float32(out.Distance), edgeID(0xfff, 0xfff)}
	m.Count = 1
	return true
}

// vertexContact makes the single point of the lowest vertex of inc below face f of ref: the last
// resort when a corner overlaps beside the face.
func vertexContact(m *LocalManifold, ref, inc *shape.Polytope, incInRef vec.Transform, f int, swapped bool) {
	plane := ref.Planes[f]
	i := inc.Support(incInRef.Q.InvRotate(plane.Normal).Neg())
	v := incInRef.Apply(inc.Vertices[i])
	d := plane.Separation(v)
	m.Normal = plane.Normal
	m.Points[0] = LocalPoint{v.MulSub(float32(0.5*d), plane.Normal), d, vertexID(uint32(i), !swapped)}
	m.Count = 1
}

// edgePairs looks for the pair of edges among those listed that separates most, and stops at
// the first beyond enough. A pair counts when the arcs of its face normals cross on the unit
// sphere (Gregorius, GDC 2013). The axis is where A's arc meets the plane across B's edge: the
// cross product of the edges without its noise (Overturf, cairno.substack.com).
func (h *hullPair) edgePairs(best *edgeAxis, edgesB, edgesA []uint16, enough float32) {
	for _, j := range edgesB {
		left, right := &h.b.Edges[j], &h.b.Edges[j+1]
		origin := h.b.Vertices[left.Origin]
		eB := h.r.MulVec(h.b.Vertices[right.Origin].Sub(origin))
		qB := h.r.MulVec(origin).Add(h.bInA.P)
		nBl, nBr := h.r.MulVec(h.b.Planes[left.Face].Normal), h.r.MulVec(h.b.Planes[right.Face].Normal)
		tiny := float32(parallelEdges * eB.Len())
		for _, i := range edgesA {
			eL, eR := &h.a.Edges[i], &h.a.Edges[i+1]
			nl, nr := &h.a.Planes[eL.Face].Normal, &h.a.Planes[eR.Face].Normal
			a1, a2 := nl.Dot(eB), nr.Dot(eB)
			if float32(a1*a2) >= 0 || vec.Abs(a1) < tiny && vec.Abs(a2) < tiny {
				continue
			}
			pA := h.a.Vertices[eL.Origin]
			eA := h.a.Vertices[eR.Origin].Sub(pA)
			b1, b2 := nBl.Dot(eA), nBr.Dot(eA)
			if float32(b1*b2) >= 0 || float32(b1*a2) >= 0 {
				continue
			}
			n := nl.Lerp(*nr, a1/(a1-a2)).Norm()
			if s := n.Dot(qB.Sub(pA)); s > best.separation {
				*best = edgeAxis{s, i, j, n}
				if s > enough {
					return
				}
			}
		}
	}
}

// contactEdge makes the single point between two edges, unless they pass each other.
func (h *hullPair) contactEdge(m *LocalManifold, e *edgeAxis) bool {
	p1 := h.a.Vertices[h.a.Edges[e.a].Origin]
	p2 := h.a.Vertices[h.a.Edges[e.a+1].Origin]
	q1 := h.r.MulVec(h.b.Vertices[h.b.Edges[e.b].Origin]).Add(h.bInA.P)
	q2 := h.r.MulVec(h.b.Vertices[h.b.Edges[e.b+1].Origin]).Add(h.bInA.P)
	s, t := proximity.ClosestSegments(p1, p2, q1, q2)
	p, q := p1.Lerp(p2, s), q1.Lerp(q2, t)
	if q.Dist(p) > vec.Abs(e.separation)+2*LinearSlop {
		// the lines cross beyond the ends of the edges: a face meets first
		return false
	}
	m.Normal = e.normal
	m.Points[0] = LocalPoint{
		p.Lerp(q, 0.5), e.separation,
		edgeID(uint32(e.a>>1), uint32(e.b>>1)),
	}
	m.Count = 1
	return true
}

// contactA clips the face of B that looks at A against face f of A.
func (h *hullPair) contactA(m *LocalManifold, f int, speculative float32) bool {
	return faceContact(m, h.a, h.b, h.bInA, f, speculative, false)
}

// contactB is contactA with the roles exchanged, for face f of B.
func (h *hullPair) contactB(m *LocalManifold, f int, speculative float32) bool {
	if !faceContact(m, h.b, h.a, h.bInA.Inverse(), f, speculative, true) {
		return false
	}
	m.flip(h.bInA)
	return true
}

// faceContact clips a face of inc against face f of ref, and leaves the manifold in the frame
// of ref, with the normal of the face. It returns false when no point is within the
// speculative distance. swapped says that ref is shape B.
func faceContact(m *LocalManifold, ref, inc *shape.Polytope, incInRef vec.Transform, f int, speculative float32,
	swapped bool) bool {
	g := inc.FaceAtSupport(incInRef.Q.InvRotate(ref.Planes[f].Normal).Neg())
	if ref.FaceSize(f)+inc.FaceSize(g) <= smallClip {
		var first, second [smallClip]clipPoint
		return clipFaces(m, ref, inc, incInRef, f, g, speculative, swapped, first[:], second[:])
	}
	return clipLargeFaces(m, ref, inc, incInRef, f, g, speculative, swapped)
}

// clipLargeFaces keeps the big buffers out of the frame of the common case.
//
//go:noinline
func clipLargeFaces(m *LocalManifold, ref, inc *shape.Polytope, incInRef vec.Transform, f, g int, speculative float32,
	swapped bool) bool {
	var first, second [largeClip]clipPoint
	return clipFaces(m, ref, inc, incInRef, f, g, speculative, swapped, first[:], second[:])
}

func clipFaces(m *LocalManifold, ref, inc *shape.Polytope, incInRef vec.Transform, f, g int, speculative float32,
	swapped bool, points, spare []clipPoint) bool {
	plane := ref.Planes[f]
	tu := plane.Normal.Perp()
	tv := plane.Normal.Cross(tu)

	// the incident face in the plane of the reference face
	r := incInRef.Q.Mat3()
	n := 0
	start := inc.FirstEdge[g]
	before := start
	for inc.Edges[before].Next != start {
		before = inc.Edges[before].Next
	}
	for e := start; n < len(points); {
		p := r.MulVec(inc.Vertices[inc.Edges[e].Origin]).Add(incInRef.P)
		points[n] = clipPoint{p.Dot(tu), p.Dot(tv), plane.Separation(p), before, e}
		n++
		before, e = e, inc.Edges[e].Next
		if e == start {
			break
		}
	}

	tolerance := sideTolerance(ref.Bounds.Half().MinComponent())
	first := ref.FirstEdge[f]
	for e := first; ; {
		v, w := ref.Vertices[ref.Edges[e].Origin], ref.Vertices[ref.Edges[e^1].Origin]
		along := w.Sub(v)
		l := clipLine{nu: along.Dot(tv), nv: -along.Dot(tu)}
		if length := vec.Sqrt(float32(l.nu*l.nu) + float32(l.nv*l.nv)); length > 0 {
			l.nu /= length
			l.nv /= length
			edge := float32(l.nu*v.Dot(tu)) + float32(l.nv*v.Dot(tv))
			l.offset = edge + tolerance
			if c := clipSide(points[:n], spare, l, referenceEdge|e); c >= 0 {
				if c == 0 {
					return false
				}
				points, spare, n = spare, points, c
			}
			pullInside(points[:n], l.nu, l.nv, edge)
		}
		e = ref.Edges[e].Next
		if e == first {
			break
		}
	}
	n = reduce(points[:dropFar(points[:n], speculative)])
	if n == 0 {
		return false
	}
	m.Normal = plane.Normal
	for i := range points[:n] {
		c := &points[i]
		p := plane.Normal.Mul(plane.Offset+float32(0.5*c.d)).MulAdd(c.u, tu).MulAdd(c.v, tv)
		m.Points[i&3] = LocalPoint{p, c.d, hullPointID(ref, inc, c, swapped)}
	}
	m.Count = int32(n)
	return true
}

// pullInside moves the points that the tolerance has spared back to the side of the face.
func pullInside(points []clipPoint, nu, nv, offset float32) {
	for i := range points {
		p := &points[i]
		if over := float32(nu*p.u) + float32(nv*p.v) - offset; over > 0 {
			p.u -= float32(over * nu)
			p.v -= float32(over * nv)
		}
	}
}

// hullPointID names a corner of a clipped face.
func hullPointID(ref, inc *shape.Polytope, c *clipPoint, swapped bool) uint32 {
	refIn, refOut := c.in&referenceEdge != 0, c.out&referenceEdge != 0
	in, out := c.in&^referenceEdge, c.out&^referenceEdge
	switch {
	case refIn && refOut:
		// a corner of the reference face, walked in either direction
		corner := ref.Edges[in].Origin
		if ref.Edges[in].Next == out {
			corner = ref.Edges[out].Origin
		}
		return vertexID(uint32(corner), swapped)
	case !refIn && !refOut:
		return vertexID(uint32(inc.Edges[out].Origin), !swapped)
	case refOut:
		in, out = out, in
	}
	if swapped {
		in, out = out, in
	}
	return edgeID(uint32(in>>1), uint32(out>>1))
}

package collide

import "tumble/physics/vec"

// triangleClipPoint is a corner of the incident face of a polytope, clipped by the sides of a triangle, in the frame of
// the polytope. Clipping needs only entries of the tables of triHull: how far the corner is out over
// each side, and how high above the face of the triangle. in and out name its edges as in clipPoint.
type triangleClipPoint struct {
	p       vec.Vec3
	beyond  [3]float32
	d       float32
	in, out uint16
}

// triangleClipRoom is memory for clipping, which need not be cleared before.
type triangleClipRoom struct {
	first, second [maxFeature + 4]triangleClipPoint
	flat          [maxFeature + 4]clipPoint
}

// incidentFace is the face of a polytope most against the normal of triangles; of a very large one every second corner
// or fewer.
type incidentFace struct {
	corners [maxFeature]uint8
	count   int
}

// findIncident finds the face of the polytope most against the normal of the triangle.
func (h *triHull) findIncident() {
	p := h.poly
	face := p.FaceAt(h.lowest, h.normal.Neg())
	first := p.FirstEdge[face]
	h.incident.count = 0
	for e := first; h.incident.count < maxFeature; {
		h.incident.corners[h.incident.count] = p.Edges[e].Origin
		h.incident.count++
		if e = p.Edges[e].Next; e == first {
			return
		}
	}
	// it is a very large one
	stride := (p.FaceSize(face) + maxFeature - 1) / maxFeature
	h.incident.count = 0
	for e, i := first, 0; ; i++ {
		if i%stride == 0 {
			h.incident.corners[h.incident.count&(maxFeature-1)] = p.Edges[e].Origin
			h.incident.count++
		}
		if e = p.Edges[e].Next; e == first {
			return
		}
	}
}

// faceManifold makes the contact of the polytope with the face of the triangle, the reference face, which has normal n
// in the frame of the mesh, after all sides were measured.
func (h *triHull) faceManifold(room *triangleClipRoom, m *LocalManifold, n vec.Vec3, speculative float32) {
	m.Count = 0
	if h.incident.count == 0 {
		h.findIncident()
	}
	count := h.incident.count
	points, spare := room.first[:], room.second[:]
	var outside [3]int // corners beyond each side
	for i, v := range h.incident.corners[:count] {
		q := &points[i]
		q.p, q.d, q.in, q.out = h.poly.Vertices[v], h.rise[v]-h.base, uint16(i-1), uint16(i)
		for k := range q.beyond {
			b := h.beyond[k][v]
			q.beyond[k] = b
			outside[k] += one(b > innerTolerance)
		}
	}
	points[0].in = uint16(count - 1)
	if max(outside[0], outside[1], outside[2]) == count {
		return
	}
	for k := range outside {
		if outside[k] > 0 {
			if count = clipBeyond(points[:count], spare, k); count == 0 {
				return
			}
			points, spare = spare, points
		}
	}
	h.reduceFace(room, m, points[:count], n, speculative)
}

// one is 1 for true.
func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// clipBeyond cuts a polygon with side k of the triangle, as clipSide does.
func clipBeyond(points, out []triangleClipPoint, k int) int {
	n := 0
	a := &points[len(points)-1]
	da := a.beyond[k] - innerTolerance
	for i := range points {
		b := &points[i]
		db := b.beyond[k] - innerTolerance
		if (da > 0) != (db > 0) && n < len(out) {
			c, t := &out[n], da/(da-db)
			c.p, c.d = a.p.Lerp(b.p, t), a.d+float32(t*(b.d-a.d))
			for j := range c.beyond {
				c.beyond[j] = a.beyond[j] + float32(t*(b.beyond[j]-a.beyond[j]))
			}
			c.in, c.out = a.out, referenceEdge|uint16(k)
			if da > 0 {
				c.in, c.out = c.out, a.out
			}
			n++
		}
		if db <= 0 && n < len(out) {
			out[n] = *b
			n++
		}
		a, da = b, db
	}
	return n
}

// reduceFace makes a manifold of the clipped face.
func (h *triHull) reduceFace(room *triangleClipRoom, m *LocalManifold, points []triangleClipPoint, n vec.Vec3,
	speculative float32) {
	tu := h.normal.Perp()
	tv := h.normal.Cross(tu)
	flat := room.flat[:0]
	for i := range points {
		if q := &points[i]; q.d <= speculative {
			flat = append(flat, clipPoint{q.p.Dot(tu), q.p.Dot(tv), q.d, uint16(i), 0})
		}
	}
	count := reduce(flat)
	for i := range flat[:count] {
		q := &points[flat[i].in]
		p := q.p.MulSub(float32(0.5*q.d), h.normal)
		for k := range q.beyond {
			over := q.beyond[k]
			if !(over > 0) {
				continue
			}
			// points that the tolerance has spared go back to the side
			p = p.MulSub(over, h.side[k])
			for j := k + 1; j < len(q.beyond); j++ {
				q.beyond[j] -= float32(over * h.side[k].Dot(h.side[j]))
			}
		}
		m.Points[i&3] = LocalPoint{h.r.MulVec(p).Add(h.p), q.d, h.facePointID(q)}
	}
	m.Normal, m.Count = n, int32(count)
}

// facePointID names a point as featureID does.
func (h *triHull) facePointID(q *triangleClipPoint) uint32 {
	sideIn, sideOut := q.in&referenceEdge != 0, q.out&referenceEdge != 0
	in, out := uint32(q.in&^referenceEdge), uint32(q.out&^referenceEdge)
	switch {
	case sideIn && sideOut:
		if (in+1)%3 == out {
			in = out
		}
		return vertexID(in, false)
	case !sideIn && !sideOut:
		return vertexID(uint32(h.incident.corners[out&(maxFeature-1)]), true)
	case sideOut:
		in, out = out, in
	}
	return edgeID(in, out)
}

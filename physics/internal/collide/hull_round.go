package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// boxSphere is exact: the point of the box nearest to the centre.
func boxSphere(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32) {
	c := bInA.Apply(b.A)
	if !a.Centered {
		c = a.Local.InvApply(c)
	}
	h := a.Half
	q := vec.Vec3{
		X: vec.Clamp(c.X, -h.X, h.X),
		Y: vec.Clamp(c.Y, -h.Y, h.Y),
		Z: vec.Clamp(c.Z, -h.Z, h.Z),
	}
	if q != c {
		m.setRound(q, c, 0, b.RadiusA, speculative, vec.AxisY, 0)
	} else {
		// the centre is inside: out through the nearest face
		depth := h.Sub(c.Abs())
		n, height := vec.AxisX, -depth.X
		position := c.X
		if -depth.Y > height {
			n, height, position = vec.AxisY, -depth.Y, c.Y
		}
		if -depth.Z > height {
			n, height, position = vec.AxisZ, -depth.Z, c.Z
		}
		if position < 0 {
			n = n.Neg()
		}
		m.setBall(c, n, height, b.RadiusA)
	}
	if !a.Centered {
		m.transform(a.Local)
	}
}

// setBall makes the single point of a ball of the given radius whose centre c is height above
// a flat surface with normal n.
func (m *LocalManifold) setBall(c, n vec.Vec3, height, radius float32) {
	separation := height - radius
	m.Normal = n
	m.Points[0] = LocalPoint{c.MulSub(height-float32(0.5*separation), n), separation, 0}
	m.Count = 1
}

// hullSphere uses the distance while the centre is outside, the best face when it is inside or straight above that.
func hullSphere(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32, cache *Cache) {
	c := bInA.Apply(b.A)
	enough := b.RadiusA + speculative
	if axisSeparates(a.Poly, cache.Axis, c, c, enough+separationMargin) {
		return
	}
	face, height := bestFaceOver(a.Poly, c, c, enough)
	if height > enough {
		return
	}
	if height > deepCore && !a.Poly.IsOver(face, c) {
		var out proximity.Closest
		pose := proximity.WidenPose(bInA)
		gjk(&out, a, b, &pose, cache)
		if out.Distance > deepCore {
			m.setRound(out.A.Vec3(), c, 0, b.RadiusA, speculative, a.Poly.Planes[face].Normal, 0)
			return
		}
	}
	m.setBall(c, a.Poly.Planes[face].Normal, height, b.RadiusA)
}

// nearestID names the single point of a capsule that is not one of its ends.
const nearestID = 1 << 13

// hullCapsule uses the distance while the core is outside and the axis test when it is
// inside. Most pairs are settled before: the axis of the last call or a face keeps them apart, or a face supports the
// core.
func hullCapsule(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32, cache *Cache) {
	p, q := bInA.Apply(b.A), bInA.Apply(b.B)
	enough := b.RadiusA + speculative + separationMargin
	if axisSeparates(a.Poly, cache.Axis, p, q, enough) {
		return
	}
	face, height := bestFaceOver(a.Poly, p, q, enough)
	if height > enough {
		cache.Axis = a.Poly.Planes[face].Normal
		return
	}
	if height > deepCore && faceSupports(m, a.Poly, face, height, p, q, b.RadiusA, speculative) {
		cache.Axis = a.Poly.Planes[face].Normal
		return
	}
	var out proximity.Closest
	pose := proximity.WidenPose(bInA)
	gjk(&out, a, b, &pose, cache)
	if float32(out.Distance)-b.RadiusA <= speculative {
		capsuleOn(m, a.Poly, &out, b, bInA, speculative)
	}
}

// axisSeparates reports whether the axis n, a unit vector or zero if there is none, keeps the segment p–q away from a
// polytope by more than enough (m).
func axisSeparates(a *shape.Polytope, n, p, q vec.Vec3, enough float32) bool {
	return n != (vec.Vec3{}) && vec.Min(n.Dot(p), n.Dot(q))-n.Dot(a.Vertices[a.Support(n)]) > enough
}

// bestFaceOver returns the face that keeps the segment p–q away farthest, and by how much (m), or the first that does
// by more than enough.
func bestFaceOver(a *shape.Polytope, p, q vec.Vec3, enough float32) (face int, height float32) {
	height = proximity.NoSeparation
	for f := range a.Planes {
		if s := vec.Min(a.Planes[f].Separation(p), a.Planes[f].Separation(q)); s > height {
			if face, height = f, s; s > enough {
				break
			}
		}
	}
	return face, height
}

// faceSupports makes the contact with the face that keeps the core p–q of a capsule away farthest, by height, if the
// face has the point nearest to the core, or one about as near in nearly the direction of the normal. No point of the
// polytope is nearer than height, since all of it is below the face.
func faceSupports(m *LocalManifold, a *shape.Polytope, face int, height float32, p, q vec.Vec3, radius,
	speculative float32) bool {
	n := a.Planes[face].Normal
	low := p
	if n.Dot(q) < n.Dot(p) {
		low = q
	}
	clipCore(m, a, face, p, q, radius, speculative)
	if a.IsOver(face, low) {
		if m.Count < 2 {
			m.setRound(low.MulSub(height, n), low, 0, radius, speculative, n, nearestID)
		}
		return true
	}
	if m.Count == 2 {
		// both ends are beyond the sides: the stretch between them bounds how far the nearest point may be off
		first, second := &m.Points[0], &m.Points[1]
		least := vec.Min(first.Separation, second.Separation) + radius
		middle := float32(0.5*(first.Separation+second.Separation)) + radius
		if least < height+0.5*LinearSlop && height > float32(flatCosine*middle) &&
			a.IsOver(face, first.Point.Lerp(second.Point, 0.5)) {
			return true
		}
	}
	m.Count = 0
	return false
}

// capsuleOn makes the contact of a polytope with the capsule b from the nearest points of the polytope and
// the core of the capsule.
func capsuleOn(m *LocalManifold, a *shape.Polytope, out *proximity.Closest, b *shape.Geometry, bInA vec.Transform,
	speculative float32) {
	distance := float32(out.Distance)
	p, q := bInA.Apply(b.A), bInA.Apply(b.B)
	if distance <= deepCore {
		deepCapsule(m, a, p, q, b.RadiusA, speculative)
		return
	}
	n := out.Normal.Vec3()
	f := a.FaceAlong(n)
	if a.Planes[f].Normal.Dot(n) > flatCosine {
		clipCore(m, a, f, p, q, b.RadiusA, speculative)
		lowest := vec.Min(m.Points[0].Separation, m.Points[1].Separation)
		if m.Count == 2 && lowest < distance-b.RadiusA+0.5*LinearSlop {
			return
		}
	}
	m.Count = 0
	m.setRound(out.A.Vec3(), out.B.Vec3(), 0, b.RadiusA, speculative, n, nearestID)
}

// deepCapsule finds the axis of least overlap of a segment p–q and a polytope: the faces, and
// the edges whose arc of normals crosses the circle across the segment.
func deepCapsule(m *LocalManifold, a *shape.Polytope, p, q vec.Vec3, radius, speculative float32) {
	face, height := bestFaceOver(a, p, q, -proximity.NoSeparation)
	d := q.Sub(p)
	tiny := float32(parallelEdges * d.Len())
	edge, best, normal := -1, float32(proximity.NoSeparation), vec.Vec3{}
	for i := 0; i < len(a.Edges); i += 2 {
		nl, nr := a.Planes[a.Edges[i].Face].Normal, a.Planes[a.Edges[i+1].Face].Normal
		l, r := nl.Dot(d), nr.Dot(d)
		if float32(l*r) >= 0 || vec.Abs(l) < tiny && vec.Abs(r) < tiny {
			continue
		}
		n := nl.Lerp(nr, l/(l-r)).Norm()
		if s := n.Dot(p.Sub(a.Vertices[a.Edges[i].Origin])); s > best {
			edge, best, normal = i, s, n
		}
	}
	if edge >= 0 && best > height+0.1*LinearSlop+float32(0.05*vec.Abs(height)) {
		v, w := a.Vertices[a.Edges[edge].Origin], a.Vertices[a.Edges[edge+1].Origin]
		_, t := proximity.ClosestSegments(v, w, p, q)
		m.setBall(p.Lerp(q, t), normal, best, radius)
		m.Points[0].ID = 1<<30 | uint32(edge)
		return
	}
	clipCore(m, a, face, p, q, radius, speculative)
	if m.Count == 0 {
		// the overlap lies beside the face: the lower end is the last resort
		c := p
		if a.Planes[face].Separation(q) < a.Planes[face].Separation(p) {
			c = q
		}
		m.setBall(c, a.Planes[face].Normal, height, radius)
	}
}

// clipCore puts a point at each end of the part of the segment p–q above face f.
func clipCore(m *LocalManifold, a *shape.Polytope, f int, p, q vec.Vec3, radius, speculative float32) {
	plane := a.Planes[f]
	lo, hi := float32(0), float32(1)
	idLo, idHi := uint32(0), uint32(1)
	tolerance := sideTolerance(a.Bounds.Half().MinComponent())
	first := a.FirstEdge[f]
	for e := first; ; {
		v := a.Vertices[a.Edges[e].Origin]
		side := a.Vertices[a.Edges[e^1].Origin].Sub(v).Cross(plane.Normal).Norm()
		offset := side.Dot(v) + tolerance
		dp, dq := side.Dot(p)-offset, side.Dot(q)-offset
		if dp > 0 && dq > 0 {
			return
		}
		if dp > 0 {
			if t := dp / (dp - dq); t > lo {
				lo, idLo = t, 2+uint32(e)
			}
		} else if dq > 0 {
			if t := dp / (dp - dq); t < hi {
				hi, idHi = t, 2+uint32(e)
			}
		}
		e = a.Edges[e].Next
		if e == first {
			break
		}
	}
	if lo > hi {
		return
	}
	m.Normal = plane.Normal
	m.Count = 0
	for i, t := range [2]float32{lo, hi} {
		c := p.Lerp(q, t)
		height := plane.Separation(c)
		separation := height - radius
		if separation > speculative || i == 1 && hi-lo < 1e-4 {
			continue
		}
		id := idLo
		if i == 1 {
			id = 1<<12 | idHi
		}
		m.Points[m.Count] = LocalPoint{c.MulSub(height-float32(0.5*separation), plane.Normal), separation, id}
		m.Count++
	}
}

package proximity

import (
	"math"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// simplexVertex is a point of the Minkowski difference B − A.
type simplexVertex struct {
	w, a, b v64
	// indices of the vertices in their shapes, for the cache
	ia, ib uint8
	weight float64
}

// Closest is the answer of GJK: the nearest points of the cores in the frame of A.
type Closest struct {
	A, B v64
	// normal is the unit vector from A to B; zero when the cores overlap.
	Normal   v64
	Distance float64
	// vertices is the final simplex, count of them; 4 when the cores overlap in depth.
	vertices   [4]simplexVertex
	count      int
	Iterations int32
	// apart is set once a direction is known that separates the cores.
	apart bool
}

// Seed is where a search begins: it carries the answer of one call to the next. It only saves work.
type Seed struct {
	// Axis is the last direction from A to B, of unit length or zero.
	Axis vec.Vec3
	// A and B are the vertices of the last closest simplex, Count of them.
	A, B  [4]uint8
	Count uint8
}

// GJK returns the nearest points of the cores of a and b: a core is the shape less its core
// radius. Source: Gilbert, Johnson and Keerthi 1988. The simplex is reduced by nearest points of its edges and
// faces (triangleWeights) instead of by Johnson's determinants.
func GJK(out *Closest, a, b *shape.Geometry, pose *Pose, c *Seed) {
	if a.Kind == shape.Plane || b.Kind == shape.Plane {
		planeDistance(out, a, b, pose)
		return
	}
	out.apart = false
	pair := coresOf(a, b, pose)
	startSimplex(out, &pair, c)
	best := math.Inf(1)
	var last Closest
	var v v64
	for out.Iterations = 0; out.Iterations < MaxIterations; out.Iterations++ {
		v = out.solve()
		d2 := v.Dot(v)
		if out.count == 4 || d2 <= overlapDistance*overlapDistance {
			break
		}
		if d2 >= best {
			// rounding has ended the progress: the last simplex is the answer
			out.vertices, out.count, v = last.vertices, last.count, last.A
			break
		}
		best = d2
		last.vertices, last.count, last.A = out.vertices, out.count, v

		s := &out.vertices[out.count]
		pair.pair(s, v)
		bound, tolerance := v.Dot(s.w), distanceTolerance
		if s.ia == shape.NoVertex || s.ib == shape.NoVertex {
			tolerance = roundTolerance
		}
		if d2-bound <= float64(tolerance*d2) || out.has(s) {
			break
		}
		out.apart = out.apart || bound > 0
		if out.Iterations+1 == MaxIterations {
			break
		}
		out.count++
	}
	out.finish(v)
	if c != nil {
		out.store(c)
	}
}

// planeDistance is the distance of a convex core above a plane, in either order.
func planeDistance(out *Closest, a, b *shape.Geometry, pose *Pose) {
	plane, other := a, b
	normal := shape.Widen(a.A)
	if b.Kind == shape.Plane {
		plane, other = b, a
		normal = pose.Rotate(shape.Widen(b.A))
	}
	offset := float64(plane.RadiusA)
	var lowest v64
	if plane == a {
		lowest, _ = other.CoreSupport(pose.InvRotate(normal.Neg()))
		lowest = pose.Apply(lowest)
	} else {
		lowest, _ = other.CoreSupport(normal.Neg())
		offset += normal.Dot(pose.P)
	}
	out.Iterations = 1
	height := normal.Dot(lowest) - offset
	foot := lowest.MulAdd(-height, normal)
	out.A, out.B, out.Normal, out.Distance = foot, lowest, normal, height
	if plane == b {
		out.A, out.B, out.Normal = lowest, foot, normal.Neg()
	}
	if height <= overlapDistance {
		out.Distance, out.Normal = 0, v64{}
	}
}

// startSimplex takes the simplex of the last call, or one support point.
func startSimplex(out *Closest, pair *cores, c *Seed) {
	if c != nil && c.Count > 0 && c.Count <= 3 {
		for i := range int(c.Count) {
			s := &out.vertices[i]
			s.ia, s.ib = c.A[i], c.B[i]
			pa, okA := pair.a.geometry.CoreVertex(s.ia)
			pb, okB := pair.b.geometry.CoreVertex(s.ib)
			if !okA || !okB {
				out.count = 0
				break
			}
			s.a, s.b = pa, pair.pose.Apply(pb)
			s.w = s.b.Sub(s.a)
			out.count = i + 1
		}
		if out.count > 0 {
			return
		}
	}
	start := pair.pose.P
	if c != nil && c.Axis != (vec.Vec3{}) {
		start = shape.Widen(c.Axis)
	} else if start == (v64{}) {
		start.Y = 1
	}
	pair.pair(&out.vertices[0], start)
	out.count = 1
}

// has reports whether the simplex has the vertex s already.
func (out *Closest) has(s *simplexVertex) bool {
	for i := range out.vertices[:out.count] {
		if out.vertices[i].w == s.w {
			return true
		}
	}
	return false
}

// store keeps the simplex and the axis for the next call.
func (out *Closest) store(c *Seed) {
	c.Axis = out.Normal.Vec3()
	c.Count = 0
	if out.count > 3 {
		return
	}
	for i := range out.vertices[:out.count] {
		s := &out.vertices[i]
		if s.ia == shape.NoVertex || s.ib == shape.NoVertex {
			return
		}
		c.A[i], c.B[i] = s.ia, s.ib
	}
	c.Count = uint8(out.count)
}

// finish computes the nearest points from the weights.
func (out *Closest) finish(v v64) {
	out.A, out.B = v64{}, v64{}
	for i := range out.vertices[:out.count] {
		s := &out.vertices[i]
		out.A = out.A.MulAdd(s.weight, s.a)
		out.B = out.B.MulAdd(s.weight, s.b)
	}
	out.Distance = v.Len()
	if out.count == 4 || out.Distance <= overlapDistance {
		out.Distance, out.Normal = 0, v64{}
		return
	}
	out.Normal = v.Mul(1 / out.Distance)
}

// solve reduces the simplex to the smallest part that holds the point nearest to the origin,
// sets the weights and returns the point. A count of 4 afterwards means the origin is inside.
func (out *Closest) solve() v64 {
	switch out.count {
	case 1:
		out.vertices[0].weight = 1
		return out.vertices[0].w
	case 2:
		return out.solveSegment()
	case 3:
		return out.solveTriangle()
	}
	return out.solveTetrahedron()
}

func (out *Closest) solveSegment() v64 {
	a, b := &out.vertices[0], &out.vertices[1]
	ab := b.w.Sub(a.w)
	t, l2 := -a.w.Dot(ab), ab.Dot(ab)
	if t <= 0 || l2 == 0 {
		out.count = 1
		a.weight = 1
		return a.w
	}
	if t >= l2 {
		*a = *b
		out.count = 1
		a.weight = 1
		return a.w
	}
	t /= l2
	a.weight, b.weight = 1-t, t
	return a.w.MulAdd(t, ab)
}

// solveTriangle finds the region of the triangle from the barycentric numbers of its
// corners and edges.
func (out *Closest) solveTriangle() v64 {
	t := triangleWeights(out.vertices[0].w, out.vertices[1].w, out.vertices[2].w)
	n := 0
	var p v64
	for i, w := range t {
		if w > 0 {
			out.vertices[n] = out.vertices[i]
			out.vertices[n].weight = w
			p = p.MulAdd(w, out.vertices[n].w)
			n++
		}
	}
	out.count = n
	return p
}

// solveTetrahedron tests the faces that the origin lies outside of and keeps the nearest. On
// round shapes the last simplices are so thin that rounding may put the origin inside: when
// the cores are known to be apart it cannot be, and all faces count.
func (out *Closest) solveTetrahedron() v64 {
	faces := [4][4]uint8{{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}}
	best := math.Inf(1)
	var bestWeights [3]float64
	bestFace := -1
	for f, i := range faces {
		a, b, c, d := out.vertices[i[0]].w, out.vertices[i[1]].w, out.vertices[i[2]].w, out.vertices[i[3]].w
		n := b.Sub(a).Cross(c.Sub(a))
		toOrigin, toFourth := -a.Dot(n), d.Sub(a).Dot(n)
		// a flat tetrahedron has no inside: all its faces count
		volume := float64(overlapDistance * n.Len())
		if !out.apart && float64(toOrigin*toFourth) > 0 && math.Abs(toFourth) > volume {
			continue
		}
		w := triangleWeights(a, b, c)
		p := a.Mul(w[0]).MulAdd(w[1], b).MulAdd(w[2], c)
		if d2 := p.Dot(p); d2 < best {
			best, bestWeights, bestFace = d2, w, f
		}
	}
	if bestFace < 0 {
		for i := range out.vertices {
			out.vertices[i].weight = 0.25
		}
		return v64{}
	}
	i := faces[bestFace]
	corner := [3]simplexVertex{out.vertices[i[0]], out.vertices[i[1]], out.vertices[i[2]]}
	out.count = 0
	var p v64
	for k, w := range bestWeights {
		if w > 0 {
			out.vertices[out.count] = corner[k]
			out.vertices[out.count].weight = w
			p = p.MulAdd(w, corner[k].w)
			out.count++
		}
	}
	return p
}

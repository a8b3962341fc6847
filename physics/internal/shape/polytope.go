package shape

import (
	"tumble/physics/internal/lanes"
	"tumble/physics/vec"
)

// Plane3 is a flat face: points p with Normal·p = Offset. Normal is a unit vector that
// points out of the solid.
type Plane3 struct {
	Normal vec.Vec3
	Offset float32
}

// Separation returns the signed distance of p above the plane (m).
func (p Plane3) Separation(q vec.Vec3) float32 { return p.Normal.Dot(q) - p.Offset }

// HalfEdge is one side of an edge of a polytope. The two halves of an edge lie next to each
// other in Polytope.Edges, so the twin of half-edge i is i^1.
type HalfEdge struct {
	// Next half-edge of the same face, counter-clockwise seen from outside.
	Next uint16
	// Origin is the vertex where the half-edge starts.
	Origin uint8
	// Face to the left.
	Face uint8
}

// Polytope is a convex polyhedron with up to MaxHullVertices vertices. It is immutable once
// built and may be shared.
type Polytope struct {
	Vertices []vec.Vec3
	Edges    []HalfEdge
	// Planes of the faces. Every vertex lies on or below every plane.
	Planes []Plane3
	// FirstEdge of every face.
	FirstEdge []uint16
	// Spokes are the half-edges that start at each vertex, one of them for each.
	Spokes []uint16
	// Reach of every edge: 1 over the cosine of half the angle between its two faces' normals.
	Reach []float32
	// Corners and Faces are the vertices and planes in groups of four, for searches among all of them.
	// The prism of a triangle has none.
	Corners []lanes.Points
	Faces   []lanes.Planes
	// Arcs are the edges with the offsets of their faces in such groups.
	Arcs []lanes.Edge
	// Inner is the radius of the sphere around Unit.Center that fits inside (m).
	Inner float32
	// Bounds of the vertices.
	Bounds vec.AABB
	// Unit is the mass data at density 1.
	Unit MassData
}

// boundsOf returns the box around points.
func boundsOf(points []vec.Vec3) vec.AABB {
	box := vec.EmptyAABB
	for _, p := range points {
		box = box.Include(p)
	}
	return box
}

// pack fills the lists for searches, in storage of the right size.
func (p *Polytope) pack(corners []lanes.Points, faces []lanes.Planes, arcs []lanes.Edge) {
	lanes.PackPoints(corners, p.Vertices)
	for i := range 4 * len(faces) {
		plane := &p.Planes[min(i, len(p.Planes)-1)]
		faces[i/4].Set(i%4, plane.Normal, plane.Offset)
	}
	for i, reach := range p.Reach {
		arcs[i] = lanes.EdgeOf(reach, p.Edges[2*i].Face, p.Edges[2*i+1].Face)
	}
	p.Corners, p.Faces, p.Arcs = corners, faces, arcs
}

// bounds returns the box around the polytope at xf.
func (p *Polytope) bounds(xf vec.Transform) vec.AABB {
	if !(xf.Q.Dot(xf.Q) < 4) {
		return p.boundsOfAny(xf)
	}
	r := xf.Q.Mat3()
	least, greatest := lanes.Span(p.Corners, &r)
	return vec.AABB{Min: least.Add(xf.P), Max: greatest.Add(xf.P)}
}

// boundsOfAny is bounds for rotations that may be no numbers. Zeros are positive there, too.
func (p *Polytope) boundsOfAny(xf vec.Transform) vec.AABB {
	r := xf.Q.Mat3()
	a := r.MulVec(p.Vertices[0]).Add(vec.Vec3{})
	low, high := a, a
	for _, v := range p.Vertices[1:] {
		a := r.MulVec(v).Add(vec.Vec3{})
		low.X, low.Y, low.Z = min(low.X, a.X), min(low.Y, a.Y), min(low.Z, a.Z)
		high.X, high.Y, high.Z = max(high.X, a.X), max(high.Y, a.Y), max(high.Z, a.Z)
	}
	return vec.AABB{Min: low.Add(xf.P), Max: high.Add(xf.P)}
}

// Support returns the index of the vertex farthest along dir, the lowest one among equals.
func (p *Polytope) Support(dir vec.Vec3) int {
	if len(p.Corners) > 0 && dir.Len2() < farSquared {
		return lanes.Farthest(p.Corners, dir)
	}
	best, index := p.Vertices[0].Dot(dir), 0
	for i := 1; i < len(p.Vertices); i++ {
		if d := p.Vertices[i].Dot(dir); d > best {
			best, index = d, i
		}
	}
	return index
}

// FaceAlong returns the face whose normal agrees most with dir, the lowest one among equals.
func (p *Polytope) FaceAlong(dir vec.Vec3) int {
	best, index := p.Planes[0].Normal.Dot(dir), 0
	for i := 1; i < len(p.Planes); i++ {
		if d := p.Planes[i].Normal.Dot(dir); d > best {
			best, index = d, i
		}
	}
	return index
}

// FaceAtSupport returns the face that agrees most with dir among those around the vertex
// farthest along dir. That face reaches the contact; the best of all faces need not.
func (p *Polytope) FaceAtSupport(dir vec.Vec3) int { return p.FaceAt(p.Support(dir), dir) }

// FaceAt returns the face at a vertex whose normal is nearest to dir.
func (p *Polytope) FaceAt(vertex int, dir vec.Vec3) int {
	first := p.Spokes[vertex]
	best, index := float32(-2), 0
	for e := first; ; {
		f := p.Edges[e].Face
		if d := p.Planes[f].Normal.Dot(dir); d > best {
			best, index = d, int(f)
		}
		// the next spoke is the one after the twin
		if e = p.Edges[e^1].Next; e == first {
			return index
		}
	}
}

// contains reports whether q lies inside or on the surface.
func (p *Polytope) contains(q vec.Vec3) bool {
	for i := range p.Planes {
		if p.Planes[i].Separation(q) > 0 {
			return false
		}
	}
	return true
}

// IsOver reports whether q lies straight above or below face f.
func (p *Polytope) IsOver(f int, q vec.Vec3) bool {
	normal := p.Planes[f].Normal
	first := p.FirstEdge[f]
	for e := first; ; {
		v := p.Vertices[p.Edges[e].Origin]
		if p.Vertices[p.Edges[e^1].Origin].Sub(v).Cross(normal).Dot(q.Sub(v)) > 0 {
			return false
		}
		if e = p.Edges[e].Next; e == first {
			return true
		}
	}
}

// rayCast clips the ray against all face planes.
func (p *Polytope) rayCast(origin, d vec.Vec3, maxFraction float32) (Hit, bool) {
	lo, hi := float32(0), maxFraction
	entered := -1
	for i := range p.Planes {
		height := p.Planes[i].Separation(origin)
		slope := p.Planes[i].Normal.Dot(d)
		if slope == 0 {
			if height > 0 {
				return Hit{}, false
			}
			continue
		}
		t := -height / slope
		if slope < 0 {
			if t > lo {
				lo, entered = t, i
			}
		} else if t < hi {
			hi = t
		}
		if lo > hi {
			return Hit{}, false
		}
	}
	if entered < 0 {
		if !p.contains(origin) {
			return Hit{}, false
		}
		return Hit{Point: origin}, true
	}
	return Hit{Fraction: lo, Normal: p.Planes[entered].Normal, Point: origin.MulAdd(lo, d)}, true
}

// extents returns the inner radius around the own centre and the farthest distance from c.
func (p *Polytope) extents(c vec.Vec3) (inner, outer float32) {
	for _, v := range p.Vertices {
		outer = vec.Max(outer, v.Dist2(c))
	}
	return p.Inner, vec.Sqrt(outer)
}

// FaceSize returns the number of corners of face f.
func (p *Polytope) FaceSize(f int) int {
	n := 1
	for e := p.Edges[p.FirstEdge[f]].Next; e != p.FirstEdge[f]; e = p.Edges[e].Next {
		n++
	}
	return n
}

// AppendFace appends the vertex indices of a face, counter-clockwise from outside, to buf.
func (p *Polytope) AppendFace(face int, buf []int) []int {
	first := p.FirstEdge[face]
	for e := first; ; {
		buf = append(buf, int(p.Edges[e].Origin))
		if e = p.Edges[e].Next; e == first {
			return buf
		}
	}
}

package proximity

import (
	"math"

	"tumble/physics/internal/shape"
)

// epaFace is a triangle of the growing polytope, counter-clockwise from outside.
type epaFace struct {
	v        [3]uint8
	dead     bool
	normal   v64
	distance float64
}

// epa holds the polytope inside of the Minkowski difference B − A.
type epa struct {
	vertices   [epaVertices]simplexVertex
	count      int
	faces      [epaFaces]epaFace
	faceCount  int
	rim        [epaFaces][2]uint8
	rimCount   int
	pair       cores
	brokenFace bool
}

// Penetration completes out for cores that overlap: the direction of least overlap, its depth
// as a negative distance, and the two points of the surfaces that are deepest. ok is
// false when the cores are too flat to span a volume.
//
// Method: van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game
// Objects", GDC 2001 (expanding polytope).
func Penetration(out *Closest, a, b *shape.Geometry, pose *Pose) (ok bool) {
	var e epa
	e.pair = coresOf(a, b, pose)
	if !e.start(out) {
		return false
	}
	best := e.nearest()
	for best >= 0 && e.count < epaVertices {
		f := &e.faces[best]
		s := &e.vertices[e.count]
		e.pair.pair(s, f.normal.Neg())
		growth := s.w.Dot(f.normal) - f.distance
		if growth <= epaFloor+float64(epaTolerance*f.distance) {
			break
		}
		if !e.grow(s.w) {
			break
		}
		next := e.nearest()
		if next < 0 {
			break
		}
		best = next
	}
	if best < 0 {
		return false
	}
	f := &e.faces[best]
	va, vb, vc := &e.vertices[f.v[0]], &e.vertices[f.v[1]], &e.vertices[f.v[2]]
	w := triangleWeights(va.w, vb.w, vc.w)
	out.A = va.a.Mul(w[0]).MulAdd(w[1], vb.a).MulAdd(w[2], vc.a)
	out.B = va.b.Mul(w[0]).MulAdd(w[1], vb.b).MulAdd(w[2], vc.b)
	// the origin leaves B − A along f.normal, so B must go against it
	out.Normal = f.normal.Neg()
	out.Distance = -f.distance
	return true
}

// start builds a tetrahedron around the origin from the last simplex of GJK.
func (e *epa) start(out *Closest) bool {
	e.count = out.count
	copy(e.vertices[:], out.vertices[:out.count])
	axes := [3]v64{{X: 1}, {Y: 1}, {Z: 1}}
	const thin = 1e-10
	if e.count == 1 {
		for i := 0; i < 6 && e.count == 1; i++ {
			e.try(axes[i/2].Mul(float64(1-2*(i&1))), func(w v64) bool {
				return w.Sub(e.vertices[0].w).Len() > thin
			})
		}
	}
	if e.count == 2 {
		line := e.vertices[1].w.Sub(e.vertices[0].w)
		for i := 0; i < 6 && e.count == 2; i++ {
			d := line.Cross(axes[i/2]).Mul(float64(1 - 2*(i&1)))
			if d.Len() < 0.1*line.Len() {
				continue
			}
			e.try(d, func(w v64) bool {
				return line.Cross(w.Sub(e.vertices[0].w)).Len() > thin*line.Len()
			})
		}
	}
	if e.count == 3 {
		n := e.vertices[1].w.Sub(e.vertices[0].w).Cross(e.vertices[2].w.Sub(e.vertices[0].w)).Norm()
		for i := 0; i < 2 && e.count == 3; i++ {
			e.try(n.Mul(float64(1-2*i)), func(w v64) bool {
				return math.Abs(n.Dot(w.Sub(e.vertices[0].w))) > thin
			})
		}
	}
	if e.count != 4 {
		return false
	}
	v := &e.vertices
	n := v[1].w.Sub(v[0].w).Cross(v[2].w.Sub(v[0].w))
	if n.Dot(v[3].w.Sub(v[0].w)) > 0 {
		v[1], v[2] = v[2], v[1]
	}
	e.addFace(0, 1, 2)
	e.addFace(0, 3, 1)
	e.addFace(1, 3, 2)
	e.addFace(2, 3, 0)
	return !e.brokenFace
}

// try appends the support point along d of the difference when good accepts it.
func (e *epa) try(d v64, good func(w v64) bool) {
	s := &e.vertices[e.count]
	e.pair.pair(s, d.Neg())
	if good(s.w) {
		e.count++
	}
}

func (e *epa) addFace(i, j, k uint8) {
	if e.faceCount == epaFaces {
		e.brokenFace = true
		return
	}
	p := e.vertices[i].w
	n := e.vertices[j].w.Sub(p).Cross(e.vertices[k].w.Sub(p))
	f := &e.faces[e.faceCount]
	*f = epaFace{v: [3]uint8{i, j, k}, normal: n.Norm()}
	if f.normal == (v64{}) {
		e.brokenFace = true
		return
	}
	// the origin is inside but for rounding
	f.distance = math.Max(0, f.normal.Dot(p))
	e.faceCount++
}

// nearest returns the living face nearest to the origin, −1 when there is none.
func (e *epa) nearest() int {
	best, index := math.Inf(1), -1
	for i := range e.faces[:e.faceCount] {
		if f := &e.faces[i]; !f.dead && f.distance < best {
			best, index = f.distance, i
		}
	}
	return index
}

// grow adds the vertex after the last one: all faces that see it go, and a fan closes the hole.
func (e *epa) grow(w v64) bool {
	e.rimCount = 0
	for i := range e.faces[:e.faceCount] {
		f := &e.faces[i]
		if f.dead || f.normal.Dot(w)-f.normal.Dot(e.vertices[f.v[0]].w) <= 1e-12 {
			continue
		}
		f.dead = true
		for k := range 3 {
			e.toggle(f.v[k], f.v[(k+1)%3])
		}
	}
	if e.rimCount < 3 {
		return false
	}
	apex := uint8(e.count)
	e.count++
	for _, r := range e.rim[:e.rimCount] {
		e.addFace(r[0], r[1], apex)
	}
	return !e.brokenFace
}

// toggle adds a directed edge to the rim, or removes its reverse.
func (e *epa) toggle(i, j uint8) {
	for k := range e.rim[:e.rimCount] {
		if e.rim[k] == [2]uint8{j, i} {
			e.rimCount--
			e.rim[k] = e.rim[e.rimCount]
			return
		}
	}
	if e.rimCount < len(e.rim) {
		e.rim[e.rimCount] = [2]uint8{i, j}
		e.rimCount++
	}
}

package shape

// hullBuilder grows a triangle hull, one farthest point at a time.
type hullBuilder struct {
	points []Vec64
	faces  []hullFace
	// vertices is the number of points in the hull so far, an upper bound.
	vertices int

	// scratch of addPoint
	visible []int32
	horizon []hullRim
	orphans []int32
}

// hullFace is a triangle, counter-clockwise from outside. Neighbour i lies across the edge
// from vertex i to vertex i+1.
type hullFace struct {
	vertex    [3]int32
	neighbour [3]int32
	normal    Vec64
	offset    float64
	// outside lists the points that lie above this face; far is the farthest of them.
	outside []int32
	far     int32
	height  float64
	dead    bool
	marked  bool
}

// hullRim is an edge of the horizon: from vertex a to b on the dead side, face beyond it.
type hullRim struct{ a, b, face int32 }

// build returns false when rounding has broken the surface.
func (b *hullBuilder) build(seed [4]int) bool {
	s := [4]int32{int32(seed[0]), int32(seed[1]), int32(seed[2]), int32(seed[3])}
	// seed[3] lies below the triangle 0, 1, 2
	corners := [4][3]int32{{s[0], s[1], s[2]}, {s[1], s[0], s[3]}, {s[2], s[1], s[3]}, {s[0], s[2], s[3]}}
	for _, c := range corners {
		b.addFace(c)
	}
	b.vertices = 4
	b.faces[0].neighbour = [3]int32{1, 2, 3}
	b.faces[1].neighbour = [3]int32{0, 3, 2}
	b.faces[2].neighbour = [3]int32{0, 1, 3}
	b.faces[3].neighbour = [3]int32{0, 2, 1}
	for i := range b.points {
		p := int32(i)
		if p != s[0] && p != s[1] && p != s[2] && p != s[3] {
			b.assign(p, 0)
		}
	}
	for b.vertices < MaxHullVertices {
		// the farthest point of all first, so that a hull cut off at the limit is the best one
		best, height := int32(-1), float64(hullTolerance)
		for i := range b.faces {
			if f := &b.faces[i]; !f.dead && f.height > height {
				best, height = int32(i), f.height
			}
		}
		if best < 0 {
			return true
		}
		if !b.addPoint(best) {
			return false
		}
	}
	return true
}

func (b *hullBuilder) addFace(v [3]int32) int32 {
	p, q, r := b.points[v[0]], b.points[v[1]], b.points[v[2]]
	n := q.Sub(p).Cross(r.Sub(p)).Norm()
	b.faces = append(b.faces, hullFace{vertex: v, normal: n, offset: n.Dot(p), far: -1})
	return int32(len(b.faces) - 1)
}

// assign gives the point to the face from index first on that it lies farthest above.
func (b *hullBuilder) assign(p, first int32) {
	best, height := int32(-1), float64(hullTolerance)
	for i := first; i < int32(len(b.faces)); i++ {
		f := &b.faces[i]
		if f.dead {
			continue
		}
		if h := f.normal.Dot(b.points[p]) - f.offset; h > height {
			best, height = i, h
		}
	}
	if best < 0 {
		return
	}
	f := &b.faces[best]
	f.outside = append(f.outside, p)
	if height > f.height {
		f.far, f.height = p, height
	}
}

// addPoint replaces all faces that the farthest point of face start sees by a fan around it.
func (b *hullBuilder) addPoint(start int32) bool {
	apex := b.faces[start].far
	eye := b.points[apex]
	b.findHorizon(start, eye)
	if !b.orderHorizon() {
		return false
	}

	// the fan: face k has the edges rim k, (b, apex), (apex, a)
	first := int32(len(b.faces))
	count := int32(len(b.horizon))
	for _, r := range b.horizon {
		b.addFace([3]int32{r.a, r.b, apex})
	}
	for k, r := range b.horizon {
		f := &b.faces[first+int32(k)]
		f.neighbour = [3]int32{r.face, first + (int32(k)+1)%count, first + (int32(k)+count-1)%count}
		g := &b.faces[r.face]
		for i := range g.vertex {
			if g.vertex[i] == r.b && g.vertex[(i+1)%3] == r.a {
				g.neighbour[i] = first + int32(k)
			}
		}
	}

	b.orphans = b.orphans[:0]
	for _, v := range b.visible {
		f := &b.faces[v]
		f.dead = true
		b.orphans = append(b.orphans, f.outside...)
		f.outside = nil
	}
	for _, p := range b.orphans {
		if p != apex {
			b.assign(p, first)
		}
	}
	b.vertices++
	return true
}

// findHorizon collects the faces around start that the point eye sees, and the edges to the
// faces that it does not.
func (b *hullBuilder) findHorizon(start int32, eye Vec64) {
	b.visible = append(b.visible[:0], start)
	b.faces[start].marked = true
	b.horizon = b.horizon[:0]
	for k := 0; k < len(b.visible); k++ {
		f := &b.faces[b.visible[k]]
		for _, n := range f.neighbour {
			g := &b.faces[n]
			if g.marked {
				continue
			}
			if g.normal.Dot(eye)-g.offset > 0 {
				g.marked = true
				b.visible = append(b.visible, n)
			}
		}
	}
	for _, v := range b.visible {
		f := &b.faces[v]
		for i, n := range f.neighbour {
			if !b.faces[n].marked {
				b.horizon = append(b.horizon, hullRim{f.vertex[i], f.vertex[(i+1)%3], n})
			}
		}
	}
}

// orderHorizon sorts the rim into one closed loop; false when it is not one.
func (b *hullBuilder) orderHorizon() bool {
	h := b.horizon
	if len(h) < 3 {
		return false
	}
	for i := 1; i < len(h); i++ {
		found := false
		for j := i; j < len(h); j++ {
			if h[j].a == h[i-1].b {
				h[i], h[j] = h[j], h[i]
				found = true
				break
			}
		}
		if !found {
			return false
		}
	}
	return h[len(h)-1].b == h[0].a
}

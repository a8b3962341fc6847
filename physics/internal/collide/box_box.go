package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// boxPair is the pose of box B in the frame of box A. Axes are picked by index everywhere in
// this file, so the numbers lie in arrays, which Go keeps in memory anyway.
type boxPair struct {
	// r[i][j] is component i, in A, of axis j of B.
	r      [3][3]float32
	p      [3]float32
	ha, hb [3]float32
}

var (
	nextAxis     = [3]uint8{1, 2, 0}
	previousAxis = [3]uint8{2, 0, 1}
)

func newBoxPair(t *boxPair, halfA, halfB vec.Vec3, bInA vec.Transform) {
	m := bInA.Q.Mat3()
	t.r = [3][3]float32{{m.XX, m.XY, m.XZ}, {m.YX, m.YY, m.YZ}, {m.ZX, m.ZY, m.ZZ}}
	t.p = [3]float32{bInA.P.X, bInA.P.Y, bInA.P.Z}
	t.ha = [3]float32{halfA.X, halfA.Y, halfA.Z}
	t.hb = [3]float32{halfB.X, halfB.Y, halfB.Z}
}

// reversed fills s with the same pair seen from B.
func (t *boxPair) reversed(s *boxPair) {
	for i := range 3 {
		s.r[i] = [3]float32{t.r[0][i], t.r[1][i], t.r[2][i]}
		s.p[i] = -(float32(t.r[0][i]*t.p[0]) + float32(t.r[1][i]*t.p[1]) + float32(t.r[2][i]*t.p[2]))
	}
	s.ha, s.hb = t.hb, t.ha
}

// faceA is the separation along axis i of A.
func (t *boxPair) faceA(i uint8) float32 {
	r := &t.r[i]
	return vec.Abs(t.p[i]) - t.ha[i] -
		(float32(vec.Abs(r[0])*t.hb[0]) + float32(vec.Abs(r[1])*t.hb[1]) + float32(vec.Abs(r[2])*t.hb[2]))
}

// faceB is the separation along axis j of B.
func (t *boxPair) faceB(j uint8) float32 {
	a, b, c := t.r[0][j], t.r[1][j], t.r[2][j]
	d := float32(t.p[0]*a) + float32(t.p[1]*b) + float32(t.p[2]*c)
	return vec.Abs(d) - t.hb[j] -
		(float32(vec.Abs(a)*t.ha[0]) + float32(vec.Abs(b)*t.ha[1]) + float32(vec.Abs(c)*t.ha[2]))
}

// boxes is the fast path for two boxes: the fifteen axes of Gottschalk, Lin and Manocha 1996,
// then a face or edge contact in the frame of A.
func boxes(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32, c *Cache) {
	pose := bInA
	if !b.Centered {
		bInA = bInA.Mul(b.Local)
	}
	if !a.Centered {
		bInA = a.Local.InvMul(bInA)
	}
	var t boxPair
	newBoxPair(&t, a.Half, b.Half, bInA)
	if !t.cached(m, speculative, c) {
		face := t.search(m, speculative, c)
		if m.Count == 0 && face < 0 {
			// an overlap beside the best face: the general path covers it
			hulls(m, a.Poly, b.Poly, pose, speculative, c)
			return
		}
	}
	if !a.Centered {
		m.transform(a.Local)
	}
}

// cached tries the axis of the last step; done means that it has settled the pair.
func (t *boxPair) cached(m *LocalManifold, speculative float32, c *Cache) (done bool) {
	switch c.Feature {
	case SeparatedA:
		return t.faceA(uint8(c.IndexA)%3) > speculative
	case SeparatedB:
		return t.faceB(uint8(c.IndexB)%3) > speculative
	case FaceA:
		s := t.faceA(uint8(c.IndexA) % 3)
		return stillValid(s, speculative, c) && t.contactA(m, uint8(c.IndexA)%3, speculative, false)
	case FaceB:
		s := t.faceB(uint8(c.IndexB) % 3)
		return stillValid(s, speculative, c) && t.contactB(m, uint8(c.IndexB)%3, speculative)
	}
	return false
}

// search tests all axes, builds the contact of the best one and returns the best separation.
func (t *boxPair) search(m *LocalManifold, speculative float32, c *Cache) float32 {
	*c = Cache{}
	bestA, bestB := float32(proximity.NoSeparation), float32(proximity.NoSeparation)
	axisA, axisB := uint8(0), uint8(0)
	for i := range uint8(3) {
		if s := t.faceA(i); s > bestA {
			bestA, axisA = s, i
		}
	}
	if bestA > speculative {
		*c = Cache{Feature: SeparatedA, IndexA: uint16(axisA), Separation: bestA}
		return bestA
	}
	for j := range uint8(3) {
		if s := t.faceB(j); s > bestB {
			bestB, axisB = s, j
		}
	}
	if bestB > speculative {
		*c = Cache{Feature: SeparatedB, IndexB: uint16(axisB), Separation: bestB}
		return bestB
	}
	// A face contact has more points than an edge contact and jitters less, so an edge must be
	// clearly better, and B's face clearly better than A's.
	face := vec.Max(bestA, bestB)
	clearly := face + 0.1*LinearSlop + float32(0.05*vec.Abs(face))
	bestE, i, j, normal := t.bestEdges(vec.Min(clearly, speculative))
	if bestE > speculative {
		return bestE
	}
	if bestE > clearly && t.contactEdge(m, i, j, &normal, bestE) {
		return bestE
	}
	if bestB > bestA+0.1*LinearSlop {
		if t.contactB(m, axisB, speculative) {
			*c = Cache{Feature: FaceB, IndexB: uint16(axisB), Separation: bestB}
		}
		return face
	}
	if t.contactA(m, axisA, speculative, false) {
		*c = Cache{Feature: FaceA, IndexA: uint16(axisA), Separation: bestA}
	}
	return face
}

// bestEdges returns the largest separation along the nine cross products of the axes, if it is above least, its two
// axes and the unit normal from A to B.
func (t *boxPair) bestEdges(least float32) (best float32, axisA, axisB uint8, normal [3]float32) {
	best = least
	for i := range uint8(3) {
		i1, i2 := nextAxis[i], previousAxis[i]
		for j := range uint8(3) {
			// e_i × b_j has no component i
			x, y := -t.r[i2][j], t.r[i1][j]
			j1, j2 := nextAxis[j], previousAxis[j]
			d := float32(t.p[i1]*x) + float32(t.p[i2]*y)
			// |(e_i × b_j)·b_k| is |r[i][·]| of the third axis
			reach := float32(vec.Abs(x)*t.ha[i1]) + float32(vec.Abs(y)*t.ha[i2]) +
				float32(vec.Abs(t.r[i][j2])*t.hb[j1]) + float32(vec.Abs(t.r[i][j1])*t.hb[j2])
			gap := vec.Abs(d) - reach
			if gap <= vec.Min(best, 0) {
				// the axis is no longer than 1, so that most need no root
				continue
			}
			l2 := float32(x*x) + float32(y*y)
			if l2 < parallelEdges*parallelEdges {
				continue
			}
			inv := 1 / vec.Sqrt(l2)
			s := float32(gap * inv)
			if s <= best {
				continue
			}
			best, axisA, axisB = s, i, j
			if d < 0 {
				inv = -inv
			}
			normal = [3]float32{}
			normal[i1], normal[i2] = float32(x*inv), float32(y*inv)
		}
	}
	return best, axisA, axisB, normal
}

// contactEdge makes the single point between the supporting edges along axes i of A and j of B.
func (t *boxPair) contactEdge(m *LocalManifold, i, j uint8, n *[3]float32, separation float32) bool {
	// middle points of the two edges, and which of the four parallel edges they are
	var p [3]float32
	q := t.p
	signsA, signsB := uint32(0), uint32(0)
	for k := range uint8(3) {
		if k != i {
			p[k] = t.ha[k]
			if n[k] < 0 {
				p[k] = -p[k]
			} else {
				signsA |= 1 << k
			}
		}
		if k != j {
			h := -t.hb[k]
			if float32(n[0]*t.r[0][k])+float32(n[1]*t.r[1][k])+float32(n[2]*t.r[2][k]) < 0 {
				h = -h
				signsB |= 1 << k
			}
			for l := range 3 {
				q[l] += float32(h * t.r[l][k])
			}
		}
	}

	// nearest point of A's line to B's line
	x, y, z := q[0]-p[0], q[1]-p[1], q[2]-p[2]
	alongA := [3]float32{x, y, z}[i]
	alongB := float32(x*t.r[0][j]) + float32(y*t.r[1][j]) + float32(z*t.r[2][j])
	cos := t.r[i][j]
	sin2 := 1 - float32(cos*cos)
	paramA := (alongA - float32(cos*alongB)) / sin2
	paramB := (float32(cos*alongA) - alongB) / sin2
	if vec.Abs(paramA) > t.ha[i]+LinearSlop || vec.Abs(paramB) > t.hb[j]+LinearSlop {
		// the lines cross beyond the ends of the edges: a face meets first
		return false
	}
	p[i] += paramA

	half := float32(0.5 * separation)
	m.Normal = vec.Vec3{X: n[0], Y: n[1], Z: n[2]}
	m.Points[0] = LocalPoint{vec.Vec3{X: p[0], Y: p[1], Z: p[2]}.MulAdd(half, m.Normal), separation, edgeID(boxEdge(i,
		signsA), boxEdge(j, signsB))}
	m.Count = 1
	return true
}

// boxEdge is the number of the edge of a box along the given axis, on the sides whose bits are
// set in signs: bit k for the positive side of axis k.
func boxEdge(axis uint8, signs uint32) uint32 { return uint32(axis)<<3 | signs&^(1<<axis) }

// boxNames turns the edge names of a clipped corner into its contact point ID.
type boxNames struct {
	edges   [8]uint32 // incident edges 0–3, sides of the reference face 4–7
	corners [4]uint32 // incident corners
	u, v    uint32    // bits of the axes of the reference face
	base    uint32    // bit of the reference face itself
}

// newBoxNames names the features of the reference face across axis i, on its positive side or
// not, and of the incident face whose bit is given and whose axes are k and l.
func newBoxNames(i uint8, positive bool, incident uint32, k, l uint8) boxNames {
	u, v := nextAxis[i], previousAxis[i]
	b := boxNames{u: 1 << u, v: 1 << v}
	if positive {
		b.base = 1 << i
	}
	plusK, plusL := incident|1<<k, incident|1<<l
	b.corners = [4]uint32{plusK | plusL, plusL, incident, plusK}
	b.edges = [8]uint32{
		boxEdge(k, plusL), boxEdge(l, incident), boxEdge(k, incident), boxEdge(l, plusK),
		boxEdge(v, b.base|b.u), boxEdge(u, b.base|b.v), boxEdge(v, b.base), boxEdge(u, b.base),
	}
	return b
}

func (b *boxNames) id(c *clipPoint, swapped bool) uint32 {
	refIn, refOut := c.in >= 4, c.out >= 4
	in, out := c.in&7, c.out&7
	switch {
	case refIn && refOut:
		corner := b.base
		if in == 4 || out == 4 {
			corner |= b.u
		}
		if in == 5 || out == 5 {
			corner |= b.v
		}
		return vertexID(corner, swapped)
	case !refIn && !refOut:
		return vertexID(b.corners[out&3], !swapped)
	case refOut:
		in, out = out, in
	}
	if swapped {
		in, out = out, in
	}
	return edgeID(b.edges[in], b.edges[out])
}

// contactA clips the incident face of B against the face of A across axis i. It returns false when no point is within
// the speculative distance. swapped says that the pair is reversed: A is shape B of the caller.
func (t *boxPair) contactA(m *LocalManifold, i uint8, speculative float32, swapped bool) bool {
	side := float32(1)
	if t.p[i] < 0 {
		side = -1
	}
	u, v := nextAxis[i], previousAxis[i]

	// the incident face is the one of B most against the normal
	row := &t.r[i]
	j := uint8(0)
	if vec.Abs(row[1]) > vec.Abs(row[0]) {
		j = 1
	}
	if vec.Abs(row[2]) > vec.Abs(row[j]) {
		j = 2
	}
	h := t.hb[j]
	incident := uint32(1) << j
	if float32(row[j]*side) > 0 {
		h, incident = -h, 0
	}
	k, l := nextAxis[j], previousAxis[j]
	names := newBoxNames(i, side > 0, incident, k, l)

	// its centre and half edges in the plane of the reference face
	cu := t.p[u] + float32(h*t.r[u][j])
	cv := t.p[v] + float32(h*t.r[v][j])
	cd := float32(side*(t.p[i]+float32(h*row[j]))) - t.ha[i]
	ku, kv, kd := float32(t.hb[k]*t.r[u][k]), float32(t.hb[k]*t.r[v][k]), float32(side*float32(t.hb[k]*row[k]))
	lu, lv, ld := float32(t.hb[l]*t.r[u][l]), float32(t.hb[l]*t.r[v][l]), float32(side*float32(t.hb[l]*row[l]))
	var first, second [8]clipPoint
	first[0] = clipPoint{cu + ku + lu, cv + kv + lv, cd + kd + ld, 3, 0}
	first[1] = clipPoint{cu - ku + lu, cv - kv + lv, cd - kd + ld, 0, 1}
	first[2] = clipPoint{cu - ku - lu, cv - kv - lv, cd - kd - ld, 1, 2}
	first[3] = clipPoint{cu + ku - lu, cv + kv - lv, cd + kd - ld, 2, 3}
	points, spare, n := first[:], second[:], 4

	hu, hv := t.ha[u], t.ha[v]
	limitU, limitV := hu+sideTolerance(hu), hv+sideTolerance(hv)
	lines := [4]clipLine{{1, 0, limitU}, {0, 1, limitV}, {-1, 0, limitU}, {0, -1, limitV}}
	for s := range lines {
		if c := clipSide(points[:n], spare, lines[s], 4+uint16(s)); c >= 0 {
			if c == 0 {
				return false
			}
			points, spare, n = spare, points, c
		}
	}
	n = reduce(points[:dropFar(points[:n], speculative)])
	if n == 0 {
		return false
	}
	var normal [3]float32
	normal[i] = side
	m.Normal = vec.Vec3{X: normal[0], Y: normal[1], Z: normal[2]}
	for s := range points[:n] {
		c := &points[s]
		var w [3]float32
		w[u], w[v] = vec.Clamp(c.u, -hu, hu), vec.Clamp(c.v, -hv, hv)
		w[i] = float32(side * (t.ha[i] + float32(0.5*c.d)))
		m.Points[s&3] = LocalPoint{
			vec.Vec3{X: w[0], Y: w[1], Z: w[2]}, c.d,
			names.id(c, swapped),
		}
	}
	m.Count = int32(n)
	return true
}

// contactB is contactA with the roles exchanged, for axis j of B.
func (t *boxPair) contactB(m *LocalManifold, j uint8, speculative float32) bool {
	var s boxPair
	t.reversed(&s)
	if !s.contactA(m, j, speculative, true) {
		return false
	}
	r := vec.Mat3{
		XX: t.r[0][0], XY: t.r[0][1], XZ: t.r[0][2],
		YX: t.r[1][0], YY: t.r[1][1], YZ: t.r[1][2],
		ZX: t.r[2][0], ZY: t.r[2][1], ZZ: t.r[2][2],
	}
	origin := vec.Vec3{X: t.p[0], Y: t.p[1], Z: t.p[2]}
	m.Normal = r.MulVec(m.Normal).Neg()
	for i := range m.Points[:m.Count] {
		p := &m.Points[i]
		p.Point = origin.Add(r.MulVec(p.Point))
	}
	return true
}

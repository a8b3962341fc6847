package collide

import (
	"tumble/physics/internal/collide/proximity"
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// roundContact makes the manifold of a cylinder, cone or tapered capsule with any convex shape:
// the direction of the distance, or of least overlap, and then the features that face each
// other along it.
func roundContact(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32) {
	var out proximity.Closest
	pose := proximity.WidenPose(bInA)
	radius := float64(proximity.MarginRadius(b))
	proximity.RoundAgainst(&out, a, b, &pose, float64(speculative)+radius)
	if !(out.Distance-radius <= float64(speculative)) {
		return
	}
	c := featurePair{
		normal:     out.Normal.Vec3(),
		separation: float32(out.Distance - radius),
		pointA:     out.A.Vec3(),
		pointB:     out.B.MulAdd(-radius, out.Normal).Vec3(),
	}
	c.a.find(a, vec.TransformIdentity, c.normal)
	c.b.find(b, bInA, c.normal.Neg())
	c.contact(m, speculative)
}

// planeContact makes the manifold of a plane, shape A, with any convex shape.
func planeContact(m *LocalManifold, a, b *shape.Geometry, bInA vec.Transform, speculative float32) {
	lowest := bInA.Apply(b.Support(bInA.Q.InvRotate(a.A.Neg())))
	height := a.Height(lowest)
	if height > speculative {
		return
	}
	c := featurePair{normal: a.A, separation: height, pointA: lowest.MulSub(height, a.A), pointB: lowest}
	c.a.find(a, vec.TransformIdentity, c.normal)
	c.b.find(b, bInA, c.normal.Neg())
	c.contact(m, speculative)
}

// featurePair holds the features of two shapes that face each other along the normal.
type featurePair struct {
	a, b   feature
	normal vec.Vec3
	// separation along the normal, between the two points.
	separation     float32
	pointA, pointB vec.Vec3
	// inner marks a triangle of a mesh, whose sides cut sharply: beyond lies the neighbour.
	inner bool
}

// contact makes points where a flat feature supports the other one, or where two lines run side
// by side; else the single point between the two nearest points.
func (c *featurePair) contact(m *LocalManifold, speculative float32) {
	limit := float32(flatCosine)
	if c.inner {
		// beside an inner edge the direction must show that the neighbour is nearer
		limit = innerCosine
	}
	if vec.Max(c.a.alignment, c.b.alignment) > limit {
		// of two flat features that agree, always the same one is the reference
		swapped := !c.a.endless && c.b.alignment > c.a.alignment-1e-5
		if swapped {
			c.clip(m, &c.b, &c.a, speculative, true)
		} else {
			c.clip(m, &c.a, &c.b, speculative, false)
		}
	} else if c.a.count == 2 && c.b.count == 2 {
		c.lines(m, speculative)
	}
	// the points must hold the nearest one, or the features were not those that touch
	if m.Count > 0 && m.lowest() <= c.separation+0.5*LinearSlop {
		return
	}
	point := c.pointA.Lerp(c.pointB, 0.5)
	if vec.Min(c.a.alignment, c.b.alignment) > limit {
		if p, ok := c.lens(); ok {
			point = p
		}
	}
	m.Normal = c.normal
	m.Points[0] = LocalPoint{point, c.separation, edgeID(0xfff, 0xfff)}
	m.Count = 1
}

// lens returns the middle of the region that two round caps share when they lie on each other, if they cross: the
// polygons inside them may have nothing there.
func (c *featurePair) lens() (middle vec.Vec3, ok bool) {
	ra, rb := c.a.radius, c.b.radius
	if ra == 0 || rb == 0 {
		return middle, false
	}
	d := c.b.center.Sub(c.a.center)
	across := d.MulSub(d.Dot(c.normal), c.normal)
	dir, distance := across.NormLen()
	if distance >= ra+rb || distance <= vec.Abs(ra-rb) {
		return middle, false
	}
	// from the centre of A to the middle between the rims
	offset := float32(0.5 * (ra + distance - rb))
	return c.a.center.MulAdd(offset, dir).MulAdd(float32(0.5*d.Dot(c.normal)), c.normal), true
}

// clipRoom is memory for clipping, which need not be cleared before.
type clipRoom struct {
	first, second [2*maxFeature + 4]clipPoint
}

// clip clips the incident feature inc with the flat reference feature ref.
func (c *featurePair) clip(m *LocalManifold, ref, inc *feature, speculative float32, swapped bool) {
	var room clipRoom
	c.clipIn(&room, m, ref, inc, speculative, swapped)
}

// baseOf returns a point of the plane of a flat feature.
func (c *featurePair) baseOf(ref *feature, swapped bool) vec.Vec3 {
	switch {
	case !ref.endless:
		return ref.points[0]
	case swapped:
		return c.pointB
	}
	return c.pointA
}

func (c *featurePair) clipIn(room *clipRoom, m *LocalManifold, ref, inc *feature, speculative float32, swapped bool) {
	tu := ref.normal.Perp()
	tv := ref.normal.Cross(tu)
	base := c.baseOf(ref, swapped)
	points, spare := room.first[:], room.second[:]
	n := inc.count
	for i := range inc.points[:n] {
		p := inc.points[i].Sub(base)
		in := i - 1
		if in < 0 {
			in = n - 1
		}
		points[i] = clipPoint{p.Dot(tu), p.Dot(tv), p.Dot(ref.normal), uint16(in), uint16(i)}
	}
	if !ref.endless {
		tolerance := float32(innerTolerance)
		if !c.inner {
			tolerance = sideTolerance(float32(0.5 * ref.points[0].Dist(ref.points[ref.count/2])))
		}
		for i := range ref.points[:ref.count] {
			p := ref.points[i].Sub(base)
			along := ref.points[(i+1)%ref.count].Sub(ref.points[i])
			l := clipLine{nu: along.Dot(tv), nv: -along.Dot(tu)}
			length := vec.Sqrt(float32(l.nu*l.nu) + float32(l.nv*l.nv))
			if length == 0 {
				continue
			}
			l.nu /= length
			l.nv /= length
			edge := float32(l.nu*p.Dot(tu)) + float32(l.nv*p.Dot(tv))
			l.offset = edge + tolerance
			if n <= 2 {
				n = clipShort(points[:n], l, referenceEdge|uint16(i))
			} else if k := clipSide(points[:n], spare, l, referenceEdge|uint16(i)); k >= 0 {
				points, spare, n = spare, points, k
			}
			if n == 0 {
				return
			}
			pullInside(points[:n], l.nu, l.nv, edge)
		}
	}
	n = reduce(points[:dropFar(points[:n], speculative)])
	m.Normal = ref.normal
	if swapped {
		m.Normal = ref.normal.Neg()
	}
	for i := range points[:n] {
		q := &points[i]
		p := base.MulAdd(q.u, tu).MulAdd(q.v, tv).MulAdd(float32(0.5*q.d), ref.normal)
		m.Points[i&3] = LocalPoint{p, q.d, featureID(ref, inc, q, swapped)}
	}
	m.Count = int32(n)
}

// clipShort cuts a point or a segment with one side and returns how many points are left.
func clipShort(points []clipPoint, l clipLine, name uint16) int {
	if len(points) == 1 {
		if float32(l.nu*points[0].u)+float32(l.nv*points[0].v) > l.offset {
			return 0
		}
		return 1
	}
	a, b := &points[0], &points[1]
	da := float32(l.nu*a.u) + float32(l.nv*a.v) - l.offset
	db := float32(l.nu*b.u) + float32(l.nv*b.v) - l.offset
	if da > 0 && db > 0 {
		return 0
	}
	if da <= 0 && db <= 0 {
		return 2
	}
	t := da / (da - db)
	cut := clipPoint{
		a.u + float32(t*(b.u-a.u)), a.v + float32(t*(b.v-a.v)), a.d + float32(t*(b.d-a.d)), name, 0,
	}
	if da > 0 {
		*a = cut
	} else {
		*b = cut
	}
	return 2
}

// featureID names a corner of a clipped feature.
func featureID(ref, inc *feature, c *clipPoint, swapped bool) uint32 {
	refIn, refOut := c.in&referenceEdge != 0, c.out&referenceEdge != 0
	in, out := c.in&^referenceEdge, c.out&^referenceEdge
	switch {
	case refIn && refOut:
		corner := in
		if (int(in)+1)%ref.count == int(out) {
			corner = out
		}
		return vertexID(uint32(ref.ids[corner&(maxFeature-1)]), swapped)
	case !refIn && !refOut:
		return vertexID(uint32(inc.ids[out&(maxFeature-1)]), !swapped)
	case refOut:
		in, out = out, in
	}
	if swapped {
		in, out = out, in
	}
	return edgeID(uint32(in), uint32(out))
}

// lines makes two points where two nearly parallel segments run side by side.
func (c *featurePair) lines(m *LocalManifold, speculative float32) {
	a1, b1 := c.a.points[0], c.b.points[0]
	u, lengthA := c.a.points[1].Sub(a1).NormLen()
	v, lengthB := c.b.points[1].Sub(b1).NormLen()
	if u.Cross(v).Len2() > parallelCapsules*parallelCapsules || lengthA == 0 || lengthB == 0 {
		return
	}
	lo, hi := b1.Sub(a1).Dot(u), c.b.points[1].Sub(a1).Dot(u)
	idLo, idHi := vertexID(0, true), vertexID(1, true)
	if lo > hi {
		lo, hi, idLo, idHi = hi, lo, idHi, idLo
	}
	if lo < 0 {
		lo, idLo = 0, vertexID(0, false)
	}
	if hi > lengthA {
		hi, idHi = lengthA, vertexID(1, false)
	}
	if hi-lo < LinearSlop {
		return
	}
	uv := u.Dot(v)
	m.Normal = c.normal
	for i, x := range [2]float32{lo, hi} {
		p := a1.MulAdd(x, u)
		q := b1.MulAdd(vec.Clamp(p.Sub(b1).Dot(u)/uv, 0, lengthB), v)
		separation := q.Sub(p).Dot(c.normal)
		if separation > speculative {
			continue
		}
		id := idLo
		if i == 1 {
			id = idHi
		}
		m.Points[m.Count] = LocalPoint{p.MulAdd(float32(0.5*separation), c.normal), separation, id}
		m.Count++
	}
}

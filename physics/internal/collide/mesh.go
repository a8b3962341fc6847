package collide

import (
	"cmp"
	"slices"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// MeshManifold is one contact region between a mesh, height field or compound and a convex
// shape.
type MeshManifold struct {
	LocalManifold
	// ChildIndex is the triangle or child that holds the deepest point.
	ChildIndex int32
	// Materials are the slots of the triangles that hold the points.
	Materials [MaxPoints]uint16

	order int32
}

// MeshContacts holds the result of CollideMesh and its scratch memory. Reused, it grows to
// what is needed and then allocates nothing. One per worker.
type MeshContacts struct {
	// Manifolds of the last call.
	Manifolds []MeshManifold
	// Reach (m) is set by the caller: how far beyond the speculative distance to look for Slack.
	Reach float32
	// Slack (m) is how far the points of the convex shape may at least move, after a call that gave
	// no manifolds, before there can be one.
	Slack float32
	// Near is set by the caller, if it keeps the surroundings of a pair with a mesh from call to call, which
	// then are looked up for a box larger by Margin (m). It changes no result.
	Near   *NearList
	Margin float32

	found    []triangleContact
	points   []clusterPoint
	kept     []clusterPoint
	clipped  []clipPoint
	prism    prism
	hull     triHull
	round    triRound
	side     shape.Geometry
	pair     featurePair
	room     clipRoom
	standing frontRoom
	// around are the leaves of the triangles around a shape that has no list, and touching the places on a list of those
	// that its box touches.
	around, touching [256]int32
	// parted is what is known of the triangle at hand, if it is on a list.
	parted *partedBy
	facing facing
	center vec.Vec3
	left   unclaimed
}

// facing is what the convex shape turns towards a triangle; flat ground asks for the same again
// and again.
type facing struct {
	normal vec.Vec3
	// featured says that pair.b is the feature for this normal.
	featured bool
}

// triangleContact is what one triangle or child says, before clustering.
type triangleContact struct {
	manifold LocalManifold
	child    int32
	material uint16
	// surface is the normal of the triangle.
	surface vec.Vec3
	taken   bool
}

const (
	// clusterCosine is how closely normals must agree for two triangles to share a manifold.
	clusterCosine = 0.996
	// coneSine is how far a normal may lean over an edge, beyond what the neighbour's face
	// allows, and still be bent back; farther, the contact belongs to the neighbour.
	coneSine = 0.053
	// roundSine is the same for round shapes. Their surface curves away from the neighbour's
	// triangle: bent upright, its contact would brake them as they roll.
	roundSine = 0.001
)

// CollideMesh fills out.Manifolds with the contact regions of two shapes one of which is a
// mesh, height field or compound, and the other convex. Everything is in the frame of A and
// the normals point from A to B, as with Collide. Triangles whose normals agree share one
// manifold of up to four points.
//
// Ghost contacts at the edges between triangles are kept out by the rule that a triangle may
// only push along directions that belong to it: its normal, and at an edge or corner those
// between its normal and its neighbours'. A contact that leans over the neighbour is the
// neighbour's to report. The idea is in van den Bergen, "Smooth Mesh Contacts with GJK", Game
// Physics Pearls, 2010.
func CollideMesh(out *MeshContacts, a, b *shape.Geometry, bInA vec.Transform, speculative float32) {
	out.Manifolds = out.Manifolds[:0]
	out.found = out.found[:0]
	mesh, convex, pose, flipped := a, b, bInA, false
	if a.Kind.IsConvex() {
		mesh, convex, pose, flipped = b, a, bInA.Inverse(), true
	}
	if !convex.Kind.IsConvex() {
		return
	}
	center := pose.Apply(convex.Centroid())
	out.facing, out.center, out.left.found = facing{}, center, false
	out.Slack = out.Reach
	if convex.Poly != nil {
		out.hull.place(convex.Poly, pose)
	} else if convex.Kind != shape.Sphere {
		out.round.start(convex, pose)
	}
	near := convex.AABB(pose).Expand(speculative)
	if !out.collideListed(mesh, convex, pose, &near, speculative) {
		out.collideFound(mesh, convex, pose, &near, speculative)
	}
	if out.left.found && !out.overlapFound() {
		out.claim(convex, pose)
	}
	if mesh.Kind == shape.Compound {
		out.dropCovered(mesh)
	}
	out.cluster()
	if flipped {
		for i := range out.Manifolds {
			out.Manifolds[i].flip(bInA)
		}
	}
}

// collideFound looks at all pieces around the shape, whose bounds are near with the speculative distance.
func (out *MeshContacts) collideFound(mesh, convex *shape.Geometry, pose vec.Transform, near *vec.AABB, speculative float32) {
	var t shape.Triangle
	var w shape.Walk
	for w.Start(mesh, near.Expand(out.Reach)); w.Next(mesh); {
		if gap := gapBetween(&w.Bounds, near); gap > 0 {
			out.loosen(gap)
			continue
		}
		if mesh.Kind == shape.Compound {
			out.collideChild(mesh, w.Index, convex, pose, speculative)
			continue
		}
		mesh.Corners(&w, &t)
		t.Index = w.Index
		out.collideTriangle(mesh, &t, convex, pose, speculative)
	}
}

// collideListed does the same for the triangles of a mesh from a list, that of the pair or one for this call, unless there are too
// many.
func (out *MeshContacts) collideListed(mesh, convex *shape.Geometry, pose vec.Transform, near *vec.AABB, speculative float32) bool {
	if mesh.Kind != shape.Mesh {
		return false
	}
	box := near.Expand(out.Reach)
	var leaves []int32
	var parted []partedBy
	if out.Near != nil {
		leaves, parted = out.Near.within(mesh.Mesh, box, out.Margin)
	}
	if parted == nil {
		leaves = out.around[:mesh.Mesh.Leaves(box, out.around[:])]
	}
	if len(leaves) == 0 || len(leaves) == len(out.around) {
		return len(leaves) == 0
	}
	n, slack := mesh.Mesh.Touching(out.touching[:], leaves, near, &box, out.Slack)
	out.Slack = slack
	var t shape.Triangle
	for _, place := range out.touching[:n] {
		mesh.Mesh.Leaf(leaves[place], &t)
		if parted != nil {
			out.parted = &parted[place]
		}
		out.collideTriangle(mesh, &t, convex, pose, speculative)
	}
	out.parted = nil
	return true
}

// collideTriangle looks at a triangle of which the corners and the index of the walk are known.
func (out *MeshContacts) collideTriangle(mesh *shape.Geometry, t *shape.Triangle, convex *shape.Geometry, pose vec.Transform, speculative float32) {
	if convex.Kind == shape.Sphere {
		out.collideBall(mesh, t, convex, pose, speculative)
	} else if convex.Poly == nil {
		out.collideRound(mesh, t, convex, pose, speculative)
	} else if n, height, near := out.nearHull(t, speculative); near {
		out.collideHull(mesh, t, n, height, convex, pose, speculative)
	}
}

// facingUp turns a two-sided triangle towards the centre of the shape and returns its normal; false
// means that the shape is behind it.
func (out *MeshContacts) facingUp(t *shape.Triangle) (n vec.Vec3, ok bool) {
	n = t.Normal()
	height := out.center.Sub(t.V[0]).Dot(n)
	if t.TwoSided || height < 0 {
		// the other side of the triangle comes into play when the centre has passed through
		out.loosen(vec.Abs(height))
	}
	if height < 0 {
		if !t.TwoSided {
			return n, false
		}
		*t = t.Flipped()
		n = n.Neg()
	}
	return n, true
}

// standTolerance is how much higher (m) than the lowest point of a shape its lowest point over a
// triangle may be for the triangle to bear it.
const standTolerance = 0.1 * LinearSlop

// borneDepth (m) is how deep no point is of what a front bears without a search of all axes.
const borneDepth = 2 * LinearSlop

// nearHull looks at the faces of a triangle and a polytope, and returns the normal of the side of the
// triangle that the polytope is on and the height of its lowest corner, unless they are apart. Of the
// triangle only its corners need be known.
func (out *MeshContacts) nearHull(t *shape.Triangle, speculative float32) (n vec.Vec3, height float32, near bool) {
	n, ok := out.facingUp(t)
	if !ok || n == (vec.Vec3{}) {
		return n, 0, false
	}
	h := &out.hull
	height = h.set(&t.V, n)
	if height > speculative {
		out.loosen(height - speculative)
		return n, height, false
	}
	far := speculative + vec.Max(out.Slack, apartMargin)
	if gap := h.faces(far); gap > speculative+apartMargin {
		out.loosen(gap - speculative)
		return n, height, false
	}
	// a front bears what is so deep without a search, also of what edges part; and how far apart they are would matter to the slack
	if out.Reach == 0 && out.parted != nil && h.stillParted(*out.parted, vec.Max(speculative, borneDepth)+apartMargin) {
		return n, height, false
	}
	if aside := h.sides(far); aside > speculative+apartMargin {
		out.loosen(aside - speculative)
		return n, height, false
	}
	return n, height, true
}

// loadTriangle fills in what belongs to the corners of a triangle of the mesh, which has normal n on the
// side of the shape. Its index is still that of the walk.
func loadTriangle(mesh *shape.Geometry, t *shape.Triangle, n vec.Vec3) {
	mesh.Triangle(t.Index, t)
	if t.TwoSided && n.Dot(t.Normal()) < 0 {
		*t = t.Flipped()
	}
}

// loadNames is loadTriangle without the neighbours, for a triangle that pushes along its own normal.
func loadNames(mesh *shape.Geometry, t *shape.Triangle, n vec.Vec3) {
	if t.TwoSided {
		loadTriangle(mesh, t, n)
		return
	}
	mesh.Names(t.Index, t)
}

// collideHull adds the contact of one triangle with a polytope that is near it. Of the triangle only the
// corners and the index of the walk are known.
func (out *MeshContacts) collideHull(mesh *shape.Geometry, t *shape.Triangle, n vec.Vec3, height float32, convex *shape.Geometry, pose vec.Transform, speculative float32) {
	if out.Reach > 0 && out.apartByEdges(height, speculative) {
		return
	}
	var m LocalManifold
	if out.standsOn(&m, n, height, speculative) {
		loadNames(mesh, t, n)
	} else if !out.searchedHull(&m, mesh, t, n, height, convex, pose, speculative) {
		return
	}
	out.add(&m, t, n)
}

// apartByEdges searches all axes, and reports whether one of two edges keeps the polytope away by clearly more than enough. What
// did not touch before is mostly parted so, and else its front is looked at first.
func (out *MeshContacts) apartByEdges(height, speculative float32) bool {
	e, _, _, _ := out.hull.axes(height, speculative)
	if e.separation <= speculative+apartMargin {
		return false
	}
	out.loosen(e.separation - speculative)
	if out.parted != nil {
		*out.parted = partedByEdges(&e)
	}
	return true
}

// standsOn makes the contact of a polytope at the given height with the front of a triangle, and reports whether that is all
// there is to know: if the front bears the lowest point, or two points and more of which none is deep. Axes across two edges
// have one point each; a log that they bear rocks from side to side for seconds longer (trees100), and such an axis is
// hardly ever the way out of a triangle that bears an edge or a face.
func (out *MeshContacts) standsOn(m *LocalManifold, n vec.Vec3, height, speculative float32) bool {
	out.hull.onFront(&out.standing, m, n, speculative)
	low := m.lowest()
	return m.Count >= 2 && low > -borneDepth || height > -borneDepth && low <= height+standTolerance
}

// add notes the contact of a triangle with normal n.
func (out *MeshContacts) add(m *LocalManifold, t *shape.Triangle, n vec.Vec3) {
	for i := range m.Points[:m.Count] {
		m.Points[i].ID = meshID(t, m.Points[i].ID)
	}
	out.found = append(out.found, triangleContact{
		manifold: *m, child: t.Index, material: t.Material, surface: n,
	})
}

// searchedHull makes the contact with a polytope at the given height that no face keeps away along the best
// of all axes, if the triangle may push along it.
func (out *MeshContacts) searchedHull(m *LocalManifold, mesh *shape.Geometry, t *shape.Triangle, n vec.Vec3, height float32, convex *shape.Geometry, pose vec.Transform, speculative float32) bool {
	h := &out.hull
	e, face, best, better := h.axes(height, speculative)
	apart := vec.Max(vec.Max(best, h.high), e.separation)
	if apart > speculative {
		out.loosen(apart - speculative)
		if out.parted != nil && e.separation > speculative {
			*out.parted = partedByEdges(&e)
		}
		return false
	}
	out.Slack = 0
	out.prism.set(t, n)
	m.Count = 0
	pair := hullPair{&out.prism.poly, h.poly, pose, h.r}
	var cache Cache
	pair.make(m, &e, better, face, best, h.face, h.high, speculative, &cache)
	if m.Count == 0 && !nearest(m, t, convex, pose, speculative) {
		loadTriangle(mesh, t, n)
		out.leave(t, n, apart)
		return false
	}
	if m.Normal == n {
		// what admitted asks the neighbours for is settled
		loadNames(mesh, t, n)
		return true
	}
	loadTriangle(mesh, t, n)
	if !out.admitted(m, t, n, anyEdge, convex, pose, speculative, coneSine) {
		out.leave(t, n, apart)
		return false
	}
	return true
}

// admitted reports whether the triangle may push along the normal of a contact at some of its edges, and bends it if it leans
// over too far by less than limit.
func (out *MeshContacts) admitted(m *LocalManifold, t *shape.Triangle, n vec.Vec3, at edgeSet, convex *shape.Geometry, pose vec.Transform, speculative, limit float32) bool {
	normal, ok := admit(t, n, m.Normal, at, limit)
	if ok {
		m.Normal = normal
		return true
	}
	if convex.Kind == shape.Sphere {
		return false
	}
	// A corner or edge of the shape that comes down just on the edge between two triangles
	// leans over for both, and either would leave it to the other: the front takes it if it
	// is about as shallow. A much deeper front means that the shape comes from the side and
	// only a sliver overlaps beyond the edge: there the neighbour is right.
	lean := m.lowest()
	return out.front(m, t, n, convex, pose, speculative) >= float32(2*lean)-LinearSlop && m.Count > 0
}

// front makes the contact of the shape with the front of the triangle and returns its least
// separation.
func (out *MeshContacts) front(m *LocalManifold, t *shape.Triangle, n vec.Vec3, convex *shape.Geometry, pose vec.Transform, speculative float32) float32 {
	if convex.Poly != nil {
		out.hull.onFront(&out.standing, m, n, speculative)
		return m.lowest()
	}
	c := &out.pair
	c.a.count = 0
	for k, v := range t.V {
		c.a.add(v, uint8(k))
	}
	c.a.normal, c.a.endless, c.inner = n, false, true
	out.featureAlong(n, convex, pose)
	m.Count = 0
	c.clipIn(&out.room, m, &c.a, &c.b, speculative, false)
	return m.lowest()
}

// featureAlong finds what the shape turns towards a triangle with normal n, unless it is known.
func (out *MeshContacts) featureAlong(n vec.Vec3, convex *shape.Geometry, pose vec.Transform) {
	if f := &out.facing; !f.featured || f.normal != n {
		out.pair.b.find(convex, pose, n.Neg())
		f.featured = f.normal == n
	}
}

// edgeSet are the edges of a triangle on which a contact lies, by bits: two at a corner.
type edgeSet uint8

// anyEdge is for contacts of which this is not known.
const anyEdge edgeSet = 7

func edgeOnly(k int) edgeSet { return 1 << k }

// edgesAt are those that meet in corner k.
func edgesAt(k int) edgeSet { return 1<<k | 1<<((k+2)%3) }

// admit says whether the triangle may push along normal, and bends normals that lean over the
// limit by a little back to it. The limit at an edge is the neighbour's face normal when the
// edge is convex, the own one when it is flat or concave; a border has none. limitSine is how
// far a normal may be bent. Only edges that hold the contact limit it: over a corner of more than a right angle what leans over one edge
// leans over the other one, too, and a ball on a ridge would be left to neighbours that it does not touch.
func admit(t *shape.Triangle, n, normal vec.Vec3, at edgeSet, limitSine float32) (vec.Vec3, bool) {
	if normal.Dot(n) <= 0 {
		return normal, false
	}
	if normal == n {
		return n, true
	}
	var limits [3]vec.Vec3
	count := 0
	for k := range 3 {
		if !t.HasNeighbour[k] || at>>k&1 == 0 {
			continue
		}
		v := t.V[k]
		along := t.V[(k+1)%3].Sub(v).Norm()
		limit := along.Cross(n)
		// into is the direction from the edge into the neighbour's face
		into := t.Across[k].Sub(v)
		into = into.MulSub(into.Dot(along), along).Norm()
		if into.Dot(n) < 0 {
			limit = into
		}
		limits[count] = limit
		count++
	}
	bent := intoCone(limits[:count], n, normal)
	if bent.Dist(normal) > limitSine {
		return normal, false
	}
	// what is left of a bend back to the face is rounding
	if bent.Dot(n) > 0.99999 {
		bent = n
	}
	return bent, true
}

// intoCone returns the direction nearest to normal that leans over none of the limits: itself,
// on one limit, on two of them, or, at the tip of the cone, the face normal n.
func intoCone(limits []vec.Vec3, n, normal vec.Vec3) vec.Vec3 {
	const rounding = 1e-6
	worst, lean := worstLimit(limits, normal)
	if lean <= rounding {
		return normal
	}
	onOne := normal.MulSub(lean, limits[worst]).Norm()
	second, lean := worstLimit(limits, onOne)
	if lean <= rounding {
		return onOne
	}
	onTwo := limits[worst].Cross(limits[second]).Norm()
	if onTwo.Dot(n) < 0 {
		onTwo = onTwo.Neg()
	}
	if _, lean := worstLimit(limits, onTwo); lean <= rounding && onTwo != (vec.Vec3{}) {
		return onTwo
	}
	return n
}

func worstLimit(limits []vec.Vec3, normal vec.Vec3) (index int, lean float32) {
	for k, limit := range limits {
		if d := normal.Dot(limit); d > lean {
			index, lean = k, d
		}
	}
	return index, lean
}

// meshID turns the feature id of a prism into one that both triangles at an edge agree on.
// The convex shape's half of the id stays.
func meshID(t *shape.Triangle, id uint32) uint32 {
	const kind = 3 << 30
	switch id & kind {
	case 0: // the end of a capsule, or where an edge of the triangle cuts it
		if end := id & 0xfff; end >= 2 && end < 2+18 {
			return 1<<28 | t.EdgeID[(end-2)>>1%3]&(1<<28-1)
		}
	case 1 << 30: // corner of the triangle
		return 1<<30 | t.VertexID[(id&0xff)%3]&(1<<30-1)
	case 3 << 30:
		edge := id >> 12 & 0x1ff
		if edge < 6 {
			return kind | (t.EdgeID[edge%3]&0x1fffff)<<9 | id&0x1ff
		}
	}
	return id
}

// Deepest puts the n manifolds with the deepest points first, in the order in which they were
// found.
func Deepest(list []MeshManifold, n int) {
	for i := range list {
		list[i].order = int32(i)
	}
	slices.SortFunc(list, func(a, b MeshManifold) int {
		return cmp.Or(cmp.Compare(a.lowest(), b.lowest()), cmp.Compare(a.order, b.order))
	})
	slices.SortFunc(list[:n], func(a, b MeshManifold) int { return cmp.Compare(a.order, b.order) })
}

// clusterPoint is a point of a cluster with the contact it comes from.
type clusterPoint struct {
	LocalPoint
	contact int32
}

// cluster joins contacts whose normals agree, in the order in which they were found, and
// reduces each bunch to one manifold.
func (out *MeshContacts) cluster() {
	for i := range out.found {
		first := &out.found[i]
		if first.taken {
			continue
		}
		out.points = out.points[:0]
		for j := i; j < len(out.found); j++ {
			c := &out.found[j]
			// the first belongs to its own bunch, also where a normal is too short for its own cosine
			if j > i && (c.taken || c.manifold.Normal.Dot(first.manifold.Normal) < clusterCosine ||
				c.surface.Dot(first.surface) < clusterCosine) {
				continue
			}
			c.taken = true
			for _, p := range c.manifold.Points[:c.manifold.Count] {
				out.points = append(out.points, clusterPoint{p, int32(j)})
			}
		}
		out.emit()
	}
}

// byFeature puts the corners of the convex shape first, since they stay while it slides over the
// triangles, and orders the rest by name, since the order of the triangles changes. Of points
// with one name the deepest comes first.
func byFeature(p, q clusterPoint) int {
	if p.ID != q.ID {
		return cmp.Compare(p.ID^2<<30, q.ID^2<<30)
	}
	return cmp.Or(cmp.Compare(p.Separation, q.Separation), cmp.Compare(p.contact, q.contact))
}

// sortPoints orders points by their features. Mostly they are few.
func sortPoints(points []clusterPoint) {
	if len(points) > fewPoints {
		slices.SortFunc(points, byFeature)
		return
	}
	for i := 1; i < len(points); i++ {
		p, k := points[i], i
		for k > 0 {
			q := &points[k-1]
			if q.ID == p.ID && byFeature(p, *q) >= 0 || q.ID != p.ID && q.ID^2<<30 < p.ID^2<<30 {
				break
			}
			points[k] = *q
			k--
		}
		points[k] = p
	}
}

// sameFeature holds for what two triangles that share an edge or corner have both found.
func sameFeature(p, q clusterPoint) bool { return p.ID == q.ID }

const (
	// manyPoints is the number of points of a cluster above which only those that may stay are
	// sorted.
	manyPoints = 128
	// fewPoints is the number of points up to which inserting them one by one sorts them best.
	fewPoints = 12
	// thinRays is the number of directions in which the outermost points are kept.
	thinRays = 16
)

// thin leaves of a large cluster the outermost points in many directions along the surface, of
// the corners of the convex shape and of the others, and the deepest of all. Which
// they are does not depend on the order of the triangles.
func (out *MeshContacts) thin() {
	n := out.found[out.points[0].contact].manifold.Normal
	tu := n.Perp()
	tv := n.Cross(tu)
	var best [2*thinRays + 1]int32
	var reach [2*thinRays + 1]float32
	for k := range best {
		best[k], reach[k] = -1, -1e30
	}
	const turns = 2 * vec.Pi / thinRays
	var rays [thinRays][2]float32
	for k := range rays {
		s, c := vec.SinCos(float32(turns * float32(k)))
		rays[k] = [2]float32{c, s}
	}
	for i := range out.points {
		p := &out.points[i]
		d := p.Point.Sub(out.center)
		u, v := d.Dot(tu), d.Dot(tv)
		first := 0
		if p.ID>>30 != 2 {
			first = thinRays
		}
		for k := range rays {
			out.keepBest(best[:], reach[:], first+k, int32(i), float32(rays[k][0]*u)+float32(rays[k][1]*v))
		}
		out.keepBest(best[:], reach[:], 2*thinRays, int32(i), -p.Separation)
	}
	slices.Sort(best[:])
	out.kept = out.kept[:0]
	for k, i := range best {
		if i >= 0 && (k == 0 || best[k-1] != i) {
			out.kept = append(out.kept, out.points[i])
		}
	}
	out.points, out.kept = out.kept, out.points
}

// keepBest notes point i as the best one of place k if it reaches farther than the best so far,
// or as far with a name that comes first.
func (out *MeshContacts) keepBest(best []int32, reach []float32, k int, i int32, x float32) {
	if x < reach[k] || x == reach[k] && best[k] >= 0 && byFeature(out.points[i], out.points[best[k]]) >= 0 {
		return
	}
	best[k], reach[k] = i, x
}

// emit reduces the points of a cluster to a manifold.
func (out *MeshContacts) emit() {
	if len(out.points) > manyPoints {
		out.thin()
	}
	sortPoints(out.points)
	out.points = slices.CompactFunc(out.points, sameFeature)
	deepest := 0
	for i := range out.points {
		if out.points[i].Separation < out.points[deepest].Separation {
			deepest = i
		}
	}
	source := &out.found[out.points[deepest].contact]
	m := MeshManifold{ChildIndex: source.child}
	m.Normal = source.manifold.Normal
	tu := m.Normal.Perp()
	tv := m.Normal.Cross(tu)
	base := out.points[0].Point
	out.clipped = out.clipped[:0]
	for i := range out.points {
		d := out.points[i].Point.Sub(base)
		// in and out carry the index through the reduction
		out.clipped = append(out.clipped, clipPoint{d.Dot(tu), d.Dot(tv), out.points[i].Separation, uint16(i), uint16(i >> 16)})
	}
	n := reduce(out.clipped)
	for i := range out.clipped[:n] {
		p := &out.points[uint32(out.clipped[i].in)|uint32(out.clipped[i].out)<<16]
		m.Points[i&3], m.Materials[i&3] = p.LocalPoint, out.found[p.contact].material
	}
	m.Count = int32(n)
	out.Manifolds = append(out.Manifolds, m)
}

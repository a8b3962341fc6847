package collide

import (
	"cmp"
	"slices"

	"tumble/physics/vec"
)

// clusterReducer is step 4: it holds the points of one cluster and its scratch memory.
type clusterReducer struct {
	points, kept []clusterPoint
	clipped      []clipPoint
}

// reduce returns the manifold of the cluster in r.points, whose contacts are in owned: of points with one name the
// deepest, and of all names the four that span the region best. Center is the centroid of the convex shape.
func (r *clusterReducer) reduce(owned []ownedContact, center vec.Vec3) MeshManifold {
	if len(r.points) > manyPoints {
		r.thin(owned[r.points[0].contact].manifold.Normal, center)
	}
	sortPoints(r.points)
	r.points = slices.CompactFunc(r.points, sameFeature)
	orderByPosition(r.points)
	deepest := 0
	for i := range r.points {
		if r.points[i].Separation < r.points[deepest].Separation {
			deepest = i
		}
	}
	source := &owned[r.points[deepest].contact]
	m := MeshManifold{ChildIndex: source.child}
	m.Normal = source.manifold.Normal
	tu := m.Normal.Perp()
	tv := m.Normal.Cross(tu)
	base := r.points[0].Point
	r.clipped = r.clipped[:0]
	for i := range r.points {
		d := r.points[i].Point.Sub(base)
		// in and out carry the index through the reduction
		r.clipped = append(r.clipped, clipPoint{d.Dot(tu), d.Dot(tv), r.points[i].Separation, uint16(i),
			uint16(i >> 16)})
	}
	n := reduce(r.clipped)
	for i := range r.clipped[:n] {
		p := &r.points[uint32(r.clipped[i].in)|uint32(r.clipped[i].out)<<16]
		m.Points[i&3], m.Materials[i&3] = p.LocalPoint, owned[p.contact].material
	}
	m.Count = int32(n)
	return m
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

// orderByPosition orders the points of each kind by where they are, but for the corners of the convex shape: other
// names follow from the numbers of the triangles.
func orderByPosition(points []clusterPoint) {
	for i := 1; i < len(points); i++ {
		p, k := points[i], i
		for k > 0 && p.ID>>30 != 2 && kindOf(points[k-1].ID) == kindOf(p.ID) && before(&p.Point, &points[k-1].Point) {
			points[k] = points[k-1]
			k--
		}
		points[k] = p
	}
}

// kindOf is the part of a name that tells the kind of the feature: the upper two bits, and where these are 0 the next
// two, which tell the ends of round shapes from where they cross an edge.
func kindOf(id uint32) uint32 {
	if kind := id >> 30; kind > 0 {
		return kind
	}
	return id>>28 | 4
}

// before orders points by their coordinates.
func before(p, q *vec.Vec3) bool {
	switch {
	case p.X != q.X:
		return p.X < q.X
	case p.Z != q.Z:
		return p.Z < q.Z
	}
	return p.Y < q.Y
}

// sameFeature reports whether two triangles at one edge or corner found the same point.
func sameFeature(p, q clusterPoint) bool { return p.ID == q.ID }

// thin leaves of a large cluster the outermost points in many directions along the surface, of
// the corners of the convex shape and of the others, and the deepest of all. Which
// they are does not depend on the order of the triangles.
func (r *clusterReducer) thin(n, center vec.Vec3) {
	tu := n.Perp()
	tv := n.Cross(tu)
	var best [2*thinRays + 1]int32
	var reach [2*thinRays + 1]float32
	for k := range best {
		best[k], reach[k] = -1, -1e30
	}
	const step = 2 * vec.Pi / thinRays
	var rays [thinRays][2]float32
	for k := range rays {
		s, c := vec.SinCos(float32(step * float32(k)))
		rays[k] = [2]float32{c, s}
	}
	for i := range r.points {
		p := &r.points[i]
		d := p.Point.Sub(center)
		u, v := d.Dot(tu), d.Dot(tv)
		first := 0
		if p.ID>>30 != 2 {
			first = thinRays
		}
		for k := range rays {
			r.keepBest(best[:], reach[:], first+k, int32(i), float32(rays[k][0]*u)+float32(rays[k][1]*v))
		}
		r.keepBest(best[:], reach[:], 2*thinRays, int32(i), -p.Separation)
	}
	slices.Sort(best[:])
	r.kept = r.kept[:0]
	for k, i := range best {
		if i >= 0 && (k == 0 || best[k-1] != i) {
			r.kept = append(r.kept, r.points[i])
		}
	}
	r.points, r.kept = r.kept, r.points
}

// keepBest notes point i as the best one of entry k if it reaches farther than the best so far,
// or as far with a name that comes first.
func (r *clusterReducer) keepBest(best []int32, reach []float32, k int, i int32, x float32) {
	if x < reach[k] || x == reach[k] && best[k] >= 0 && byFeature(r.points[i], r.points[best[k]]) >= 0 {
		return
	}
	best[k], reach[k] = i, x
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

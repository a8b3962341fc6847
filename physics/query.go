package physics

import (
	"cmp"
	"slices"

	"tumble/physics/internal/query"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
)

// Queries read the world between steps and may run on any number of goroutines as long as
// nobody writes. Results are appended to a buffer of the caller, in an order that does not
// depend on the tree. A query with numbers that are not finite finds nothing and is counted
// as refused.

// QueryFilter says which shapes a query finds: those whose category shares a bit with Mask
// and whose mask shares a bit with Category.
type QueryFilter struct {
	Category, Mask uint64
	// Sensors includes shapes that are sensors.
	Sensors bool
}

// DefaultQueryFilter finds everything but sensors.
func DefaultQueryFilter() QueryFilter {
	return QueryFilter{Category: ^uint64(0), Mask: ^uint64(0)}
}

func (f QueryFilter) accepts(s *state.Shape) bool {
	return f.Category&s.Filter.Mask != 0 && s.Filter.Category&f.Mask != 0 && (f.Sensors || !s.Sensor)
}

// maxQuery bounds the coordinates (m) of queries.
const maxQuery = 4 * MaxPosition

// RayHit is where a ray or a moving shape met a shape.
type RayHit struct {
	Shape Shape
	// Point on the surface (m) and the outward unit normal of the shape. A query that starts
	// inside a shape hits it at once with a zero normal.
	Point, Normal Vec3
	// Fraction of the translation, 0 to 1.
	Fraction float32
	// Child is the number of the triangle of a mesh or height field, or of the part of a
	// compound, and Surface the number of its material, see Shape.Surface; else both are 0.
	Child, Surface int
}

// RayCast returns the nearest shape that the ray from origin along translation (m) meets; of
// several at the same distance the one with the smallest index.
func (w *World) RayCast(origin, translation Vec3, filter QueryFilter) (RayHit, bool) {
	if !state.ValidVector(origin, maxQuery) || !state.ValidVector(translation, maxQuery) {
		return RayHit{}, w.refuse()
	}
	best, found := RayHit{Fraction: 1}, false
	var cast tree.Cast
	for kind := range w.broad.Trees {
		cast.RayCast(&w.broad.Trees[kind], origin, translation, best.Fraction, tree.AllCategories)
		for cast.Next() {
			index := cast.User()
			if !filter.accepts(&w.state.Shapes[index]) {
				continue
			}
			h, ok := w.rayCastShape(index, origin, translation, best.Fraction)
			if ok && nearer(&h, &best, found) {
				best, found = h, true
				cast.Clip(h.Fraction)
			}
		}
	}
	return best.orNothing(found)
}

// nearer is the order of hits: by distance, then by index.
func nearer(h, best *RayHit, found bool) bool {
	return !found || h.Fraction < best.Fraction || h.Fraction == best.Fraction && h.Shape.index < best.Shape.index
}

func (h RayHit) orNothing(found bool) (RayHit, bool) {
	if !found {
		return RayHit{}, false
	}
	return h, true
}

// RayCastAny reports whether the ray from origin along translation (m) meets anything.
func (w *World) RayCastAny(origin, translation Vec3, filter QueryFilter) bool {
	if !state.ValidVector(origin, maxQuery) || !state.ValidVector(translation, maxQuery) {
		return w.refuse()
	}
	var cast tree.Cast
	for kind := range w.broad.Trees {
		cast.RayCast(&w.broad.Trees[kind], origin, translation, 1, tree.AllCategories)
		for cast.Next() {
			if !filter.accepts(&w.state.Shapes[cast.User()]) {
				continue
			}
			if _, ok := w.rayCastShape(cast.User(), origin, translation, 1); ok {
				return true
			}
		}
	}
	return false
}

// RayCastAll appends every shape that the ray from origin along translation (m) meets to buf,
// the nearest first.
func (w *World) RayCastAll(origin, translation Vec3, filter QueryFilter, buf []RayHit) []RayHit {
	if !state.ValidVector(origin, maxQuery) || !state.ValidVector(translation, maxQuery) {
		w.refuse()
		return buf
	}
	first := len(buf)
	var cast tree.Cast
	for kind := range w.broad.Trees {
		cast.RayCast(&w.broad.Trees[kind], origin, translation, 1, tree.AllCategories)
		for cast.Next() {
			if !filter.accepts(&w.state.Shapes[cast.User()]) {
				continue
			}
			if h, ok := w.rayCastShape(cast.User(), origin, translation, 1); ok {
				buf = append(buf, h)
			}
		}
	}
	slices.SortFunc(buf[first:], func(a, b RayHit) int {
		return cmp.Or(cmp.Compare(a.Fraction, b.Fraction), cmp.Compare(a.Shape.index, b.Shape.index))
	})
	return buf
}

// RayCast returns where the ray from origin along translation (m) meets the shape.
func (s Shape) RayCast(origin, translation Vec3) (RayHit, bool) {
	r := s.record()
	if r == nil || !state.ValidVector(origin, maxQuery) || !state.ValidVector(translation, maxQuery) {
		return RayHit{}, s.world.refuse()
	}
	return s.world.rayCastShape(s.index, origin, translation, 1)
}

// RayCast returns where the ray from origin along translation (m) first meets a shape of the
// body.
func (b Body) RayCast(origin, translation Vec3) (RayHit, bool) {
	r := b.record()
	if r == nil || !state.ValidVector(origin, maxQuery) || !state.ValidVector(translation, maxQuery) {
		return RayHit{}, b.world.refuse()
	}
	best, found := RayHit{Fraction: 1}, false
	for s := r.FirstShape; s != state.None; s = b.world.state.Shapes[s].Next {
		if h, ok := b.world.rayCastShape(s, origin, translation, best.Fraction); ok && nearer(&h, &best, found) {
			best, found = h, true
		}
	}
	return best.orNothing(found)
}

func (w *World) rayCastShape(index int32, origin, translation Vec3, maxFraction float32) (RayHit, bool) {
	h, ok := w.queries.RayCast(index, origin, translation, maxFraction)
	return w.hit(&h, ok), ok
}

// hit makes a handle of the index of a shape; the zero hit stays what it is.
func (w *World) hit(h *query.Hit, ok bool) RayHit {
	if !ok {
		return RayHit{}
	}
	return RayHit{
		Shape: w.shapeHandle(h.Shape), Point: h.Point, Normal: h.Normal, Fraction: h.Fraction,
		Child: h.Child, Surface: h.Surface,
	}
}

// Probe is a form for overlap queries and shape casts, built once so that queries allocate
// nothing.
type Probe struct{ geometry shape.Geometry }

// NewProbe builds a probe. Planes are refused.
func NewProbe(g Geometry) (Probe, error) {
	built, err := buildGeometry(g)
	if err != nil {
		return Probe{}, err
	}
	if !built.Kind.IsConvex() {
		return Probe{}, errProbe
	}
	return Probe{built}, nil
}

func (p *Probe) usable() bool { return p.geometry.RadiusA > 0 || p.geometry.Poly != nil }

// OverlapBox appends the shapes whose bounds overlap the box to buf, by their indices.
func (w *World) OverlapBox(box AABB, filter QueryFilter, buf []Shape) []Shape {
	if !state.ValidVector(box.Min, maxQuery) || !state.ValidVector(box.Max, maxQuery) {
		w.refuse()
		return buf
	}
	first := len(buf)
	var cast tree.Cast
	for kind := range w.broad.Trees {
		cast.BoxCast(&w.broad.Trees[kind], box, Vec3{}, 1, tree.AllCategories)
		for cast.Next() {
			s := &w.state.Shapes[cast.User()]
			if !filter.accepts(s) {
				continue
			}
			if w.state.Geometries[cast.User()].AABB(w.state.Sims[s.Body].Transform).Overlaps(box) {
				buf = append(buf, w.shapeHandle(cast.User()))
			}
		}
	}
	sortShapes(buf[first:])
	return buf
}

func sortShapes(s []Shape) {
	slices.SortFunc(s, func(a, b Shape) int { return cmp.Compare(a.index, b.index) })
}

// Overlap appends the shapes that share a point with the probe placed at t to buf, by their
// indices.
func (w *World) Overlap(p Probe, t Transform, filter QueryFilter, buf []Shape) []Shape {
	if !state.ValidTransform(t) || !p.usable() {
		w.refuse()
		return buf
	}
	first := len(buf)
	var cast tree.Cast
	for kind := range w.broad.Trees {
		cast.BoxCast(&w.broad.Trees[kind], p.geometry.AABB(t), Vec3{}, 1, tree.AllCategories)
		for cast.Next() {
			if filter.accepts(&w.state.Shapes[cast.User()]) && w.queries.SharesPoint(cast.User(), &p.geometry, t) {
				buf = append(buf, w.shapeHandle(cast.User()))
			}
		}
	}
	sortShapes(buf[first:])
	return buf
}

// ShapeCast moves the probe from t along translation (m) without turning it and returns the
// first shape it meets. One that overlaps at the start is hit at fraction 0 with a zero
// normal.
func (w *World) ShapeCast(p Probe, t Transform, translation Vec3, filter QueryFilter) (RayHit, bool) {
	if !state.ValidTransform(t) || !state.ValidVector(translation, maxQuery) || !p.usable() {
		return RayHit{}, w.refuse()
	}
	best, found := RayHit{Fraction: 1}, false
	var cast tree.Cast
	for kind := range w.broad.Trees {
		cast.BoxCast(&w.broad.Trees[kind], p.geometry.AABB(t), translation, best.Fraction, tree.AllCategories)
		for cast.Next() {
			index := cast.User()
			if !filter.accepts(&w.state.Shapes[index]) {
				continue
			}
			h, ok := w.castAgainst(index, &p.geometry, t, translation, best.Fraction)
			if ok && nearer(&h, &best, found) {
				best, found = h, true
				cast.Clip(h.Fraction)
			}
		}
	}
	return best.orNothing(found)
}

func (w *World) castAgainst(index int32, g *shape.Geometry, t Transform, translation Vec3,
	limit float32) (RayHit, bool) {
	h, ok := w.queries.Cast(index, g, t, translation, limit)
	return w.hit(&h, ok), ok
}

// ClosestHit is the point of a shape nearest to another point.
type ClosestHit struct {
	Shape Shape
	Point Vec3
	// Distance (m), 0 inside of the shape.
	Distance float32
	// Child and Surface are those of the point, as in RayHit.
	Child, Surface int
}

// ClosestPoint returns the point of any shape nearest to p (m), at most maxDistance (m) away.
func (w *World) ClosestPoint(p Vec3, maxDistance float32, filter QueryFilter) (ClosestHit, bool) {
	if !state.ValidVector(p, maxQuery) || !(maxDistance >= 0 && maxDistance <= maxQuery) {
		return ClosestHit{}, w.refuse()
	}
	best, found := ClosestHit{Distance: maxDistance}, false
	var cast tree.Cast
	for kind := range w.broad.Trees {
		cast.BoxCast(&w.broad.Trees[kind], AABB{Min: p, Max: p}.Expand(best.Distance), Vec3{}, 1, tree.AllCategories)
		for cast.Next() {
			index := cast.User()
			if !filter.accepts(&w.state.Shapes[index]) {
				continue
			}
			h := w.closestOn(index, p)
			if h.Distance < best.Distance || h.Distance == best.Distance && (!found || index < best.Shape.index) {
				best, found = h, true
			}
		}
	}
	if !found {
		return ClosestHit{}, false
	}
	return best, true
}

// ClosestPoint returns the point of the shape nearest to p (m): p itself inside of it.
func (s Shape) ClosestPoint(p Vec3) (ClosestHit, bool) {
	if s.record() == nil || !state.ValidVector(p, maxQuery) {
		return ClosestHit{}, s.world.refuse()
	}
	return s.world.closestOn(s.index, p), true
}

func (w *World) closestOn(index int32, p Vec3) ClosestHit {
	c := w.queries.Closest(index, p)
	return ClosestHit{
		Shape: w.shapeHandle(index), Point: c.Point, Distance: c.Distance, Child: c.Child, Surface: c.Surface,
	}
}

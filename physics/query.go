package physics

import (
	"cmp"
	"slices"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/query"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/state"
)

// Queries read the world between steps and may run on any number of goroutines as long as
// nobody writes. Results are appended to a buffer of the caller, in an order that does not
// depend on the tree. A query with numbers that are not finite finds nothing and is counted
// as refused. Those of one shape or one body look at the shapes as they are, sensors included, and
// at no filter.

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
	// Child is the number of the triangle of a mesh or height field, or of the child of a
	// compound, and Surface the number of its material, see Shape.Surface; else both are 0.
	Child, Surface int
}

// hit makes a handle of the index of a shape; a query that found none has the zero hit.
func (w *World) hit(h query.Hit, found bool) (RayHit, bool) {
	if !found {
		return RayHit{}, false
	}
	return RayHit{
		Shape: w.shapeHandle(h.Shape), Point: h.Point, Normal: h.Normal, Fraction: h.Fraction,
		Child: h.Child, Surface: h.Surface,
	}, true
}

// validRay reports whether a query may use a ray, or a cast along a translation.
func validRay(origin, translation Vec3) bool {
	return state.ValidVector(origin, maxQuery) && state.ValidVector(translation, maxQuery)
}

// RayCast returns the nearest shape that the ray from origin along translation (m) meets; of
// several at the same distance the one with the smallest index.
func (w *World) RayCast(origin, translation Vec3, filter QueryFilter) (RayHit, bool) {
	if !validRay(origin, translation) {
		return RayHit{}, w.countRefusal()
	}
	return w.hit(w.queries.RayCastNearest(origin, translation, query.Filter(filter)))
}

// RayCastAny reports whether the ray from origin along translation (m) meets anything.
func (w *World) RayCastAny(origin, translation Vec3, filter QueryFilter) bool {
	if !validRay(origin, translation) {
		return w.countRefusal()
	}
	return w.queries.RayCastAny(origin, translation, query.Filter(filter))
}

// RayCastAll appends every shape that the ray from origin along translation (m) meets to buf,
// the nearest first.
func (w *World) RayCastAll(origin, translation Vec3, filter QueryFilter, buf []RayHit) []RayHit {
	if !validRay(origin, translation) {
		w.countRefusal()
		return buf
	}
	first := len(buf)
	w.queries.RayCastEach(origin, translation, query.Filter(filter), func(h query.Hit) {
		met, _ := w.hit(h, true)
		buf = append(buf, met)
	})
	slices.SortFunc(buf[first:], func(a, b RayHit) int {
		return cmp.Or(cmp.Compare(a.Fraction, b.Fraction), cmp.Compare(a.Shape.index, b.Shape.index))
	})
	return buf
}

// RayCast returns where the ray from origin along translation (m) meets the shape.
func (s Shape) RayCast(origin, translation Vec3) (RayHit, bool) {
	if s.record() == nil || !validRay(origin, translation) {
		return RayHit{}, s.world.countRefusal()
	}
	return s.world.hit(s.world.queries.RayCast(s.index, origin, translation, 1))
}

// RayCast returns where the ray from origin along translation (m) first meets a shape of the
// body.
func (b Body) RayCast(origin, translation Vec3) (RayHit, bool) {
	if b.record() == nil || !validRay(origin, translation) {
		return RayHit{}, b.world.countRefusal()
	}
	return b.world.hit(b.world.queries.RayCastBody(b.index, origin, translation))
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

// usable reports whether the probe was made and may be placed at t.
func (p *Probe) usable(t Transform) bool {
	return (p.geometry.RadiusA > 0 || p.geometry.Poly != nil) && state.ValidTransform(t)
}

// OverlapBox appends the shapes whose bounds overlap the box to buf, by their indices.
func (w *World) OverlapBox(box AABB, filter QueryFilter, buf []Shape) []Shape {
	if !validRay(box.Min, box.Max) {
		w.countRefusal()
		return buf
	}
	first := len(buf)
	w.queries.OverlapBox(box, query.Filter(filter), func(index int32) { buf = append(buf, w.shapeHandle(index)) })
	sortShapes(buf[first:])
	return buf
}

// OverlapPoint appends the shapes that contain the point p (m) to buf, by their indices.
func (w *World) OverlapPoint(p Vec3, filter QueryFilter, buf []Shape) []Shape {
	if !state.ValidVector(p, maxQuery) {
		w.countRefusal()
		return buf
	}
	first := len(buf)
	w.queries.OverlapPoint(p, query.Filter(filter), func(index int32) { buf = append(buf, w.shapeHandle(index)) })
	sortShapes(buf[first:])
	return buf
}

// Overlap appends the shapes that share a point with the probe placed at t to buf, by their
// indices.
func (w *World) Overlap(p Probe, t Transform, filter QueryFilter, buf []Shape) []Shape {
	if !p.usable(t) {
		w.countRefusal()
		return buf
	}
	first := len(buf)
	w.queries.Overlap(&p.geometry, t, query.Filter(filter),
		func(index int32) { buf = append(buf, w.shapeHandle(index)) })
	sortShapes(buf[first:])
	return buf
}

func sortShapes(s []Shape) {
	slices.SortFunc(s, func(a, b Shape) int { return cmp.Compare(a.index, b.index) })
}

// Overlaps reports whether the shape shares a point with the probe placed at t.
func (s Shape) Overlaps(p Probe, t Transform) bool {
	if s.record() == nil || !p.usable(t) {
		return s.world.countRefusal()
	}
	return s.world.queries.SharesPoint(s.index, &p.geometry, t)
}

// Overlaps reports whether a shape of the body shares a point with the probe placed at t.
func (b Body) Overlaps(p Probe, t Transform) bool {
	if b.record() == nil || !p.usable(t) {
		return b.world.countRefusal()
	}
	return b.world.queries.BodySharesPoint(b.index, &p.geometry, t)
}

// ShapeCast moves the probe from t along translation (m) without rotating it and returns the
// first shape it meets. One that overlaps at the start is hit at fraction 0 with a zero
// normal.
func (w *World) ShapeCast(p Probe, t Transform, translation Vec3, filter QueryFilter) (RayHit, bool) {
	if !p.usable(t) || !state.ValidVector(translation, maxQuery) {
		return RayHit{}, w.countRefusal()
	}
	return w.hit(w.queries.CastNearest(&p.geometry, t, along(translation), query.Filter(filter)))
}

// along is a motion without a turn.
func along(translation Vec3) collide.Motion { return collide.Motion{Translation: translation} }

// RotatingCast moves the probe from one pose to another and returns the first shape it meets: the origin of the probe
// goes on a straight line, and it turns about it the short way, both at a constant rate, of which Fraction is the part
// done. A probe that overlaps a shape at the start hits it at fraction 0 with a zero normal.
func (w *World) RotatingCast(p Probe, from, to Transform, filter QueryFilter) (RayHit, bool) {
	if !p.usable(from) || !p.usable(to) {
		return RayHit{}, w.countRefusal()
	}
	m := collide.Motion{Translation: to.P.Sub(from.P), Rotation: to.Q.Mul(from.Q.Conj()).RotationVector()}
	return w.hit(w.queries.CastNearest(&p.geometry, from, m, query.Filter(filter)))
}

// ShapeCast moves the probe from t along translation (m) and returns where it meets the shape,
// as World.ShapeCast does.
func (s Shape) ShapeCast(p Probe, t Transform, translation Vec3) (RayHit, bool) {
	if s.record() == nil || !p.usable(t) || !state.ValidVector(translation, maxQuery) {
		return RayHit{}, s.world.countRefusal()
	}
	return s.world.hit(s.world.queries.Cast(s.index, &p.geometry, t, along(translation), 1))
}

// ShapeCast moves the probe from t along translation (m) and returns the first shape of the body
// that it meets, as World.ShapeCast does.
func (b Body) ShapeCast(p Probe, t Transform, translation Vec3) (RayHit, bool) {
	if b.record() == nil || !p.usable(t) || !state.ValidVector(translation, maxQuery) {
		return RayHit{}, b.world.countRefusal()
	}
	return b.world.hit(b.world.queries.CastBody(b.index, &p.geometry, t, along(translation)))
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

// closest makes a handle of the index of a shape.
func (w *World) closest(c query.Nearest, found bool) (ClosestHit, bool) {
	if !found {
		return ClosestHit{}, false
	}
	return ClosestHit{
		Shape: w.shapeHandle(c.Shape), Point: c.Point, Distance: c.Distance, Child: c.Child, Surface: c.Surface,
	}, true
}

// ClosestPoint returns the point of any shape nearest to p (m), at most maxDistance (m) away.
func (w *World) ClosestPoint(p Vec3, maxDistance float32, filter QueryFilter) (ClosestHit, bool) {
	if !state.ValidVector(p, maxQuery) || !(maxDistance >= 0 && maxDistance <= maxQuery) {
		return ClosestHit{}, w.countRefusal()
	}
	return w.closest(w.queries.ClosestOfAll(p, maxDistance, query.Filter(filter)))
}

// ClosestPoint returns the point of the shape nearest to p (m): p itself inside of it.
func (s Shape) ClosestPoint(p Vec3) (ClosestHit, bool) {
	if s.record() == nil || !state.ValidVector(p, maxQuery) {
		return ClosestHit{}, s.world.countRefusal()
	}
	return s.world.closest(s.world.queries.Closest(s.index, p), true)
}

// ClosestPoint returns the point of the shapes of the body nearest to p (m): p itself inside of
// one. A body without shapes has none.
func (b Body) ClosestPoint(p Vec3) (ClosestHit, bool) {
	if b.record() == nil || !state.ValidVector(p, maxQuery) {
		return ClosestHit{}, b.world.countRefusal()
	}
	return b.world.closest(b.world.queries.ClosestOfBody(b.index, p))
}

// Contains reports whether the world point p lies in the shape.
func (s Shape) Contains(p Vec3) bool {
	r := s.record()
	return r != nil && s.world.state.Geometries[s.index].Contains(s.world.state.Sims[r.Body].Transform.InvApply(p))
}

// Contains reports whether the world point p lies in a shape of the body.
func (b Body) Contains(p Vec3) bool {
	return b.record() != nil && b.world.queries.BodyContains(b.index, p)
}

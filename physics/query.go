package physics

import (
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

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

func (f QueryFilter) accepts(s *shapeRecord) bool {
	return f.Category&s.filter.Mask != 0 && s.filter.Category&f.Mask != 0 && (f.Sensors || !s.sensor)
}

// RayHit is where a ray met a shape.
type RayHit struct {
	Shape Shape
	// Point on the surface (m) and the outward unit normal. A ray that starts inside a shape
	// hits it at once with a zero normal.
	Point, Normal Vec3
	// Fraction of the translation, 0 to 1.
	Fraction float32
}

// RayCast returns the nearest shape that the ray from origin along translation (m) meets; of
// several at the same distance the one with the smallest index.
func (w *World) RayCast(origin, translation Vec3, filter QueryFilter) (RayHit, bool) {
	if !validVector(origin, maxQuery) || !validVector(translation, maxQuery) {
		return RayHit{}, w.refuse()
	}
	best, found := RayHit{Fraction: 1}, false
	var cast tree.Cast
	for kind := range w.trees {
		cast.RayCast(&w.trees[kind], origin, translation, best.Fraction, filter.Mask)
		for cast.Next() {
			index := cast.User()
			if !filter.accepts(&w.shapes[index]) {
				continue
			}
			h, ok := w.rayCastShape(index, origin, translation, best.Fraction)
			if ok && (!found || h.Fraction < best.Fraction || h.Fraction == best.Fraction && index < best.Shape.index) {
				best, found = h, true
				cast.Clip(h.Fraction)
			}
		}
	}
	if !found {
		return RayHit{}, false
	}
	return best, true
}

// maxQuery bounds the coordinates (m) of queries.
const maxQuery = 4 * MaxPosition

func (w *World) rayCastShape(index int32, origin, translation Vec3, maxFraction float32) (RayHit, bool) {
	xf := w.sims[w.shapes[index].body].Transform
	h, ok := w.geometries[index].RayCast(xf.InvApply(origin), xf.Q.InvRotate(translation), maxFraction)
	if !ok {
		return RayHit{}, false
	}
	return RayHit{
		Shape: w.shapeHandle(index), Point: xf.Apply(h.Point), Normal: xf.Q.Rotate(h.Normal),
		Fraction: vec.Clamp(h.Fraction, 0, 1),
	}, true
}

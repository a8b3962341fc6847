package physics

import (
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

// RayCast returns the nearest shape that the ray from origin along translation (m) meets.
func (w *World) RayCast(origin, translation Vec3, filter QueryFilter) (RayHit, bool) {
	best := RayHit{Fraction: 1}
	found := false
	if !validVector(origin, 4*MaxPosition) || !validVector(translation, 4*MaxPosition) {
		return RayHit{}, w.refuse()
	}
	for i := range w.shapes {
		if !w.shapes[i].alive() || !filter.accepts(&w.shapes[i]) {
			continue
		}
		if h, ok := w.rayCastShape(int32(i), origin, translation, best.Fraction); ok && (!found || h.Fraction < best.Fraction) {
			best, found = h, true
		}
	}
	if !found {
		return RayHit{}, false
	}
	return best, true
}

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

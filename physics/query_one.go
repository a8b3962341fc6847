package physics

import (
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
)

// Queries against one shape or one body. They look at the shapes as they are, sensors included,
// and at no filter.

// OverlapPoint appends the shapes that contain the point p (m) to buf, by their indices.
func (w *World) OverlapPoint(p Vec3, filter QueryFilter, buf []Shape) []Shape {
	if !state.ValidVector(p, maxQuery) {
		w.refuse()
		return buf
	}
	first := len(buf)
	var cast tree.Cast
	for kind := range w.broad.Trees {
		cast.BoxCast(&w.broad.Trees[kind], AABB{Min: p, Max: p}, Vec3{}, 1, tree.AllCategories)
		for cast.Next() {
			index := cast.User()
			s := &w.state.Shapes[index]
			if filter.accepts(s) && w.state.Geometries[index].Contains(w.state.Sims[s.Body].Transform.InvApply(p)) {
				buf = append(buf, w.shapeHandle(index))
			}
		}
	}
	sortShapes(buf[first:])
	return buf
}

// ShapeCast moves the probe from t along translation (m) and returns where it meets the shape,
// as World.ShapeCast does.
func (s Shape) ShapeCast(p Probe, t Transform, translation Vec3) (RayHit, bool) {
	if s.record() == nil || !state.ValidTransform(t) || !state.ValidVector(translation, maxQuery) || !p.usable() {
		return RayHit{}, s.world.refuse()
	}
	return s.world.castAgainst(s.index, &p.geometry, t, translation, 1)
}

// ShapeCast moves the probe from t along translation (m) and returns the first shape of the body
// that it meets, as World.ShapeCast does.
func (b Body) ShapeCast(p Probe, t Transform, translation Vec3) (RayHit, bool) {
	r := b.record()
	if r == nil || !state.ValidTransform(t) || !state.ValidVector(translation, maxQuery) || !p.usable() {
		return RayHit{}, b.world.refuse()
	}
	w, best, found := b.world, RayHit{Fraction: 1}, false
	for s := r.FirstShape; s != state.None; s = w.state.Shapes[s].Next {
		if h, ok := w.castAgainst(s, &p.geometry, t, translation, best.Fraction); ok && nearer(&h, &best, found) {
			best, found = h, true
		}
	}
	return best.orNothing(found)
}

// Overlaps reports whether the shape shares a point with the probe placed at t.
func (s Shape) Overlaps(p Probe, t Transform) bool {
	if s.record() == nil || !state.ValidTransform(t) || !p.usable() {
		return s.world.refuse()
	}
	return s.world.queries.SharesPoint(s.index, &p.geometry, t)
}

// Overlaps reports whether a shape of the body shares a point with the probe placed at t.
func (b Body) Overlaps(p Probe, t Transform) bool {
	r := b.record()
	if r == nil || !state.ValidTransform(t) || !p.usable() {
		return b.world.refuse()
	}
	for s := r.FirstShape; s != state.None; s = b.world.state.Shapes[s].Next {
		if b.world.queries.SharesPoint(s, &p.geometry, t) {
			return true
		}
	}
	return false
}

// ClosestPoint returns the point of the shapes of the body nearest to p (m): p itself inside of
// one. A body without shapes has none.
func (b Body) ClosestPoint(p Vec3) (ClosestHit, bool) {
	r := b.record()
	if r == nil || !state.ValidVector(p, maxQuery) {
		return ClosestHit{}, b.world.refuse()
	}
	var best ClosestHit
	found := false
	for s := r.FirstShape; s != state.None; s = b.world.state.Shapes[s].Next {
		if h := b.world.closestOn(s, p); !found || h.Distance < best.Distance {
			best, found = h, true
		}
	}
	return best, found
}

// Contains reports whether the world point p lies in a shape of the body.
func (b Body) Contains(p Vec3) bool {
	r := b.record()
	if r == nil {
		return false
	}
	for s := r.FirstShape; s != state.None; s = b.world.state.Shapes[s].Next {
		if b.world.state.Geometries[s].Contains(b.world.state.Sims[b.index].Transform.InvApply(p)) {
			return true
		}
	}
	return false
}

package physics

import (
	"fmt"

	"tumble/physics/internal/state"
)

// CreateShape adds a shape to the body and updates its mass. A body may have any number of
// shapes; they do not collide with each other.
func (b Body) CreateShape(g Geometry, def ShapeDef) (Shape, error) {
	if r := b.world.recorder(); r != nil {
		return r.bodyCreateShape(b, g, def)
	}
	r := b.record()
	if r == nil {
		return Shape{}, ErrStale
	}
	w := b.world
	if w.locked.Load() {
		return Shape{}, ErrWorldLocked
	}
	if err := def.check(); err != nil {
		return Shape{}, err
	}
	built, err := w.geometryOf(g)
	if err != nil {
		return Shape{}, err
	}
	if !built.Kind.IsConvex() && r.Kind != Static {
		return Shape{}, fmt.Errorf("physics: a %s on a %s body: must be static", built.Kind, r.Kind)
	}
	if err := w.masses.CheckShape(b.index, built.Mass(def.Density).Mass); err != nil {
		return Shape{}, err
	}
	if w.state.ShapeCount >= w.state.Limits.Shapes {
		return Shape{}, fmt.Errorf("physics: %d shapes: %w", w.state.ShapeCount, ErrLimit)
	}
	w.revision++
	index := w.step.AddShape(state.Shape{
		Body: b.index, Sensor: def.Sensor, ContactEvents: def.ContactEvents, HitEvents: def.HitEvents,
		SensorEvents: def.SensorEvents, Hooks: def.Hooks,
		Density: def.Density, Material: state.Material(def.Material), Filter: state.Filter(def.Filter), UserTag: def.UserTag,
	}, built, resolveMaterials(def.Surfaces))
	return w.shapeHandle(index), nil
}

// CreateShapes gives a body several shapes that move as one: the convex pieces of something hollow or
// bent. The mass, the centre and the inertia are those of all of them; where pieces overlap,
// matter counts twice. If one of them is refused, none is left and the error says which. The
// children of a Compound, which is for static bodies only, come from Compound.Children.
func (b Body) CreateShapes(geometries []Geometry, def ShapeDef) ([]Shape, error) {
	if r := b.world.recorder(); r != nil {
		return r.bodyCreateShapes(b, geometries, def)
	}
	shapes := make([]Shape, 0, len(geometries))
	for i, g := range geometries {
		s, err := b.CreateShape(g, def)
		if err != nil {
			for _, done := range shapes {
				done.Destroy()
			}
			return nil, fmt.Errorf("piece %d of %d: %w", i, len(geometries), err)
		}
		shapes = append(shapes, s)
	}
	return shapes, nil
}

// Destroy removes the shape and updates the mass of its body. Bodies in touch with it wake up.
func (s Shape) Destroy() bool {
	if r := s.world.recorder(); r != nil {
		return r.shapeDestroy(s)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	s.world.revision++
	s.world.step.DestroyShape(s.index)
	return true
}

// ShapeCount returns the number of shapes.
func (w *World) ShapeCount() int { return int(w.state.ShapeCount) }

// ShapeAt returns the shape in a slot, see Shape.Index.
func (w *World) ShapeAt(index int) (Shape, bool) {
	if index < 0 || index >= len(w.state.Shapes) || !w.state.Shapes[index].Alive() {
		return Shape{}, false
	}
	return w.shapeHandle(int32(index)), true
}

// Body returns the body the shape belongs to.
func (s Shape) Body() Body {
	if r := s.record(); r != nil {
		return s.world.bodyHandle(r.Body)
	}
	return Body{}
}

// Geometry returns the form of the shape, nil for a stale handle.
func (s Shape) Geometry() Geometry {
	if s.record() == nil {
		return nil
	}
	return publicGeometry(&s.world.state.Geometries[s.index])
}

// Bounds returns the box (m) around the shape.
func (s Shape) Bounds() AABB {
	r := s.record()
	if r == nil {
		return AABB{}
	}
	return s.world.state.Geometries[s.index].AABB(s.world.state.Sims[r.Body].Transform)
}

// BroadBounds returns the box (m) that the broad phase keeps for the shape: its bounds and a
// margin, so that small motion changes nothing there.
func (s Shape) BroadBounds() AABB {
	if s.record() == nil {
		return AABB{}
	}
	return s.world.state.Bounds[s.index].Fat
}

// Sensor reports whether the shape is a sensor.
func (s Shape) Sensor() bool { return s.read().Sensor }

// Density returns the density (kg/m³).
func (s Shape) Density() float32 { return s.read().Density }

// SetDensity changes the density (kg/m³) and the mass of the body.
func (s Shape) SetDensity(density float32) bool {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetDensity(s, density)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	w := s.world
	if !(density >= 0 && density <= maxDensity) || !(w.state.Geometries[s.index].Mass(density).Mass <= MaxMass) {
		return w.refuse()
	}
	before := r.Density
	r.Density = density
	if w.masses.OfShapes(r.Body) && w.masses.TooHeavy(r.Body, 0) {
		r.Density = before
		return w.refuse()
	}
	w.masses.Update(r.Body)
	w.islands.WakeShape(s.index)
	return true
}

// Material returns the surface.
func (s Shape) Material() Material { return Material(s.read().Material) }

// SetMaterial changes the surface, contacts that exist included.
func (s Shape) SetMaterial(m Material) bool {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetMaterial(s, m)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	w := s.world
	if m.check() != nil {
		return w.refuse()
	}
	r.Material = state.Material(m)
	w.narrow.RemixContacts(s.index)
	w.islands.WakeShape(s.index)
	return true
}

// Filter returns the collision filter of the shape.
func (s Shape) Filter() Filter { return Filter(s.read().Filter) }

// SetFilter changes the partners of collision. Its contacts end and form anew.
func (s Shape) SetFilter(f Filter) bool {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetFilter(s, f)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	r.Filter = state.Filter(f)
	w := s.world
	w.step.DestroyShapeContacts(s.index, true)
	w.islands.WakeShape(s.index)
	w.broad.Refilter(s.index)
	return true
}

// UserTag returns the number kept for the user.
func (s Shape) UserTag() uint64 { return s.read().UserTag }

// SetUserTag changes the number kept for the user.
func (s Shape) SetUserTag(tag uint64) bool {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetUserTag(s, tag)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	r.UserTag = tag
	return true
}

// SetEvents chooses the events about this shape, see ShapeDef.
func (s Shape) SetEvents(contact, hit, sensor bool) bool {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetEvents(s, contact, hit, sensor)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	r.ContactEvents, r.HitEvents, r.SensorEvents = contact, hit, sensor
	s.world.broad.NoteChange()
	s.world.narrow.RemixEvents(s.index)
	return true
}

// Hooked reports whether the hooks of the world are asked about the shape.
func (s Shape) Hooked() bool { return s.read().Hooks }

// SetHooked chooses whether the hooks of the world are asked about the shape, see
// ShapeDef.Hooks. Its contacts end and form anew.
func (s Shape) SetHooked(hooked bool) bool {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetHooked(s, hooked)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	r.Hooks = hooked
	return s.SetFilter(Filter(r.Filter))
}

// Visitors appends the shapes that overlapped the sensor at the end of the last step to buf.
func (s Shape) Visitors(buf []Shape) []Shape {
	if s.record() == nil {
		return buf
	}
	w := s.world
	for _, o := range w.sensors.VisitorsOf(s.index) {
		if o.SensorGeneration == s.generation {
			buf = append(buf, Shape{w, o.Visitor, o.VisitorGeneration})
		}
	}
	return buf
}

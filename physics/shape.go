package physics

import (
	"cmp"
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
		return Shape{}, fmt.Errorf("%w: body", ErrStale)
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
		Density: def.Density, Material: state.Material(def.Material), Filter: state.Filter(def.Filter),
		UserTag: def.UserTag,
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
			return nil, fmt.Errorf("%w: piece %d of %d", err, i, len(geometries))
		}
		shapes = append(shapes, s)
	}
	return shapes, nil
}

// Destroy removes the shape and updates the mass of its body. Bodies in touch with it wake up.
func (s Shape) Destroy() error {
	if r := s.world.recorder(); r != nil {
		return r.shapeDestroy(s)
	}
	if _, err := s.writable(); err != nil {
		return err
	}
	s.world.revision++
	s.world.step.DestroyShape(s.index)
	return nil
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
func (s Shape) SetDensity(density float32) error {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetDensity(s, density)
	}
	r, err := s.writable()
	if err != nil {
		return err
	}
	w := s.world
	err = cmp.Or(
		state.CheckRange("shape density", density, 0, maxDensity),
		state.CheckRange("shape mass", w.state.Geometries[s.index].Mass(density).Mass, 0, MaxMass),
	)
	if err != nil {
		return w.refuse(err)
	}
	before := r.Density
	r.Density = density
	if w.masses.OfShapes(r.Body) {
		err = w.masses.CheckTotal(r.Body, 0)
	}
	if err != nil {
		r.Density = before
		return w.refuse(err)
	}
	w.masses.Update(r.Body)
	w.islands.WakeShape(s.index)
	return nil
}

// Material returns the surface.
func (s Shape) Material() Material { return Material(s.read().Material) }

// SetMaterial changes the surface, contacts that exist included.
func (s Shape) SetMaterial(m Material) error {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetMaterial(s, m)
	}
	r, err := s.writable()
	if err != nil {
		return err
	}
	w := s.world
	if err := m.check(); err != nil {
		return w.refuse(err)
	}
	r.Material = state.Material(m)
	w.narrow.RemixContacts(s.index)
	w.islands.WakeShape(s.index)
	return nil
}

// Filter returns the collision filter of the shape.
func (s Shape) Filter() Filter { return Filter(s.read().Filter) }

// SetFilter changes the partners of collision. Its contacts end and form anew.
func (s Shape) SetFilter(f Filter) error {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetFilter(s, f)
	}
	r, err := s.writable()
	if err != nil {
		return err
	}
	r.Filter = state.Filter(f)
	w := s.world
	w.step.DestroyShapeContacts(s.index, true)
	w.islands.WakeShape(s.index)
	w.broad.Refilter(s.index)
	return nil
}

// UserTag returns the number kept for the user.
func (s Shape) UserTag() uint64 { return s.read().UserTag }

// SetUserTag changes the number kept for the user.
func (s Shape) SetUserTag(tag uint64) error {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetUserTag(s, tag)
	}
	r, err := s.writable()
	if err != nil {
		return err
	}
	r.UserTag = tag
	return nil
}

// SetEvents chooses the events about this shape, see ShapeDef.
func (s Shape) SetEvents(contact, hit, sensor bool) error {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetEvents(s, contact, hit, sensor)
	}
	r, err := s.writable()
	if err != nil {
		return err
	}
	r.ContactEvents, r.HitEvents, r.SensorEvents = contact, hit, sensor
	s.world.broad.NoteChange()
	s.world.narrow.RemixEvents(s.index)
	return nil
}

// Hooked reports whether the hooks of the world are asked about the shape.
func (s Shape) Hooked() bool { return s.read().Hooks }

// SetHooked chooses whether the hooks of the world are asked about the shape, see
// ShapeDef.Hooks. Its contacts end and form anew.
func (s Shape) SetHooked(hooked bool) error {
	if r := s.world.recorder(); r != nil {
		return r.shapeSetHooked(s, hooked)
	}
	r, err := s.writable()
	if err != nil {
		return err
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

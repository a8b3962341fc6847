package physics

import (
	"fmt"
)

// CreateShape adds a shape to the body and updates its mass. A body may have any number of
// shapes; they do not collide with each other.
func (b Body) CreateShape(g Geometry, def ShapeDef) (Shape, error) {
	if r := b.world.recorder(); r != nil {
		return called2[Shape, error](r, "Body.CreateShape", b, g, def)
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
	if !built.Kind.IsConvex() && r.kind != Static {
		return Shape{}, fmt.Errorf("physics: a %s on a %s body: must be static", built.Kind, r.kind)
	}
	if m := built.Mass(def.Density).Mass; !(m <= MaxMass) {
		return Shape{}, fmt.Errorf("physics: shape mass %g: must be at most %g kg", m, float32(MaxMass))
	}
	if w.shapeCount >= w.limits.shapes {
		return Shape{}, fmt.Errorf("physics: %d shapes: %w", w.shapeCount, ErrLimit)
	}
	w.revision++
	index := w.addShape(shapeRecord{
		body: b.index, sensor: def.Sensor, contactEvents: def.ContactEvents, hitEvents: def.HitEvents,
		sensorEvents: def.SensorEvents, hooks: def.Hooks,
		density: def.Density, material: def.Material, filter: def.Filter, userTag: def.UserTag,
	}, built, def.Surfaces)
	return w.shapeHandle(index), nil
}

// Destroy removes the shape and updates the mass of its body. What it touched wakes up.
func (s Shape) Destroy() bool {
	if r := s.world.recorder(); r != nil {
		return called[bool](r, "Shape.Destroy", s)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	s.world.revision++
	s.world.destroyShape(s.index)
	return true
}

// ShapeCount returns the number of shapes.
func (w *World) ShapeCount() int { return int(w.shapeCount) }

// ShapeAt returns the shape in a slot, see Shape.Index.
func (w *World) ShapeAt(index int) (Shape, bool) {
	if index < 0 || index >= len(w.shapes) || !w.shapes[index].alive() {
		return Shape{}, false
	}
	return w.shapeHandle(int32(index)), true
}

// Body returns the body the shape belongs to.
func (s Shape) Body() Body {
	if r := s.record(); r != nil {
		return s.world.bodyHandle(r.body)
	}
	return Body{}
}

// Geometry returns the form of the shape, nil for a stale handle.
func (s Shape) Geometry() Geometry {
	if s.record() == nil {
		return nil
	}
	return publicGeometry(&s.world.geometries[s.index])
}

// Bounds returns the box (m) around the shape.
func (s Shape) Bounds() AABB {
	r := s.record()
	if r == nil {
		return AABB{}
	}
	return s.world.geometries[s.index].AABB(s.world.sims[r.body].Transform)
}

// BroadBounds returns the box (m) that the broad phase keeps for the shape: its bounds and a
// margin, so that small motion changes nothing there.
func (s Shape) BroadBounds() AABB {
	if s.record() == nil {
		return AABB{}
	}
	return s.world.bounds[s.index].fat
}

// Contains reports whether the world point p lies in the shape.
func (s Shape) Contains(p Vec3) bool {
	r := s.record()
	if r == nil {
		return false
	}
	return s.world.geometries[s.index].Contains(s.world.sims[r.body].Transform.InvApply(p))
}

// Sensor reports whether the shape is a sensor.
func (s Shape) Sensor() bool { r := s.record(); return r != nil && r.sensor }

// Density returns the density (kg/m³).
func (s Shape) Density() float32 {
	if r := s.record(); r != nil {
		return r.density
	}
	return 0
}

// SetDensity changes the density (kg/m³) and the mass of the body.
func (s Shape) SetDensity(density float32) bool {
	if r := s.world.recorder(); r != nil {
		return called[bool](r, "Shape.SetDensity", s, density)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	w := s.world
	if !(density >= 0 && density <= maxDensity) || !(w.geometries[s.index].Mass(density).Mass <= MaxMass) {
		return w.refuse()
	}
	r.density = density
	w.updateMass(r.body)
	w.wakeShape(s.index)
	return true
}

// Material returns the surface.
func (s Shape) Material() Material {
	if r := s.record(); r != nil {
		return r.material
	}
	return Material{}
}

// SetMaterial changes the surface, contacts that exist included.
func (s Shape) SetMaterial(m Material) bool {
	if r := s.world.recorder(); r != nil {
		return called[bool](r, "Shape.SetMaterial", s, m)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	w := s.world
	if m.check() != nil {
		return w.refuse()
	}
	r.material = m
	w.remixContacts(s.index)
	w.wakeShape(s.index)
	return true
}

// Filter returns what the shape collides with.
func (s Shape) Filter() Filter {
	if r := s.record(); r != nil {
		return r.filter
	}
	return Filter{}
}

// SetFilter changes what the shape collides with. Its contacts end and form anew.
func (s Shape) SetFilter(f Filter) bool {
	if r := s.world.recorder(); r != nil {
		return called[bool](r, "Shape.SetFilter", s, f)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	r.filter = f
	w := s.world
	w.destroyShapeContacts(s.index, true)
	w.wakeShape(s.index)
	w.refilter(s.index)
	return true
}

// UserTag returns the number kept for the user.
func (s Shape) UserTag() uint64 {
	if r := s.record(); r != nil {
		return r.userTag
	}
	return 0
}

// SetUserTag changes the number kept for the user.
func (s Shape) SetUserTag(tag uint64) bool {
	if r := s.world.recorder(); r != nil {
		return called[bool](r, "Shape.SetUserTag", s, tag)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	r.userTag = tag
	return true
}

// SetEvents chooses the events about this shape, see ShapeDef.
func (s Shape) SetEvents(contact, hit, sensor bool) bool {
	if r := s.world.recorder(); r != nil {
		return called[bool](r, "Shape.SetEvents", s, contact, hit, sensor)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	r.contactEvents, r.hitEvents, r.sensorEvents = contact, hit, sensor
	s.world.noteChange()
	s.world.remixContacts(s.index)
	return true
}

// Hooked reports whether the hooks of the world are asked about the shape.
func (s Shape) Hooked() bool { r := s.record(); return r != nil && r.hooks }

// SetHooked chooses whether the hooks of the world are asked about the shape, see
// ShapeDef.Hooks. Its contacts end and form anew.
func (s Shape) SetHooked(hooked bool) bool {
	if r := s.world.recorder(); r != nil {
		return called[bool](r, "Shape.SetHooked", s, hooked)
	}
	r := s.writable()
	if r == nil {
		return false
	}
	r.hooks = hooked
	return s.SetFilter(r.filter)
}

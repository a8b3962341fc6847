package physics

import (
	"fmt"
	"slices"

	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// shapeRecord is a shape without its geometry, which is in World.geometries at the same index.
type shapeRecord struct {
	slot
	body int32
	// next and prev shape of the body, in the order of creation.
	next, prev int32
	// proxy is the leaf in the tree of the body's type.
	proxy int32
	// margin (m) is how much larger the fat bounds are on every side.
	margin float32

	sensor        bool
	contactEvents bool
	hitEvents     bool
	sensorEvents  bool
	// hooks is set when the hooks of the world are asked about the shape.
	hooks bool
	// moved is set while the shape is in World.moved.
	moved bool
	// waits is set while the shape is in World.waiting.
	waits bool

	density  float32
	material Material
	// inner is the radius (m) of a ball that fits into the shape, outer that of one around its
	// centroid that holds all of it.
	inner, outer float32
	// firstSurface and surfaceCount are a run of World.surfaces.
	firstSurface, surfaceCount int32
	filter                     Filter
	userTag                    uint64
	born                       uint64 // see Shape.Order
}

// shapeBounds are the boxes around a shape, apart from its record because the narrow phase looks
// at those of every pair.
type shapeBounds struct {
	// fat bounds are in the tree. They contain the shape until it has moved by the margin.
	fat AABB
	// tight bounds are those of the shape where it is now.
	tight AABB
}

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
	index := w.allocateShape()
	s := &w.shapes[index]
	*s = shapeRecord{
		slot: slot{s.generation + 1}, body: b.index, next: none, prev: none, proxy: none,
		sensor: def.Sensor, contactEvents: def.ContactEvents, hitEvents: def.HitEvents, sensorEvents: def.SensorEvents,
		hooks:   def.Hooks,
		density: def.Density, material: def.Material, filter: def.Filter, userTag: def.UserTag,
		born: w.bear(),
	}
	w.geometries[index] = built
	s.inner, s.outer = built.Extents(built.Centroid())
	w.addSurfaces(index, def.Surfaces)
	w.shapeCount++
	if def.Sensor {
		w.sensors = append(w.sensors, index)
	}
	w.linkShape(r, index)
	if !r.out() {
		w.createProxy(index)
	}
	w.addMass(r, b.index, index)
	if r.kind != Static && r.awakeIndex == none && r.shapeCount > 1 && !r.out() {
		w.wakeBody(b.index)
	}
	return w.shapeHandle(index), nil
}

func (w *World) allocateShape() int32 {
	if n := len(w.freeShapes); n > 0 {
		index := w.freeShapes[n-1]
		w.freeShapes = w.freeShapes[:n-1]
		return index
	}
	w.shapes = extend(w.shapes)
	w.geometries = extend(w.geometries)
	w.bounds = extend(w.bounds)
	return int32(len(w.shapes) - 1)
}

// linkShape puts a shape at the end of its body's list.
func (w *World) linkShape(r *body, index int32) {
	w.revision++
	w.shapes[index].prev = r.lastShape
	if r.lastShape == none {
		r.firstShape = index
	} else {
		w.shapes[r.lastShape].next = index
	}
	r.lastShape = index
	r.shapeCount++
	if r.shapeCount == 2 {
		w.markTiled(r)
	}
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
	w := s.world
	bodyIndex := r.body
	w.destroyShapeContacts(s.index, true)
	w.removeShape(s.index)
	w.updateMass(bodyIndex)
	if b := &w.bodies[bodyIndex]; b.kind != Static && !b.out() {
		w.wakeBody(bodyIndex)
	}
	return true
}

// removeShape takes a shape without contacts out of its body and out of the broad phase.
func (w *World) removeShape(index int32) {
	r := &w.shapes[index]
	b := &w.bodies[r.body]
	w.revision++
	w.destroyProxy(index)
	if r.prev != none {
		w.shapes[r.prev].next = r.next
	} else {
		b.firstShape = r.next
	}
	if r.next != none {
		w.shapes[r.next].prev = r.prev
	} else {
		b.lastShape = r.prev
	}
	b.shapeCount--
	if r.sensor {
		w.sensors = slices.DeleteFunc(w.sensors, func(i int32) bool { return i == index })
	}
	w.removeSurfaces(index)
	r.generation++
	w.geometries[index] = shape.Geometry{}
	w.shapeCount--
	w.freeShapes = append(w.freeShapes, index)
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

// remixContacts brings the contacts of a shape up to date with its material and event flags.
func (w *World) remixContacts(index int32) {
	b := &w.bodies[w.shapes[index].body]
	for key := b.firstContact; key != none; key = w.contacts[key>>1].edges[key&1].next {
		c := &w.contacts[key>>1]
		if c.shapeA == index || c.shapeB == index {
			w.mixMaterials(key >> 1)
		}
	}
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
	if r.proxy != none {
		w.trees[w.bodies[r.body].kind].SetCategory(r.proxy, treeCategory(f))
	}
	w.bufferMove(s.index)
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
	s.world.sensorsStale = true
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

// wakeShape wakes the body of a shape and what touches it.
func (w *World) wakeShape(index int32) {
	b := w.shapes[index].body
	w.wakeTouching(b)
	if r := &w.bodies[b]; r.kind != Static && !r.out() {
		w.wakeBody(b)
	}
}

// fatMargin is 5 cm, or an eighth of the largest half extent for what is smaller: large
// enough that slow motion rarely leaves it, small enough to make few useless pairs.
func fatMargin(bounds AABB) float32 {
	return vec.Min(maxFatMargin, float32(0.125*bounds.Half().MaxComponent()))
}

const maxFatMargin = 0.05

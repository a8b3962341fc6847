package session

import (
	"fmt"
	"slices"

	"tumble/engine/input"
	"tumble/internal/meter"
	"tumble/physics"
	"tumble/physics/vec"
)

// MaxSpawned bounds what a user can add: the oldest goes when a new one comes, so that
// holding a key down does not end a session.
const MaxSpawned = 2000

// mostSlots bounds the list of the bodies that a user has made: removed bodies keep their places for undo.
const mostSlots = 2 * MaxSpawned

// spawned are the bodies that the user has made, the oldest first.
type spawned struct{ bodies []physics.Body }

// create makes a dynamic body of a kind and remembers it.
func (s *spawned) create(w *physics.World, kind SpawnKind, size, density float32, def physics.BodyDef) error {
	shapes, err := kind.geometries(size)
	if err != nil {
		return err
	}
	return s.make(w, shapes, density, def)
}

// make makes a dynamic body of shapes and remembers it.
func (s *spawned) make(w *physics.World, shapes []physics.Geometry, density float32, def physics.BodyDef) error {
	def.Type = physics.Dynamic
	b, err := w.CreateBody(def)
	if err != nil {
		return err
	}
	shape := physics.DefaultShapeDef()
	shape.Density = density
	for _, g := range shapes {
		if _, err := b.CreateShape(g, shape); err != nil {
			b.Destroy()
			return err
		}
	}
	s.bodies = append(s.bodies, b)
	return nil
}

// capSpawned removes the oldest of the bodies that the user has made when there are too many, whatever made them.
func (s *Session) capSpawned() {
	list := s.spawned.bodies
	if len(list) <= MaxSpawned {
		return
	}
	// those that were removed do not count
	excess := -MaxSpawned
	for _, b := range list {
		if b.Valid() {
			excess++
		}
	}
	var gone []physics.Body
	long := len(list) > mostSlots
	s.spawned.bodies = slices.DeleteFunc(list, func(b physics.Body) bool {
		if !b.Valid() {
			return long
		}
		if excess <= 0 {
			return false
		}
		excess--
		gone = append(gone, b)
		return true
	})
	s.removes(gone)
	for _, b := range gone {
		s.forget(b)
		b.Destroy()
	}
}

// spawn puts a new body somewhere, at rest.
func (s *spawned) spawn(w *physics.World, kind SpawnKind, at vec.Vec3, size float32) error {
	def := physics.DefaultBodyDef()
	def.Position = at
	def.Name = kind.String()
	return s.create(w, kind, size, spawnDensity, def)
}

// spawnDensity (kg/m³) is that of water.
const spawnDensity = 1000

// throw throws a body of a kind; its mass (kg) is that of the command, 0 for that of water.
func (s *spawned) throw(w *physics.World, kind SpawnKind, e *input.Event) error {
	def := physics.DefaultBodyDef()
	def.Position, def.LinearVelocity, def.Bullet, def.Name = e.P, e.D, true, kind.String()
	if err := s.create(w, kind, e.S, spawnDensity, def); err != nil {
		return err
	}
	if e.X > 0 {
		b := s.bodies[len(s.bodies)-1]
		if err := meter.SetMass(b, float32(e.X)); err != nil {
			b.Destroy()
			return fmt.Errorf("app: throw: %w", err)
		}
	}
	return nil
}

// throw throws something of a kind: a body, or a rig whose parts all begin with the velocity.
func (s *Session) throw(kind SpawnKind, e *input.Event) error {
	if kind < SpawnRagdoll || kind >= SpawnKindCount {
		return s.spawned.throw(s.World(), kind, e)
	}
	n := len(s.spawned.bodies)
	if err := s.spawn(kind, e.P, e.S); err != nil {
		return err
	}
	for _, b := range s.spawned.bodies[n:] {
		b.SetLinearVelocity(e.D)
	}
	if x := s.log.current; x != nil {
		x.what = "throw"
	}
	return nil
}

// shotDensity makes the ball heavy enough to be felt by a wall of boxes.
const shotDensity = 4000

// shoot throws a ball.
func (s *spawned) shoot(w *physics.World, from, velocity vec.Vec3, radius float32) error {
	def := physics.DefaultBodyDef()
	def.Position = from
	def.LinearVelocity = velocity
	def.Bullet = true
	def.Name = "shot"
	return s.create(w, SpawnSphere, radius, shotDensity, def)
}

package session

import (
	"fmt"

	"tumble/engine/input"
	"tumble/physics"
	"tumble/physics/vec"
)

// explode gives every dynamic body within radius a speed away from center that falls
// linearly to zero at the edge.
func (s *Session) explode(center vec.Vec3, radius, speed float32) {
	if !(radius > 0) {
		return
	}
	s.log.current.what = "explosion"
	for _, b := range s.World().Bodies(nil) {
		if b.Type() != physics.Dynamic {
			continue
		}
		dir, d := b.WorldCenter().Sub(center).NormLen()
		if d >= radius {
			continue
		}
		if d == 0 {
			dir = vec.AxisY
		}
		s.changes(b, partMotion)
		b.ApplyImpulseToCenter(dir.Mul(float32(float32(speed*(1-d/radius)) * b.Mass())))
	}
}

// push gives the dynamic body that a ray hits a speed (m/s) along the ray.
func (s *Session) push(e *input.Event) error {
	b, p, ok := s.Aim(e)
	if !ok {
		return nil
	}
	s.changes(b, partMotion)
	s.log.current.call("push", b)
	if err := b.ApplyImpulse(e.D.Norm().Mul(float32(e.S*b.Mass())), p); err != nil {
		return fmt.Errorf("app: push: %w", err)
	}
	return nil
}

// Only lets GrabCommand, DeleteCommand or PushCommand act on one body, whatever its ray meets before it.
func Only(e input.Event, b physics.Body) input.Event {
	e.ID, e.X = BodyKey(b), 1
	return e
}

// Aim returns the dynamic body at which a command with a ray aims, and the point (m, world) where the ray meets it.
func (s *Session) Aim(e *input.Event) (physics.Body, vec.Vec3, bool) {
	w := s.World()
	if e.X == 0 {
		b, p, ok := Pick(w, e.P, e.D)
		return b, p, ok && b.Type() == physics.Dynamic
	}
	b, ok := bodyOf(w, e.ID)
	if !ok || b.Type() != physics.Dynamic {
		return b, vec.Vec3{}, false
	}
	for _, h := range w.RayCastAll(e.P, e.D, physics.DefaultQueryFilter(), nil) {
		if h.Shape.Body() == b {
			return b, h.Point, true
		}
	}
	return b, vec.Vec3{}, false
}

// Pick returns the body that a ray hits first and the point of the hit; translation reaches as far as the ray goes (m).
func Pick(w *physics.World, origin, translation vec.Vec3) (physics.Body, vec.Vec3, bool) {
	hit, ok := w.RayCast(origin, translation, physics.DefaultQueryFilter())
	if !ok {
		return physics.Body{}, vec.Vec3{}, false
	}
	return hit.Shape.Body(), hit.Point, true
}

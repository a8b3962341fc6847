package session

import (
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
func (s *Session) push(origin, translation vec.Vec3, speed float32) {
	if b, p, ok := Pick(s.World(), origin, translation); ok && b.Type() == physics.Dynamic {
		s.changes(b, partMotion)
		s.log.current.call("push", b)
		b.ApplyImpulse(translation.Norm().Mul(float32(speed*b.Mass())), p)
	}
}

// Pick returns the body that a ray hits first and the point of the hit; translation reaches as far as the ray goes (m).
func Pick(w *physics.World, origin, translation vec.Vec3) (physics.Body, vec.Vec3, bool) {
	hit, ok := w.RayCast(origin, translation, physics.DefaultQueryFilter())
	if !ok {
		return physics.Body{}, vec.Vec3{}, false
	}
	return hit.Shape.Body(), hit.Point, true
}

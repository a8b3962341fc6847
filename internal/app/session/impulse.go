package session

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// explode gives every dynamic body within radius a speed away from center that falls
// linearly to zero at the edge.
func explode(w *physics.World, center vec.Vec3, radius, speed float32) {
	if !(radius > 0) {
		return
	}
	for _, b := range w.Bodies(nil) {
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
		b.ApplyImpulseToCenter(dir.Mul(float32(float32(speed*(1-d/radius)) * b.Mass())))
	}
}

// push gives the dynamic body that a ray hits a speed (m/s) along the ray.
func push(w *physics.World, origin, translation vec.Vec3, speed float32) {
	if b, p, ok := Pick(w, origin, translation); ok && b.Type() == physics.Dynamic {
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

package physics

import "tumble/physics/internal/collide"

// sweepsAsk reports whether continuous collision has to ask a hook about two shapes.
func (w *World) sweepsAsk(a, b int32) bool { return w.hookCalls.any() && w.hooked(a, b) }

// stopsAt asks the hooks whether the impact of a swept shape with another one counts, at
// fraction t of the way.
func (w *World) stopsAt(a int32, sweepA *collide.Sweep, b int32, sweepB *collide.Sweep, origin Vec3, t float32) bool {
	if !w.hooked(a, b) {
		return true
	}
	if !w.allows(a, b) {
		return false
	}
	if w.hookCalls.impact == nil {
		return true
	}
	poseA, poseB := sweepA.At(t), sweepB.At(t)
	d := collide.Distance(&w.geometries[b], &w.geometries[a], poseB.InvMul(poseA), nil)
	return w.hookCalls.impact(b, a, poseB.Q.Rotate(d.Normal), poseB.Apply(d.PointA.Lerp(d.PointB, 0.5)).Add(origin), d.Distance)
}

package continuous

import (
	"tumble/physics/internal/collide"
	"tumble/physics/vec"
)

// sweepsAsk reports whether continuous collision has to ask a hook about two shapes.
func (cc *Sweeper) sweepsAsk(a, b int32) bool { return cc.Hooks.Any() && cc.Hooked(a, b) }

// stopsAt asks the hooks whether the impact of a swept shape with another one counts, at
// fraction t of the way.
func (cc *Sweeper) stopsAt(a int32, sweepA *collide.Sweep, b int32, sweepB *collide.Sweep, origin vec.Vec3,
	t float32) bool {
	if !cc.Hooked(a, b) {
		return true
	}
	if !cc.Allows(a, b) {
		return false
	}
	if cc.Hooks.Impact == nil {
		return true
	}
	poseA, poseB := sweepA.At(t), sweepB.At(t)
	d := collide.Distance(&cc.Geometries[b], &cc.Geometries[a], poseB.InvMul(poseA), nil)
	return cc.Hooks.Impact(b, a, poseB.Q.Rotate(d.Normal), poseB.Apply(d.PointA.Lerp(d.PointB, 0.5)).Add(origin),
		d.Distance)
}

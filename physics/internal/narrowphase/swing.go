package narrowphase

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// A rod that lands on one end slaps down with the other end, which is farther from the surface than the speculative
// distance until the step in which it hits. So fast bodies have, beside the points that support them or meet first,
// points that they may reach in the step, whatever rotation an impact gives them (TestRodsSlapDown).

// addSwinging adds such points to those of a pair, at the start of the step or after B has moved by moved against A
// (m, world axes). A pair without points gets some if it is to overlap at the end of the step: a body that flies past
// an edge gets none (TestSpinsPastEdge).
func (np *NarrowPhase) addSwinging(
	local *collide.LocalManifold, c *state.Contact, moved vec.Vec3, pose vec.Transform, a *solve.Sim,
) {
	m, n := &np.motions[c.BodyA], &np.motions[c.BodyB]
	swing := m.swing + n.swing
	if swing == 0 && (local.Count == 0 || m.ahead == 0 && n.ahead == 0) || local.Count == collide.MaxPoints {
		return
	}
	near, v := np.Settings.SpeculativeDistance, np.relativeVelocity(c)
	reach := swing + float32(v.Len()*np.contactTime)
	if !(reach > near) || reach > mostAhead || np.Geometries[c.ShapeA].Kind == shape.Sphere ||
		np.Geometries[c.ShapeB].Kind == shape.Sphere {
		return
	}
	var all collide.LocalManifold
	cache := c.Cache
	if local.Count == 0 {
		end := np.PoseAfter(c.BodyA, np.contactTime).InvMul(np.PoseAfter(c.BodyB, np.contactTime))
		collide.Collide(&all, &np.Geometries[c.ShapeA], &np.Geometries[c.ShapeB], end, near, &cache)
		if all.Count == 0 {
			return
		}
	}
	pose.P = pose.P.Add(a.Transform.Q.InvRotate(moved))
	collide.Collide(&all, &np.Geometries[c.ShapeA], &np.Geometries[c.ShapeB], pose, near+reach, &cache)
	if local.Count == 0 {
		local.Normal = all.Normal
	}
	if all.Count == 0 || all.Normal.Dot(local.Normal) < sameNormal {
		return
	}
	for _, p := range all.Points[:all.Count] {
		if p.Separation > near && local.Count < collide.MaxPoints {
			local.Points[local.Count] = p
			local.Count++
		}
	}
}

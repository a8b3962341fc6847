package narrowphase

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// IsAngular reports whether shapes of a kind have flat faces only.
func IsAngular(k shape.Kind) bool { return k == shape.Box || k == shape.Hull || k == shape.Plane }

// bothMove reports whether impulses move both bodies of a contact.
func bothMove(a, b *solve.Sim) bool { return a.InvMass > 0 && b.InvMass > 0 }

// CountMask keeps the number of points within the array without a bounds check.
const CountMask = 2*solve.MaxPoints - 1

// fillManifold turns a manifold in the frame of A into that of the solver. The impulses along
// the normal start from zero, the others stay.
func (np *NarrowPhase) fillManifold(m *solve.Manifold, c *state.Contact, local *collide.LocalManifold, a,
	b *solve.Sim) {
	m.Count = local.Count
	if local.Count == 0 {
		m.FrictionImpulse, m.TwistImpulse, m.RollingImpulse = vec.Vec3{}, 0, vec.Vec3{}
		return
	}
	m.BodyA, m.BodyB = c.BodyA, c.BodyB
	m.Friction, m.SlidingFriction = c.Friction, c.Friction
	m.Restitution, m.RollingResistance = c.Restitution, c.Rolling
	rotA := a.Transform.Q
	m.Normal = rotA.Rotate(local.Normal)
	d := b.Center.Sub(a.Center)
	for i := range m.Points[:m.Count&CountMask] {
		lp := &local.Points[i]
		anchor := rotA.Rotate(lp.Point.Sub(a.LocalCenter))
		m.Points[i] = solve.ManifoldPoint{
			AnchorA: anchor, AnchorB: anchor.Sub(d),
			Separation: lp.Separation, BaseSeparation: lp.Separation, ID: lp.ID,
		}
	}
	m.Spread = np.spreadOf(local, c)
	m.SurfaceVelocity = vec.Vec3{}
	if c.Belt {
		// the velocity of body B against body A at which the surfaces do not slide
		va, vb := np.Shapes[c.ShapeA].Material.SurfaceVelocity, np.Shapes[c.ShapeB].Material.SurfaceVelocity
		m.SurfaceVelocity = rotA.Rotate(va).Sub(b.Transform.Q.Rotate(vb))
	}
}

// carryOver starts the points of a manifold with the impulses of those old ones at which the same
// features met.
func carryOver(m *solve.Manifold, old []solve.ManifoldPoint) {
	for i := range m.Points[:m.Count&CountMask] {
		p := &m.Points[i]
		for k := range old {
			if old[k].ID == p.ID {
				p.NormalImpulse = old[k].NormalImpulse
				break
			}
		}
	}
}

package narrowphase

import (
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// The solver follows the points of a contact while the bodies turn in a step. To first order every
// point of contact moves as the body does there. To second order a corner rises on its circle about the
// centre of mass, but a ball that rolls does not: another point of it touches, and its centre keeps its
// height. So each side of a manifold has the radius on which it rolls, see solve.Manifold.RadiusA. With
// u the rotation of the body, n the normal, R the radius of curvature and e the axis about which the surface
// curves there, the surface comes nearer than the point by R·(u·e)²/2.

// setRollRadii sets the radii on which the shapes of a manifold roll, 0 for shapes that are not round.
func (np *NarrowPhase) setRollRadii(m *solve.Manifold, c *state.Contact, a, b *solve.Sim) {
	m.RadiusA = np.rollRadius(m, &np.Geometries[c.ShapeA], a, false)
	m.RadiusB = np.rollRadius(m, &np.Geometries[c.ShapeB], b, true)
}

// rollRadius is the radius on which a shape rolls if its body turns as it does now. The solver has one radius
// for rotations about every axis along the surface; a cylinder rolls about its own only.
func (np *NarrowPhase) rollRadius(m *solve.Manifold, g *shape.Geometry, sim *solve.Sim, isB bool) float32 {
	if sim.StateIndex == 0 || IsAngular(g.Kind) || !g.Kind.IsConvex() {
		return 0
	}
	var anchor vec.Vec3
	for i := range m.Points[:m.Count&CountMask] {
		if isB {
			anchor = anchor.Add(m.Points[i].AnchorB)
		} else {
			anchor = anchor.Add(m.Points[i].AnchorA)
		}
	}
	outward := m.Normal
	if isB {
		outward = outward.Neg()
	}
	radius, axis := rollsAt(g, sim, anchor.Mul(1/float32(m.Count)), outward)
	if axis == (vec.Vec3{}) {
		return radius
	}
	spin := np.States[sim.StateIndex].W
	spin = spin.MulSub(spin.Dot(outward), outward)
	square, coordinate := spin.Len2(), spin.Dot(axis)
	if !(square > 0) {
		return radius
	}
	return float32(radius * vec.Min(float32(coordinate*coordinate)/square, 1))
}

// rollsAt is Geometry.Rolls at an anchor of a body, in the axes of the world.
func rollsAt(g *shape.Geometry, sim *solve.Sim, anchor, outward vec.Vec3) (radius float32, axis vec.Vec3) {
	rotation := sim.Transform.Q
	radius, axis = g.RollingCircle(rotation.InvRotate(anchor).Add(sim.LocalCenter), rotation.InvRotate(outward))
	return radius, rotation.Rotate(axis)
}

// rollVelocity is how fast (m/s) the point of contact at an anchor goes on, seen from the centre of mass:
// with the body there, and back over its surface as the body rolls on.
func (np *NarrowPhase) rollVelocity(g *shape.Geometry, sim *solve.Sim, anchor, outward vec.Vec3) vec.Vec3 {
	spin := np.States[sim.StateIndex].W
	with := spin.Cross(anchor)
	radius, axis := rollsAt(g, sim, anchor, outward)
	if axis == (vec.Vec3{}) {
		return with.MulSub(radius, spin.Cross(outward))
	}
	return with.MulSub(float32(radius*spin.Dot(axis)), axis.Cross(outward))
}

// rollHeights sets the radii of a manifold whose points act, on the marked sides, at their positions in the middle of
// the step. Those follow the surface already; the radii keep the heights of the centres of mass.
func rollHeights(m *solve.Manifold, aheadA, aheadB bool) {
	var heightA, heightB float32
	for i := range m.Points[:m.Count&CountMask] {
		p := &m.Points[i]
		half := float32(0.5 * p.Separation)
		heightA += p.AnchorA.Dot(m.Normal) - half
		heightB -= p.AnchorB.Dot(m.Normal) + half
	}
	share := 1 / float32(m.Count)
	if aheadA {
		m.RadiusA = vec.Clamp(float32(share*heightA), -MaxRollRadius, MaxRollRadius)
	}
	if aheadB {
		m.RadiusB = vec.Clamp(float32(share*heightB), -MaxRollRadius, MaxRollRadius)
	}
}

// MaxRollRadius (m) is larger than the radius of any shape.
const MaxRollRadius = 1e6

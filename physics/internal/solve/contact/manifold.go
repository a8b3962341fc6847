package contact

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// Manifold is a set of contact points with one normal between two bodies, the unit that the solver works on. The
// narrow phase writes geometry and material, the solver reads them and writes the impulses
// back, which start the next step.
type Manifold struct {
	// Normal is a unit vector, world axes, from A to B.
	Normal vec.Vec3
	// Count is the number of points in use, 1 to 4 while the manifold is in the graph.
	Count int32
	// BodyA and BodyB are indices of Sims.
	BodyA, BodyB int32
	// Friction is the coefficient of friction at rest, SlidingFriction that of surfaces that
	// already slide; equal for Coulomb's law with one coefficient.
	Friction, SlidingFriction float32
	// Restitution is the fraction of the approach speed that comes back, 0 to 1.
	Restitution float32
	// RollingResistance times the normal force is the largest torque against rolling (m).
	RollingResistance float32
	// RadiusA and RadiusB are the radii (m) on which the surfaces of A and B roll: while a body rotates, its
	// surface touches with other points, and the centre of this circle keeps its height. 0 for corners, edges
	// and faces, which touch with the same points.
	RadiusA, RadiusB float32
	// Spread is the mean distance of an even pressure from its centre, as a fraction of that of the points, 0 to 1: the
	// lever at which friction holds against a twist.
	Spread float32
	// SurfaceVelocity is the velocity of body B against body A that friction drives to (m/s,
	// world axes), not zero on conveyor belts. Only its tangential component counts.
	SurfaceVelocity vec.Vec3
	// FrictionImpulse (N·s) is the tangential impulse of the last sub-step on B,
	// TwistImpulse (N·m·s) the one about the normal, RollingImpulse the one against rolling.
	FrictionImpulse vec.Vec3
	TwistImpulse    float32
	RollingImpulse  vec.Vec3
	Points          [kernel.MaxPoints]ManifoldPoint
}

// Empty makes a manifold like one that was never filled, without the time to fetch its points, which stay
// as they were.
func (m *Manifold) Empty() {
	m.Normal, m.Count, m.BodyA, m.BodyB = vec.Vec3{}, 0, 0, 0
	m.Friction, m.SlidingFriction, m.Restitution, m.RollingResistance = 0, 0, 0, 0
	m.RadiusA, m.RadiusB, m.Spread, m.SurfaceVelocity = 0, 0, 0, vec.Vec3{}
	m.FrictionImpulse, m.TwistImpulse, m.RollingImpulse = vec.Vec3{}, 0, vec.Vec3{}
}

// ClearImpulses forgets the impulses of the last step.
func (m *Manifold) ClearImpulses() {
	m.FrictionImpulse, m.TwistImpulse, m.RollingImpulse = vec.Vec3{}, 0, vec.Vec3{}
	for i := range m.Points {
		m.Points[i].NormalImpulse = 0
	}
}

// countMask keeps the number of points within the array without a bounds check.
const countMask = 2*kernel.MaxPoints - 1

// Lowest is the least separation (m) of the points, at most 0.
func (m *Manifold) Lowest() float32 {
	low := float32(0)
	for i := range m.Points[:m.Count&countMask] {
		low = vec.Min(low, m.Points[i].Separation)
	}
	return low
}

// Range is the least separation (m) of the points, at most 0, and the largest impulse (N·s) of the last sub-step at
// one, at least 0.
func (m *Manifold) Range() (low, high float32) {
	points := m.Points[:m.Count&countMask]
	for i := range points {
		low, high = vec.Min(low, points[i].Separation), vec.Max(high, points[i].NormalImpulse)
	}
	return low, high
}

// Loads are the sums of the normal impulses of the points (N·s) of the last sub-step, and of the whole step.
func (m *Manifold) Loads() (last, step float32) {
	points := m.Points[:m.Count&countMask]
	for i := range points {
		last += points[i].NormalImpulse
		step += points[i].TotalNormalImpulse
	}
	return last, step
}

// dropImpulses is ClearImpulses for impulses without bound. That the points pressed is kept.
func (m *Manifold) dropImpulses() {
	m.ClearImpulses()
	for i := range m.Points {
		m.Points[i].TotalNormalImpulse = vec.Max(vec.Min(m.Points[i].TotalNormalImpulse, kernel.MaxImpulse), 0)
	}
}

// ManifoldPoint is one contact point, midway between the surfaces.
type ManifoldPoint struct {
	// AnchorA and AnchorB lead from each centre of mass to the point (m, world axes).
	AnchorA, AnchorB vec.Vec3
	// Separation of the surfaces along the normal at the start of the step (m), negative
	// when they overlap.
	Separation float32
	// BaseSeparation is for the narrow phase: separation less the share of the anchors, kept
	// while a contact is recycled. The solver does not read it.
	BaseSeparation float32
	// NormalImpulse is that of the last sub-step (N·s), which warm starts the next step.
	NormalImpulse float32
	// TotalNormalImpulse is the sum over the solving passes of a step, zero if and only if
	// the surfaces never touched.
	TotalNormalImpulse float32
	// NormalVelocity is the velocity of B against A along the normal at the start of the
	// step (m/s), negative on approach.
	NormalVelocity float32
	// ID names the features that meet here.
	ID uint32
}

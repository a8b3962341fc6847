package narrowphase

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// mixMaterials combines the surfaces of the two shapes of a contact.
func (np *NarrowPhase) mixMaterials(index int32) {
	c := &np.Contacts[index]
	np.MarkContact(index)
	sa, sb := &np.Shapes[c.ShapeA], &np.Shapes[c.ShapeB]
	a, b := &sa.Material, &sb.Material
	c.Friction, c.Restitution = mixFriction(a, b), mixRestitution(a, b)
	c.Rolling = np.mixRolling(c, a, b)
	c.Belt = a.SurfaceVelocity != (vec.Vec3{}) || b.SurfaceVelocity != (vec.Vec3{})
	np.mixEvents(index)
	// recycled contacts have to follow
	np.Recycling[index].Valid = false
}

// mixEvents combines the events that the two shapes of a contact ask for.
func (np *NarrowPhase) mixEvents(index int32) {
	c := &np.Contacts[index]
	np.MarkContact(index)
	a, b := &np.Shapes[c.ShapeA], &np.Shapes[c.ShapeB]
	c.Events = a.ContactEvents || b.ContactEvents
	c.Hits = a.HitEvents || b.HitEvents
}

// RemixContacts brings the contacts of a shape up to date with its material.
func (np *NarrowPhase) RemixContacts(index int32) { np.eachContact(index, np.mixMaterials) }

// RemixEvents brings the contacts of a shape up to date with its event flags. They stay recycled: watching changes
// nothing.
func (np *NarrowPhase) RemixEvents(index int32) { np.eachContact(index, np.mixEvents) }

// eachContact calls visit with the contacts of a shape.
func (np *NarrowPhase) eachContact(index int32, visit func(contact int32)) {
	b := &np.Bodies[np.Shapes[index].Body]
	for key := b.FirstContact; key != state.None; key = np.Contacts[key>>1].Edges[key&1].Next {
		c := &np.Contacts[key>>1]
		if c.ShapeA == index || c.ShapeB == index {
			visit(key >> 1)
		}
	}
}

// mixFriction and mixRestitution apply the rules of two materials.
func mixFriction(a, b *state.Material) float32 {
	return combine(a.Friction, b.Friction, a.FrictionRule, b.FrictionRule, state.CombineGeometricMean)
}

func mixRestitution(a, b *state.Material) float32 {
	return combine(a.Restitution, b.Restitution, a.RestitutionRule, b.RestitutionRule, state.CombineMaximum)
}

// mixRolling returns the lever (m) of rolling resistance: the rounder of the two shapes rolls.
func (np *NarrowPhase) mixRolling(c *state.Contact, a, b *state.Material) float32 {
	if a.RollingResistance == 0 && b.RollingResistance == 0 {
		return 0
	}
	radius := vec.Max(np.Geometries[c.ShapeA].RollingRadius(), np.Geometries[c.ShapeB].RollingRadius())
	return float32(vec.Max(a.RollingResistance, b.RollingResistance) * radius)
}

// mixManifold gives a manifold with a mesh or height field, which is shape A, the mean of the surfaces
// at its points.
func (np *NarrowPhase) mixManifold(m *solve.Manifold, c *state.Contact, local *collide.MeshManifold, a, b *solve.Sim) {
	if local.Count == 0 {
		return
	}
	other := &np.Shapes[c.ShapeB].Material
	var friction, restitution, rolling float32
	var belt vec.Vec3
	for i := range local.Points[:local.Count] {
		surface := np.SurfaceOf(c.ShapeA, local.Materials[i])
		friction += mixFriction(surface, other)
		restitution += mixRestitution(surface, other)
		rolling += np.mixRolling(c, surface, other)
		belt = belt.Add(surface.SurfaceVelocity)
	}
	share := 1 / float32(local.Count)
	m.Friction = float32(share * friction)
	m.SlidingFriction = m.Friction
	m.Restitution, m.RollingResistance = float32(share*restitution), float32(share*rolling)
	m.SurfaceVelocity = a.Transform.Q.Rotate(belt.Mul(share)).Sub(b.Transform.Q.Rotate(other.SurfaceVelocity))
}

// combine applies the later of the two rules in the order of the constants.
func combine(a, b float32, ruleA, ruleB, auto state.CombineRule) float32 {
	rule := max(ruleA, ruleB)
	if rule == state.CombineAuto {
		rule = auto
	}
	switch rule {
	case state.CombineAverage, state.CombineKHRAverage:
		return float32(0.5 * (a + b))
	case state.CombineGeometricMean:
		return vec.Sqrt(float32(a * b))
	case state.CombineMinimum, state.CombineKHRMinimum:
		return vec.Min(a, b)
	case state.CombineMultiply, state.CombineKHRMultiply:
		return float32(a * b)
	}
	return vec.Max(a, b)
}

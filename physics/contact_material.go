package physics

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// beginContact gives a new contact its manifold and what is known of it from the start.
func (w *World) beginContact(index int32) {
	c := &w.contacts[index]
	c.manifold = w.allocateSpan(0)
	// a hook sees every contact as the shapes make it
	c.angular = isAngular(w.geometries[c.shapeA].Kind) && isAngular(w.geometries[c.shapeB].Kind) && !w.hooked(c.shapeA, c.shapeB)
	c.pieces = w.geometries[c.shapeA].Kind.HasPieces()
	c.tiled = w.isTiled(c)
	w.manifolds[c.manifold] = solve.Manifold{BodyA: c.bodyA, BodyB: c.bodyB}
	if int(index) == len(w.reuse) {
		w.reuse = append(w.reuse, reuse{})
	}
	w.reuse[index] = reuse{}
	w.mixMaterials(index)
}

// endContact takes the manifolds and the caches of a contact back.
func (w *World) endContact(index int32) {
	c := &w.contacts[index]
	w.freeSpan(c.manifold, c.class)
	w.scratch.near.remove(index)
}

// mixMaterials combines the surfaces of the two shapes of a contact.
func (w *World) mixMaterials(index int32) {
	c := &w.contacts[index]
	sa, sb := &w.shapes[c.shapeA], &w.shapes[c.shapeB]
	a, b := &sa.material, &sb.material
	c.friction, c.restitution = mixFriction(a, b), mixRestitution(a, b)
	c.rolling = w.mixRolling(c, a, b)
	c.belt = a.SurfaceVelocity != (Vec3{}) || b.SurfaceVelocity != (Vec3{})
	c.events = sa.contactEvents || sb.contactEvents
	c.hits = sa.hitEvents || sb.hitEvents
	// what is reused has to follow
	w.reuse[index].valid = false
}

// remixContacts brings the contacts of a shape up to date with its material and event flags.
func (w *World) remixContacts(index int32) {
	b := &w.bodies[w.shapes[index].body]
	for key := b.firstContact; key != none; key = w.contacts[key>>1].edges[key&1].next {
		c := &w.contacts[key>>1]
		if c.shapeA == index || c.shapeB == index {
			w.mixMaterials(key >> 1)
		}
	}
}

// mixFriction and mixRestitution apply the rules of two materials.
func mixFriction(a, b *Material) float32 {
	return combine(a.Friction, b.Friction, a.FrictionRule, b.FrictionRule, CombineGeometricMean)
}

func mixRestitution(a, b *Material) float32 {
	return combine(a.Restitution, b.Restitution, a.RestitutionRule, b.RestitutionRule, CombineMaximum)
}

// mixRolling returns the lever (m) of rolling resistance: the rounder of the two shapes rolls.
func (w *World) mixRolling(c *contact, a, b *Material) float32 {
	if a.RollingResistance == 0 && b.RollingResistance == 0 {
		return 0
	}
	radius := vec.Max(rollingRadius(&w.geometries[c.shapeA]), rollingRadius(&w.geometries[c.shapeB]))
	return float32(vec.Max(a.RollingResistance, b.RollingResistance) * radius)
}

// mixPatch gives a patch with a mesh or height field, which is shape A, the mean of the surfaces
// at its points.
func (w *World) mixPatch(m *solve.Manifold, c *contact, local *collide.MeshManifold, a, b *solve.Sim) {
	if local.Count == 0 {
		return
	}
	other := &w.shapes[c.shapeB].material
	var friction, restitution, rolling float32
	var belt Vec3
	for i := range local.Points[:local.Count] {
		surface := w.surfaceOf(c.shapeA, local.Materials[i])
		friction += mixFriction(surface, other)
		restitution += mixRestitution(surface, other)
		rolling += w.mixRolling(c, surface, other)
		belt = belt.Add(surface.SurfaceVelocity)
	}
	share := 1 / float32(local.Count)
	m.Friction = float32(share * friction)
	m.SlidingFriction = m.Friction
	m.Restitution, m.RollingResistance = float32(share*restitution), float32(share*rolling)
	m.SurfaceVelocity = a.Transform.Q.Rotate(belt.Mul(share)).Sub(b.Transform.Q.Rotate(other.SurfaceVelocity))
}

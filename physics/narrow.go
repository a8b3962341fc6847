package physics

import (
	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// outcome is what the narrow phase found out about a contact.
type outcome uint8

const (
	// steady contacts go on as they were.
	steady outcome = iota
	began
	ended
	// apart means that the fat bounds no longer overlap.
	apart
)

// reuse is what a contact between polytopes keeps from the last time its points were computed,
// so that they can be moved along with the bodies while these hardly move against each
// other. In a settled pile that is nearly all contacts; besides the time it saves, points that
// do not jump let tall piles come to rest. The idea, contact recycling, is Erin Catto's
// (Box3D, 2026).
//
// It is safe only while no point that was left out could come to touch. So it is not used for
// round shapes, whose point of contact rolls along the surface, nor for contacts without
// points, nor for bodies that could cover the tolerance within one step.
type reuse struct {
	// rotationA is that of A in the world, rotation that of B seen from A.
	rotationA, rotation Quat
	// localA and localB are the points in the frames of the bodies, from the centre of mass.
	localA, localB [solve.MaxPoints]Vec3
	valid          bool
}

// isAngular reports whether shapes of a kind have flat faces only.
func isAngular(k shape.Kind) bool { return k == shape.Box || k == shape.Hull || k == shape.Plane }

func rollingRadius(g *shape.Geometry) float32 { return g.RollingRadius() }

// listCollisions lists the contacts that the narrow phase has to look at.
func (w *World) listCollisions() {
	sc := &w.scratch
	sc.collide = sc.collide[:0]
	for color := int32(0); color < GraphColors; color++ {
		for _, e := range w.graph.Contacts(color) {
			sc.collide = append(sc.collide, e.Contact)
		}
	}
	sc.collide = append(sc.collide, w.awakeContacts...)
	if n := len(sc.collide); n > len(sc.outcomes) {
		sc.outcomes = append(sc.outcomes, make([]outcome, n-len(sc.outcomes))...)
	}
}

// collideRange updates the manifolds of the listed contacts begin to end (exclusive). It writes
// nothing but these contacts, their manifolds, their outcomes and its slot.
func (w *World) collideRange(out *slotOutput, begin, end int) {
	sc := &w.scratch
	recycled, points := 0, 0
	for i := begin; i < end; i++ {
		index := sc.collide[i]
		if w.collideContact(index, &sc.outcomes[i]) {
			recycled++
		}
		points += int(w.manifolds[index].Count)
	}
	out.recycled, out.points = recycled, points
}

func (w *World) collideContact(index int32, result *outcome) (reused bool) {
	c := &w.contacts[index]
	m := &w.manifolds[index]
	a, b := &w.sims[c.bodyA], &w.sims[c.bodyB]
	if u := &w.reuse[index]; u.valid {
		var g gaps
		if w.canReuse(m, u, a, b, &g) {
			reusePoints(m, &g)
			*result = steady
			return true
		}
	}
	if !w.shapes[c.shapeA].fat.Overlaps(w.shapes[c.shapeB].fat) {
		m.Count = 0
		*result = apart
		return false
	}
	bInA := a.Transform.InvMul(b.Transform)
	var local collide.LocalManifold
	collide.Collide(&local, &w.geometries[c.shapeA], &w.geometries[c.shapeB], bInA,
		w.settings.SpeculativeDistance, &c.cache)
	w.writeManifold(index, &local, a, b)
	switch {
	case local.Count > 0 && !c.touching:
		*result = began
	case local.Count == 0 && c.touching:
		*result = ended
	default:
		*result = steady
	}
	return false
}

// reuseTurn is the angle (rad) by which both bodies may turn together while the normal and the
// anchors of a reused contact stay as they are.
const reuseTurn = 0.05

// gaps are the vectors from the points of A to those of B in a reused contact: how far the two
// halves of each point have come apart.
type gaps [solve.MaxPoints]Vec3

// canReuse applies the safety rules of reuse: the points must not have moved apart, nor the
// shapes turned, by more than the tolerance less what the bodies may move in the next step.
func (w *World) canReuse(m *solve.Manifold, u *reuse, a, b *solve.Sim, g *gaps) bool {
	sa, sb := &w.states[a.StateIndex], &w.states[b.StateIndex]
	// features lie no farther from the contact than the size of the smaller body
	size := vec.Min(a.MaxExtent, b.MaxExtent)

	// how far the surfaces may slip against each other within a step
	spin := sb.W.Sub(sa.W)
	slip := sb.V.Sub(sa.V).Add(sb.W.Cross(m.Points[0].AnchorB)).Sub(sa.W.Cross(m.Points[0].AnchorA))
	speed := slip.Len() + float32(spin.Len()*float32(2*size))
	budget := w.settings.RecycleDistance - float32(speed*w.scratch.dt)
	if !(budget > 0) {
		return false
	}
	// twice the vector part is the angle of a turn, in small angles; normal and anchors do not
	// follow a turn that both bodies make together
	qa, qb := a.Transform.Q, b.Transform.Q
	if float32(2*qa.Mul(u.rotationA.Conj()).Vec().Len()) > reuseTurn {
		return false
	}
	turn := qa.InvMul(qb).Mul(u.rotation.Conj()).Vec().Len()
	if float32(2*turn) > w.settings.RecycleAngle {
		return false
	}
	budget -= float32(float32(4*turn) * size)
	if !(budget > 0) {
		return false
	}
	limit := float32(budget * budget)
	d := b.Center.Sub(a.Center)
	for i := range m.Points[:m.Count&countMask] {
		g[i] = d.Add(qb.Rotate(u.localB[i])).Sub(qa.Rotate(u.localA[i]))
		if !(g[i].Len2() <= limit) {
			return false
		}
	}
	return true
}

// countMask keeps the number of points within the array without a bounds check.
const countMask = 2*solve.MaxPoints - 1

// reusePoints brings the separations up to date and leaves everything else as it was. Normal and
// anchors in particular stay where they were in the world: the force then acts at a fixed
// place on each body and does not follow its tilt. Were they turned with the bodies, a
// pyramid of fifty rows, one box deep, would buckle sideways within 25 s.
func reusePoints(m *solve.Manifold, g *gaps) {
	for i := range m.Points[:m.Count&countMask] {
		p := &m.Points[i]
		p.Separation = p.BaseSeparation + g[i].Dot(m.Normal)
	}
}

// writeManifold turns a manifold in the frame of A into that of the solver and carries the
// impulses of points over that were there before.
func (w *World) writeManifold(index int32, local *collide.LocalManifold, a, b *solve.Sim) {
	c, m, u := &w.contacts[index], &w.manifolds[index], &w.reuse[index]
	old := m.Points
	oldCount := m.Count
	m.Count = local.Count
	u.valid = c.angular && local.Count > 0
	if local.Count == 0 {
		m.FrictionImpulse, m.TwistImpulse, m.RollingImpulse = Vec3{}, 0, Vec3{}
		return
	}
	rotA := a.Transform.Q
	m.Normal = rotA.Rotate(local.Normal)
	d := b.Center.Sub(a.Center)
	for i := range m.Points[:m.Count] {
		p, lp := &m.Points[i], &local.Points[i]
		arm := lp.Point.Sub(a.LocalCenter)
		anchor := rotA.Rotate(arm)
		*p = solve.ManifoldPoint{
			AnchorA: anchor, AnchorB: anchor.Sub(d),
			Separation: lp.Separation, BaseSeparation: lp.Separation, ID: lp.ID,
		}
		for k := range old[:oldCount] {
			if old[k].ID == lp.ID {
				p.NormalImpulse = old[k].NormalImpulse
				break
			}
		}
		if u.valid {
			u.localA[i] = arm
			u.localB[i] = b.Transform.Q.InvRotate(p.AnchorB)
		}
	}
	if u.valid {
		u.rotationA, u.rotation = rotA, rotA.InvMul(b.Transform.Q)
	}
	w.surfaceVelocity(index, a, b)
}

// surfaceVelocity sets the velocity of body B against body A at which the surfaces, which move
// on their bodies, do not slide.
func (w *World) surfaceVelocity(index int32, a, b *solve.Sim) {
	c := &w.contacts[index]
	va, vb := w.shapes[c.shapeA].material.SurfaceVelocity, w.shapes[c.shapeB].material.SurfaceVelocity
	if va == (Vec3{}) && vb == (Vec3{}) {
		w.manifolds[index].SurfaceVelocity = Vec3{}
		return
	}
	w.manifolds[index].SurfaceVelocity = a.Transform.Q.Rotate(va).Sub(b.Transform.Q.Rotate(vb))
}

// updateContacts begins, ends and destroys contacts as the narrow phase found, in the order
// of the list.
func (w *World) updateContacts() {
	sc := &w.scratch
	for i, index := range sc.collide {
		switch sc.outcomes[i] {
		case began:
			w.beginTouch(index)
		case ended:
			w.endTouch(index)
			w.listContact(index)
		case apart:
			w.destroyContact(index, false)
		}
	}
}

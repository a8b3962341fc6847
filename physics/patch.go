package physics

import (
	"math/bits"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// A contact has one manifold per patch: one between convex shapes, several with a mesh, a
// height field or a compound. The manifolds of a contact are consecutive in World.manifolds,
// in a span whose length is a power of two.

// maxPatches is the number of patches of a contact. More than eight are rare: a shape would
// have to fit into a corner with as many walls.
const (
	maxPatches  = 32
	spanClasses = 6
)

// spanClass is the class of the smallest span with room for n manifolds.
func spanClass(n int32) int32 { return int32(bits.Len32(uint32(n - 1))) }

func (w *World) allocateSpan(class int32) int32 {
	if f := w.freeSpans[class]; len(f) > 0 {
		w.freeSpans[class] = f[:len(f)-1]
		return f[len(f)-1]
	}
	first := int32(len(w.manifolds))
	for range 1 << class {
		w.manifolds = append(w.manifolds, solve.Manifold{})
	}
	return first
}

func (w *World) freeSpan(first, class int32) {
	w.freeSpans[class] = append(w.freeSpans[class], first)
}

// patchesOf returns the manifolds in use of a contact.
func (w *World) patchesOf(c *contact) []solve.Manifold {
	return w.manifolds[c.manifold : c.manifold+c.patches]
}

// pieceScratch is what a worker needs to collide with meshes.
type pieceScratch struct {
	contacts collide.MeshContacts
	old      []solve.Manifold
}

// spill is a contact that needs a larger span. Its manifolds wait in slotOutput.spilled.
type spill struct{ contact, count int32 }

// patchCosine is how closely the normals of an old and a new patch must agree for the impulses
// to be carried over.
const patchCosine = 0.995

// roundReuse is the way (m) within which the contact of a round shape with pieces is reused: its
// points roll along the surface, so that only one at rest may keep them.
const roundReuse = 0.5 * collide.LinearSlop

// What contacts with pieces keep lies where others keep anchors.

// center is the centroid of shape B in the world, seen from the centre of mass of body A, when the points
// were computed.
func (u *reuse) center() *Vec3 { return &u.localA[0] }

// middle is the centroid of shape B in the frame of its body.
func (u *reuse) middle() *Vec3 { return &u.localA[1] }

// reach is how far shape B extends from there along each axis of its body, outer in any direction (m).
func (u *reuse) reach() *Vec3    { return &u.localA[2] }
func (u *reuse) outer() *float32 { return &u.localA[3].X }

// reusePieces moves the points of a contact with pieces of a static body along with the other body and
// returns reused, if no piece that was left out can have come to touch: what was farther away than
// the speculative distance stays apart while the body moves less than that.
func (w *World) reusePieces(c *contact, index int32) outcome {
	u := &w.reuse[index]
	a, b := &w.sims[c.bodyA], &w.sims[c.bodyB]
	if !u.valid || a.StateIndex != 0 || b.StateIndex == 0 {
		return steady
	}
	if a.Transform.Q != u.rotationA {
		return steady
	}
	turn := b.Transform.Q.Mul(u.rotation.Conj())
	center := b.Transform.Apply(*u.middle()).Sub(a.Center)
	way := center.Dist(*u.center()) + u.turnWay(b.Transform.Q, turn.Vec().Mul(2))
	if c.patches == 0 {
		// what the slack has used up is still the speculative distance away
		limit := vec.Min(w.settings.SpeculativeDistance, w.settings.RecycleDistance)
		if way < u.slack || way < u.slack+limit-w.stepWay(u, center, a, b) {
			if w.bounds[c.shapeA].fat.Overlaps(w.bounds[c.shapeB].fat) {
				return reused
			}
		}
		return steady
	}
	limit := vec.Min(w.settings.SpeculativeDistance+u.slack, w.settings.RecycleDistance)
	if !(way < limit-w.stepWay(u, center, a, b)) || float32(2*turn.Vec().Len()) > w.settings.RecycleAngle {
		return steady
	}
	d := b.Center.Sub(a.Center)
	x, y, z := turn.Rows()
	patches := w.patchesOf(c)
	for k := range patches {
		m := &patches[k]
		for i := range m.Points[:m.Count&countMask] {
			p := &m.Points[i]
			turned := Vec3{X: x.Dot(p.AnchorB), Y: y.Dot(p.AnchorB), Z: z.Dot(p.AnchorB)}
			p.Separation = p.BaseSeparation + d.Add(turned).Sub(p.AnchorA).Dot(m.Normal)
		}
	}
	return reused
}

// stepWay is how far (m) the points of shape B of a contact with pieces may move in a step.
func (w *World) stepWay(u *reuse, center Vec3, a, b *solve.Sim) float32 {
	st := &w.states[b.StateIndex]
	v := st.V.Add(st.W.Cross(center.Sub(b.Center.Sub(a.Center))))
	return float32(v.Len()*w.scratch.dt) + u.turnWay(b.Transform.Q, st.W.Mul(w.scratch.dt))
}

// wayTo is how far (m) the points of shape B of a contact with pieces are at most from where they were, with its body
// at a pose.
func (u *reuse) wayTo(pose Transform, a *solve.Sim) float32 {
	turn := pose.Q.Mul(u.rotation.Conj())
	return pose.Apply(*u.middle()).Sub(a.Center).Dist(*u.center()) + u.turnWay(pose.Q, turn.Vec().Mul(2))
}

// turnWay is how far (m) the points of shape B of a contact may move when it, now at q, turns about its centroid by
// a rotation vector (rad, in the world) of which the length may be replaced by twice the sine of half
// the angle. That of a log that rolls is its radius, not half its length.
func (u *reuse) turnWay(q Quat, turn Vec3) float32 {
	e, t := *u.reach(), q.InvRotate(turn).Abs()
	return vec.Min(float32(turn.Len()**u.outer()), Vec3{
		X: float32(t.Y*e.Z) + float32(t.Z*e.Y),
		Y: float32(t.Z*e.X) + float32(t.X*e.Z),
		Z: float32(t.X*e.Y) + float32(t.Y*e.X),
	}.Len())
}

// lookAhead is for how many steps the surroundings of a shape that touches no piece are searched,
// so that it need not be done again in each of them.
const lookAhead = 4

// keepPieces notes the pose at which a contact with pieces was computed, and sets how far ahead to
// look for pieces. It reports whether the contact should have a list of triangles and has none.
func (w *World) keepPieces(out *collide.MeshContacts, c *contact, index int32, a, b *solve.Sim) (unlisted bool) {
	u, g := &w.reuse[index], &w.geometries[c.shapeB]
	outer := w.shapes[c.shapeB].outer
	reach, ok := g.Reach()
	if !ok {
		reach = Vec3{X: outer, Y: outer, Z: outer}
	}
	*u.middle(), *u.reach(), *u.outer() = g.Centroid(), reach, outer
	center := b.Transform.Apply(*u.middle()).Sub(a.Center)
	*u.center(), u.rotationA, u.rotation = center, a.Transform.Q, b.Transform.Q
	u.valid = true
	out.Reach, out.List = 0, nil
	if a.StateIndex != 0 {
		return false
	}
	step, least, most := w.stepWay(u, center, a, b), w.settings.SpeculativeDistance, outer
	if c.patches == 0 {
		out.Reach = vec.Clamp(float32(lookAhead*step), least, most)
	}
	if w.geometries[c.shapeA].Kind != shape.Mesh {
		return false
	}
	out.List, out.ListMargin = w.scratch.near.of(index), vec.Clamp(float32(nearSteps*step), least, most)
	return out.List == nil
}

// nearSteps is for how many steps the triangles around a shape are listed.
const nearSteps = 4

// collidePieces updates the patches of a contact with a mesh, height field or compound.
func (w *World) collidePieces(worker int, out *slotOutput, c *contact, index int32, a, b *solve.Sim) outcome {
	sc := &w.scratch.pieces[worker]
	sc.old = append(sc.old[:0], w.patchesOf(c)...)
	if w.keepPieces(&sc.contacts, c, index, a, b) {
		out.unlisted = append(out.unlisted, index)
	}
	collide.CollideMesh(&sc.contacts, &w.geometries[c.shapeA], &w.geometries[c.shapeB],
		a.Transform.InvMul(b.Transform), w.settings.SpeculativeDistance)
	found := sc.contacts.Manifolds
	w.reuse[index].slack = w.slackOf(c, &sc.contacts)
	if len(found) > maxPatches {
		collide.Deepest(found, maxPatches)
		found = found[:maxPatches]
	}
	before := c.patches
	c.patches = int32(len(found))
	target := w.manifolds[c.manifold : c.manifold+1<<c.class]
	if len(found) > len(target) {
		out.spills = append(out.spills, spill{index, c.patches})
		first := len(out.spilled)
		for range found {
			out.spilled = append(out.spilled, solve.Manifold{})
		}
		target = out.spilled[first:]
	}
	for i := range found {
		m := &target[i]
		local := &found[i].LocalManifold
		*m = solve.Manifold{}
		previous := matchPatch(sc.old, a.Transform.Q.Rotate(local.Normal))
		if previous != nil {
			m.FrictionImpulse, m.TwistImpulse = previous.FrictionImpulse, previous.TwistImpulse
			m.RollingImpulse = previous.RollingImpulse
		}
		w.fillManifold(m, c, local, a, b)
		w.rolls(m, c, a, b)
		if w.shapes[c.shapeA].surfaceCount > 0 {
			w.mixPatch(m, c, &found[i], a, b)
		}
		if previous != nil {
			carryOver(m, previous.Points[:previous.Count])
		}
	}
	switch {
	case before == 0 && c.patches > 0:
		return began
	case before > 0 && c.patches == 0:
		return ended
	case before != c.patches:
		return resized
	}
	return steady
}

// slackOf is how far shape B of a contact may move before it can touch a piece, or, if it does, by how much
// more than the speculative distance while its points may be used again.
func (w *World) slackOf(c *contact, found *collide.MeshContacts) float32 {
	switch {
	case len(found.Manifolds) == 0:
		return found.Clearance
	case isAngular(w.geometries[c.shapeB].Kind):
		return 0
	}
	return vec.Min(roundReuse-w.settings.SpeculativeDistance, 0)
}

// matchPatch returns the old patch with the nearest normal, if it is near enough.
func matchPatch(old []solve.Manifold, normal Vec3) *solve.Manifold {
	best, cosine := -1, float32(patchCosine)
	for i := range old {
		if d := old[i].Normal.Dot(normal); d > cosine {
			best, cosine = i, d
		}
	}
	if best < 0 {
		return nil
	}
	return &old[best]
}

// growSpans gives the contacts that need it larger spans.
func (w *World) growSpans(out *slotOutput) {
	first := int32(0)
	for _, s := range out.spills {
		c := &w.contacts[s.contact]
		w.freeSpan(c.manifold, c.class)
		c.class = spanClass(s.count)
		c.manifold = w.allocateSpan(c.class)
		copy(w.manifolds[c.manifold:], out.spilled[first:first+s.count])
		first += s.count
	}
}

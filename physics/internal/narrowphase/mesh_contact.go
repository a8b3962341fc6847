package narrowphase

import (
	"math/bits"
	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// A contact has one manifold for each region of touch: one between convex shapes, several with a mesh, a
// height field or a compound. The manifolds of a contact are consecutive in State.Manifolds,
// in a span whose length is a power of two.

// spanClass is the class of the smallest span with room for n manifolds.
func spanClass(n int32) int32 { return int32(bits.Len32(uint32(n - 1))) }

func (np *NarrowPhase) allocateSpan(class int32) int32 {
	if f := np.FreeSpans[class]; len(f) > 0 {
		np.FreeSpans[class] = f[:len(f)-1]
		return f[len(f)-1]
	}
	first := int32(len(np.Manifolds))
	for range 1 << class {
		np.Manifolds = append(np.Manifolds, solve.Manifold{})
	}
	return first
}

func (np *NarrowPhase) freeSpan(first, class int32) {
	np.FreeSpans[class] = append(np.FreeSpans[class], first)
}

// sameNormal is how closely the normals of an old and a new manifold must agree for the impulses
// to be carried over.
const sameNormal = 0.995

// roundRecycling is the way (m) within which the contact of a round shape with pieces is recycled: its
// points roll along the surface, so that only one at rest may keep them.
const roundRecycling = 0.5 * collide.LinearSlop

// recycleMesh moves the points of a contact with pieces of a static body along with the other body and
// returns recycledNow, if no piece that was left out can have come to touch: triangles farther than
// the speculative distance stay apart while the body moves less than that.
func (np *NarrowPhase) recycleMesh(c *state.Contact, index int32) Outcome {
	u := &np.Recycling[index]
	a, b := &np.Sims[c.BodyA], &np.Sims[c.BodyB]
	if !u.Valid || a.StateIndex != 0 || b.StateIndex == 0 {
		return Steady
	}
	if a.Transform.Q != u.RotationA {
		return Steady
	}
	center := b.Transform.Apply(u.Mesh.Centroid).Sub(a.Center)
	offset, limit := center.Dist(u.Mesh.Center), vec.Min(np.Settings.SpeculativeDistance, np.Settings.RecycleDistance)
	if c.Count == 0 && offset >= u.Mesh.Clearance+limit {
		return Steady
	}
	rotation := b.Transform.Q.Mul(u.RotationB.Conj())
	offset += u.rotationDisplacement(b.Transform.Q, rotation.Vec().Mul(2))
	if c.Count == 0 {
		// a shape that has used up the clearance is still the speculative distance away; a shape that flies farther in
		// a step is looked at
		if offset < u.Mesh.Clearance && !np.isFast(c.BodyB) || offset < u.Mesh.Clearance+limit-np.stepDisplacement(u,
			center, a, b) {
			if np.Bounds[c.ShapeA].Fat.Overlaps(np.Bounds[c.ShapeB].Fat) {
				return recycledNow
			}
		}
		return Steady
	}
	step := np.stepDisplacement(u, center, a, b)
	limit = vec.Min(np.Settings.SpeculativeDistance+u.Mesh.Clearance, np.Settings.RecycleDistance)
	if !(offset < limit-step) || float32(2*rotation.Vec().Len()) > np.Settings.RecycleAngle {
		return Steady
	}
	// most that move are gone by now
	if !(offset < mostMeshLag(np.ManifoldsOf(c), b)-step) {
		return Steady
	}
	d := b.Center.Sub(a.Center)
	x, y, z := rotation.Rows()
	manifolds := np.ManifoldsOf(c)
	for k := range manifolds {
		m := &manifolds[k]
		for i := range m.Points[:m.Count&CountMask] {
			p := &m.Points[i]
			rotated := vec.Vec3{X: x.Dot(p.AnchorB), Y: y.Dot(p.AnchorB), Z: z.Dot(p.AnchorB)}
			p.Separation = p.BaseSeparation + d.Add(rotated).Sub(p.AnchorA).Dot(m.Normal)
		}
	}
	return recycledNow
}

// stepDisplacement is how far (m) the points of shape B of a contact with pieces may move in a step.
func (np *NarrowPhase) stepDisplacement(u *Recycling, center vec.Vec3, a, b *solve.Sim) float32 {
	st := &np.States[b.StateIndex]
	v := st.V.Add(st.W.Cross(center.Sub(b.Center.Sub(a.Center))))
	return float32(v.Len()*np.dt) + u.rotationDisplacement(b.Transform.Q, st.W.Mul(np.dt))
}

// DisplacementTo is how far (m) the points of shape B of a contact with pieces are at most from where they were, with
// its body at a pose.
func (u *Recycling) DisplacementTo(pose vec.Transform, a *solve.Sim) float32 {
	rotation := pose.Q.Mul(u.RotationB.Conj())
	return pose.Apply(u.Mesh.Centroid).Sub(a.Center).Dist(u.Mesh.Center) + u.rotationDisplacement(
		pose.Q, rotation.Vec().Mul(2))
}

// rotationDisplacement is how far (m) the points of shape B of a contact may move when it, now at q, turns about its
// centroid by a rotation vector (rad, in the world) of which the length may be replaced by twice the sine of half
// the angle. That of a log that rolls is its radius, not half its length.
func (u *Recycling) rotationDisplacement(q vec.Quat, rotation vec.Vec3) float32 {
	e, t := u.Mesh.Reach, q.InvRotate(rotation).Abs()
	return vec.Min(float32(rotation.Len()*u.Mesh.Outer), vec.Vec3{
		X: float32(t.Y*e.Z) + float32(t.Z*e.Y),
		Y: float32(t.Z*e.X) + float32(t.X*e.Z),
		Z: float32(t.X*e.Y) + float32(t.Y*e.X),
	}.Len())
}

// lookAhead is for how many steps the surroundings of a shape that touches no piece are searched,
// so that it need not be done again in each of them.
const lookAhead = 4

// keepTriangles notes the pose at which a contact with pieces was computed, and sets how far ahead to
// look for pieces. It reports whether the contact should have a list of triangles and has none.
func (np *NarrowPhase) keepTriangles(out *collide.MeshContacts, c *state.Contact, index int32, a,
	b *solve.Sim) (unlisted bool) {
	u, g := &np.Recycling[index], &np.Geometries[c.ShapeB]
	outer := np.Shapes[c.ShapeB].Outer
	reach, ok := g.Reach()
	if !ok {
		reach = vec.Vec3{X: outer, Y: outer, Z: outer}
	}
	u.Mesh.Centroid, u.Mesh.Reach, u.Mesh.Outer = g.Centroid(), reach, outer
	center := b.Transform.Apply(u.Mesh.Centroid).Sub(a.Center)
	u.Mesh.Center, u.RotationA, u.RotationB = center, a.Transform.Q, b.Transform.Q
	u.Valid = true
	out.Reach, out.List = 0, nil
	if a.StateIndex != 0 {
		return false
	}
	step, least, most := np.stepDisplacement(u, center, a, b), np.Settings.SpeculativeDistance, outer
	if c.Count == 0 {
		out.Reach = vec.Clamp(float32(lookAhead*step), least, most)
	}
	if np.Geometries[c.ShapeA].Kind != shape.Mesh {
		return false
	}
	out.List, out.ListMargin = np.near.of(index), vec.Clamp(float32(nearSteps*step), least, most)
	return out.List == nil
}

// nearSteps is for how many steps the triangles around a shape are listed.
const nearSteps = 4

// collideMesh updates the manifolds of a contact with a mesh, height field or compound. reach is the gap (m) up to
// which their points are looked for.
func (np *NarrowPhase) collideMesh(worker int, out *output, c *state.Contact, index int32, reach float32, a,
	b *solve.Sim) Outcome {
	sc := &np.meshes[worker]
	sc.old = append(sc.old[:0], np.ManifoldsOf(c)...)
	if np.keepTriangles(&sc.contacts, c, index, a, b) {
		out.unlisted = append(out.unlisted, index)
	}
	found, moved := np.collideChildren(sc, c, index, reach, a, b)
	if len(found) > MaxManifolds {
		collide.Deepest(found, MaxManifolds)
		found = found[:MaxManifolds]
	}
	before := c.Count
	c.Count = int32(len(found))
	target := np.Manifolds[c.Manifold : c.Manifold+1<<c.Class]
	if len(found) > len(target) {
		out.spills = append(out.spills, spill{index, c.Count})
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
		previous := matchManifold(sc.old, a.Transform.Q.Rotate(local.Normal))
		if previous != nil {
			m.FrictionImpulse, m.TwistImpulse = previous.FrictionImpulse, previous.TwistImpulse
			m.RollingImpulse = previous.RollingImpulse
		}
		np.fillManifold(m, c, local, a, b)
		if moved != (vec.Vec3{}) {
			takeToStart(m, moved, bothMove(a, b))
		}
		np.setRollRadii(m, c, a, b)
		if a.InvMass == 0 && IsAngular(np.Geometries[c.ShapeB].Kind) {
			np.midpointCorners(m, a, b)
		}
		if np.Shapes[c.ShapeA].SurfaceCount > 0 {
			np.mixManifold(m, c, &found[i], a, b)
		}
		if previous != nil {
			carryOver(m, previous.Points[:previous.Count])
		}
	}
	switch {
	case before == 0 && c.Count > 0:
		return Began
	case before > 0 && c.Count == 0:
		return Ended
	case before != c.Count:
		return Resized
	}
	return Steady
}

// collideChildren computes the manifolds of a contact with pieces, and its clearance: those of the start of the step
// or, where B moves by moved against A until then (m, world axes), of the time of impact.
func (np *NarrowPhase) collideChildren(sc *meshScratch, c *state.Contact, index int32, reach float32, a,
	b *solve.Sim) (found []collide.MeshManifold, moved vec.Vec3) {
	out := &sc.contacts
	ga, gb, pose := &np.Geometries[c.ShapeA], &np.Geometries[c.ShapeB], a.Transform.InvMul(b.Transform)
	near := np.Settings.SpeculativeDistance
	out.Motion = vec.Vec3{}
	collide.CollideMesh(out, ga, gb, pose, near)
	np.Recycling[index].Mesh.Clearance = np.clearanceOf(c, out)
	// most fast bodies roll or slide on the surface that they touch, and then nothing farther ahead counts
	if !(reach > near) || len(out.Manifolds) > 0 || out.Clearance >= reach-near {
		return out.Manifolds, vec.Vec3{}
	}
	out.Reach, out.Motion = 0, np.motionInA(c, a)
	if collide.MeshKeptApart(out, ga, gb, pose, near) {
		return out.Manifolds, vec.Vec3{}
	}
	collide.CollideMesh(out, ga, gb, pose, near+out.Motion.Len())
	if np.anyNear(out.Manifolds) {
		out.Manifolds = out.Manifolds[:0]
	}
	if len(out.Manifolds) > 0 {
		moved = np.meetChildren(sc, c, pose, a, b)
		np.Recycling[index].Valid = np.Recycling[index].Valid && moved == (vec.Vec3{})
	}
	return out.Manifolds, moved
}

// clearanceOf is how far shape B of a contact may move before it can touch a piece, or, if it does, by how much
// more than the speculative distance while its points may be used again.
func (np *NarrowPhase) clearanceOf(c *state.Contact, found *collide.MeshContacts) float32 {
	switch {
	case len(found.Manifolds) == 0:
		return found.Clearance
	case IsAngular(np.Geometries[c.ShapeB].Kind):
		return 0
	}
	return vec.Min(roundRecycling-np.Settings.SpeculativeDistance, 0)
}

// matchManifold returns the old manifold with the nearest normal, if it is near enough.
func matchManifold(old []solve.Manifold, normal vec.Vec3) *solve.Manifold {
	best, cosine := -1, float32(sameNormal)
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

// growSpans gives the contacts of a block that need it larger spans, and adds what their manifolds mean to the step to
// grown.
func (np *NarrowPhase) growSpans(out, grown *output) {
	first := int32(0)
	for _, s := range out.spills {
		c := &np.Contacts[s.contact]
		np.MarkContact(s.contact)
		np.freeSpan(c.Manifold, c.Class)
		c.Class = spanClass(s.count)
		c.Manifold = np.allocateSpan(c.Class)
		copy(np.Manifolds[c.Manifold:], out.spilled[first:first+s.count])
		first += s.count
		np.note(grown, c)
	}
}

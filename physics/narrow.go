package physics

import (
	"unsafe"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/prefetch"
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
	// resized contacts have another number of patches than before.
	resized
	// reused is steady without having been computed.
	reused
)

// reuse is what a contact keeps from the last time its points were computed,
// so that they can be moved along with the bodies while these hardly move against each
// other. In a settled pile that is nearly all contacts; besides the time it saves, points that
// do not jump let tall piles come to rest. The idea, contact recycling, is Erin Catto's
// (Box3D, 2026).
//
// It is safe only while no point that was left out could come to touch. So it is not used for
// contacts without points, nor for bodies that could cover the tolerance within one step. The point of
// contact of a round shape rolls along the surface: of those only pairs at rest are reused, and on
// immovable bodies, where they keep here how their points move, see aimAhead, none.
type reuse struct {
	valid bool
	// slack (m) is for contacts with pieces, see slackOf.
	slack float32
	// rotationA and rotation are those of A and of B in the world when the points were computed.
	rotationA, rotation Quat
	// localA and localB are for contacts whose anchors do not tell where they were, see aimAhead, and for
	// those with pieces.
	localA, localB [solve.MaxPoints]Vec3
}

// isAngular reports whether shapes of a kind have flat faces only.
func isAngular(k shape.Kind) bool { return k == shape.Box || k == shape.Hull || k == shape.Plane }

func rollingRadius(g *shape.Geometry) float32 { return g.RollingRadius() }

// listCollisions lists the contacts that the narrow phase has to look at.
func (w *World) listCollisions() {
	w.scratch.collide = w.scratch.collide[:0]
	for color := int32(0); color < GraphColors; color++ {
		for _, e := range w.graph.Contacts(color) {
			w.scratch.collide = append(w.scratch.collide, e.Contact)
		}
	}
	w.scratch.collide = append(w.scratch.collide, w.awakeContacts...)
	w.costs.prepare(len(w.contacts))
	if n := len(w.scratch.collide); n > len(w.scratch.outcomes) {
		w.scratch.outcomes = append(w.scratch.outcomes, make([]outcome, n-len(w.scratch.outcomes))...)
	}
}

// collideRange updates the manifolds of the listed contacts begin to end (exclusive). It writes
// nothing but these contacts, their manifolds, their outcomes and its slot.
func (w *World) collideRange(worker int, out *slotOutput, begin, end int) {
	own := &w.scratch.arenas[worker]
	out.spills, out.spilled, out.seams = out.spills[:0], out.spilled[:0], out.seams[:0]
	out.deep, out.unlisted = own.deep.open(), own.unlisted.open()
	recycled, points, hits := 0, 0, 0
	watched := w.labels != nil || w.costs.on
	var watch contactWatch
	for i := begin; i < end; i++ {
		index := w.scratch.collide[i]
		w.fetchAhead(w.scratch.collide[i:])
		c := &w.contacts[index]
		if watched {
			w.watchContact(&watch, worker, c)
		}
		result := w.reuseContact(c, index)
		fresh := result != reused
		if fresh {
			result = w.collideContact(worker, out, c, index)
		} else {
			recycled++
			result = steady
		}
		if c.tiled && c.patches > 0 {
			out.seams = append(out.seams, w.seamOf(c, int32(i), fresh))
		}
		if w.costs.on {
			w.costs.contacts[index] = int32(min(w.now()-watch.began, maxContactCost))
		}
		w.scratch.outcomes[i] = result
		if c.hits {
			hits++
		}
		for k := c.manifold; k < c.manifold+min(c.patches, 1<<c.class); k++ {
			m := &w.manifolds[k]
			points += int(m.Count)
			if w.isDeep(m) {
				out.deep = append(out.deep, deepPair{m.BodyA, m.BodyB, k})
			}
		}
	}
	out.deep, out.unlisted = own.deep.close(out.deep), own.unlisted.close(out.unlisted)
	out.recycled, out.points, out.hits = recycled, points, hits
}

// fetchContact and fetchManifold are how many contacts ahead the narrow phase asks for the records of
// contacts, and for what these name.
const (
	fetchContact  = 12
	fetchManifold = 6
)

// fetchAhead asks for the memory of the contacts that follow the first of a list. That goes beyond the end of a
// block, which mostly is where the same worker goes on.
func (w *World) fetchAhead(list []int32) {
	if len(list) <= fetchContact {
		return
	}
	const (
		contactLines  = (unsafe.Sizeof(contact{}) + 63) / 64
		manifoldLines = (unsafe.Sizeof(solve.Manifold{}) + 63) / 64
	)
	prefetch.Lines(unsafe.Pointer(&w.contacts[list[fetchContact]]), int(contactLines))
	index := list[fetchManifold]
	c := &w.contacts[index]
	if !c.touching && !c.pieces {
		// most pairs that did not touch are told apart by their bounds
		prefetch.Lines(unsafe.Pointer(&w.bounds[c.shapeA]), 1)
		prefetch.Lines(unsafe.Pointer(&w.bounds[c.shapeB]), 1)
		return
	}
	prefetch.Lines(unsafe.Pointer(&w.manifolds[c.manifold]), int(manifoldLines))
	prefetch.Lines(unsafe.Pointer(&w.reuse[index]), 2)
	if !c.pieces {
		return
	}
	if near := w.scratch.near.of(index); near != nil {
		prefetch.Lines(unsafe.Pointer(near), 4)
		prefetch.Lines(unsafe.Pointer(&w.sims[c.bodyB]), 2)
		prefetch.Lines(unsafe.Pointer(&w.bounds[c.shapeB]), 1)
	}
}

// isDeep reports whether two movable bodies overlap so deeply that the solver may have to look after
// it.
func (w *World) isDeep(m *solve.Manifold) bool {
	low := float32(0)
	for i := range m.Points[:m.Count&countMask] {
		low = vec.Min(low, m.Points[i].Separation)
	}
	if !(low < 0) {
		return false
	}
	a, b := &w.sims[m.BodyA], &w.sims[m.BodyB]
	return a.InvMass > 0 && b.InvMass > 0 && solve.Deep(a, b, low)
}

// reuseContact moves the points of a contact along with its bodies and returns reused, if that is
// safe.
func (w *World) reuseContact(c *contact, index int32) outcome {
	if c.pieces {
		return w.reusePieces(c, index)
	}
	if !c.touching {
		return steady
	}
	u := &w.reuse[index]
	if !u.valid {
		return steady
	}
	a, b := &w.sims[c.bodyA], &w.sims[c.bodyB]
	limit := w.settings.RecycleDistance
	if !c.angular {
		if !bothMove(a, b) {
			return steady
		}
		limit = vec.Min(limit, roundReuse)
	}
	m := &w.manifolds[c.manifold]
	var g gaps
	if !w.canReuse(m, u, a, b, limit, &g) {
		return steady
	}
	reusePoints(m, &g)
	return reused
}

// bothMove reports whether impulses move both bodies of a contact.
func bothMove(a, b *solve.Sim) bool { return a.InvMass > 0 && b.InvMass > 0 }

// collideContact computes the points of a contact anew.
func (w *World) collideContact(worker int, out *slotOutput, c *contact, index int32) outcome {
	a, b := &w.sims[c.bodyA], &w.sims[c.bodyB]
	m := &w.manifolds[c.manifold]
	sa, sb := &w.bounds[c.shapeA], &w.bounds[c.shapeB]
	if !sa.tight.Expand(w.settings.SpeculativeDistance + LinearSlop).Overlaps(sb.tight) {
		// the pairs of a pile that do not touch, more than half of all, are mostly told apart here
		apartNow := !sa.fat.Overlaps(sb.fat)
		if !c.touching && !apartNow {
			return steady
		}
		w.reuse[index].valid = false
		m.Count, c.patches = 0, 0
		m.FrictionImpulse, m.TwistImpulse, m.RollingImpulse = Vec3{}, 0, Vec3{}
		if apartNow {
			return apart
		}
		return ended
	}
	if c.pieces {
		return w.collidePieces(worker, out, c, index, a, b)
	}
	var local collide.LocalManifold
	ga, gb, pose := &w.geometries[c.shapeA], &w.geometries[c.shapeB], a.Transform.InvMul(b.Transform)
	collide.Collide(&local, ga, gb, pose, w.settings.SpeculativeDistance, &c.cache)
	if local.Count > 0 && w.concentric(c, local.Points[0].Separation) {
		// any direction will do, but every pair must choose one that suits all
		c.cache = collide.Cache{}
		pose.P = pose.P.Add(a.Transform.Q.InvRotate(w.scatter(c)))
		collide.Collide(&local, ga, gb, pose, w.settings.SpeculativeDistance, &c.cache)
	}
	if local.Count == 0 && c.patches == 0 {
		// still apart: its manifold need not be fetched
		return steady
	}
	old, oldCount := m.Points, m.Count
	w.fillManifold(m, c, &local, a, b)
	carryOver(m, old[:oldCount])
	if !c.angular && m.Count > 0 {
		w.rolls(m, c, a, b)
	}
	switch {
	case c.angular:
		w.keepForReuse(index, m, a, b)
	case bothMove(a, b):
		w.keepForReuse(index, m, a, b)
	case m.Friction > 0:
		w.aimAhead(&w.reuse[index], m, c, old[:oldCount], a, b)
	default:
		w.reuse[index].valid = false
	}
	c.patches = min(local.Count, 1)
	switch {
	case local.Count > 0 && oldCount == 0:
		return began
	case local.Count == 0 && oldCount > 0:
		return ended
	}
	return steady
}

// concentric reports whether two shapes with a deep overlap lie on the same spot, where no
// direction leads out of one another.
func (w *World) concentric(c *contact, separation float32) bool {
	sa, sb := &w.bounds[c.shapeA].tight, &w.bounds[c.shapeB].tight
	size := vec.Min(sa.Half().MinComponent(), sb.Half().MinComponent())
	return -separation > float32(0.5*size) && sa.Center().Dist(sb.Center()) < float32(sameSpot*size)
}

// sameSpot is the distance, as a part of the smaller half size, below which two shapes lie on the
// same spot.
const sameSpot = 1e-4

// scatter is a way (m) from shape A to shape B as if every shape were a little off the spot, in a
// direction of its own, so that a heap in one place spreads to all sides.
func (w *World) scatter(c *contact) Vec3 {
	size := w.bounds[c.shapeA].tight.Half().MinComponent()
	way := scatterPoint(c.shapeB).Sub(scatterPoint(c.shapeA))
	return way.Norm().Mul(float32(10 * sameSpot * size))
}

// scatterPoint is a point of the cube ±1 that belongs to a shape.
func scatterPoint(index int32) Vec3 {
	h := mixBits(uint64(index) + 1)
	part := func(shift uint) float32 { return float32(int32(h>>shift&0x1fffff)-1<<20) / (1 << 20) }
	return Vec3{X: part(0), Y: part(21), Z: part(42)}
}

// reuseTurn is the angle (rad) by which both bodies may turn together while the normal and the
// anchors of a reused contact stay as they are.
const reuseTurn = 0.05

// reuseSpin is the same for the part of the turn about the normal. Anchors that lag behind on a
// turning table would see it move outwards, and so would what stands on it.
const reuseSpin = 0.004

// gaps are the vectors from the points of A to those of B in a reused contact: how far the two
// halves of each point have come apart.
type gaps [solve.MaxPoints]Vec3

// canReuse applies the safety rules of reuse: the points must not have moved apart, nor the
// shapes turned, by more than the tolerance less what the bodies may move in the next step.
func (w *World) canReuse(m *solve.Manifold, u *reuse, a, b *solve.Sim, limit float32, g *gaps) bool {
	sa, sb := &w.states[a.StateIndex], &w.states[b.StateIndex]
	// features lie no farther from the contact than the size of the smaller body
	size := vec.Min(a.MaxExtent, b.MaxExtent)

	// how far the surfaces may slip against each other within a step
	spin := sb.W.Sub(sa.W)
	slip := sb.V.Sub(sa.V).Add(sb.W.Cross(m.Points[0].AnchorB)).Sub(sa.W.Cross(m.Points[0].AnchorA))
	speed := slip.Len() + float32(spin.Len()*float32(2*size))
	budget := limit - float32(speed*w.scratch.dt)
	if !(budget > 0) {
		return false
	}
	// twice the vector part is the angle of a turn, in small angles; normal and anchors do not
	// follow a turn that both bodies make together
	turnA, turnB := a.Transform.Q.Mul(u.rotationA.Conj()), b.Transform.Q.Mul(u.rotation.Conj())
	common := turnA.Vec()
	if float32(2*common.Len()) > reuseTurn || vec.Abs(float32(2*common.Dot(m.Normal))) > reuseSpin {
		return false
	}
	turn := turnA.InvMul(turnB).Vec().Len()
	if float32(2*turn) > w.settings.RecycleAngle {
		return false
	}
	budget -= float32(float32(4*turn) * size)
	if !(budget > 0) {
		return false
	}
	square := float32(budget * budget)
	d := b.Center.Sub(a.Center)
	ax, ay, az := turnA.Rows()
	bx, by, bz := turnB.Rows()
	for i := range m.Points[:m.Count&countMask] {
		p := &m.Points[i]
		armA := Vec3{X: ax.Dot(p.AnchorA), Y: ay.Dot(p.AnchorA), Z: az.Dot(p.AnchorA)}
		armB := Vec3{X: bx.Dot(p.AnchorB), Y: by.Dot(p.AnchorB), Z: bz.Dot(p.AnchorB)}
		g[i] = d.Add(armB).Sub(armA)
		if !(g[i].Len2() <= square) {
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

// fillManifold turns a manifold in the frame of A into that of the solver. The impulses along
// the normal start from zero, the others stay.
func (w *World) fillManifold(m *solve.Manifold, c *contact, local *collide.LocalManifold, a, b *solve.Sim) {
	m.Count = local.Count
	if local.Count == 0 {
		m.FrictionImpulse, m.TwistImpulse, m.RollingImpulse = Vec3{}, 0, Vec3{}
		return
	}
	m.BodyA, m.BodyB = c.bodyA, c.bodyB
	m.Friction, m.SlidingFriction = c.friction, c.friction
	m.Restitution, m.RollingResistance = c.restitution, c.rolling
	rotA := a.Transform.Q
	m.Normal = rotA.Rotate(local.Normal)
	d := b.Center.Sub(a.Center)
	for i := range m.Points[:m.Count&countMask] {
		lp := &local.Points[i]
		anchor := rotA.Rotate(lp.Point.Sub(a.LocalCenter))
		m.Points[i] = solve.ManifoldPoint{
			AnchorA: anchor, AnchorB: anchor.Sub(d),
			Separation: lp.Separation, BaseSeparation: lp.Separation, ID: lp.ID,
		}
	}
	m.SurfaceVelocity = Vec3{}
	if c.belt {
		// the velocity of body B against body A at which the surfaces do not slide
		va, vb := w.shapes[c.shapeA].material.SurfaceVelocity, w.shapes[c.shapeB].material.SurfaceVelocity
		m.SurfaceVelocity = rotA.Rotate(va).Sub(b.Transform.Q.Rotate(vb))
	}
}

// carryOver starts the points of a manifold with the impulses of those old ones at which the same
// features met.
func carryOver(m *solve.Manifold, old []solve.ManifoldPoint) {
	for i := range m.Points[:m.Count&countMask] {
		p := &m.Points[i]
		for k := range old {
			if old[k].ID == p.ID {
				p.NormalImpulse = old[k].NormalImpulse
				break
			}
		}
	}
}

// keepForReuse notes how the bodies stood when the points of a manifold were computed. Its anchors
// stay as they are then.
func (w *World) keepForReuse(index int32, m *solve.Manifold, a, b *solve.Sim) {
	u := &w.reuse[index]
	u.valid = m.Count > 0
	if !u.valid {
		return
	}
	u.rotationA, u.rotation = a.Transform.Q, b.Transform.Q
}

// updateContacts begins, ends and destroys contacts as the narrow phase found, in the order
// of the list.
func (w *World) updateContacts() {
	changed := w.scratch.changed[:0]
	outcomes := w.scratch.outcomes[:len(w.scratch.collide)]
	for i := 0; i < len(outcomes); i++ {
		// most are steady, and eight at a time told apart
		for i+8 <= len(outcomes) && *(*[8]outcome)(outcomes[i:]) == [8]outcome{} {
			i += 8
		}
		if i < len(outcomes) && outcomes[i] != steady {
			changed = append(changed, int32(i))
		}
	}
	w.scratch.changed = changed
	for k, i := range changed {
		w.fetchChanged(changed[k:])
		index := w.scratch.collide[i]
		switch w.scratch.outcomes[i] {
		case began:
			w.beginTouch(index)
		case ended:
			w.endTouch(index)
			w.listContact(index)
		case apart:
			w.destroyContact(index, false)
		case resized:
			w.regraph(index)
		}
	}
}

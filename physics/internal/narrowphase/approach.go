package narrowphase

import (
	"math"
	"slices"
	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// A pair that comes together by more than the speculative distance in a step would overlap before its contact is made: a box that
// lands at 6.6 m/s was 4.7 cm deep in the floor after the step. So the contacts of fast pairs are looked for as far ahead as
// the bodies move in the step, and made where the time of impact lies in it. The points are those of that time (see
// impact_normal.go): with the normal of the start, a body that flies past an edge would hit the plane through it.

// markFast notes how far the bodies go that move more than half the speculative distance in this step.
func (np *NarrowPhase) markFast() {
	for _, index := range np.fastBodies {
		np.ahead[index] = 0
	}
	np.fastBodies = np.fastBodies[:0]
	if n := len(np.Bodies); n > len(np.ahead) {
		np.ahead = append(np.ahead, make([]float32, n-len(np.ahead))...)
	}
	if np.Settings.ContactAhead == 0 {
		return
	}
	limit := float32(state.SlowFraction*np.Settings.SpeculativeDistance) / float32(np.dt*np.Settings.ContactAhead)
	limit = float32(limit * limit)
	for k, index := range np.Awake {
		if speed2 := np.States[k+1].V.Len2(); speed2 > limit {
			np.ahead[index] = float32(vec.Sqrt(speed2) * np.contactTime())
			np.fastBodies = append(np.fastBodies, index)
		}
	}
}

// isFast reports whether a body moves more than half the speculative distance in this step.
func (np *NarrowPhase) isFast(body int32) bool { return np.ahead[body] > 0 }

// reachOf is the gap (m) up to which the points of a contact are looked for. Where some are within the speculative distance, those
// farther away would take the places of those that bear, and only these count.
func (np *NarrowPhase) reachOf(c *state.Contact) float32 {
	reach := np.Settings.SpeculativeDistance
	aheadA, aheadB := np.ahead[c.BodyA], np.ahead[c.BodyB]
	if aheadA == 0 && aheadB == 0 {
		return reach
	}
	tightA, tightB := &np.Bounds[c.ShapeA].Tight, &np.Bounds[c.ShapeB].Tight
	// of most pairs of a heap the speeds alone tell that they do not meet; velocities are fetched for the others
	most := float32(aheadRounding*(aheadA+aheadB)) + float32(2*reach)
	if !tightA.Expand(most + collide.LinearSlop).Overlaps(*tightB) {
		return reach
	}
	a, b := &np.Sims[c.BodyA], &np.Sims[c.BodyB]
	v := np.relativeVelocity(a, b)
	moved := float32(v.Len() * np.contactTime())
	if !(moved > reach) || moved > mostAhead || c.Composite && np.Settings.Continuous && moved > float32(sweptFraction*b.MinExtent) {
		return reach
	}
	if motion := v.Mul(np.contactTime()); !tightA.Expand(reach + collide.LinearSlop).Overlaps(tightB.Swept(motion)) {
		return reach
	}
	return reach + moved
}

const (
	// aheadRounding (1): bound of the motion of two bodies over the sum of their computed lengths, which float32 rounds at the sixth
	// digit. Without it: a pair that just meets may be passed over.
	aheadRounding = 1.001
	// sweptFraction (ratio): motion in a step, as a part of MinExtent, from which on continuous collision stops a body in front of
	// a mesh anyway. Without it: trees100, in which 1100 hulls fall at 30 m/s, takes half as long again.
	sweptFraction = 0.5
	// mostAhead (m): motion in a step beyond which nothing is looked for ahead. Points so far from the bodies have lost the digits
	// that matter. Without it: a body at 1e9 m/s has a separation that no snapshot accepts.
	mostAhead = 1e4
)

// relativeVelocity is that of the centre of mass of B against that of A (m/s, world axes).
func (np *NarrowPhase) relativeVelocity(a, b *solve.Sim) vec.Vec3 {
	return np.States[b.StateIndex].V.Sub(np.States[a.StateIndex].V)
}

// motionInA is how far the centre of mass of B moves against that of A until contacts ahead end (m, axes of A).
func (np *NarrowPhase) motionInA(a, b *solve.Sim) vec.Vec3 {
	return a.Transform.Q.InvRotate(np.relativeVelocity(a, b)).Mul(np.contactTime())
}

// contactTime (s) is for how long contacts are found ahead of overlap.
func (np *NarrowPhase) contactTime() float32 {
	return float32(np.lookAheadTime() * np.Settings.ContactAhead)
}

// lookAheadTime (s): impacts with a restitution happen up to a sub-step ahead of their time, those without in the sub-step that closes
// the gap (see kernel.relaxBlocks).
func (np *NarrowPhase) lookAheadTime() float32 {
	return np.dt + np.dt/float32(np.Settings.SubSteps)
}

// meetAhead gives a pair that is farther apart than the speculative distance the points of the time of impact, or none if it
// does not meet in this step. moved is how far B moves against A until then (m, world axes).
func (np *NarrowPhase) meetAhead(local *collide.LocalManifold, c *state.Contact, pose vec.Transform, a, b *solve.Sim) (moved vec.Vec3) {
	v := a.Transform.Q.InvRotate(np.relativeVelocity(a, b))
	end, gap := np.contactTime(), np.Settings.SpeculativeDistance
	if lowest(local) > -float32(v.Dot(local.Normal)*end) {
		// a plane stays between them
		local.Count = 0
		return vec.Vec3{}
	}
	met, t, ok := np.advance(c, pose, v, 0, end, smallerExtent(a, b))
	if !ok || lowest(&met) > gap {
		local.Count = 0
		return vec.Vec3{}
	}
	if c.InternalEdges {
		// the neighbours judge by the normal of the start
		keepBelow(local, -float32(v.Dot(local.Normal)*end))
		return vec.Vec3{}
	}
	if !c.Angular && met.Normal.Dist(local.Normal) < leastTilt {
		// round shapes roll on from the points of the start
		return vec.Vec3{}
	}
	var cache collide.Cache
	pose.P = pose.P.MulAdd(t, v)
	collide.Collide(local, &np.Geometries[c.ShapeA], &np.Geometries[c.ShapeB], pose, gap, &cache)
	return a.Transform.Q.Rotate(v.Mul(t))
}

// meetChildren gives a pair of which one shape has pieces the manifolds of the time of impact, or none if it does not meet in this
// step. found holds those up to the reach ahead. moved is how far B moves against A until then (m, world axes).
func (np *NarrowPhase) meetChildren(sc *meshScratch, c *state.Contact, pose vec.Transform, a, b *solve.Sim) (moved vec.Vec3) {
	found := &sc.contacts
	ga, gb := &np.Geometries[c.ShapeA], &np.Geometries[c.ShapeB]
	v := a.Transform.Q.InvRotate(np.relativeVelocity(a, b))
	start, end, near := pose.P, np.contactTime(), np.Settings.SpeculativeDistance
	found.Reach = 0
	t := float32(0)
	for range childSteps {
		last := t
		t += untilMeeting(found.Manifolds, v)
		if !(t <= end) {
			break
		}
		sc.later = meetLater(sc.later[:0], found.Manifolds, v, t-last, end-last, near)
		pose.P = start.MulAdd(t, v)
		found.Motion = vec.Vec3{}
		collide.CollideMesh(found, ga, gb, pose, near)
		if len(found.Manifolds) > 0 {
			if len(sc.later) > 0 {
				found.Manifolds = appendOthers(found.Manifolds, sc.later)
			}
			return a.Transform.Q.Rotate(v.Mul(t))
		}
		// a plane of theirs was met, but not they: an edge lies ahead
		found.Motion = v.Mul(end - t)
		collide.CollideMesh(found, ga, gb, pose, near+found.Motion.Len())
	}
	found.Manifolds = found.Manifolds[:0]
	return vec.Vec3{}
}

// meetLater appends the manifolds whose planes B reaches at a velocity against A (m/s, axes of A) after a time until, when
// others are reached, but before end (s), and leaves them the separations of then: the wall of a corner of which B meets the
// floor first (TestMeetsCorner).
func meetLater(list, found []collide.MeshManifold, v vec.Vec3, until, end, near float32) []collide.MeshManifold {
	for i := range found {
		approach, low := v.Dot(found[i].Normal), lowest(&found[i].LocalManifold)
		if !(approach < 0) || low+float32(approach*until) <= near || low+float32(approach*end) > 0 {
			continue
		}
		list = append(list, found[i])
		m := &list[len(list)-1].LocalManifold
		// the points lie in the middle of the gap
		closed := float32(approach * until)
		moved := v.Mul(until).MulSub(float32(0.5*closed), m.Normal)
		for k := range m.Points[:m.Count] {
			m.Points[k].Separation += closed
			m.Points[k].Point = m.Points[k].Point.Add(moved)
		}
	}
	return list
}

// appendOthers appends the manifolds of later to found of which found has no normal.
func appendOthers(found, later []collide.MeshManifold) []collide.MeshManifold {
	n := len(found)
	for i := range later {
		if !slices.ContainsFunc(found[:n], func(m collide.MeshManifold) bool { return m.Normal.Dot(later[i].Normal) > sameNormal }) {
			found = append(found, later[i])
		}
	}
	return found
}

// childSteps (steps): bound of the advancement towards pieces. What flies along an edge for longer is left to continuous
// collision. Without it: 36 mm of a wall are looked at ten times by what falls beside it.
const childSteps = 4

// untilMeeting is the time (s) after which the first of the planes of some manifolds is reached at a velocity of B against A
// (m/s, axes of A); infinite if none is.
func untilMeeting(found []collide.MeshManifold, v vec.Vec3) float32 {
	first := float32(math.MaxFloat32)
	for i := range found {
		m := &found[i].LocalManifold
		if approach := v.Dot(m.Normal); approach < 0 {
			first = vec.Min(first, vec.Max(lowest(m), 0)/-approach)
		}
	}
	return first
}

// keepBelow drops the points of a manifold with a separation above a limit (m).
func keepBelow(m *collide.LocalManifold, limit float32) {
	n := int32(0)
	for _, p := range m.Points[:m.Count] {
		if p.Separation <= limit {
			m.Points[n] = p
			n++
		}
	}
	m.Count = n
}

// isNear reports whether a manifold has a point within the speculative distance.
func (np *NarrowPhase) isNear(m *collide.LocalManifold) bool {
	return lowest(m) <= np.Settings.SpeculativeDistance
}

// anyNear is isNear for several.
func (np *NarrowPhase) anyNear(found []collide.MeshManifold) bool {
	for i := range found {
		if np.isNear(&found[i].LocalManifold) {
			return true
		}
	}
	return false
}

// smallerExtent is the least MinExtent of the bodies that impulses move.
func smallerExtent(a, b *solve.Sim) float32 {
	switch {
	case a.InvMass == 0:
		return b.MinExtent
	case b.InvMass == 0:
		return a.MinExtent
	}
	return vec.Min(a.MinExtent, b.MinExtent)
}

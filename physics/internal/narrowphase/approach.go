package narrowphase

import (
	"math"
	"slices"
	"tumble/physics/internal/collide"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
)

// A pair that comes together by more than the speculative distance in a step would overlap before its contact is made:
// a box that lands at 6.6 m/s was 4.7 cm deep in the floor after the step. So the contacts of fast pairs are looked for
// as far ahead as the bodies move in the step, and made where the time of impact lies in it. The points are those of
// that time (see impact_normal.go): with the normal of the start, a body that flies past an edge would hit the plane
// through it.

// motion is how a body moves: its velocity (m/s), and how far its centre and, by its rotation, its points go until
// contacts ahead end (m), 0 for slow ones.
type motion struct {
	v            vec.Vec3
	ahead, swing float32
}

// markFast notes the motion of awake bodies. Bodies that move more than half the speculative distance in this step get
// the distance that they go; the others get 0.
func (np *NarrowPhase) markFast() {
	for _, index := range np.moving {
		np.motions[index] = motion{}
	}
	np.moving = np.moving[:0]
	if n := len(np.Bodies); n > len(np.motions) {
		np.motions = append(np.motions, make([]motion, n-len(np.motions))...)
	}
	// without contacts ahead nothing is beyond it
	limit := float32(state.SlowFraction*np.Settings.SpeculativeDistance) / float32(np.dt*np.Settings.ContactAhead)
	limit = float32(limit * limit)
	np.moving = append(np.moving, np.Awake...)
	time := np.contactTime
	for k, index := range np.Awake {
		s := &np.States[k+1]
		m := motion{v: s.V}
		if speed2 := s.V.Len2(); speed2 > limit {
			m.ahead = float32(vec.Sqrt(speed2) * time)
		}
		if spin := float32(s.W.Len() * time); spin > leastSwing {
			if swing := float32(spin * np.Sims[index].MaxExtent); swing > np.Settings.SpeculativeDistance {
				m.swing = swing
			}
		}
		np.motions[index] = m
	}
}

// isFast reports whether a body moves more than half the speculative distance in this step, or its rotation takes a
// point farther.
func (np *NarrowPhase) isFast(body int32) bool {
	return np.motions[body].ahead > 0 || np.motions[body].swing > 0
}

// staysApart reports whether the boxes tell a pair apart that did not touch, in a gap (m), until B has moved by its
// motion against A for a time (s): most of a heap, and without a branch for each side of a box. Where it is in doubt
// collideContact decides.
func (np *NarrowPhase) staysApart(c *state.Contact, gap, time float32) bool {
	ma, mb := &np.motions[c.BodyA], &np.motions[c.BodyB]
	va, vb := &ma.v, &mb.v
	gap += ma.swing + mb.swing
	boundsA, boundsB := &np.Bounds[c.ShapeA], &np.Bounds[c.ShapeB]
	a, b := &boundsA.Tight, &boundsB.Tight
	x := beside(a.Min.X-gap, a.Max.X+gap, b.Min.X, b.Max.X, float32((vb.X-va.X)*time))
	y := beside(a.Min.Y-gap, a.Max.Y+gap, b.Min.Y, b.Max.Y, float32((vb.Y-va.Y)*time))
	z := beside(a.Min.Z-gap, a.Max.Z+gap, b.Min.Z, b.Max.Z, float32((vb.Z-va.Z)*time))
	return int32(x|y|z) < 0 && boundsA.Fat.Overlaps(boundsB.Fat)
}

// beside has its highest bit set if the intervals from a to b and from c to d (m) do not meet, before and after the
// second moves by motion (m).
func beside(a, b, c, d, motion float32) uint32 {
	below := math.Float32bits(d-a) & math.Float32bits(d+motion-a)
	above := math.Float32bits(b-c) & math.Float32bits(b-(c+motion))
	return below | above
}

// reachOf is the gap (m) up to which the points of a contact are looked for. Where some are within the speculative
// distance, those farther away would take the places of those that bear, and only these count.
func (np *NarrowPhase) reachOf(c *state.Contact) float32 {
	reach := np.Settings.SpeculativeDistance
	a, b := &np.motions[c.BodyA], &np.motions[c.BodyB]
	swing := a.swing + b.swing
	if a.ahead == 0 && b.ahead == 0 && swing == 0 {
		return reach
	}
	tightA, tightB := &np.Bounds[c.ShapeA].Tight, &np.Bounds[c.ShapeB].Tight
	// the speeds alone rule out most pairs of a heap; velocities are fetched for the others
	most := float32(aheadRounding*(a.ahead+b.ahead)) + swing + float32(2*reach)
	if !tightA.Expand(most + collide.LinearSlop).Overlaps(*tightB) {
		return reach
	}
	v := np.relativeVelocity(c)
	moved := float32(v.Len()*np.contactTime) + swing
	if !(moved > reach) || moved > mostAhead || c.Composite && np.Settings.Continuous &&
		moved > float32(sweptFraction*np.Sims[c.BodyB].MinExtent) {
		return reach
	}
	if motion := v.Mul(np.contactTime); !tightA.Expand(
		reach + swing + collide.LinearSlop).Overlaps(tightB.Swept(motion)) {
		return reach
	}
	return reach + moved
}

const (
	// leastSwing (rad): rotation in a step below which no body is asked how far it reaches. Bodies of 2 m swing by 2
	// cm. Without it: the extent of every awake body is fetched in every step.
	leastSwing = 0.01
	// aheadRounding (1): bound of the motion of two bodies over the sum of their computed lengths, which float32 rounds
	// at the sixth digit. Without it: a pair that just meets may be passed over.
	aheadRounding = 1.001
	// sweptFraction (ratio): motion in a step, as a part of MinExtent, from which on continuous collision stops a body
	// in front of a mesh anyway. Without it: trees100, in which 1100 hulls fall at 30 m/s, takes half as long again.
	sweptFraction = 0.5
	// mostAhead (m): motion in a step beyond which nothing is looked for ahead. Points so far from the bodies have lost
	// the digits that matter. Without it: a body at 1e9 m/s has a separation that no snapshot accepts.
	mostAhead = 1e4
)

// relativeVelocity is that of the centre of mass of B against that of A (m/s, world axes).
func (np *NarrowPhase) relativeVelocity(c *state.Contact) vec.Vec3 {
	return np.motions[c.BodyB].v.Sub(np.motions[c.BodyA].v)
}

// motionInA is how far the centre of mass of B moves against that of A until contacts ahead end (m, axes of A).
func (np *NarrowPhase) motionInA(c *state.Contact, a *solve.Sim) vec.Vec3 {
	return a.Transform.Q.InvRotate(np.relativeVelocity(c)).Mul(np.contactTime)
}

// meetAhead gives a pair that is farther apart than the speculative distance the points of the time of impact, or none
// if it does not meet in this step. cache is the cache of the search for the points of the start, and known says that
// it was empty before. moved is how far B moves against A until then (m, world axes).
func (np *NarrowPhase) meetAhead(local *collide.LocalManifold, cache *collide.Cache, known bool, c *state.Contact,
	pose vec.Transform, a, b *solve.Sim) (moved vec.Vec3) {
	v := a.Transform.Q.InvRotate(np.relativeVelocity(c))
	end, gap := np.contactTime, np.Settings.SpeculativeDistance
	if lowest(local) > -float32(v.Dot(local.Normal)*end) {
		// a plane stays between them
		local.Count = 0
		return vec.Vec3{}
	}
	met := *local
	t, ok := np.advance(&met, cache, known, c, pose, v, 0, end, smallerExtent(a, b))
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
	pose.P = pose.P.MulAdd(t, v)
	collide.Collide(local, &np.Geometries[c.ShapeA], &np.Geometries[c.ShapeB], pose, gap, cache)
	return a.Transform.Q.Rotate(v.Mul(t))
}

// meetChildren gives a pair of which one shape has pieces the manifolds of the time of impact, or none if it does not
// meet in this step. found holds those up to the reach ahead. moved is how far B moves against A until then (m, world
// axes).
func (np *NarrowPhase) meetChildren(sc *meshScratch, c *state.Contact, pose vec.Transform, a,
	b *solve.Sim) (moved vec.Vec3) {
	found := &sc.contacts
	ga, gb := &np.Geometries[c.ShapeA], &np.Geometries[c.ShapeB]
	v := a.Transform.Q.InvRotate(np.relativeVelocity(c))
	start, end, near := pose.P, np.contactTime, np.Settings.SpeculativeDistance
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

// meetLater appends the manifolds whose planes B reaches at a velocity against A (m/s, axes of A) after a time until,
// when others are reached, but before end (s), and leaves them the separations of then: the wall of a corner of which B
// meets the floor first (TestMeetsCorner).
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
		if !slices.ContainsFunc(
			found[:n], func(m collide.MeshManifold) bool { return m.Normal.Dot(later[i].Normal) > sameNormal }) {
			found = append(found, later[i])
		}
	}
	return found
}

// childSteps (steps): bound of the advancement towards pieces. Longer flights along an edge are left to continuous
// collision. Without it: 36 mm of a wall are looked at ten times by bodies that fall beside it.
const childSteps = 4

// untilMeeting is the time (s) after which the first of the planes of some manifolds is reached at a velocity of B
// against A (m/s, axes of A); infinite if none is.
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

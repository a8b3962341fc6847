package narrowphase

import (
	"cmp"
	"slices"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/prefetch"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/vec"
	"unsafe"
)

// List lists the contacts that the narrow phase has to look at, and returns how many they are.
func (np *NarrowPhase) List() int {
	np.Listed = np.Listed[:0]
	for color := int32(0); color < solve.ColorCount; color++ {
		for _, e := range np.Graph.Contacts(color) {
			np.Listed = append(np.Listed, e.Contact)
		}
	}
	np.Listed = append(np.Listed, np.AwakeContacts...)
	np.markFast()
	np.profile.Costs.Prepare(len(np.Contacts))
	if n := len(np.Listed); n > len(np.Outcomes) {
		np.Outcomes = append(np.Outcomes, make([]Outcome, n-len(np.Outcomes))...)
	}
	return len(np.Listed)
}

// BeginCollide makes room for the results of the blocks of a stage over all listed contacts.
func (np *NarrowPhase) BeginCollide(blocks, workers int) {
	for len(np.blocks) < blocks {
		np.blocks = append(np.blocks, output{})
	}
	for len(np.meshes) < workers {
		np.meshes = append(np.meshes, meshScratch{})
	}
	np.deepLists.Begin(workers)
	np.sagLists.Begin(workers)
	np.unlisted.Begin(workers)
}

// CollideRange updates the manifolds of the listed contacts begin to end (exclusive). It writes
// nothing but these contacts, their manifolds, their outcomes and the output of its block.
func (np *NarrowPhase) CollideRange(worker, block, begin, end int) {
	out := &np.blocks[block]
	out.spills, out.spilled, out.internalEdges = out.spills[:0], out.spilled[:0], out.internalEdges[:0]
	out.deep, out.unlisted = np.deepLists.Open(worker), np.unlisted.Open(worker)
	out.sagging = np.sagLists.Open(worker)
	out.points, out.bounces, out.belts = 0, false, false
	recycled, hits := 0, 0
	watched := np.profile.Labels != nil || np.profile.Costs.On
	var watch contactWatch
	gap, time := np.Settings.SpeculativeDistance+collide.LinearSlop, np.contactTime
	for i := begin; i < end; i++ {
		index := np.Listed[i]
		np.fetchAhead(np.Listed[i:])
		c := &np.Contacts[index]
		if !c.Touching && !c.Composite && c.Count == 0 && !watched && np.staysApart(c, gap, time) {
			np.Outcomes[i] = Steady
			if c.Hits {
				hits++
			}
			continue
		}
		if watched {
			np.watchContact(&watch, worker, c)
		}
		result := np.recycleContact(c, index)
		fresh := result != recycledNow
		if fresh {
			result = np.collideContact(worker, out, c, index)
		} else {
			recycled++
			result = Steady
		}
		if c.InternalEdges && c.Count > 0 {
			out.internalEdges = append(out.internalEdges, np.internalEdgeOf(c, int32(i), fresh))
		}
		if np.profile.Costs.On {
			np.profile.Costs.Note(index, np.profile.Now()-watch.began)
		}
		np.Outcomes[i] = result
		if c.Hits {
			hits++
		}
		// contacts that need a longer span are noted when they have it
		if c.Count > 0 && c.Count <= 1<<(c.Class&31) {
			np.note(out, c)
		}
	}
	out.deep, out.unlisted = np.deepLists.Close(worker, out.deep), np.unlisted.Close(worker, out.unlisted)
	out.sagging = np.sagLists.Close(worker, out.sagging)
	out.recycled, out.hits = recycled, hits
}

// note adds the findings about a contact to the output of a block.
func (np *NarrowPhase) note(out *output, c *state.Contact) {
	a, b := &np.Sims[c.BodyA], &np.Sims[c.BodyB]
	inverse, most := np.pushes(a, b)
	depth := solve.DeepOverlap(a, b)
	for k := range c.Count {
		m := &np.Manifolds[c.Manifold+k]
		out.points += int(m.Count)
		if m.Restitution > 0 {
			out.bounces = true
		}
		if (c.Belt || c.Composite) && m.SurfaceVelocity != (vec.Vec3{}) {
			out.belts = true
		}
		mass, sags := np.sags(m, a, b)
		if sags {
			out.sagging = append(out.sagging, solve.Sag{Body: movable(m, a), Mass: mass})
		}
		low, high := m.Range()
		if push := float32(high * inverse); -low > depth || push > most {
			out.deep = append(out.deep, DeepPair{A: m.BodyA, B: m.BodyB, Normal: m.Normal, Deep: -low > depth,
				Hard: push > hardPush})
		}
	}
}

// movable is a body of a manifold that impulses move, if one of them is; a is that of BodyA.
func movable(m *solve.Manifold, a *solve.Sim) int32 {
	if a.InvMass > 0 {
		return m.BodyA
	}
	return m.BodyB
}

// sags reports whether what rests on a manifold sinks by a part of its size, and the least mass (kg) of an island of
// such a load. A contact gives way by
//
//	s = λ·(1/mA + 1/mB)/(h·ω²)
//
// under an impulse λ a sub-step. A pile of n equal bodies, λ = n·m·g·h at its foot, sinks by s·(n + 1)/2 at its top;
// here n is the load in weights of the lighter body. The load is the one that lasted through the last step, as a blow
// does not, but no less than the weight of the upper body. No contact supports more than the weight of its island, now
// or in the last step: what presses without gravity is no pile (TestOverlappingRowIsNotAGun).
func (np *NarrowPhase) sags(m *solve.Manifold, a, b *solve.Sim) (mass float32, ok bool) {
	last, total := m.Loads()
	along := np.fall.Dot(m.Normal)
	weight := vec.Max(float32(a.Mass*along), float32(b.Mass*-along))
	load := vec.Max(vec.Min(last, total/float32(np.Settings.SubSteps)), weight)
	extent := a.MinExtent
	if a.InvMass == 0 || b.InvMass > 0 && b.MinExtent < extent {
		extent = b.MinExtent
	}
	inverse := vec.Max(a.InvMass, b.InvMass)
	gives := float32((a.InvMass + b.InvMass) * np.give)
	sinks := float32(float32(2*mostSink) * float32(extent*np.falls))
	if np.supported == 0 || float32(gives*load)*(float32(load*inverse)+np.falls) <= sinks {
		return 0, false
	}
	// the load λ of gives·λ·(λ·inverse + falls) = sinks
	root := vec.Sqrt(float32(np.falls*np.falls) + float32(float32(4*inverse)*(sinks/gives)))
	return (root - np.falls) / float32(2*float32(inverse*np.supported)), true
}

// EndCollide joins the findings of the blocks, and takes back the ghost collisions.
func (np *NarrowPhase) EndCollide(blocks int) Figures {
	var f Figures
	np.deep, np.internalEdges = np.deep[:0], np.internalEdges[:0]
	np.sagging = np.sagging[:0]
	grown := &np.grown
	*grown = output{deep: grown.deep[:0], sagging: grown.sagging[:0]}
	for i := range np.blocks[:blocks] {
		out := &np.blocks[i]
		np.growSpans(out, grown)
		np.near.add(out.unlisted, len(np.Contacts))
		np.internalEdges = append(np.internalEdges, out.internalEdges...)
		np.addTo(&f, out)
	}
	np.addTo(&f, grown)
	f.Deep, f.Sagging = np.deep, np.sagging
	np.dropGhosts()
	return f
}

// addTo adds the findings of a block.
func (np *NarrowPhase) addTo(f *Figures, out *output) {
	np.deep = append(np.deep, out.deep...)
	np.sagging = append(np.sagging, out.sagging...)
	f.Recycled, f.Points, f.Hits = f.Recycled+out.recycled, f.Points+out.points, f.Hits+out.hits
	f.Bounces, f.Belts = f.Bounces || out.bounces, f.Belts || out.belts
}

// Changed lists the places in Listed of the contacts whose outcome is not Steady, in the order of their shapes: that of
// Listed follows from the contacts that have ended anywhere in the world, and constraints are solved in the order in
// which they began (TestTruthInCompany).
func (np *NarrowPhase) Changed() []int32 {
	np.sorted = np.sorted[:0]
	outcomes := np.Outcomes[:len(np.Listed)]
	for i := 0; i < len(outcomes); i++ {
		// most are steady, and eight at a time told apart
		for i+8 <= len(outcomes) && *(*[8]Outcome)(outcomes[i:]) == [8]Outcome{} {
			i += 8
		}
		if i < len(outcomes) && outcomes[i] != Steady {
			c := &np.Contacts[np.Listed[i]]
			np.sorted = append(np.sorted, listed{uint64(c.ShapeA)<<32 | uint64(c.ShapeB), int32(i)})
		}
	}
	slices.SortFunc(np.sorted, func(a, b listed) int { return cmp.Compare(a.shapes, b.shapes) })
	changed := np.changed[:0]
	for _, p := range np.sorted {
		changed = append(changed, p.at)
	}
	np.changed = changed
	return changed
}

// listed is an index of Listed, with both shapes of the contact.
type listed struct {
	shapes uint64
	at     int32
}

// CountDeep adds the deep overlaps of dynamic bodies with each other to a count for each body.
func (np *NarrowPhase) CountDeep(counts []int32) {
	for color := int32(0); color < solve.ColorCount; color++ {
		for _, e := range np.Graph.Contacts(color) {
			if np.Bodies[e.BodyA].Kind == state.Dynamic && np.Bodies[e.BodyB].Kind == state.Dynamic &&
				np.hasDeep(e.Manifold, e.Count) {
				counts[e.BodyA]++
				counts[e.BodyB]++
			}
		}
	}
}

func (np *NarrowPhase) hasDeep(manifold, count int32) bool {
	for k := manifold; k < manifold+count; k++ {
		if np.isDeep(&np.Manifolds[k]) {
			return true
		}
	}
	return false
}

// fetchContact and fetchManifold are how many contacts ahead the narrow phase asks for the records of
// contacts, and for the records that these name.
const (
	fetchContact  = 12
	fetchManifold = 6
)

// fetchAhead asks for the memory of the contacts that follow the first of a list. That goes beyond the end of a
// block, which mostly is where the same worker goes on.
func (np *NarrowPhase) fetchAhead(list []int32) {
	if len(list) <= fetchContact {
		return
	}
	const (
		contactLines  = (unsafe.Sizeof(state.Contact{}) + 63) / 64
		manifoldLines = (unsafe.Sizeof(solve.Manifold{}) + 63) / 64
	)
	prefetch.Lines(unsafe.Pointer(&np.Contacts[list[fetchContact]]), int(contactLines))
	index := list[fetchManifold]
	c := &np.Contacts[index]
	if !c.Touching && !c.Composite {
		// most pairs that did not touch are told apart by their bounds
		prefetch.Lines(unsafe.Pointer(&np.Bounds[c.ShapeA]), 1)
		prefetch.Lines(unsafe.Pointer(&np.Bounds[c.ShapeB]), 1)
		return
	}
	prefetch.Lines(unsafe.Pointer(&np.Manifolds[c.Manifold]), int(manifoldLines))
	prefetch.Lines(unsafe.Pointer(&np.Recycling[index]), 2)
	if !c.Composite {
		np.fetchSolids(c)
		return
	}
	if near := np.near.of(index); near != nil {
		prefetch.Lines(unsafe.Pointer(near), 4)
		prefetch.Lines(unsafe.Pointer(&np.Sims[c.BodyB]), 2)
		prefetch.Lines(unsafe.Pointer(&np.Bounds[c.ShapeB]), 1)
	}
}

// fetchSolids asks for the poses of two convex shapes that touched and, where a body is fast and its points hardly
// recycled, for the data from which they are computed.
func (np *NarrowPhase) fetchSolids(c *state.Contact) {
	prefetch.Lines(unsafe.Pointer(&np.Sims[c.BodyA]), 2)
	prefetch.Lines(unsafe.Pointer(&np.Sims[c.BodyB]), 2)
	if np.isFast(c.BodyA) || np.isFast(c.BodyB) {
		// the records of contacts are no whole lines, and it is last in them
		prefetch.Lines(unsafe.Pointer(&c.Cache), 1)
		prefetch.Lines(unsafe.Pointer(&np.Bounds[c.ShapeA].Tight), 1)
		prefetch.Lines(unsafe.Pointer(&np.Bounds[c.ShapeB].Tight), 1)
		prefetch.Lines(unsafe.Pointer(&np.Geometries[c.ShapeA]), 2)
		prefetch.Lines(unsafe.Pointer(&np.Geometries[c.ShapeB]), 2)
	}
}

// isDeep reports whether two movable bodies overlap so deeply that the solver may have to look after
// it.
func (np *NarrowPhase) isDeep(m *solve.Manifold) bool {
	low := m.Lowest()
	if !(low < 0) {
		return false
	}
	a, b := &np.Sims[m.BodyA], &np.Sims[m.BodyB]
	return solve.Deep(a, b, low)
}

// mostSink (1) is the part of the inner radius of a body by which a pile may sink into itself; where a pile would sink
// more, the island is searched. It is a hundredth of the edge of a cube. Tried: with 3e-2 TestTowersStand, with 5e-3
// lone plates of 4 cm are searched and mesh_drop takes four times its time.
const mostSink = 2e-2

// hardPush (m/s) is the change of velocity that an impulse of the last sub-step means to the heavier body, above which
// contacts may contradict each other: a pile of 400 rows has half of it. Tried without it: one of 10,000 of
// TestTrustDeepOverlaps, a box wedged by a millimetre between the balls of a dumb-bell, gains 200 times its energy.
const hardPush = 20

// pushes says what an impulse of the last sub-step means to two bodies: times inverse it is the change of velocity
// (m/s) of the heavier body, of the other one where that is immovable, and above most the island may gain energy. A
// body on something immovable may carry any load (TestHeavyOnLight), unless it is pinched. A kinematic body goes on
// into what it pinches, so that more than pushing out asks for counts there: a stick of 1.2 kg, pressed with 6.7 m/s a
// sub-step, snapped away with 16 J (TestTrustSlippedStick).
func (np *NarrowPhase) pushes(a, b *solve.Sim) (inverse, most float32) {
	inverse, most = vec.Min(a.InvMass, b.InvMass), hardPush
	if inverse == 0 {
		inverse = vec.Max(a.InvMass, b.InvMass)
		if a.InvMass == 0 && a.StateIndex != 0 || b.InvMass == 0 && b.StateIndex != 0 {
			most = np.Settings.PushOutSpeed
		}
	}
	return inverse, most
}

// collideContact computes the points of a contact anew.
func (np *NarrowPhase) collideContact(worker int, out *output, c *state.Contact, index int32) Outcome {
	a, b := &np.Sims[c.BodyA], &np.Sims[c.BodyB]
	m := &np.Manifolds[c.Manifold]
	sa, sb := &np.Bounds[c.ShapeA], &np.Bounds[c.ShapeB]
	reach := np.reachOf(c)
	if !sa.Tight.Expand(reach + collide.LinearSlop).Overlaps(sb.Tight) {
		// the pairs of a pile that do not touch, more than half of all, are mostly told apart here
		apartNow := !sa.Fat.Overlaps(sb.Fat)
		if !c.Touching && !apartNow {
			return Steady
		}
		np.MarkContact(index)
		np.Recycling[index].Valid = false
		m.Count, c.Count = 0, 0
		m.FrictionImpulse, m.TwistImpulse, m.RollingImpulse = vec.Vec3{}, 0, vec.Vec3{}
		if apartNow {
			return Apart
		}
		return Ended
	}
	np.MarkContact(index)
	if c.Composite {
		return np.collideMesh(worker, out, c, index, reach, a, b)
	}
	var local collide.LocalManifold
	pose := a.Transform.InvMul(b.Transform)
	moved := np.collideConvex(&local, c, &pose, reach, a, b)
	np.addSwinging(&local, c, moved, pose, a)
	if local.Count == 0 && c.Count == 0 {
		// still apart: its manifold need not be fetched
		return Steady
	}
	old, oldCount := m.Points, m.Count
	np.fillAtImpact(m, c, &local, moved, pose, a, b)
	carryOver(m, old[:oldCount])
	if c.Angular {
		np.midpointCorners(m, a, b)
	} else if m.Count > 0 {
		np.setRollRadii(m, c, a, b)
	}
	switch {
	case moved != vec.Vec3{}:
		np.Recycling[index].Valid = false
	case c.Angular:
		np.keepForRecycling(index, m, a, b)
	case bothMove(a, b):
		np.keepForRecycling(index, m, a, b)
	case m.Friction > 0:
		np.midpointAnchors(&np.Recycling[index], m, c, old[:oldCount], a, b)
	default:
		np.Recycling[index].Valid = false
	}
	c.Count = min(local.Count, 1)
	switch {
	case local.Count > 0 && oldCount == 0:
		return Began
	case local.Count == 0 && oldCount > 0:
		return Ended
	}
	return Steady
}

// collideConvex computes the points of two convex shapes with a gap up to reach (m), at the start of the step or, where
// B moves by moved against A until then (m, world axes), at the time of impact. The pose of B in A changes where both
// are in one place.
func (np *NarrowPhase) collideConvex(local *collide.LocalManifold, c *state.Contact, pose *vec.Transform, reach float32,
	a, b *solve.Sim) (moved vec.Vec3) {
	ga, gb := &np.Geometries[c.ShapeA], &np.Geometries[c.ShapeB]
	near := np.Settings.SpeculativeDistance
	first, polytopes := reach, ga.Poly != nil && gb.Poly != nil
	var ahead collide.Cache
	known := false
	if c.Count > 0 || polytopes {
		// mostly it still touches, or an axis that keeps it apart now does so on the way
		first = near
	}
	collide.Collide(local, ga, gb, *pose, first, &c.Cache)
	if local.Count == 0 && first < reach {
		if polytopes && collide.KeptApart(ga, gb, *pose, np.motionInA(c, a), near, &c.Cache) {
			return vec.Vec3{}
		}
		// the axis that keeps them apart now stays cached
		collide.Collide(local, ga, gb, *pose, reach, &ahead)
		known = true
	}
	if local.Count > 0 && np.concentric(c, local.Points[0].Separation) {
		// any direction will do, but every pair must choose one that suits all
		c.Cache = collide.Cache{}
		pose.P = pose.P.Add(a.Transform.Q.InvRotate(np.scatter(c)))
		collide.Collide(local, ga, gb, *pose, reach, &c.Cache)
	}
	if local.Count == 0 || reach == near {
		return vec.Vec3{}
	}
	if np.isNear(local) {
		if first == reach {
			collide.Collide(local, ga, gb, *pose, near, &c.Cache)
		}
		return vec.Vec3{}
	}
	return np.meetAhead(local, &ahead, known, c, *pose, a, b)
}

// concentric reports whether two shapes with a deep overlap lie on the same spot, where no
// direction leads out of one another. Out of a plane one always does: the middle of its bounds is no spot.
func (np *NarrowPhase) concentric(c *state.Contact, separation float32) bool {
	// most pairs do not overlap
	if !(separation < 0) || np.Geometries[c.ShapeA].Kind == shape.Plane || np.Geometries[c.ShapeB].Kind == shape.Plane {
		return false
	}
	size := np.smallerHalf(c)
	if !(-separation > float32(0.5*size)) {
		return false
	}
	return np.Bounds[c.ShapeA].Tight.Center().Dist(np.Bounds[c.ShapeB].Tight.Center()) < float32(sameSpot*size)
}

// smallerHalf is the smallest half size (m) of the bounds of two shapes.
func (np *NarrowPhase) smallerHalf(c *state.Contact) float32 {
	a, b := &np.Bounds[c.ShapeA].Tight, &np.Bounds[c.ShapeB].Tight
	return vec.Min(a.Half().MinComponent(), b.Half().MinComponent())
}

// sameSpot is the distance, as a part of the smaller half size, below which two shapes lie on the
// same spot.
const sameSpot = 1e-4

// scatter is a way (m) from shape A to shape B as if every shape were a little off the spot, in a
// direction of its own, so that a cluster at one position spreads to all sides.
func (np *NarrowPhase) scatter(c *state.Contact) vec.Vec3 {
	offset := scatterPoint(c.ShapeB).Sub(scatterPoint(c.ShapeA))
	return offset.Norm().Mul(float32(10 * sameSpot * np.smallerHalf(c)))
}

// scatterPoint is a point of the cube ±1 that belongs to a shape.
func scatterPoint(index int32) vec.Vec3 {
	h := state.MixBits(uint64(index) + 1)
	coordinate := func(shift uint) float32 { return float32(int32(h>>shift&0x1fffff)-1<<20) / (1 << 20) }
	return vec.Vec3{X: coordinate(0), Y: coordinate(21), Z: coordinate(42)}
}

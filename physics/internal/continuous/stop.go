package continuous

import (
	"slices"
	"tumble/physics/internal/collide"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// coreFraction times the inner radius of a shape is the radius of the ball inside it that must
// never get into anything, and also the depth that a shallow impact may reach before it is stopped.
const coreFraction = 0.5

// BeginStop makes room for the results of the blocks of a stage over all fast bodies.
func (cc *Sweeper) BeginStop(blocks, workers int) {
	cc.growBlocks(blocks)
	cc.shapes.Begin(workers)
	cc.asking.Begin(workers)
	cc.found.Begin(workers)
}

// StopRange stops the fast bodies begin to end (exclusive) at static shapes and updates
// their bounds. Those about which a hook has to be asked are left to EndStop.
func (cc *Sweeper) StopRange(worker, block, begin, end int) {
	out := &cc.blocks[block]
	out.shapes, out.asking, out.stopped = cc.shapes.Open(worker), cc.asking.Open(worker), out.stopped[:0]
	for _, index := range cc.fast[begin:end] {
		if !cc.stopFastBody(worker, out, index, false) {
			out.asking = append(out.asking, askedBody{index, int32(len(out.shapes))})
		}
	}
	out.shapes, out.asking = cc.shapes.Close(worker, out.shapes), cc.asking.Close(worker, out.asking)
}

// EndStop stops the fast bodies that the blocks left over, and the bodies joined to stopped ones. It returns for how
// many bodies it asked a hook. Shapes are listed in the order of the bodies, asked or not: pairs, contacts and with
// them the next step follow from that order (TestWatchingChangesNothing).
func (cc *Sweeper) EndStop(blocks int) (asked int) {
	cc.again.stopped = cc.again.stopped[:0]
	for i := range cc.blocks[:blocks] {
		out, listed := &cc.blocks[i], 0
		for _, a := range out.asking {
			cc.listMoved(out.shapes[listed:a.shapes])
			listed = int(a.shapes)
			cc.again.shapes = cc.again.shapes[:0]
			cc.stopFastBody(0, &cc.again, a.body, true)
			cc.listMoved(cc.again.shapes)
		}
		cc.listMoved(out.shapes[listed:])
		asked += len(out.asking)
	}
	if blocks > 0 && len(cc.Joints) > 0 {
		cc.holdBackJoined(blocks)
	}
	return asked
}

// listMoved lists shapes that left their fat bounds.
func (cc *Sweeper) listMoved(shapes []int32) {
	for _, index := range shapes {
		cc.broad.BufferMove(index)
	}
}

// stopFastBody returns false, having done nothing, if it is not serial and a hook has to be asked.
func (cc *Sweeper) stopFastBody(worker int, out *output, index int32, serial bool) bool {
	r, sim := &cc.Bodies[index], &cc.Sims[index]
	if r.Kind == state.Kinematic || !cc.nearStatic(sim) {
		out.shapes = cc.broad.UpdateBounds(out.shapes, r, sim)
		return true
	}
	m := cc.MotionOf(index)
	t, normal, ok := cc.firstImpact(worker, index, &m, serial)
	if !ok {
		return false
	}
	if t < 1 && r.FirstJoint == state.None && float32(t*m.Sweep.Displacement.Len()) < collide.LinearSlop &&
		cc.pressedAlong(index, normal) {
		if t, ok = cc.slideOn(worker, index, &m, t, normal, serial); !ok {
			return false
		}
	}
	if t < 1 {
		cc.stopAtFixed(index, m, t)
		cc.takeBackGravity(index, t)
		if r.FirstJoint != state.None {
			out.stopped = append(out.stopped, stoppedBody{index, t})
		}
	}
	out.shapes = cc.broad.UpdateBounds(out.shapes, r, sim)
	return true
}

// firstImpact returns the fraction of its motion at which a body meets a static shape first, 1 if it meets
// none, and the normal there. It is false if it is not serial and a hook has to be asked.
func (cc *Sweeper) firstImpact(worker int, index int32, m *Motion, serial bool) (t float32, normal vec.Vec3, ok bool) {
	sim := &cc.Sims[index]
	t = 1
	for s := cc.Bodies[index].FirstShape; s != state.None; s = cc.Shapes[s].Next {
		if cc.Shapes[s].Sensor || cc.Shapes[s].Proxy == state.None || cc.staysHere(m, s) {
			continue
		}
		found := cc.broad.Trees[state.Static].Query(m.sweptBounds(&cc.Geometries[s], sim), tree.AllCategories,
			cc.found.Of(worker))
		cc.found.Keep(worker, found)
		// a hook sees them in the order of their indices, and which of two counts that are as far follows from it
		slices.Sort(found)
		for _, other := range found {
			if !cc.mayHit(s, other) {
				continue
			}
			contact := cc.ChildContact(s, other)
			if contact != state.None && cc.ClearanceRulesOut(contact, m) {
				continue
			}
			if !serial && cc.sweepsAsk(s, other) {
				return t, normal, false
			}
			still := collide.Still(cc.PoseFrom(m.Origin, cc.Shapes[other].Body))
			f, n := cc.impact(s, &m.Sweep, other, &still, t, contact)
			if f < t && (!serial || cc.stopsAt(s, &m.Sweep, other, &still, m.Origin, f)) {
				t, normal = f, n
			}
		}
	}
	return t, normal, true
}

// slideOn lets a body that is stopped at once at a surface move along it: contacts rotate it about their points, which
// brings its centre nearer to the surface, so that every following step would be taken back whole, too. The motion m
// loses its part into the surface, and so does the velocity, if the body gets farther. It returns the fraction of m
// that the body may take; like firstImpact it is false, having done nothing, if it is not serial and a hook has to be
// asked.
func (cc *Sweeper) slideOn(worker int, index int32, m *Motion, t float32, normal vec.Vec3,
	serial bool) (fraction float32, ok bool) {
	into := m.Sweep.Displacement.Dot(normal)
	if !(into < 0) {
		return t, true
	}
	along := *m
	along.Sweep.Displacement = m.Sweep.Displacement.MulSub(into, normal)
	along.End = along.Sweep.At(1)
	farther, _, ok := cc.firstImpact(worker, index, &along, serial)
	if !ok || farther <= t {
		return t, ok
	}
	*m = along
	st := cc.StateOf(&cc.Bodies[index])
	st.V = st.V.MulSub(vec.Min(st.V.Dot(normal), 0), normal)
	if farther == 1 {
		cc.stopAtFixed(index, along, 1)
	}
	return farther, true
}

// nearStatic reports whether the ball around a body meets the bounds of a static shape on its path. Most flying
// bodies meet none and need no other test.
func (cc *Sweeper) nearStatic(sim *solve.Sim) bool {
	box := vec.AABB{Min: sim.Center0.Min(sim.Center), Max: sim.Center0.Max(sim.Center)}
	return cc.broad.Trees[state.Static].Touches(box.Expand(sim.MaxExtent + collide.LinearSlop))
}

// staysHere reports whether a shape of a fast body moves too little to pass anything, like a shape near the axis of the
// rotation, or meets no static shape on its path.
func (cc *Sweeper) staysHere(m *Motion, index int32) bool {
	angle := m.Sweep.RotationVector.Len()
	if !(angle < 1) {
		return false
	}
	s := &cc.Shapes[index]
	center := cc.Geometries[index].Centroid()
	from, to := m.Start.Apply(center), m.End.Apply(center)
	// between two orientations a point bulges out by its radius times 1 − cos(turn/2)
	bulge := float32(float32(0.125*float32(angle*angle)) * center.Dist(m.Sweep.LocalCenter))
	if from.Dist(to)+bulge+float32(angle*s.Outer) <= float32(coreFraction*s.Inner) {
		return true
	}
	box := vec.AABB{Min: from.Min(to).Add(m.Origin), Max: from.Max(to).Add(m.Origin)}.Expand(
		s.Outer + bulge + collide.LinearSlop)
	return !cc.broad.Trees[state.Static].Touches(box)
}

// fewContacts (contacts) is the largest number of contacts of a body among which a search for one pays. At 4, trees of
// 22 shapes are swept although their clearance rules out an impact (trees100, 13 of 2,957 M instructions).
const fewContacts = 32

// ChildContact is the contact of a shape of a moving body with a mesh or compound, or none where the body has too many
// contacts to search.
func (cc *Sweeper) ChildContact(index, other int32) int32 {
	r := &cc.Bodies[cc.Shapes[index].Body]
	if !cc.Geometries[other].Kind.HasChildren() || r.ContactCount > fewContacts {
		return state.None
	}
	for key := r.FirstContact; key != state.None; {
		c := &cc.Contacts[key>>1]
		if c.ShapeA == other && c.ShapeB == index {
			return key >> 1
		}
		key = c.Edges[key&1].Next
	}
	return state.None
}

// ClearanceRulesOut reports whether the cached clearance of a contact rules out an impact deeper than allowed on the
// way of its body: shape B stays away from all pieces, or gets into them by no more than in a shallow impact.
func (cc *Sweeper) ClearanceRulesOut(contact int32, m *Motion) bool {
	c, u := &cc.Contacts[contact], &cc.narrow.Recycling[contact]
	a, angle := &cc.Sims[c.BodyA], m.Sweep.RotationVector.Len()
	// without clearance something may touch that another piece has to stop
	if c.Count != 0 || !u.Valid || !(u.Mesh.Clearance > 0) || a.StateIndex != 0 || a.Transform.Q != u.RotationA ||
		!(angle < 1) {
		return false
	}
	start, end := m.Start, m.End
	start.P, end.P = start.P.Add(m.Origin), end.P.Add(m.Origin)
	// a shape that has used up the clearance is still the speculative distance away, and sweeps stop shapes that come
	// within a slop; between two orientations a point bulges out by its radius times 1 − cos(turn/2)
	bulge := float32(float32(0.125*float32(angle*angle)) * cc.Sims[c.BodyB].MaxExtent)
	shallow := float32(coreFraction * cc.Shapes[c.ShapeB].Inner)
	most := u.Mesh.Clearance + cc.Settings.SpeculativeDistance + shallow - 2*collide.LinearSlop - bulge
	return u.DisplacementTo(end, a) < most && u.DisplacementTo(start, a) < most
}

// Motion is the displacement of a body in this step, seen from its centre at the start.
type Motion struct {
	Origin vec.Vec3
	Sweep  collide.Sweep
	// Start and End are the poses of the sweep.
	Start, End vec.Transform
}

// MotionOf returns the motion of an awake body. The rotation is that between the two orientations
// unless it is too large for them to tell.
func (cc *Sweeper) MotionOf(index int32) Motion {
	sim, s := &cc.Sims[index], cc.StateOf(&cc.Bodies[index])
	angle := s.W.Mul(cc.dt)
	if angle.Len2() < ambiguousAngle*ambiguousAngle {
		angle = sim.Transform.Q.Mul(sim.Q0.Conj()).RotationVector()
	}
	m := Motion{Origin: sim.Center0, Sweep: collide.Sweep{
		LocalCenter: sim.LocalCenter, Displacement: sim.Center.Sub(sim.Center0), Rotation: sim.Q0,
		RotationVector: angle,
	}}
	m.Start, m.End = m.Sweep.At(0), m.Sweep.At(1)
	return m
}

// wildAngle is the angle (rad) per step beyond which contacts do not brake a spin.
const wildAngle = 1

// ambiguousAngle is a little less than half a turn (rad).
const ambiguousAngle = 2.5

// sweptBounds contains a shape during the whole motion.
func (m *Motion) sweptBounds(g *shape.Geometry, sim *solve.Sim) vec.AABB {
	angle := m.Sweep.RotationVector.Len()
	var bounds vec.AABB
	if angle < 1 {
		// between two orientations a point bulges out by its radius times 1 − cos(turn/2)
		bounds = g.AABB(m.Start).Union(g.AABB(m.End)).Expand(
			float32(float32(0.125*float32(angle*angle)) * sim.MaxExtent))
	} else {
		a, b := m.Sweep.Center, m.Sweep.Center.Add(m.Sweep.Displacement)
		bounds = vec.AABB{Min: a.Min(b), Max: a.Max(b)}.Expand(sim.MaxExtent)
	}
	return vec.AABB{Min: bounds.Min.Add(m.Origin), Max: bounds.Max.Add(m.Origin)}.Expand(collide.LinearSlop)
}

// PoseFrom is the pose of a body in axes around origin, where small distances keep their digits.
func (cc *Sweeper) PoseFrom(origin vec.Vec3, bodyIndex int32) vec.Transform {
	t := cc.Sims[bodyIndex].Transform
	t.P = t.P.Sub(origin)
	return t
}

// mayHit applies the filters of contacts.
func (cc *Sweeper) mayHit(a, b int32) bool {
	sa, sb := &cc.Shapes[a], &cc.Shapes[b]
	return sa.Body != sb.Body && !sb.Sensor && sa.Filter.Collides(sb.Filter) && !cc.JointForbids(sa.Body, sb.Body)
}

// impact returns up to which fraction, at most limit, the shape may move before it hits the
// other one. A shallow impact, which would get less deep than the core, is left to the contact: a box
// that slides over tiles must not stop at each of them. Then, and for shapes that are close
// from the start, only the core of the shape is stopped. contact is the result of ChildContact.
func (cc *Sweeper) impact(index int32, sweep *collide.Sweep, other int32, otherSweep *collide.Sweep,
	limit float32, contact int32) (float32, vec.Vec3) {
	g, o := &cc.Geometries[index], &cc.Geometries[other]
	if o.Kind == shape.Plane {
		return planeImpact(g, sweep, o, otherSweep, limit), otherSweep.At(limit).Q.Rotate(o.A)
	}
	if o.Kind.HasChildren() {
		result := collide.ImpactOnChildren(o, otherSweep, g, sweep, limit, cc.narrow.NearList(contact))
		// the rule of shallow impacts has been applied to each triangle or child
		if result.State == collide.Impact || result.State == collide.Unfinished {
			return vec.Min(limit, result.Fraction), result.Normal
		}
		return limit, vec.Vec3{}
	}
	result := collide.TimeOfImpact(o, otherSweep, g, sweep, limit)
	inner, _ := g.Extents(sweep.LocalCenter)
	core := float32(coreFraction * inner)
	switch result.State {
	case collide.NoImpact:
		return limit, vec.Vec3{}
	case collide.Unfinished:
		return vec.Min(limit, result.Fraction), result.Normal
	case collide.Impact:
		velocity := pointVelocity(sweep, result.Point, result.Fraction).Sub(
			pointVelocity(otherSweep, result.Point, result.Fraction))
		if depth := float32(-velocity.Dot(result.Normal) * (1 - result.Fraction)); depth > core {
			return result.Fraction, result.Normal
		}
	}
	limit, normal := rotationalImpact(g, sweep, o, otherSweep, limit)
	result = collide.CoreImpact(o, otherSweep, g.Mass(1).Center, core, sweep, limit)
	if result.State == collide.Impact || result.State == collide.Unfinished {
		return vec.Min(limit, result.Fraction), result.Normal
	}
	return limit, normal
}

// rotationalImpact returns up to which fraction, at most limit, a shape that is close to the other one from
// the start, or only touches it, may move before one of its ends is driven into it by more than a
// slop: a rod that lies against a thin wall and spins must not come to lie across it. The
// surface is taken for a plane there; beyond its edge, where the two do not overlap, nothing
// is stopped.
func rotationalImpact(g *shape.Geometry, sweep *collide.Sweep, o *shape.Geometry, otherSweep *collide.Sweep,
	limit float32) (float32, vec.Vec3) {
	angle := sweep.RotationVector.Len()
	if angle < leastRotation {
		return limit, vec.Vec3{}
	}
	var m collide.LocalManifold
	var cache collide.Cache
	start := otherSweep.At(0)
	collide.Collide(&m, o, g, start.InvMul(sweep.At(0)), rotationalReach, &cache)
	if m.Count == 0 {
		return limit, vec.Vec3{}
	}
	deepest := m.Points[0]
	for _, p := range m.Points[1:m.Count] {
		if p.Separation < deepest.Separation {
			deepest = p
		}
	}
	// the height of the lowest point over the surface, and how low it may get
	normal := start.Q.Rotate(m.Normal)
	base := start.Apply(deepest.Point).MulSub(float32(0.5*deepest.Separation), normal)
	height := func(t float32) float32 {
		pose := sweep.At(t)
		return pose.Apply(g.Support(pose.Q.InvRotate(normal.Neg()))).Sub(base).Dot(normal)
	}
	least := vec.Min(deepest.Separation, 0) - collide.LinearSlop
	steps := min(1+int(angle/rotationalStep), maxRotationalSteps)
	before := float32(0)
	for k := 1; k <= steps; k++ {
		t := float32(limit*float32(k)) / float32(steps)
		if height(t) >= least {
			before = t
			continue
		}
		if !collide.Overlap(o, g, otherSweep.At(t).InvMul(sweep.At(t))) {
			continue
		}
		for range 10 {
			mid := float32(0.5 * (before + t))
			if height(mid) >= least {
				before = mid
			} else {
				t = mid
			}
		}
		return before, normal
	}
	return limit, vec.Vec3{}
}

const (
	// leastRotation is the turn (rad per step) below which the solver is trusted with a contact.
	leastRotation = 0.05
	// rotationalReach is the gap (m) within which a contact counts.
	rotationalReach = 2 * collide.LinearSlop
	// rotationalStep is the turn (rad) between two looks, of which there are at most maxRotationalSteps.
	rotationalStep     = 0.1
	maxRotationalSteps = 64
)

// planeImpact is impact for a half-space, which nothing can pass but much can sink into: it halves
// the time until the lowest point is at the surface.
func planeImpact(g *shape.Geometry, sweep *collide.Sweep, plane *shape.Geometry, planeSweep *collide.Sweep,
	limit float32) float32 {
	height := func(t float32) float32 {
		pose, base := sweep.At(t), planeSweep.At(t)
		down := pose.Q.InvRotate(base.Q.Rotate(plane.A)).Neg()
		return plane.Height(base.InvApply(pose.Apply(g.Support(down))))
	}
	inner, _ := g.Extents(sweep.LocalCenter)
	if height(limit) > -float32(coreFraction*inner) || height(0) < collide.LinearSlop {
		return limit
	}
	low, high := float32(0), limit
	for range 24 {
		mid := float32(0.5 * (low + high))
		if height(mid) < collide.LinearSlop {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}

// pointVelocity is the velocity per step (m) of the material point of a sweep at p and fraction t.
func pointVelocity(s *collide.Sweep, p vec.Vec3, t float32) vec.Vec3 {
	return s.Displacement.Add(s.RotationVector.Cross(p.Sub(s.Center.MulAdd(t, s.Displacement))))
}

// stopAtFixed is stopAt at something that impulses do not move. Contacts are solved for the pose at the start of a step
// and cannot brake a body that is elsewhere by then; so a stop halves a fast spin, and a slower one that is caught on
// the spot. At a movable body the spin stays: that body would have to take over the angular momentum.
func (cc *Sweeper) stopAtFixed(index int32, m Motion, t float32) {
	cc.stopAt(index, m, t)
	st := cc.StateOf(&cc.Bodies[index])
	if st.Flags&solve.Gyroscopic == 0 {
		return
	}
	caught := t < 0.1
	if angle := float32(st.W.Len() * cc.dt); angle > wildAngle || caught && angle > 0.2*wildAngle {
		st.W = st.W.Mul(0.5)
		if r := &cc.Bodies[index]; r.FirstJoint == state.None &&
			float32(t*m.Sweep.Displacement.Len()) < collide.LinearSlop && cc.pressed(r) {
			// else the point of contact would come in anew, and the contact give the spin back
			st.V = st.V.Mul(0.5)
		}
	}
}

// stopAt puts a body where it was at fraction t of its motion. Its angular velocity in its own frame stays the same,
// and so does its energy.
func (cc *Sweeper) stopAt(index int32, m Motion, t float32) {
	sim := &cc.Sims[index]
	center0, q0 := sim.Center0, sim.Q0
	pose := m.Sweep.At(t)
	pose.P = pose.P.Add(m.Origin)
	if !state.ValidTransform(pose) {
		// on its way the origin of a body with a far centre of mass may leave the bounds, where neither end does
		pose = m.Start
		pose.P = state.ClampVector(pose.P.Add(m.Origin), state.MaxPosition)
	}
	if st := cc.StateOf(&cc.Bodies[index]); st.Flags&solve.Gyroscopic != 0 {
		st.W = pose.Q.Mul(sim.Transform.Q.Conj()).Rotate(st.W)
	}
	end := sim.Center
	sim.Transform = pose
	sim.Moved()
	sim.Center0, sim.Q0 = center0, q0
	if r := &cc.Bodies[index]; r.FirstJoint != state.None || cc.pressed(r) {
		cc.payFallBack(index, end)
	}
	cc.repose(int(cc.Bodies[index].AwakeIndex))
}

// payFallBack takes from a body that joints or contacts hold, and that was stopped on its way to end, the work that
// gravity does on the rest of the way, m·g·d: a body stopped in every step would gain energy. It is taken from the
// motion along gravity and the spin; across it, nothing gave the body momentum (TestTruth/blow/bullet_into_36_bricks).
func (cc *Sweeper) payFallBack(index int32, end vec.Vec3) {
	s, sim := cc.StateOf(&cc.Bodies[index]), &cc.Sims[index]
	work := float32(float32(sim.Mass*sim.GravityScale) * cc.Settings.Gravity.Dot(end.Sub(sim.Center)))
	along := cc.Settings.Gravity.Norm()
	fall := along.Mul(s.V.Dot(along))
	w := sim.Transform.Q.InvRotate(s.W)
	energy := float32(0.5 * (float32(sim.Mass*fall.Len2()) + w.Dot(sim.LocalInertia.MulVec(w))))
	if work > 0 && energy > 0 {
		f := vec.Sqrt(vec.Max(1-work/energy, 0))
		s.V, s.W = s.V.MulSub(1-f, fall), s.W.Mul(f)
	}
}

// takeBackGravity takes back the speed that gravity gave a body in the part of the step after fraction t, at which it
// was stopped: every impact would add energy. A supported body got no speed.
func (cc *Sweeper) takeBackGravity(index int32, t float32) {
	r, sim := &cc.Bodies[index], &cc.Sims[index]
	if r.FirstJoint != state.None || r.Locks != 0 || cc.pressed(r) {
		return
	}
	s := cc.StateOf(r)
	s.V = s.V.MulSub(float32(float32(cc.dt*(1-t))*sim.GravityScale), cc.Settings.Gravity)
}

// pressed reports whether a contact pushed a body in this step.
func (cc *Sweeper) pressed(r *state.Body) bool {
	for key := r.FirstContact; key != state.None; {
		c := &cc.Contacts[key>>1]
		if c.Touching && cc.anyPushes(c) {
			return true
		}
		key = c.Edges[key&1].Next
	}
	return false
}

// anyPushes reports whether a manifold of a contact pushed its bodies apart in this step.
func (cc *Sweeper) anyPushes(c *state.Contact) bool {
	manifolds := cc.ManifoldsOf(c)
	for k := range manifolds {
		if pushes(&manifolds[k]) {
			return true
		}
	}
	return false
}

// pushes reports whether a manifold pushed its bodies apart in this step.
func pushes(m *solve.Manifold) bool {
	for i := range m.Points[:m.Count&narrowphase.CountMask] {
		if m.Points[i].TotalNormalImpulse > 0 {
			return true
		}
	}
	return false
}

// pressedAlong reports whether a contact pushed a body about along a normal in this step.
func (cc *Sweeper) pressedAlong(index int32, normal vec.Vec3) bool {
	const cosine = 0.9
	for key := cc.Bodies[index].FirstContact; key != state.None; {
		c := &cc.Contacts[key>>1]
		if c.Touching {
			manifolds := cc.ManifoldsOf(c)
			for k := range manifolds {
				m := &manifolds[k]
				along := m.Normal.Dot(normal)
				if m.BodyA == index {
					along = -along
				}
				if along > cosine && pushes(m) {
					return true
				}
			}
		}
		key = c.Edges[key&1].Next
	}
	return false
}

// sweepFrom is the sweep of any body in axes around origin.
func (cc *Sweeper) sweepFrom(origin vec.Vec3, bodyIndex int32) collide.Sweep {
	if cc.Bodies[bodyIndex].AwakeIndex == state.None {
		return collide.Still(cc.PoseFrom(origin, bodyIndex))
	}
	m := cc.MotionOf(bodyIndex)
	m.Sweep.Center = m.Origin.Sub(origin)
	return m.Sweep
}

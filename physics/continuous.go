package physics

import (
	"slices"

	"tumble/physics/internal/collide"
	"tumble/physics/internal/shape"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/tree"
	"tumble/physics/vec"
)

// Continuous collision keeps fast bodies from passing through things between two steps. A
// body that moved or turned so far that it could jump over something is swept from where it
// was to where the solver put it, and stopped at the first impact. It keeps its velocity and
// loses the rest of its way; the next step makes the contact. All fast bodies stop at static
// shapes, bullets also at others. Source: Catto, "Continuous Collision", GDC 2013.

// coreFraction times the inner radius of a shape is the radius of the ball inside it that must
// never get into anything, and also the depth that a graze may reach before it is stopped.
const coreFraction = 0.5

// isFast reports whether a body could have jumped over something in this step.
func isFast(r *body, sim *solve.Sim, s *solve.State, dt float32) bool {
	if r.kind != Dynamic || r.firstShape == none {
		return false
	}
	limit := float32(coreFraction * sim.MinExtent)
	moved := vec.Max(s.DP.Len(), float32(s.V.Len()*dt))
	if moved > limit {
		return true
	}
	turned, turning := s.DQ.Vec().Mul(2), s.W.Mul(dt)
	// the most that turnReach gives
	if moved+vec.Max(float32(turned.Len()*sim.MaxExtent), float32(turning.Len()*sim.MaxExtent)) <= limit {
		return false
	}
	return moved+vec.Max(r.turnReach(sim, turned), r.turnReach(sim, turning)) > limit
}

// continuousRange stops the fast bodies begin to end (exclusive) at static shapes and updates
// their bounds. Those about which a hook has to be asked are left to the serial part, in out.fast.
func (w *World) continuousRange(worker int, out *slotOutput, begin, end int) {
	own := &w.scratch.arenas[worker]
	out.shapes, out.bad, out.fast, out.stopped = own.shapes.open(), out.bad[:0], own.fast.open(), out.stopped[:0]
	for _, index := range w.scratch.fast[begin:end] {
		if !w.stopFastBody(worker, out, index, false) {
			out.fast = append(out.fast, index)
		}
	}
	out.shapes, out.fast = own.shapes.close(out.shapes), own.fast.close(out.fast)
}

// stopFastBody returns false, having done nothing, if it is not serial and a hook has to be asked.
func (w *World) stopFastBody(worker int, out *slotOutput, index int32, serial bool) bool {
	r, sim := &w.bodies[index], &w.sims[index]
	if !w.nearStatic(sim) {
		out.shapes = w.updateBounds(out.shapes, r, sim)
		return true
	}
	m := w.motionOf(index)
	t, normal, ok := w.firstImpact(worker, index, &m, serial)
	if !ok {
		return false
	}
	if !serial && t < 1 && r.firstJoint == none && float32(t*m.sweep.Move.Len()) < LinearSlop && w.pressedAlong(index, normal) {
		t = w.slideOn(worker, index, &m, t, normal)
	}
	if t < 1 {
		w.stopAt(index, m, t)
		w.takeFallBack(index, t)
		if r.firstJoint != none {
			out.stopped = append(out.stopped, stoppedBody{index, t})
		}
	}
	out.shapes = w.updateBounds(out.shapes, r, sim)
	return true
}

// firstImpact returns the fraction of its motion at which a body meets a static shape first, 1 if it meets
// none, and the normal there. It is false if it is not serial and a hook has to be asked.
func (w *World) firstImpact(worker int, index int32, m *motion, serial bool) (t float32, normal Vec3, ok bool) {
	sim := &w.sims[index]
	t = 1
	for s := w.bodies[index].firstShape; s != none; s = w.shapes[s].next {
		if w.shapes[s].sensor || w.shapes[s].proxy == none || w.staysHere(m, s) {
			continue
		}
		found := w.trees[Static].Query(m.sweptBounds(&w.geometries[s], sim), tree.AllCategories,
			w.scratch.found[worker][:0])
		w.scratch.found[worker] = found
		if serial {
			// a hook sees them in the order of their indices
			slices.Sort(found)
		}
		for _, other := range found {
			if !w.mayHit(s, other) {
				continue
			}
			contact := w.pieceContact(s, other)
			if contact != none && w.slackKeeps(contact, m) {
				continue
			}
			if !serial && w.sweepsAsk(s, other) {
				return t, normal, false
			}
			still := collide.Still(w.poseFrom(m.origin, w.shapes[other].body))
			f, n := w.impact(s, &m.sweep, other, &still, t, contact)
			if f < t && (!serial || w.stopsAt(s, &m.sweep, other, &still, m.origin, f)) {
				t, normal = f, n
			}
		}
	}
	return t, normal, true
}

// slideOn lets a body that lies at a surface already and is stopped there at once go along it: its
// contacts turn it about points of theirs, which brings its middle nearer to the surface, and what is
// taken back whole in one step would be so in all that follow. The motion m loses its part into the surface,
// and so does the velocity, if the body gets farther that way. It returns the fraction of m that it may
// go.
func (w *World) slideOn(worker int, index int32, m *motion, t float32, normal Vec3) float32 {
	into := m.sweep.Move.Dot(normal)
	if !(into < 0) {
		return t
	}
	along := *m
	along.sweep.Move = m.sweep.Move.MulSub(into, normal)
	along.end = along.sweep.At(1)
	farther, _, ok := w.firstImpact(worker, index, &along, false)
	if !ok || farther <= t {
		return t
	}
	*m = along
	state := w.stateOf(&w.bodies[index])
	state.V = state.V.MulSub(vec.Min(state.V.Dot(normal), 0), normal)
	if farther == 1 {
		w.stopAt(index, along, 1)
	}
	return farther
}

// nearStatic reports whether the ball around a body meets the bounds of a static shape on its way. Most bodies that
// fly do not, and no more is to be known of their way.
func (w *World) nearStatic(sim *solve.Sim) bool {
	box := AABB{Min: sim.Center0.Min(sim.Center), Max: sim.Center0.Max(sim.Center)}
	return w.trees[Static].Touches(box.Expand(sim.MaxExtent + LinearSlop))
}

// staysHere reports whether a shape of a fast body moves too little to pass anything, as those
// near the axis about which it turns, or meets no static shape on its way.
func (w *World) staysHere(m *motion, index int32) bool {
	turn := m.sweep.Turn.Len()
	if !(turn < 1) {
		return false
	}
	s := &w.shapes[index]
	center := w.geometries[index].Centroid()
	from, to := m.start.Apply(center), m.end.Apply(center)
	// between two orientations a point bulges out by its radius times 1 − cos(turn/2)
	bulge := float32(float32(0.125*float32(turn*turn)) * center.Dist(m.sweep.LocalCenter))
	if from.Dist(to)+bulge+float32(turn*s.outer) <= float32(coreFraction*s.inner) {
		return true
	}
	box := AABB{Min: from.Min(to).Add(m.origin), Max: from.Max(to).Add(m.origin)}.Expand(s.outer + bulge + LinearSlop)
	return !w.trees[Static].Touches(box)
}

// fewContacts is the number of contacts of a body up to which it pays to look for one among them.
const fewContacts = 4

// pieceContact is the contact of a shape of a moving body with a shape of pieces, or none where the body has too many to look.
func (w *World) pieceContact(index, other int32) int32 {
	r := &w.bodies[w.shapes[index].body]
	if !w.geometries[other].Kind.HasPieces() || r.contactCount > fewContacts {
		return none
	}
	for key := r.firstContact; key != none; {
		c := &w.contacts[key>>1]
		if c.shapeA == other && c.shapeB == index {
			return key >> 1
		}
		key = c.edges[key&1].next
	}
	return none
}

// slackKeeps reports whether the slack of a contact keeps shape B away from all pieces on the way of its body, or lets it get into
// them by no more than it may in a graze, as of most that flies over a terrain.
func (w *World) slackKeeps(contact int32, m *motion) bool {
	c, u := &w.contacts[contact], &w.reuse[contact]
	a, turn := &w.sims[c.bodyA], m.sweep.Turn.Len()
	// without slack something may touch that another piece has to stop
	if c.patches != 0 || !u.valid || !(u.slack > 0) || a.StateIndex != 0 || a.Transform.Q != u.rotationA || !(turn < 1) {
		return false
	}
	start, end := m.start, m.end
	start.P, end.P = start.P.Add(m.origin), end.P.Add(m.origin)
	// what the slack has used up is still the speculative distance away, and sweeps stop what comes within a slop; between two
	// orientations a point bulges out by its radius times 1 − cos(turn/2)
	bulge := float32(float32(0.125*float32(turn*turn)) * w.sims[c.bodyB].MaxExtent)
	graze := float32(coreFraction * w.shapes[c.shapeB].inner)
	most := u.slack + w.settings.SpeculativeDistance + graze - 2*LinearSlop - bulge
	return u.wayTo(end, a) < most && u.wayTo(start, a) < most
}

// motion is the way of a body in this step, seen from its centre at the start.
type motion struct {
	origin Vec3
	sweep  collide.Sweep
	// start and end are the poses of the sweep.
	start, end Transform
}

// motionOf returns the motion of an awake body. The turn is that between the two orientations
// unless the body turned so far that this is ambiguous.
func (w *World) motionOf(index int32) motion {
	sim, s := &w.sims[index], w.stateOf(&w.bodies[index])
	turn := s.W.Mul(w.scratch.dt)
	if turn.Len2() < ambiguousTurn*ambiguousTurn {
		turn = sim.Transform.Q.Mul(sim.Q0.Conj()).RotationVector()
	}
	m := motion{origin: sim.Center0, sweep: collide.Sweep{
		LocalCenter: sim.LocalCenter, Move: sim.Center.Sub(sim.Center0), Rotation: sim.Q0, Turn: turn,
	}}
	m.start, m.end = m.sweep.At(0), m.sweep.At(1)
	return m
}

// wildTurn is the angle (rad) per step beyond which contacts do not brake a spin.
const wildTurn = 1

// ambiguousTurn is a little less than half a turn (rad).
const ambiguousTurn = 2.5

// sweptBounds contains a shape during the whole motion.
func (m *motion) sweptBounds(g *shape.Geometry, sim *solve.Sim) AABB {
	turn := m.sweep.Turn.Len()
	var bounds AABB
	if turn < 1 {
		// between two orientations a point bulges out by its radius times 1 − cos(turn/2)
		bounds = g.AABB(m.start).Union(g.AABB(m.end)).Expand(float32(float32(0.125*float32(turn*turn)) * sim.MaxExtent))
	} else {
		a, b := m.sweep.Center, m.sweep.Center.Add(m.sweep.Move)
		bounds = AABB{Min: a.Min(b), Max: a.Max(b)}.Expand(sim.MaxExtent)
	}
	return AABB{Min: bounds.Min.Add(m.origin), Max: bounds.Max.Add(m.origin)}.Expand(LinearSlop)
}

// poseFrom is the pose of a body in axes around origin, where small distances keep their digits.
func (w *World) poseFrom(origin Vec3, bodyIndex int32) Transform {
	t := w.sims[bodyIndex].Transform
	t.P = t.P.Sub(origin)
	return t
}

// mayHit applies the filters of contacts.
func (w *World) mayHit(a, b int32) bool {
	sa, sb := &w.shapes[a], &w.shapes[b]
	return sa.body != sb.body && !sb.sensor && sa.filter.collides(sb.filter) && !w.jointForbids(sa.body, sb.body)
}

// impact returns up to which fraction, at most limit, the shape may move before it hits the
// other one. A graze, which would get less deep than the core, is left to the contact: a box
// that slides over tiles must not stop at each of them. Then, and for shapes that are close
// from the start, only the core of the shape is stopped. contact is what pieceContact gives.
func (w *World) impact(index int32, sweep *collide.Sweep, other int32, otherSweep *collide.Sweep,
	limit float32, contact int32) (float32, Vec3) {
	g, o := &w.geometries[index], &w.geometries[other]
	if o.Kind == shape.Plane {
		return planeImpact(g, sweep, o, otherSweep, limit), otherSweep.At(limit).Q.Rotate(o.A)
	}
	if o.Kind.HasPieces() {
		result := collide.ImpactOnPieces(o, otherSweep, g, sweep, limit, w.scratch.near.of(contact))
		// the rule of grazes has been applied to each piece
		if result.State == collide.Impact || result.State == collide.Unfinished {
			return vec.Min(limit, result.Fraction), result.Normal
		}
		return limit, Vec3{}
	}
	result := collide.TimeOfImpact(o, otherSweep, g, sweep, limit)
	inner, _ := g.Extents(sweep.LocalCenter)
	core := float32(coreFraction * inner)
	switch result.State {
	case collide.NoImpact:
		return limit, Vec3{}
	case collide.Unfinished:
		return vec.Min(limit, result.Fraction), result.Normal
	case collide.Impact:
		way := wayOf(sweep, result.Point, result.Fraction).Sub(wayOf(otherSweep, result.Point, result.Fraction))
		if depth := float32(-way.Dot(result.Normal) * (1 - result.Fraction)); depth > core {
			return result.Fraction, result.Normal
		}
	}
	limit, normal := digsIn(g, sweep, o, otherSweep, limit)
	result = collide.CoreImpact(o, otherSweep, g.Mass(1).Center, core, sweep, limit)
	if result.State == collide.Impact || result.State == collide.Unfinished {
		return vec.Min(limit, result.Fraction), result.Normal
	}
	return limit, normal
}

// digsIn returns up to which fraction, at most limit, a shape that is close to the other one from
// the start, or grazes it, may move before one of its ends is driven into it by more than a
// slop: a rod that lies against a thin wall and spins must not come to lie across it. The
// surface is taken for a plane there; beyond its edge, where the two do not overlap, nothing
// is stopped.
func digsIn(g *shape.Geometry, sweep *collide.Sweep, o *shape.Geometry, otherSweep *collide.Sweep,
	limit float32) (float32, Vec3) {
	turn := sweep.Turn.Len()
	if turn < leastDig {
		return limit, Vec3{}
	}
	var m collide.LocalManifold
	var cache collide.Cache
	start := otherSweep.At(0)
	collide.Collide(&m, o, g, start.InvMul(sweep.At(0)), digReach, &cache)
	if m.Count == 0 {
		return limit, Vec3{}
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
	least := vec.Min(deepest.Separation, 0) - LinearSlop
	steps := min(1+int(turn/digStep), maxDigSteps)
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
	return limit, Vec3{}
}

const (
	// leastDig is the turn (rad per step) below which the solver is trusted with a contact.
	leastDig = 0.05
	// digReach is the gap (m) within which a contact counts.
	digReach = 2 * LinearSlop
	// digStep is the turn (rad) between two looks, of which there are at most maxDigSteps.
	digStep     = 0.1
	maxDigSteps = 64
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
	if height(limit) > -float32(coreFraction*inner) || height(0) < LinearSlop {
		return limit
	}
	low, high := float32(0), limit
	for range 24 {
		mid := float32(0.5 * (low + high))
		if height(mid) < LinearSlop {
			high = mid
		} else {
			low = mid
		}
	}
	return low
}

// wayOf is the velocity per step (m) of the material point of a sweep at p and fraction t.
func wayOf(s *collide.Sweep, p Vec3, t float32) Vec3 {
	return s.Move.Add(s.Turn.Cross(p.Sub(s.Center.MulAdd(t, s.Move))))
}

// stopAt puts a body where it was at fraction t of its motion.
func (w *World) stopAt(index int32, m motion, t float32) {
	sim := &w.sims[index]
	center0, q0 := sim.Center0, sim.Q0
	pose := m.sweep.At(t)
	pose.P = pose.P.Add(m.origin)
	if state := w.stateOf(&w.bodies[index]); state.Flags&solve.Gyroscopic != 0 {
		// The spin stays what it is to the body, and so does its energy. Contacts are solved for the
		// pose at the start of a step and cannot brake a body that is elsewhere by then; being
		// stopped takes half of such a spin, also of a slower one that is caught on the spot.
		state.W = pose.Q.Mul(sim.Transform.Q.Conj()).Rotate(state.W)
		caught := t < 0.1
		if turn := float32(state.W.Len() * w.scratch.dt); turn > wildTurn || caught && turn > 0.2*wildTurn {
			state.W = state.W.Mul(0.5)
			if r := &w.bodies[index]; r.firstJoint == none && float32(t*m.sweep.Move.Len()) < LinearSlop && w.pressed(r) {
				// else the point of contact would come in anew, and the contact give the spin back
				state.V = state.V.Mul(0.5)
			}
		}
	}
	sim.Transform = pose
	sim.Moved()
	sim.Center0, sim.Q0 = center0, q0
	w.sink.repose(int(w.bodies[index].awakeIndex))
}

// takeFallBack takes the speed back that gravity gave a body in the part of the step after fraction t,
// at which it was stopped: it would come by energy with every impact. A body that something holds up
// was not given any.
func (w *World) takeFallBack(index int32, t float32) {
	r, sim := &w.bodies[index], &w.sims[index]
	if r.firstJoint != none || r.locks != 0 || w.pressed(r) {
		return
	}
	s := w.stateOf(r)
	s.V = s.V.MulSub(float32(float32(w.scratch.dt*(1-t))*sim.GravityScale), w.settings.Gravity)
}

// pressed reports whether a contact pushed a body in this step.
func (w *World) pressed(r *body) bool {
	for key := r.firstContact; key != none; {
		c := &w.contacts[key>>1]
		if c.touching && w.anyPushes(c) {
			return true
		}
		key = c.edges[key&1].next
	}
	return false
}

// anyPushes reports whether a patch of a contact pushed its bodies apart in this step.
func (w *World) anyPushes(c *contact) bool {
	patches := w.patchesOf(c)
	for k := range patches {
		if pushes(&patches[k]) {
			return true
		}
	}
	return false
}

// pushes reports whether a manifold pushed its bodies apart in this step.
func pushes(m *solve.Manifold) bool {
	for i := range m.Points[:m.Count&countMask] {
		if m.Points[i].TotalNormalImpulse > 0 {
			return true
		}
	}
	return false
}

// pressedAlong reports whether a contact pushed a body about along a normal in this step.
func (w *World) pressedAlong(index int32, normal Vec3) bool {
	const cosine = 0.9
	for key := w.bodies[index].firstContact; key != none; {
		c := &w.contacts[key>>1]
		if c.touching {
			patches := w.patchesOf(c)
			for k := range patches {
				m := &patches[k]
				along := m.Normal.Dot(normal)
				if m.BodyA == index {
					along = -along
				}
				if along > cosine && pushes(m) {
					return true
				}
			}
		}
		key = c.edges[key&1].next
	}
	return false
}

// sweepFrom is the sweep of any body in axes around origin.
func (w *World) sweepFrom(origin Vec3, bodyIndex int32) collide.Sweep {
	if w.bodies[bodyIndex].awakeIndex == none {
		return collide.Still(w.poseFrom(origin, bodyIndex))
	}
	m := w.motionOf(bodyIndex)
	m.sweep.Center = m.origin.Sub(origin)
	return m.sweep
}

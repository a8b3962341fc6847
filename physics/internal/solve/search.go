package solve

import (
	"slices"

	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// A light body under a heavy one stops an iterative solver: each sweep lets through as much of the load as the light
// body weighs, a thousandth of it, and a contact as soft as suits the light body gives way under the load. Islands
// that their loads would press in too far are searched: their rows are rigid. Sweeps and steps of Newton's method take
// turns. With the impulses λ₀ of a sweep, the velocities v of the bodies then and the bias b of the rows, a step looks
// for the change u of the velocities at which the energy
//
//	f(u) = ½·uᵀ·M·u + λ₀ᵀ·J·u + Σ ½·γ·(λ(u) − λ₀)²  with  λ(u) = max(λ₀ − (J·(v + u) + b)/γ, 0)
//
// is least (the proximal point of λ₀). It is convex and piecewise quadratic. In each piece the acting rows, λ > 0, are
// the same, and the step to its minimum solves (M + Jᵀ·J/γ)·s = −∂f, a sparse matrix with a block of 6×6 for each body
// and each pair of bodies that touch. It is factored as L·Lᵀ, which for a column of boxes costs as much as there are
// boxes, and the factors stay until other rows act. The step is followed to where f is least. Rows along the surface
// act like the others while friction is within its limit. Sweeps leave little for them where many bodies stick on each
// other, and steps without them leave towers rocking.
//
// γ is the softness in which rows share a load, not of the contact: each step halves what is left by more than a dozen
// times. Rows that share a load alone decide by the rounding of positions which of four points presses. The softness
// is a part of the fall in a sub-step at the load of the row, which is then no matter of the rounding.
//
// The change p of the impulses is made as far as D = ½·λᵀ·A·λ + λᵀ·(J·v₀ + b) falls, A = J·M⁻¹·Jᵀ: neither sweep nor
// step raises D, however the rows contradict each other. The kinetic energy that the rows add is D − λᵀ·b: only
// pushing overlaps out, b < 0, can add any. That bias is at most the velocity that gravity adds in a sub-step, as
// bodies at rest need no more. Sweeps of all contacts push deeper overlaps out. A search ends when a step would change
// velocities by a small part of the fall in a sub-step; how much a sweep changes says nothing, as it may stop short of
// the solution (TestHeavyOnLight). Impulses act on both bodies, so that linear and angular momentum stay.
// Sources: Todorov, "Convex and analytically-invertible dynamics with contacts and constraints", ICRA 2014 (Newton's
// method with an exact line search); Rockafellar, "Monotone operators and the proximal point algorithm", 1976.
//
// Islands with joints, which the search does not see, are left out, and so are large ones.

// chooseSearched finds the islands that are searched in a step.
func (s *Solver) chooseSearched() {
	m := &s.searchMarks
	m.island, m.support, m.size = m.island[:0], m.support[:0], m.size[:0]
	m.mass, m.state = m.mass[:0], m.state[:0]
	s.searching = false
	if len(s.Sagging) == 0 || !s.Settings.WarmStarting {
		return
	}
	islands := 1
	for _, island := range s.Islands {
		islands = max(islands, int(island)+1)
	}
	for range islands {
		m.island, m.support, m.size = append(m.island, notSearched), append(m.support, noSupport), append(m.size, 0)
		m.mass = append(m.mass, 0)
	}
	for k, body := range s.Awake {
		island := s.islandOfAwake(k)
		if island >= 0 {
			m.mass[island] += s.Sims[body].Mass
		}
	}
	for range s.States {
		m.state = append(m.state, -1)
	}
	s.findSupports()
	for _, body := range s.Pinched {
		s.closeSearch(body)
	}
	for _, index := range s.joints.Active() {
		s.closeSearch(s.Joints[index].BodyA)
		s.closeSearch(s.Joints[index].BodyB)
	}
	for _, sag := range s.Sagging {
		island := s.islandOf(sag.Body)
		if island < 0 || m.mass[island] < sag.Mass {
			continue
		}
		if m.island[island] == notSearched && m.size[island] <= mostSearched {
			m.island[island], s.searching = yetToSearch, true
		}
	}
}

// closeSearch keeps the island of a body from being searched.
func (s *Solver) closeSearch(body int32) {
	if body == World {
		return
	}
	if island := s.islandOf(body); island >= 0 {
		s.searchMarks.island[island] = neverSearched
	}
}

// findSupports finds the immovable bodies that bear each island, and counts its manifolds. Two that move against each
// other may press an island together without end, and rigid rows have no answer to that: it must stay soft, as where
// bodies are pinched. One that moves alone bears a pile as the ground does (TestFramesThatMove).
func (s *Solver) findSupports() {
	m := &s.searchMarks
	for color := range int32(graph.ColorCount) {
		list := s.graph.Contacts(color)
		for i := range list {
			e := &list[i]
			a, b := &s.Sims[e.BodyA], &s.Sims[e.BodyB]
			body, support := e.BodyA, noSupport
			switch {
			case a.InvMass == 0:
				body, support = e.BodyB, a.StateIndex
			case b.InvMass == 0:
				support = b.StateIndex
			}
			island := s.islandOf(body)
			if island < 0 {
				continue
			}
			m.size[island] += e.Count
			if support == noSupport {
				continue
			}
			if m.support[island] != noSupport && m.support[island] != support {
				m.island[island] = neverSearched
			}
			m.support[island] = support
		}
	}
}

// searchIsland is the island of a state as in Block, −1 for none.
func (s *Solver) searchIsland(state int32) int32 {
	switch {
	case state <= 0:
		return -1
	case len(s.Islands) == 0:
		return 0
	}
	return s.Islands[state-1]
}

// openSearch lists the lanes of blocks in islands that are searched.
func (s *Solver) openSearch(r *searches, blocks []kernel.Block) {
	*r = (*r)[:0]
	m := &s.searchMarks
	if !s.searching {
		return
	}
	for i := range blocks {
		b := &blocks[i]
		for j := range int(b.Lanes) {
			island := s.searchIsland(max(b.A[j&7], b.B[j&7]))
			if island < 0 || m.island[island] == notSearched || m.island[island] == neverSearched {
				continue
			}
			if m.island[island] == yetToSearch {
				m.island[island] = r.begin()
			}
			s.addLane(&(*r)[m.island[island]], b, int32(i), int32(j))
		}
	}
	for i := range *r {
		s.openNewton(&(*r)[i], blocks)
	}
}

// begin begins the search of an island, in the memory of one before, and returns its index.
func (r *searches) begin() int32 {
	at := len(*r)
	*r = slices.Grow(*r, 1)[:at+1]
	(*r)[at].lanes, (*r)[at].bodies = (*r)[at].lanes[:0], (*r)[at].bodies[:0]
	return int32(at)
}

// addLane lists lane j of a block, which is as rigid as its load needs: with the softness of a light body a
// thousandfold load would sink into it.
func (s *Solver) addLane(r *search, b *kernel.Block, i, j int32) {
	b.MassScale[j&7] = 1
	l := searchLane{block: i, j: j}
	l.a, l.b = s.addSearchBody(r, b.A[j&7]), s.addSearchBody(r, b.B[j&7])
	r.lanes = append(r.lanes, l)
}

// addSearchBody lists a body and returns its place, −1 for one that impulses do not move.
func (s *Solver) addSearchBody(r *search, state int32) int32 {
	if state <= 0 {
		return -1
	}
	at := &s.searchMarks.state[state]
	if *at >= 0 {
		return *at
	}
	*at = int32(len(r.bodies))
	sim := &s.Sims[s.Awake[state-1]]
	b := searchBody{state: state, mass: sim.Mass, inertia: sim.LocalInertia.RotateTensor(sim.Transform.Q)}
	r.bodies = append(r.bodies, b)
	return *at
}

// pressuresOf are the normal impulses of lane j.
func pressuresOf(b *kernel.Block, j int) (x pressures) {
	for k := range x {
		x[k] = b.Points[k].Impulse[j&(kernel.Width-1)]
	}
	return x
}

// runSearches searches each island, before the bodies move or relaxing: one after the other, as the factors of one
// stay in the cache.
func (s *Solver) runSearches(r searches, blocks []kernel.Block, relaxing bool) {
	for i := range r {
		s.runSearch(&r[i], blocks, relaxing)
	}
}

// runSearch sweeps through the lanes, with a step between two sweeps. It ends with a sweep, which keeps friction within
// its limits: when the step would hardly change velocities, or the steps of Newton's method are used up.
func (s *Solver) runSearch(r *search, blocks []kernel.Block, relaxing bool) {
	push := s.searchPush()
	if relaxing {
		push = 0
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		s.findBias(l, &blocks[l.block], push)
	}
	s.beginSearch(r, blocks)
	for {
		s.sweepSearch(r, blocks, relaxing)
		if r.steps >= newtonSteps {
			break
		}
		step := s.findStep(r, blocks, relaxing)
		// twice the energy of the change of velocities by the step
		change := float64(float64(step*step) * r.curve)
		if !(change > searchTolerance*r.fall) {
			break
		}
		s.followStep(r, blocks, step)
	}
	endSearch(r, blocks, relaxing)
}

// beginSearch notes the impulses at the beginning of the search.
func (s *Solver) beginSearch(r *search, blocks []kernel.Block) {
	r.steps, r.mass, r.fall = 0, 0, 0
	for i := range r.lanes {
		l := &r.lanes[i]
		b := &blocks[l.block]
		for k := range kernel.MaxPoints {
			l.first[k], l.total[k] = b.Points[k].Impulse[l.j&7], b.Points[k].Total[l.j&7]
		}
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		r.mass += float64(b.mass)
		r.fall += float64(float32(b.mass * s.GravityChange(b.state).Len2()))
	}
}

// endSearch sums the impulses of the sub-step, which sweeps have added once each.
func endSearch(r *search, blocks []kernel.Block, relaxing bool) {
	for i := range r.lanes {
		l := &r.lanes[i]
		b := &blocks[l.block]
		for k := range kernel.MaxPoints {
			b.Points[k].Total[l.j&7] = l.total[k]
			if relaxing {
				b.Points[k].Total[l.j&7] += b.Points[k].Impulse[l.j&7] - l.first[k]
			}
		}
	}
}

// searchPush is the speed at which a search pushes overlaps out (m/s): what rests needs no more than gravity adds in a
// sub-step.
func (s *Solver) searchPush() float32 { return vec.Min(s.PushOutSpeed, s.fallSpeed()) }

// fallSpeed is the velocity (m/s) that gravity adds in a sub-step.
func (s *Solver) fallSpeed() float32 { return float32(s.Settings.Gravity.Len() * s.H) }

// findBias finds the bias of the points of a lane, as SolveLane and RelaxLane do.
func (s *Solver) findBias(l *searchLane, b *kernel.Block, push float32) {
	j := int(l.j) & (kernel.Width - 1)
	ia, _ := kernel.StateOf(b.A[j])
	ib, _ := kernel.StateOf(b.B[j])
	sa, sb := &s.States[ia], &s.States[ib]
	n := b.Normal.At(j)
	fa, ca := kernel.SeparationChange(n, &sa.DQ)
	fb, cb := kernel.SeparationChange(n, &sb.DQ)
	gap := n.Dot(sb.DP.Sub(sa.DP)) + (float32(b.HeightB[j]*cb) - float32(b.HeightA[j]*ca))
	for k := range l.bias {
		q := &b.Points[k]
		apart := (gap + q.Separation[j]) + (q.ArmB.At(j).Dot(fb) - q.ArmA.At(j).Dot(fa))
		if apart > 0 {
			l.bias[k] = float32(apart * s.InvH)
		} else {
			l.bias[k] = vec.Max(float32(b.BiasRate[j]*apart), -push)
		}
	}
}

// sweepSearch makes one sweep through an island.
func (s *Solver) sweepSearch(r *search, blocks []kernel.Block, relaxing bool) {
	var rows [kernel.MaxPoints]kernel.NormalRow
	for i := range r.lanes {
		l := &r.lanes[i]
		b := &blocks[l.block]
		if relaxing {
			b.RelaxLane(s.States, int(l.j), s.InvH, &rows)
		} else {
			b.SolveLane(s.States, int(l.j), s.InvH, s.searchPush(), &rows)
		}
	}
}

// energy is twice the kinetic energy at a velocity.
func (b *searchBody) energy(v, w vec.Vec3) float64 {
	return float64(float32(b.mass*v.Len2())) + float64(w.Dot(b.inertia.MulVec(w)))
}

// findStep finds the directions, and how far along them the energy falls: nowhere along one that is not finite.
func (s *Solver) findStep(r *search, blocks []kernel.Block, relaxing bool) float32 {
	r.slope, r.curve = 0, 0
	s.findDirections(r, blocks, relaxing)
	for i := range r.bodies {
		b := &r.bodies[i]
		b.directionV, b.directionW = vec.Vec3{}, vec.Vec3{}
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		s.pushAlong(r, &blocks[l.block], l)
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		r.curve += b.energy(b.directionV, b.directionW)
	}
	if !(r.curve > 0) {
		return 0
	}
	return float32(min(max(-r.slope/r.curve, 0), 1))
}

// followStep makes a step.
func (s *Solver) followStep(r *search, blocks []kernel.Block, step float32) {
	for i := range r.bodies {
		b := &r.bodies[i]
		st := &s.States[b.state]
		st.V, st.W = st.V.MulAdd(step, b.directionV), st.W.MulAdd(step, b.directionW)
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		b := &blocks[l.block]
		for k := range kernel.MaxPoints {
			q := &b.Points[k]
			q.Impulse[l.j&7] = vec.Max(q.Impulse[l.j&7]+float32(step*l.direction[k]), 0)
		}
		b.FrictionX[l.j&7] += float32(step * l.direction[firstSlide])
		b.FrictionY[l.j&7] += float32(step * l.direction[firstSlide+1])
		b.TwistImpulse[l.j&7] += float32(step * l.direction[aboutRow])
	}
}

// pushAlong adds M⁻¹·Jᵀ·p of lane l to the direction of its bodies. The impulses act on both, so that however far a
// step goes it keeps momentum; differences of velocities would carry their rounding along, times every factor.
func (s *Solver) pushAlong(r *search, b *kernel.Block, l *searchLane) {
	j := int(l.j) & (kernel.Width - 1)
	press := pressures(l.direction[:kernel.MaxPoints])
	push, momentA, momentB := pressOf(b, j, &press)
	n, t := b.Normal.At(j), b.Tangent.At(j)
	slide := t.Mul(l.direction[firstSlide]).MulAdd(l.direction[firstSlide+1], n.Cross(t))
	about := n.Mul(l.direction[aboutRow])
	push = push.Add(slide)
	momentA = momentA.Add(about).Add(b.CenterA.At(j).Cross(slide))
	momentB = momentB.Add(about).Add(b.CenterB.At(j).Cross(slide))
	if l.a >= 0 {
		o := &r.bodies[l.a]
		o.directionV, o.directionW = o.directionV.MulSub(b.InvMassA[j], push),
			o.directionW.Sub(b.InertiaA.At(j).Mul(momentA))
	}
	if l.b >= 0 {
		o := &r.bodies[l.b]
		o.directionV, o.directionW = o.directionV.MulAdd(b.InvMassB[j], push),
			o.directionW.Add(b.InertiaB.At(j).Mul(momentB))
	}
}

// pressOf is the impulse of the normal rows of lane j on body B, and those of rotation: on B, and the one that A loses.
func pressOf(b *kernel.Block, j int, d *pressures) (push, momentA, momentB vec.Vec3) {
	n := b.Normal.At(j)
	for k := range d {
		q := &b.Points[k]
		momentA, momentB = momentA.MulAdd(d[k], q.ArmA.At(j)), momentB.MulAdd(d[k], q.ArmB.At(j))
	}
	return n.Mul((d[0] + d[1]) + (d[2] + d[3])), momentA, momentB
}

package solve

import (
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// A light body under a heavy one stops an iterative solver: each sweep lets through as much of the load as the light
// body weighs, a thousandth of it, and a contact as soft as suits the light body gives way under the load. Islands that
// their loads would press in too far are searched: their rows are rigid, and solved by conjugate directions, for which
// sweeps are the preconditioner. With the impulses λ ≥ 0 of the normal rows, the velocities v = v₀ + M⁻¹·Jᵀ·λ and the
// bias b of the rows, a sweep changes λ by d, and
//
//	p ← d + β·p,  β = −dᵀ·A·p / pᵀ·A·p         conjugate to the direction before, A = J·M⁻¹·Jᵀ
//	pᵢ ← 0 where λᵢ = 0 and pᵢ < 0             rows on their bound stay on it
//	λ ← λ + α·p,  α = −pᵀ·(J·v + b) / pᵀ·A·p   as far as the energy D = ½·λᵀ·A·λ + λᵀ·(J·v₀ + b) falls and all λ ≥ 0
//
// Where a bound ends the step, the next direction begins anew. So neither sweep nor step raises D, however the rows
// contradict each other. The kinetic energy that the rows add is D − λᵀ·b: only pushing overlaps out, b < 0, can add
// any. That bias is at most the velocity that gravity adds in a sub-step, as bodies at rest need no more. Sweeps of all
// contacts push deeper overlaps out, and solve friction. A search ends when a sweep changes velocities by a small part
// of the fall in a sub-step. No matrix is needed: J·M⁻¹·Jᵀ·p is the change of the velocities. Impulses act on both
// bodies, so that linear and angular momentum stay.
// Sources: Silcowitz-Hansen, Niebe, Erleben, "A nonsmooth nonlinear conjugate gradient method for interactive contact
// force problems", 2010; Dostál and Schöberl, "Minimizing quadratic functions subject to bound constraints with the
// rate of convergence and finite termination", 2005 (steps that end at bounds).
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
func (s *Solver) openSearch(r *search, blocks []kernel.Block) {
	r.lanes, r.bodies, r.islands = r.lanes[:0], r.bodies[:0], r.islands[:0]
	m := &s.searchMarks
	if !s.searching {
		return
	}
	for i := range blocks {
		b := &blocks[i]
		for j := range int(b.Lanes) {
			if island := s.searchIsland(max(b.A[j&7], b.B[j&7])); island >= 0 && m.island[island] != notSearched &&
				m.island[island] != neverSearched {
				if m.island[island] == yetToSearch {
					m.island[island] = int32(len(r.islands))
					r.islands = append(r.islands, islandSearch{})
				}
				s.addLane(r, b, int32(i), int32(j), m.island[island])
			}
		}
	}
}

// addLane lists lane j of a block, which is as rigid as its load needs: with the softness of a light body a
// thousandfold load would sink into it.
func (s *Solver) addLane(r *search, b *kernel.Block, i, j, island int32) {
	b.MassScale[j&7] = 1
	l := searchLane{block: i, j: j, island: island}
	for _, state := range [2]int32{b.A[j&7], b.B[j&7]} {
		if state > 0 {
			s.addSearchBody(r, state, island)
		}
	}
	r.lanes = append(r.lanes, l)
}

// addSearchBody lists a body.
func (s *Solver) addSearchBody(r *search, state, island int32) {
	at := &s.searchMarks.state[state]
	if *at >= 0 {
		return
	}
	*at = int32(len(r.bodies))
	sim := &s.Sims[s.Awake[state-1]]
	b := searchBody{state: state, island: island, mass: sim.Mass,
		inertia: sim.LocalInertia.RotateTensor(sim.Transform.Q)}
	r.bodies = append(r.bodies, b)
}

// pressuresOf are the normal impulses of lane j.
func pressuresOf(b *kernel.Block, j int) (x pressures) {
	for k := range x {
		x[k] = b.Points[k].Impulse[j&(kernel.Width-1)]
	}
	return x
}

// runSearch sweeps through the lanes, before the bodies move or relaxing. Each sweep gives a direction, the change of
// the impulses that it made; conjugate to the one before, it is followed as far as the energy falls. The last sweep
// makes no step.
func (s *Solver) runSearch(r *search, blocks []kernel.Block, relaxing bool) {
	if len(r.islands) == 0 {
		return
	}
	push := s.searchPush()
	if relaxing {
		push = 0
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		s.findBias(l, &blocks[l.block], push)
	}
	s.beginSearch(r, blocks)
	if !relaxing {
		s.scaleSearchGuess(r, blocks)
	}
	for sweep := range searchSweeps {
		s.sweepSearch(r, blocks, relaxing)
		if !s.findConjugate(r, sweep > 0) {
			break
		}
		if sweep < searchSweeps-1 {
			s.stepSearch(r, blocks)
		}
	}
	endSearch(r, blocks, relaxing)
}

// scaleSearchGuess scales the impulses λ of the sub-step before, with which a search begins, to where they add no
// energy:
//
//	D(a) = a·λᵀ·(J·v₀ + b) + ½·a²·λᵀ·A·λ ≤ 0,  a ≤ 2·a*,  a* that of the least energy.
//
// The impulse of an impact is no guess for the next sub-step: that of six tons on 400 g, wrong by a tenth, throws these
// at 4 km/s (TestTrustLightUnderHeavy).
func (s *Solver) scaleSearchGuess(r *search, blocks []kernel.Block) {
	s.clearDirections(r)
	for i := range r.lanes {
		l := &r.lanes[i]
		l.direction = l.first
		s.addDirection(r, &blocks[l.block], l)
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		st := &s.States[b.state]
		s.addSlope(r, b, st.V.Sub(b.directionV), st.W.Sub(b.directionW))
	}
	for i := range r.islands {
		g := &r.islands[i]
		if -2*g.slope < g.curve {
			g.step = max(2*factor(-g.slope, g.curve), 0) - 1
		}
	}
	s.followDirections(r, blocks)
}

// beginSearch notes the impulses at the beginning of the search.
func (s *Solver) beginSearch(r *search, blocks []kernel.Block) {
	for i := range r.islands {
		r.islands[i] = islandSearch{}
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		b := &blocks[l.block]
		for k := range kernel.MaxPoints {
			l.first[k], l.total[k] = b.Points[k].Impulse[l.j&7], b.Points[k].Total[l.j&7]
		}
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		r.islands[b.island].fall += float64(float32(b.mass * s.GravityChange(b.state).Len2()))
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
func (s *Solver) searchPush() float32 {
	return vec.Min(s.PushOutSpeed, float32(s.Settings.Gravity.Len()*s.H))
}

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

// sweepSearch makes one sweep through the islands that are not done.
func (s *Solver) sweepSearch(r *search, blocks []kernel.Block, relaxing bool) {
	var rows [kernel.MaxPoints]kernel.NormalRow
	for i := range r.bodies {
		b := &r.bodies[i]
		st := &s.States[b.state]
		b.v, b.w = st.V, st.W
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		if r.islands[l.island].done {
			continue
		}
		b := &blocks[l.block]
		l.old = pressuresOf(b, int(l.j))
		if relaxing {
			b.RelaxLane(s.States, int(l.j), s.InvH, &rows)
		} else {
			b.SolveLane(s.States, int(l.j), s.InvH, s.searchPush(), &rows)
		}
	}
}

// findConjugate finds β of each island from the change of a sweep, after the first where there is a direction already.
// It reports whether an island is not done.
func (s *Solver) findConjugate(r *search, directed bool) bool {
	for i := range r.islands {
		g := &r.islands[i]
		*g = islandSearch{done: g.done, bounded: g.bounded, fall: g.fall}
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		st, g := &s.States[b.state], &r.islands[b.island]
		v, w := st.V.Sub(b.v), st.W.Sub(b.w)
		p, l := v.Mul(b.mass), b.inertia.MulVec(w)
		g.change += float64(p.Dot(v)) + float64(l.Dot(w))
		if directed {
			g.mixed += float64(p.Dot(b.directionV)) + float64(l.Dot(b.directionW))
			g.curve += float64(float32(b.mass*b.directionV.Len2())) + float64(
				b.directionW.Dot(b.inertia.MulVec(b.directionW)))
		}
	}
	left := false
	for i := range r.islands {
		g := &r.islands[i]
		g.done = g.done || !(g.change > searchTolerance*g.fall)
		if !g.done && !g.bounded && g.curve > 0 {
			g.beta = factor(-g.mixed, g.curve)
		}
		left = left || !g.done
	}
	return left
}

// stepSearch goes along the directions.
func (s *Solver) stepSearch(r *search, blocks []kernel.Block) {
	s.clearDirections(r)
	for i := range r.islands {
		r.islands[i].most = mostFactor
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		g := &r.islands[l.island]
		if g.done {
			l.direction = pressures{}
			continue
		}
		b := &blocks[l.block]
		now := pressuresOf(b, int(l.j))
		for k := range l.direction {
			p := (now[k] - l.old[k]) + float32(g.beta*l.direction[k])
			switch {
			case p < 0 && now[k] > 0:
				g.most = min(g.most, now[k]/-p)
			case p < 0:
				p = 0
			}
			l.direction[k] = p
		}
		s.addDirection(r, b, l)
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		st := &s.States[b.state]
		s.addSlope(r, b, st.V, st.W)
	}
	for i := range r.islands {
		g := &r.islands[i]
		g.bounded = false
		if g.curve > 0 && !g.done {
			step := max(factor(-g.slope, g.curve), 0)
			g.step, g.bounded = min(step, g.most), step > g.most
		}
	}
	s.followDirections(r, blocks)
}

// clearDirections begins the sums along a direction.
func (s *Solver) clearDirections(r *search) {
	for i := range r.islands {
		r.islands[i].curve, r.islands[i].slope = 0, 0
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		b.directionV, b.directionW = vec.Vec3{}, vec.Vec3{}
	}
}

// addDirection adds the direction of a lane to its bodies, and what its points that are apart ask for to the slope.
func (s *Solver) addDirection(r *search, b *kernel.Block, l *searchLane) {
	g := &r.islands[l.island]
	for k := range l.bias {
		g.slope += float64(float32(l.bias[k] * l.direction[k]))
	}
	g.slope += s.pushAlong(r, b, l)
}

// addSlope adds a body of velocity v and rotation w to slope and curve of its island.
func (s *Solver) addSlope(r *search, b *searchBody, v, w vec.Vec3) {
	g := &r.islands[b.island]
	p, l := b.directionV.Mul(b.mass), b.inertia.MulVec(b.directionW)
	g.slope += float64(p.Dot(v)) + float64(l.Dot(w))
	g.curve += float64(p.Dot(b.directionV)) + float64(l.Dot(b.directionW))
}

// followDirections makes the step of each island.
func (s *Solver) followDirections(r *search, blocks []kernel.Block) {
	for i := range r.bodies {
		b := &r.bodies[i]
		st, f := &s.States[b.state], r.islands[b.island].step
		st.V, st.W = st.V.MulAdd(f, b.directionV), st.W.MulAdd(f, b.directionW)
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		b, f := &blocks[l.block], r.islands[l.island].step
		for k := range l.direction {
			q := &b.Points[k]
			q.Impulse[l.j&7] = vec.Max(q.Impulse[l.j&7]+float32(f*l.direction[k]), 0)
		}
	}
}

// pushAlong adds M⁻¹·Jᵀ·p of lane l to the direction of its bodies. The impulses act on both, so that however far a
// step goes it keeps momentum; differences of velocities would carry their rounding along, times every factor. It
// returns the part of the slope that is due to the velocities of bodies that impulses do not move (TestFramesThatMove).
func (s *Solver) pushAlong(r *search, b *kernel.Block, l *searchLane) (slope float64) {
	j := int(l.j) & (kernel.Width - 1)
	push, momentA, momentB := pressOf(b, j, &l.direction)
	if state := b.A[j]; state > 0 {
		o := &r.bodies[s.searchMarks.state[state]]
		o.directionV, o.directionW = o.directionV.MulSub(b.InvMassA[j], push),
			o.directionW.Sub(b.InertiaA.At(j).Mul(momentA))
	} else {
		st := &s.States[^state]
		slope -= float64(push.Dot(st.V) + momentA.Dot(st.W))
	}
	if state := b.B[j]; state > 0 {
		o := &r.bodies[s.searchMarks.state[state]]
		o.directionV, o.directionW = o.directionV.MulAdd(b.InvMassB[j], push),
			o.directionW.Add(b.InertiaB.At(j).Mul(momentB))
	} else {
		st := &s.States[^state]
		slope += float64(push.Dot(st.V) + momentB.Dot(st.W))
	}
	return slope
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

// factor is a/b, or zero if that is beyond mostFactor.
func factor(a, b float64) float32 {
	if x := a / b; x < mostFactor && x > -mostFactor {
		return float32(x)
	}
	return 0
}

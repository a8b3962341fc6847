package solve

import (
	"unsafe"

	"tumble/physics/internal/prefetch"
	"tumble/physics/internal/solve/graph"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// A light body under a heavy one stops an iterative solver: each sweep lets through as much of the load as the light body
// weighs, a thousandth of it. The slow part lies in a few directions, those in which light bodies are squeezed, so that
// islands with such masses are solved by conjugate gradients, for which sweeps are the preconditioner. With the
// impulses λ, the velocities v = v₀ + M⁻¹·Jᵀ·λ and the bias b of the rows, a sweep changes λ by d, and
//
//	p ← d + β·p,  β = −dᵀ·A·p / pᵀ·A·p        conjugate to the direction before, A = J·M⁻¹·Jᵀ
//	λ ← λ + α·p,  α = −pᵀ·(J·v + b) / pᵀ·A·p  as far as the energy ½·λᵀ·A·λ + λᵀ·(J·v₀ + b) falls
//
// The last sweep makes no step: it brings impulses back to their limits. All that needs no matrix: J·M⁻¹·Jᵀ·p is there as
// the change of the velocities. Rows stay as they are, and so do linear and angular momentum.
// Source: Silcowitz-Hansen, Niebe, Erleben, "A nonsmooth nonlinear conjugate gradient method for interactive contact force
// problems", 2010; they choose β by the lengths of gradients, which depends on units.
//
// A cube on one of a thousandth of its mass overlaps it by 0.03 mm; without this it is 70 mm, by which the softness
// of a contact of the light body gives under the load. So the rows of these islands are rigid, too. Contradicting
// contacts, of deep overlaps and of bodies between kinematic ones and others, need their softness and are left out, and
// so are islands with joints, which the search does not see.

// clearSearch begins a step.
func (s *Solver) clearSearch() {
	m := &s.searchMarks
	m.island, m.support, m.state = m.island[:0], m.support[:0], m.state[:0]
	if !s.Uneven && !s.Tiny || !s.Settings.WarmStarting {
		return
	}
	islands := 1
	for _, island := range s.Islands {
		islands = max(islands, int(island)+1)
	}
	for range islands {
		m.island, m.support = append(m.island, notSearched), append(m.support, noSupport)
	}
	for range s.States {
		m.state = append(m.state, -1)
	}
}

// findUneven finds the islands in which masses differ much.
func (s *Solver) findUneven() {
	m := &s.searchMarks
	s.searching = false
	if len(m.island) == 0 {
		return
	}
	for _, body := range s.weighed {
		s.closeSearch(body)
	}
	for _, index := range s.joints.Active() {
		for _, body := range [2]int32{s.Joints[index].BodyA, s.Joints[index].BodyB} {
			if body != World {
				s.closeSearch(body)
			}
		}
	}
	for color := range int32(graph.ColorCount) {
		list := s.graph.Contacts(color)
		for i := range list {
			if i+fetchUneven < len(list) {
				next := &list[i+fetchUneven]
				prefetch.Lines(unsafe.Pointer(&s.Sims[next.BodyA]), 1)
				prefetch.Lines(unsafe.Pointer(&s.Sims[next.BodyB]), 1)
			}
			a, b := &s.Sims[list[i].BodyA], &s.Sims[list[i].BodyB]
			movable := list[i].BodyA
			switch {
			case a.InvMass == 0:
				movable = list[i].BodyB
				s.support(movable, a.StateIndex)
			case b.InvMass == 0:
				s.support(movable, b.StateIndex)
			}
			if !s.uneven(a, b) && !s.isTiny(a) && !s.isTiny(b) {
				continue
			}
			if island := s.islandOf(movable); island >= 0 && m.island[island] != neverSearched {
				m.island[island], s.searching = yetToSearch, true
				s.weighed = append(s.weighed, movable)
			}
		}
	}
}

// uneven reports whether the masses of two bodies differ so much that sweeps do not bring the load of one through the other.
func (s *Solver) uneven(a, b *motion.Sim) bool {
	return a.InvMass > 0 && b.InvMass > 0 && (a.InvMass > float32(UnevenMasses*b.InvMass) || b.InvMass > float32(UnevenMasses*a.InvMass))
}

// isTiny reports whether a body is so small that it falls through a part of itself in a sub-step, see kernel.Params.TinyExtent.
func (s *Solver) isTiny(sim *motion.Sim) bool {
	return sim.InvMass > 0 && sim.MinExtent < s.Params.TinyExtent
}

// closeSearch keeps the island of a body from being searched: what contradicts itself must stay soft.
func (s *Solver) closeSearch(body int32) {
	if island := s.islandOf(body); island >= 0 {
		s.searchMarks.island[island] = neverSearched
	}
}

// support notes that something immovable of a state, 0 for a static body, bears a body. Two that move against each
// other may press an island together without end: it must stay soft. One that moves alone bears a pile as the ground
// does (TestFramesThatMove).
func (s *Solver) support(body, state int32) {
	island := s.islandOf(body)
	if island < 0 {
		return
	}
	support := &s.searchMarks.support[island]
	if *support != noSupport && *support != state {
		s.closeSearch(body)
	}
	*support = state
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

// openSearch lists the lanes of blocks in islands with uneven masses.
func (s *Solver) openSearch(r *search, blocks []kernel.Block) {
	r.lanes, r.bodies, r.islands = r.lanes[:0], r.bodies[:0], r.islands[:0]
	m := &s.searchMarks
	if !s.searching {
		return
	}
	for i := range blocks {
		b := &blocks[i]
		for j := range int(b.Lanes) {
			if island := s.searchIsland(max(b.A[j&7], b.B[j&7])); island >= 0 && m.island[island] != notSearched && m.island[island] != neverSearched {
				if m.island[island] == yetToSearch {
					m.island[island] = int32(len(r.islands))
					r.islands = append(r.islands, islandSearch{})
				}
				s.addLane(r, b, int32(i), int32(j), m.island[island])
			}
		}
	}
}

// addLane lists lane j of a block, which is as rigid as its load needs: with the softness of a light body a thousandfold
// load would sink into it.
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
	b := searchBody{state: state, island: island, mass: sim.Mass, inertia: sim.LocalInertia.RotateTensor(sim.Transform.Q)}
	r.bodies = append(r.bodies, b)
}

// rowsOf reads the impulses of lane j.
func rowsOf(b *kernel.Block, j int) (x searchRows) {
	j &= kernel.Width - 1
	for k := range kernel.MaxPoints {
		x[k] = b.Points[k].Impulse[j]
	}
	x[4], x[5], x[6] = b.FrictionX[j], b.FrictionY[j], b.TwistImpulse[j]
	if b.Has&kernel.HasRolling != 0 {
		x[7], x[8], x[9] = b.RollingImpulse.X[j], b.RollingImpulse.Y[j], b.RollingImpulse.Z[j]
	}
	return x
}

// setRows writes them.
func setRows(b *kernel.Block, j int, x *searchRows) {
	j &= kernel.Width - 1
	for k := range kernel.MaxPoints {
		b.Points[k].Impulse[j] = x[k]
	}
	b.FrictionX[j], b.FrictionY[j], b.TwistImpulse[j] = x[4], x[5], x[6]
	if b.Has&kernel.HasRolling != 0 {
		b.RollingImpulse.Set(j, vec.Vec3{X: x[7], Y: x[8], Z: x[9]})
	}
}

// runSearch sweeps through the lanes, with bias or relaxing. Each sweep gives a direction, the change of the impulses that it made; conjugate to the
// one before, it is followed as far as the energy falls.
func (s *Solver) runSearch(r *search, blocks []kernel.Block, biased bool) {
	if len(r.islands) == 0 {
		return
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		s.findBias(l, &blocks[l.block], biased)
	}
	if biased {
		s.weighSearchGuess(r, blocks)
	}
	s.beginSearch(r, blocks, biased)
	for sweep := range searchSweeps {
		s.sweepSearch(r, blocks, biased, sweep == 0)
		if sweep < searchSweeps-1 {
			s.stepSearch(r, blocks)
		}
	}
	s.endSearch(r, blocks, biased)
}

// weighSearchGuess scales the impulses that a sub-step begins with where they are worse than none. Along them the energy is
//
//	f(α) = α·λᵀ·(J·v₀ + b) + α²/2·λᵀ·A·λ,
//
// and f(1) > f(0) if it is least at an α below a half. The impulse of an impact is no guess for the next sub-step:
// that of six tons on 400 g, wrong by a tenth, throws these at 4 km/s, so that they are 13 m away before the energy
// of the step is bounded.
func (s *Solver) weighSearchGuess(r *search, blocks []kernel.Block) {
	s.clearDirections(r)
	for i := range r.lanes {
		l := &r.lanes[i]
		l.direction = rowsOf(&blocks[l.block], int(l.j))
		s.addDirection(r, &blocks[l.block], l)
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		st := &s.States[b.state]
		s.addSlope(r, b, st.V.Sub(b.directionV), st.W.Sub(b.directionW))
	}
	for i := range r.islands {
		g := &r.islands[i]
		if g.step = 0; g.curve > 0 && -g.slope < float64(worseGuess*g.curve) {
			g.step = max(factor(-g.slope, g.curve), 0) - 1
		}
	}
	s.followDirections(r, blocks)
}

// beginSearch notes the impulses and velocities at the beginning of the search.
func (s *Solver) beginSearch(r *search, blocks []kernel.Block, biased bool) {
	for i := range r.islands {
		r.islands[i] = islandSearch{}
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		b := &blocks[l.block]
		l.first = rowsOf(b, int(l.j))
		for k := range kernel.MaxPoints {
			l.total[k] = b.Points[k].Total[l.j&7]
		}
	}
	s.findMiss(r, blocks, biased)
	push := float32(0)
	if biased {
		push = float32(s.PushOutSpeed * s.PushOutSpeed)
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		st := &s.States[b.state]
		b.firstV, b.firstW = st.V, st.W
		g, fall := &r.islands[b.island], s.GravityChange(b.state).Len2()
		g.energy += s.twiceEnergy(b) + float64(float32(b.mass*(push+fall)))
		g.fall = max(g.fall, fall)
	}
	for i := range r.islands {
		g := &r.islands[i]
		g.miss, g.fall = g.worst, vec.Sqrt(g.fall)
	}
}

// twiceEnergy is twice the kinetic energy of a body.
func (s *Solver) twiceEnergy(b *searchBody) float64 {
	st := &s.States[b.state]
	return float64(float32(b.mass*st.V.Len2())) + float64(st.W.Dot(b.inertia.MulVec(st.W)))
}

// endSearch takes back a search that ended with more energy, or with a row much further off: where many rows come to
// their limits, a step goes too far, and energy says little about bodies of a thousandth of the mass.
func (s *Solver) endSearch(r *search, blocks []kernel.Block, biased bool) {
	s.findMiss(r, blocks, biased)
	for i := range r.islands {
		r.islands[i].slope = 0
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		r.islands[b.island].slope += s.twiceEnergy(b)
	}
	for i := range r.islands {
		g := &r.islands[i]
		g.done = g.slope <= float64((1+energyTolerance)*g.energy) && g.worst <= float32(worseMiss*(g.miss+g.fall))
	}
	for i := range r.bodies {
		if b := &r.bodies[i]; !r.islands[b.island].done {
			st := &s.States[b.state]
			st.V, st.W = b.firstV, b.firstW
		}
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		b := &blocks[l.block]
		if !r.islands[l.island].done {
			setRows(b, int(l.j), &l.first)
		}
		for k := range kernel.MaxPoints {
			b.Points[k].Total[l.j&7] = l.total[k]
			if !biased {
				b.Points[k].Total[l.j&7] += b.Points[k].Impulse[l.j&7] - l.first[k]
			}
		}
	}
}

// findMiss finds how far off (m/s) the worst row of a point of each island is.
func (s *Solver) findMiss(r *search, blocks []kernel.Block, biased bool) {
	for i := range r.islands {
		r.islands[i].worst = 0
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		b := &blocks[l.block]
		j := int(l.j) & (kernel.Width - 1)
		ia, _ := kernel.StateOf(b.A[j])
		ib, _ := kernel.StateOf(b.B[j])
		sa, sb := &s.States[ia], &s.States[ib]
		along := b.Normal.At(j).Dot(sb.V.Sub(sa.V))
		for k := range l.bias {
			q := &b.Points[k]
			if q.Mass[j] == 0 || !biased && l.bias[k] > 0 && q.Impulse[j] <= 0 {
				continue
			}
			off := (along + (q.ArmB.At(j).Dot(sb.W) - q.ArmA.At(j).Dot(sa.W))) + l.bias[k]
			if q.Impulse[j] <= 0 {
				off = min(off, 0)
			}
			g := &r.islands[l.island]
			g.worst = max(g.worst, vec.Abs(off))
		}
	}
}

// findBias finds the bias of the points of a lane, as SolveLane and RelaxLane do.
func (s *Solver) findBias(l *searchLane, b *kernel.Block, biased bool) {
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
		switch {
		case apart > 0:
			l.bias[k] = float32(apart * s.InvH)
		case biased:
			l.bias[k] = vec.Max(float32(b.BiasRate[j]*apart), -s.PushOutSpeed)
		default:
			l.bias[k] = 0
		}
	}
}

// sweepSearch makes one sweep and a step along the direction that it gives, unless it is the last.
func (s *Solver) sweepSearch(r *search, blocks []kernel.Block, biased, first bool) {
	var rows [kernel.MaxPoints]kernel.NormalRow
	for i := range r.bodies {
		b := &r.bodies[i]
		st := &s.States[b.state]
		b.v, b.w = st.V, st.W
	}
	for i := range r.lanes {
		l := &r.lanes[i]
		b := &blocks[l.block]
		l.old = rowsOf(b, int(l.j))
		if biased {
			b.SolveLane(s.States, int(l.j), s.InvH, s.PushOutSpeed, &rows)
		} else {
			b.RelaxLane(s.States, int(l.j), s.InvH, &rows)
		}
	}
	for i := range r.islands {
		g := &r.islands[i]
		*g = islandSearch{done: g.done, energy: g.energy, miss: g.miss, fall: g.fall}
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		st, g := &s.States[b.state], &r.islands[b.island]
		v, w := st.V.Sub(b.v), st.W.Sub(b.w)
		p, l := v.Mul(b.mass), b.inertia.MulVec(w)
		g.change += float64(p.Dot(v)) + float64(l.Dot(w))
		g.scale += float64(float32(b.mass*(st.V.Len2()+s.GravityChange(b.state).Len2()))) + float64(st.W.Dot(b.inertia.MulVec(st.W)))
		if !first {
			g.mixed += float64(p.Dot(b.directionV)) + float64(l.Dot(b.directionW))
			g.curve += float64(float32(b.mass*b.directionV.Len2())) + float64(b.directionW.Dot(b.inertia.MulVec(b.directionW)))
		}
	}
	for i := range r.islands {
		g := &r.islands[i]
		g.done = g.done || !(g.change > leastChange*g.scale)
		if !g.done && g.curve > 0 {
			g.beta = factor(-g.mixed, g.curve)
		}
	}
}

// stepSearch goes along the directions.
func (s *Solver) stepSearch(r *search, blocks []kernel.Block) {
	s.clearDirections(r)
	for i := range r.lanes {
		l := &r.lanes[i]
		b, beta := &blocks[l.block], r.islands[l.island].beta
		now := rowsOf(b, int(l.j))
		for k := range l.direction {
			l.direction[k] = (now[k] - l.old[k]) + float32(beta*l.direction[k])
		}
		s.addDirection(r, b, l)
	}
	for i := range r.bodies {
		b := &r.bodies[i]
		st := &s.States[b.state]
		s.addSlope(r, b, st.V, st.W)
	}
	for i := range r.islands {
		if g := &r.islands[i]; g.curve > 0 && !g.done {
			g.step = max(factor(-g.slope, g.curve), 0)
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

// addDirection adds the direction of a lane to its bodies, and what the rows themselves ask for to the slope.
func (s *Solver) addDirection(r *search, b *kernel.Block, l *searchLane) {
	g := &r.islands[l.island]
	for k := range l.bias {
		g.slope += float64(float32(l.bias[k] * l.direction[k]))
	}
	g.slope += s.pushAlong(r, b, l)
	g.slope -= float64(float32(b.SurfaceX[l.j&7]*l.direction[4])) + float64(float32(b.SurfaceY[l.j&7]*l.direction[5]))
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
		now := rowsOf(b, int(l.j))
		for k := range now {
			now[k] += float32(f * l.direction[k])
		}
		setRows(b, int(l.j), &now)
	}
}

// pushAlong adds M⁻¹·Jᵀ·p of lane l to the direction of its bodies. The impulses act on both, so that however far a step goes it
// keeps momentum; differences of velocities would carry their rounding along, times every factor. It returns the part
// of the slope that is due to the velocities of bodies that impulses do not move (TestFramesThatMove).
func (s *Solver) pushAlong(r *search, b *kernel.Block, l *searchLane) (slope float64) {
	j := int(l.j) & (kernel.Width - 1)
	push, momentA, momentB := pushOf(b, j, &l.direction)
	if state := b.A[j]; state > 0 {
		o := &r.bodies[s.searchMarks.state[state]]
		o.directionV, o.directionW = o.directionV.MulSub(b.InvMassA[j], push), o.directionW.Sub(b.InertiaA.At(j).Mul(momentA))
	} else {
		st := &s.States[^state]
		slope -= float64(push.Dot(st.V) + momentA.Dot(st.W))
	}
	if state := b.B[j]; state > 0 {
		o := &r.bodies[s.searchMarks.state[state]]
		o.directionV, o.directionW = o.directionV.MulAdd(b.InvMassB[j], push), o.directionW.Add(b.InertiaB.At(j).Mul(momentB))
	} else {
		st := &s.States[^state]
		slope += float64(push.Dot(st.V) + momentB.Dot(st.W))
	}
	return slope
}

// pushOf is the impulse of the rows of lane j on body B, and those of rotation: on B, and the one that A loses.
func pushOf(b *kernel.Block, j int, d *searchRows) (push, momentA, momentB vec.Vec3) {
	n, t := b.Normal.At(j), b.Tangent.At(j)
	sum := (d[0] + d[1]) + (d[2] + d[3])
	f := t.Mul(d[4]).MulAdd(d[5], n.Cross(t))
	moment := n.Mul(d[6]).Add(vec.Vec3{X: d[7], Y: d[8], Z: d[9]})
	momentA, momentB = moment.Add(b.CenterA.At(j).Cross(f)), moment.Add(b.CenterB.At(j).Cross(f))
	for k := range kernel.MaxPoints {
		q := &b.Points[k]
		momentA, momentB = momentA.MulAdd(d[k], q.ArmA.At(j)), momentB.MulAdd(d[k], q.ArmB.At(j))
	}
	return n.Mul(sum).Add(f), momentA, momentB
}

// factor is a/b, or zero if that is beyond mostFactor.
func factor(a, b float64) float32 {
	if x := a / b; x < mostFactor && x > -mostFactor {
		return float32(x)
	}
	return 0
}

package solve

import (
	"slices"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// A sub-step begins with the impulses λ of the one before: a guess. Rows without bias do no work of their own: with v₀ the velocities before
// the guess, the kinetic energy along it is
//
//	E(α) = E(v₀) + D(α),  D(α) = α·(λᵀ·J·v₀ − W) + ½·α²·λᵀ·A·λ,  A = J·M⁻¹·Jᵀ
//
// with the work W = Σ P·u of the surfaces of kinematic bodies. No sweep that follows takes back what a guess with D > 0 adds, so that the guess of
// an island is scaled to the largest α ≤ 1 at which D ≤ 0: twice the α of least energy. All impulses of an island have one factor, and stay
// equal and opposite. The α of least energy itself would let a pile fall by half of what it holds, and never come to rest.
//
// Islands that springs or motors drive are left out: their impulses do work.

// guess is what weighing a guess needs, by island but the velocities, which are by state.
type guess struct {
	before      []velocity
	gain, curve []float64 // D(1) and λᵀ·A·λ (J)
	bound       []float64 // twice what D(1) is at most (J)
	factor      []float32
	driven      []bool
	// presses says that some body moves that impulses do not move.
	presses bool
}

// velocity is that of a body before a guess.
type velocity struct{ v, w vec.Vec3 }

// beginGuess makes room for the guesses of a step.
func (s *Solver) beginGuess() {
	g := &s.guess
	islands := 1
	for _, island := range s.Islands {
		islands = max(islands, int(island)+1)
	}
	g.before = slices.Grow(g.before[:0], len(s.States))[:len(s.States)]
	g.gain = slices.Grow(g.gain[:0], islands)[:islands]
	g.curve = slices.Grow(g.curve[:0], islands)[:islands]
	g.bound = slices.Grow(g.bound[:0], islands)[:islands]
	g.factor = slices.Grow(g.factor[:0], islands)[:islands]
	g.driven = slices.Grow(g.driven[:0], islands)[:islands]
	clear(g.driven)
	g.presses = false
	for k, body := range s.Awake {
		if island := s.islandOfAwake(k); island >= 0 && s.driven.has(body) {
			g.driven[island] = true
		}
		g.presses = g.presses || s.carried(body)
	}
}

// listDriven marks the bodies of joints with springs and motors, after the joints have changed.
func (s *Solver) listDriven() {
	s.driven.clear(len(s.Sims))
	for _, index := range s.joints.Active() {
		if j := &s.Joints[index]; j.Drives() {
			s.driven.add(j)
		}
	}
}

// bodiesOf is the range of positions of the bodies of some work: those of an island batch, or those in none.
func (s *Solver) bodiesOf(w *work) kernel.Range {
	if w.islandBatch >= 0 {
		return w.bodies
	}
	return kernel.Range{End: int32(s.layout.bodyCount())}
}

// noteGuess notes the velocities before the guess.
func (s *Solver) noteGuess(w *work) {
	r := s.bodiesOf(w)
	for k := r.Begin; k < r.End; k++ {
		i := s.OrderedBody(int(k))
		st := &s.States[i+1]
		s.guess.before[i+1] = velocity{st.V, st.W}
	}
}

// weighGuess scales the guess in the islands of some work in which it adds energy.
func (s *Solver) weighGuess(w *work) {
	if !s.measureGuess(w) {
		return
	}
	if s.guess.presses {
		s.subtractPushes(w.contacts.Blocks)
	}
	if s.findFactors(w) {
		s.scaleGuess(w)
	}
}

// measureGuess finds D(1) and the curvature of each island, or leaves D(1) at 0 where a bound says that it is not above.
func (s *Solver) measureGuess(w *work) (wanted bool) {
	g, r := &s.guess, s.bodiesOf(w)
	for k := r.Begin; k < r.End; k++ {
		if island := s.islandOfAwake(s.OrderedBody(int(k))); island >= 0 {
			g.gain[island], g.curve[island], g.bound[island] = 0, 0, 0
		}
	}
	for k := r.Begin; k < r.End; k++ {
		i := s.OrderedBody(int(k))
		if island := s.islandOfAwake(i); island >= 0 {
			g.bound[island] += float64(s.mostGain(i + 1))
		}
	}
	for k := r.Begin; k < r.End; k++ {
		i := s.OrderedBody(int(k))
		if island := s.islandOfAwake(i); island >= 0 && s.weighs(island) {
			s.addGain(i, island)
			wanted = true
		}
	}
	return wanted
}

// weighs reports whether the guess of an island may add energy that nothing drives.
func (s *Solver) weighs(island int32) bool {
	g := &s.guess
	return !g.driven[island] && (g.presses || g.bound[island] > 0)
}

// mostGain is the most kinetic energy (J) that the guess may have added to a state: the moments of inertia are bounded, not known, so that
// no Sim is read. Most guesses take energy.
func (s *Solver) mostGain(state int) float32 {
	st, old, m := &s.States[state], &s.guess.before[state], &s.Weights[state]
	linear := float32(m.Mass * (st.V.Len2() - old.v.Len2()))
	return linear + float32(m.Most*st.W.Len2()) - float32(m.Least*old.w.Len2())
}

// addGain adds what the guess adds to the awake body i to the sums of its island.
func (s *Solver) addGain(i int, island int32) {
	st, old := &s.States[i+1], &s.guess.before[i+1]
	if st.V == old.v && st.W == old.w {
		return
	}
	sim := &s.Sims[s.Awake[i]]
	v, turn := st.V.Sub(old.v), st.W.Sub(old.w)
	q := st.DQ.Mul(sim.Transform.Q)
	local := q.InvRotate(turn)
	moment := sim.LocalInertia.MulVec(local)
	gain := float64(float32(0.5*sim.Mass)*v.Dot(st.V.Add(old.v))) + float64(0.5*moment.Dot(q.InvRotate(st.W.Add(old.w))))
	s.guess.gain[island] += gain
	s.guess.curve[island] += float64(float32(sim.Mass*v.Len2())) + float64(moment.Dot(local))
}

// subtractPushes takes the work of kinematic surfaces from what the guess adds.
func (s *Solver) subtractPushes(blocks []kernel.Block) {
	for i := range blocks {
		b := &blocks[i]
		for j := range int(b.Lanes) {
			a, movableA := kernel.StateOf(b.A[j&7])
			c, movableB := kernel.StateOf(b.B[j&7])
			island := s.searchIsland(max(b.A[j&7], b.B[j&7]))
			if island < 0 || movableA && movableB {
				continue
			}
			rows := rowsOf(b, j)
			push, momentA, momentB := pushOf(b, j, &rows)
			if !movableA {
				st := &s.States[a]
				s.guess.gain[island] -= float64(push.Dot(st.V) + momentA.Dot(st.W))
			}
			if !movableB {
				st := &s.States[c]
				s.guess.gain[island] += float64(push.Dot(st.V) + momentB.Dot(st.W))
			}
		}
	}
}

// findFactors finds the factor of the guess of each island and reports whether one is below 1.
func (s *Solver) findFactors(w *work) (scaled bool) {
	g, r := &s.guess, s.bodiesOf(w)
	for k := r.Begin; k < r.End; k++ {
		island := s.islandOfAwake(s.OrderedBody(int(k)))
		if island < 0 {
			continue
		}
		g.factor[island] = 1
		if g.gain[island] > 0 && !g.driven[island] {
			// D(α) = (gain − ½·curve)·α + ½·curve·α²
			g.factor[island] = float32(max(1-2*g.gain[island]/g.curve[island], 0))
			scaled = true
		}
	}
	return scaled
}

// scaleGuess takes the islands of some work back to a part of their guess.
func (s *Solver) scaleGuess(w *work) {
	g, r := &s.guess, s.bodiesOf(w)
	for k := r.Begin; k < r.End; k++ {
		i := s.OrderedBody(int(k))
		island := s.islandOfAwake(i)
		if island < 0 || g.factor[island] == 1 {
			continue
		}
		st, old, factor := &s.States[i+1], &g.before[i+1], g.factor[island]
		st.V = old.v.MulAdd(factor, st.V.Sub(old.v))
		st.W = old.w.MulAdd(factor, st.W.Sub(old.w))
	}
	blocks := w.contacts.Blocks
	for i := range blocks {
		b := &blocks[i]
		for j := range int(b.Lanes) {
			if island := s.searchIsland(max(b.A[j&7], b.B[j&7])); island >= 0 && g.factor[island] != 1 {
				scaleLane(b, j, g.factor[island])
			}
		}
	}
	units := w.units
	if w.islandBatch < 0 {
		units = s.layout.units
	}
	for _, unit := range units {
		if unit >= 0 {
			s.joints.Joint(unit).Scale(s.factorOfJoint(unit))
			continue
		}
		for k, index := range s.joints.LanesOf(unit) {
			s.joints.ScaleLane(unit, k, s.factorOfJoint(index))
		}
	}
}

// scaleLane scales the impulses of lane j.
func scaleLane(b *kernel.Block, j int, factor float32) {
	j &= kernel.Width - 1
	for k := range b.Points {
		b.Points[k].Impulse[j] *= factor
	}
	b.FrictionX[j] *= factor
	b.FrictionY[j] *= factor
	b.TwistImpulse[j] *= factor
	if b.Has&kernel.HasRolling != 0 {
		b.RollingImpulse.X[j] *= factor
		b.RollingImpulse.Y[j] *= factor
		b.RollingImpulse.Z[j] *= factor
	}
}

// factorOfJoint is the factor of the guess of a joint.
func (s *Solver) factorOfJoint(index int32) float32 {
	j := &s.Joints[index]
	for _, body := range [2]int32{j.BodyB, j.BodyA} {
		if body == World {
			continue
		}
		if island := s.islandOf(body); island >= 0 {
			return s.guess.factor[island]
		}
	}
	return 1
}

// carried reports whether a body moves that impulses do not move.
func (s *Solver) carried(body int32) bool {
	sim := &s.Sims[body]
	if sim.InvMass != 0 || sim.StateIndex == 0 {
		return false
	}
	st := &s.States[sim.StateIndex]
	return st.V != (vec.Vec3{}) || st.W != (vec.Vec3{})
}

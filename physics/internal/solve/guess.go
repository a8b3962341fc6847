package solve

import (
	"math"

	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// A sub-step begins with the impulses λ of the sub-step before: a guess. Rows do no work of their own, so that a
// good guess takes energy from an island: along the guess the energy
//
//	E(α) = E(0) + α·(λᵀ·J·v₀ − W) + ½·α²·λᵀ·A·λ,  A = J·M⁻¹·Jᵀ
//
// is least at α = 1, where v₀ are the velocities before the guess and W = Σ P·u is the work of the surfaces of
// kinematic bodies. But a light link that rotates by a radian in a sub-step is pushed elsewhere than before, and the
// normals of bodies under tons rotate by a degree: the impulse that bears the load then gives them a hundred metres a
// second. In these cases E(1) > E(0), and E is least at an α below a half: the guess is worse than none, and is
// scaled to the α of the least energy. One factor scales all impulses of an island, so that they stay equal and
// opposite and hold each other as before.
//
// The energy bound weighs islands. The guess is scaled in two kinds of them:
//
//   - islands whose energy after the guess is wild by the bound. Others may gain a part: the impulse of an impact
//     throws a landing box up until the passes take that energy back (TestLandingFromAfar).
//   - islands that a kinematic body presses against an immovable one. Their impulses bear each other and no load:
//     they grow for ever, and W grows with them, so that W is left out there.
//
// Islands that springs, motors or belts drive are never scaled, as their impulses do work.

// velocity is that of a body before a guess.
type velocity struct{ v, w vec.Vec3 }

// listDriven marks the bodies of joints with springs and motors, after the joints have changed.
func (s *Solver) listDriven() {
	b := &s.energyBounds
	b.driven.clear(len(s.Sims))
	for _, index := range s.joints.Active() {
		if j := &s.Joints[index]; j.Drives() {
			b.driven.add(j)
		}
	}
}

// noteGuess notes the velocities before the guess in the islands of an island batch, −1 for the islands in no batch.
func (s *Solver) noteGuess(batch int32) {
	b := &s.energyBounds
	for i := range b.list {
		if b.list[i].batch != batch || b.list[i].driven {
			continue
		}
		before := b.beforeGuess(i)
		for n, k := range b.of(i) {
			st := &s.States[k+1]
			before[n] = velocity{st.V, st.W}
		}
	}
}

// beforeGuess are the velocities of the bodies of a bound before the guess.
func (b *energyBounds) beforeGuess(bound int) []velocity {
	r := b.ranges[bound]
	return b.before[r.Begin:r.End]
}

// weighGuess scales the guess in the islands of some work where it is worse than none.
func (s *Solver) weighGuess(w *work) {
	b := &s.energyBounds
	worse := false
	for i := range b.list {
		if g := &b.list[i]; g.batch == w.islandBatch {
			if g.gain = 0; !g.driven {
				s.findGain(i)
			}
			worse = worse || g.gain > 0
		}
	}
	if !worse {
		return
	}
	s.subtractPushes(w.contacts.Blocks)
	for i := range b.list {
		if g := &b.list[i]; g.batch == w.islandBatch && g.gain > 0 {
			g.factor = float32(max(0.5-g.gain/g.curve, 0))
			s.scaleVelocities(i, g.factor)
		}
	}
	s.scaleContacts(w.contacts.Blocks)
	units := w.units
	if w.islandBatch < 0 {
		units = s.layout.units
	}
	s.scaleJoints(units)
}

// findGain finds the energy that the guess adds to a bound if it may be worse than none.
func (s *Solver) findGain(bound int) {
	b := &s.energyBounds
	g := &b.list[bound]
	// the surroundings are examined once a step, the energy in every sub-step
	if !b.presses && !s.isWild(bound) {
		return
	}
	if b.outside.Do(s.findOutside); g.carried || b.presses && !g.pressed() && !s.isWild(bound) {
		return
	}
	if gain, curve := s.guessEnergy(bound); gain > 0 {
		g.gain, g.curve = gain, curve
	}
}

// mayBeWild reports false only for guesses that wildGuess finds tame. It reads the weights of noteWeights instead of
// the bodies: a drum, one island of thousands of cubes, would be read four times a step.
func (s *Solver) mayBeWild(bound int) bool {
	b := &s.energyBounds
	g := &b.list[bound]
	weights := b.weights[b.ranges[bound].Begin:b.ranges[bound].End]
	now, work, sum := 0.0, 0.0, 0.0
	for n, k := range b.of(bound) {
		st, w := &s.States[k+1], &weights[n]
		now += float64(float32(w.mass*st.V.Len2()) + float32(w.inertia*st.W.Len2()))
		done := float64(w.pull.Dot(st.DP))
		work += done
		sum += math.Abs(done)
	}
	most := g.energy + work - float64(weightRounding*sum)
	return g.twisted || !(float64(0.5*now)*(1+weightRounding) <= float64(wildGain*most))
}

// weight are the numbers of a body that bound its energy: mass (kg), at least its largest moment of inertia (kg·m²),
// and the force of gravity and of others (N).
type weight struct {
	mass, inertia float32
	pull          vec.Vec3
}

// noteWeights keeps the weights of the bodies of a bound for a step.
func (s *Solver) noteWeights(bound int) {
	b := &s.energyBounds
	g, begin := &b.list[bound], b.ranges[bound].Begin
	g.twisted = false
	for n, k := range b.of(bound) {
		sim, w := &s.Sims[s.Awake[k]], &b.weights[int(begin)+n]
		m := &sim.LocalInertia
		w.mass = sim.Mass
		// Gershgorin: no eigenvalue of a symmetric matrix is beyond the largest sum of a row
		w.inertia = vec.Max(vec.Abs(m.XX)+vec.Abs(m.XY)+vec.Abs(m.XZ),
			vec.Max(vec.Abs(m.XY)+vec.Abs(m.YY)+vec.Abs(m.YZ),
				vec.Abs(m.XZ)+vec.Abs(m.YZ)+vec.Abs(m.ZZ)))
		w.pull = s.PullOn(k)
		g.twisted = g.twisted || sim.Torque != vec.Vec3{}
	}
}

// pressed reports whether a kinematic body that moves presses the bodies of a bound against an immovable one, after
// findOutside.
func (g *energyBound) pressed() bool { return g.fixed && g.pushes.first != chainEnd }

// isWild is wildGuess, after mayBeWild.
func (s *Solver) isWild(bound int) bool { return s.mayBeWild(bound) && s.wildGuess(bound) }

// wildGuess reports whether the bodies of a bound have more energy after the guess than the bound of a step calls wild.
func (s *Solver) wildGuess(bound int) bool {
	g, bodies := &s.energyBounds.list[bound], s.energyBounds.of(bound)
	now, work, _ := s.EnergyAndWork(bodies)
	most := float64(wildGain * max(g.energy+work, 0))
	return now > most && now-s.FallEnergy(bodies) > most
}

// guessEnergy is the kinetic energy (J) that the guess adds to the bodies of a bound, and λᵀ·A·λ (J).
func (s *Solver) guessEnergy(bound int) (gain, curve float64) {
	b := &s.energyBounds
	before := b.beforeGuess(bound)
	for n, k := range b.of(bound) {
		st, old := &s.States[k+1], &before[n]
		if st.V == old.v && st.W == old.w {
			// nothing touches it yet
			continue
		}
		sim := &s.Sims[s.Awake[k]]
		v, w := st.V.Sub(old.v), st.W.Sub(old.w)
		q := st.DQ.Mul(sim.Transform.Q)
		local := q.InvRotate(w)
		moment := sim.LocalInertia.MulVec(local)
		gain += float64(float32(0.5*sim.Mass)*v.Dot(st.V.Add(old.v))) + float64(
			0.5*moment.Dot(q.InvRotate(st.W.Add(old.w))))
		curve += float64(float32(sim.Mass*v.Len2())) + float64(moment.Dot(local))
	}
	return gain, curve
}

// subtractPushes takes the work of kinematic surfaces from the energy that the guess adds.
func (s *Solver) subtractPushes(blocks []kernel.Block) {
	for i := range blocks {
		b := &blocks[i]
		for j := range int(b.Lanes) {
			a, movableA := kernel.StateOf(b.A[j&7])
			c, movableB := kernel.StateOf(b.B[j&7])
			if movableA && movableB {
				continue
			}
			g := s.boundOfLane(b, j)
			if g == nil || g.gain <= 0 || g.pressed() {
				continue
			}
			push, momentA, momentB := pushOf(b, j)
			if !movableA {
				st := &s.States[a]
				g.gain -= float64(push.Dot(st.V) + momentA.Dot(st.W))
			}
			if !movableB {
				st := &s.States[c]
				g.gain += float64(push.Dot(st.V) + momentB.Dot(st.W))
			}
		}
	}
}

// pushOf is the impulse of lane j on body B, and those of rotation: on B, and the one that A loses.
func pushOf(b *kernel.Block, j int) (push, momentA, momentB vec.Vec3) {
	j &= kernel.Width - 1
	pressures := pressuresOf(b, j)
	push, momentA, momentB = pressOf(b, j, &pressures)
	n, t := b.Normal.At(j), b.Tangent.At(j)
	f := t.Mul(b.FrictionX[j]).MulAdd(b.FrictionY[j], n.Cross(t))
	moment := n.Mul(b.TwistImpulse[j])
	if b.Has&kernel.HasRolling != 0 {
		moment = moment.Add(b.RollingImpulse.At(j))
	}
	momentA = momentA.Add(moment).Add(b.CenterA.At(j).Cross(f))
	momentB = momentB.Add(moment).Add(b.CenterB.At(j).Cross(f))
	return push.Add(f), momentA, momentB
}

// boundOfLane is the bound of the bodies of lane j, nil for none.
func (s *Solver) boundOfLane(b *kernel.Block, j int) *energyBound {
	island := s.searchIsland(max(b.A[j&7], b.B[j&7]))
	if i := s.energyBounds.listOf(island); i >= 0 {
		return &s.energyBounds.list[i]
	}
	return nil
}

// scaleVelocities leaves the bodies of a bound a part of the change of velocity by the guess.
func (s *Solver) scaleVelocities(bound int, factor float32) {
	b := &s.energyBounds
	before := b.beforeGuess(bound)
	for n, k := range b.of(bound) {
		st, old := &s.States[k+1], &before[n]
		st.V = old.v.MulAdd(factor, st.V.Sub(old.v))
		st.W = old.w.MulAdd(factor, st.W.Sub(old.w))
	}
}

// scaleContacts scales the impulses of the lanes of bounds whose guess is worse than none.
func (s *Solver) scaleContacts(blocks []kernel.Block) {
	for i := range blocks {
		b := &blocks[i]
		for j := range int(b.Lanes) {
			g := s.boundOfLane(b, j)
			if g == nil || g.gain <= 0 {
				continue
			}
			scaleLane(b, j, g.factor)
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

// scaleJoints scales the impulses of joints whose guess is worse than none.
func (s *Solver) scaleJoints(units []int32) {
	for _, unit := range units {
		if unit >= 0 {
			if g := s.boundOfJoint(unit); g != nil && g.gain > 0 {
				s.joints.Joint(unit).Scale(g.factor)
			}
			continue
		}
		for k, index := range s.joints.LanesOf(unit) {
			if g := s.boundOfJoint(index); g != nil && g.gain > 0 {
				s.joints.ScaleLane(unit, k, g.factor)
			}
		}
	}
}

// boundOfJoint is the bound of the bodies of a joint, nil for none.
func (s *Solver) boundOfJoint(index int32) *energyBound {
	j := &s.Joints[index]
	for _, body := range [2]int32{j.BodyB, j.BodyA} {
		if i := s.boundOfBody(body); i != unbounded {
			return &s.energyBounds.list[i]
		}
	}
	return nil
}

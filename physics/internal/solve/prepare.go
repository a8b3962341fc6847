package solve

import (
	"unsafe"

	"tumble/physics/internal/prefetch"
	"tumble/physics/vec"
)

// Prepare fills blocks from the manifolds of their lanes.
func (s *Contacts) Prepare(r BlockRun) {
	blocks, lanes := r.Blocks, r.Lanes
	for i := range blocks {
		b, own := &blocks[i], lanes[i*Width:i*Width+Width]
		next := lanes[(i+1)*Width : min((i+2)*Width, len(lanes))]
		s.fetchManifolds(next)
		s.prepareBlock(b, own)
		s.fetchBodies(next)
		runDerive(s.bodies.States, blocks[i:i+1], s.bodies.InvSpeculative, s.bodies.Scalar)
		for j, index := range own[:b.Lanes] {
			s.finishLane(b, j, &s.manifolds[index], &r.Budgets[i][j&7])
		}
	}
}

// fetchManifolds asks for the manifolds of lanes that are next.
func (s *Contacts) fetchManifolds(lanes []int32) {
	const lines = (unsafe.Sizeof(Manifold{}) + 63) / 64
	for _, index := range lanes {
		if index >= 0 {
			prefetch.Lines(unsafe.Pointer(&s.manifolds[index]), int(lines))
		}
	}
}

// fetchBodies asks for what preparing reads of the bodies of lanes, whose manifolds are at hand.
func (s *Contacts) fetchBodies(lanes []int32) {
	for _, index := range lanes {
		if index >= 0 {
			m := &s.manifolds[index]
			prefetch.Lines(unsafe.Pointer(&s.bodies.Sims[m.BodyA]), 1)
			prefetch.Lines(unsafe.Pointer(&s.bodies.Sims[m.BodyB]), 1)
		}
	}
}

// prepareBlock fills one block. Looking at all manifolds first also starts the loads of their
// cache lines together.
func (s *Contacts) prepareBlock(b *Block, lanes []int32) {
	var used, count int32
	var has BlockFlags
	for _, index := range lanes {
		if index < 0 {
			break
		}
		used++
		m := &s.manifolds[index]
		if m.Count > count {
			count = m.Count
		}
		if m.RollingResistance > 0 {
			has |= HasRolling
		}
		if m.Restitution > 0 {
			has |= HasRestitution
		}
	}
	if used < Width {
		*b = Block{}
		for j := used; j < Width; j++ {
			b.A[j&7], b.B[j&7] = ^0, ^0
		}
	}
	b.Lanes, b.Count, b.Has = used, count, has
	for j, index := range lanes[:used] {
		s.prepareLane(b, j, &s.manifolds[index])
	}
}

// prepareLane fills lane j of a block with what derive works on: the anchors in the places of
// the arms, 1 as the mass of every point there is, the friction impulse in the place of the
// tangent, the surface velocity in the place of the friction centre of A, and in the places of the
// heights those of the points of contact from the centres of the circles on which they roll.
func (s *Contacts) prepareLane(b *Block, j int, m *Manifold) {
	j &= Width - 1
	simA, simB := &s.bodies.Sims[m.BodyA], &s.bodies.Sims[m.BodyB]
	b.A[j], b.B[j] = s.side(simA), s.side(simB)
	b.InvMassA[j], b.InvMassB[j] = simA.InvMass, simB.InvMass
	s.setInertias(b, j, simA, simB)
	s.masses.apply(b, j)
	b.Normal.set(j, m.Normal)
	soft := s.softness(simA, simB)
	b.BiasRate[j], b.MassScale[j] = s.Overlaps.PushRate(m, simA, simB, soft.BiasRate), soft.MassScale
	b.CenterA.set(j, m.SurfaceVelocity)
	b.HeightA[j], b.HeightB[j] = m.RadiusA, -m.RadiusB
	b.Friction[j], b.SlidingFriction[j] = m.Friction, m.SlidingFriction
	warm := s.bodies.Settings.WarmStart
	b.Tangent.set(j, m.FrictionImpulse)
	b.TwistImpulse[j] = m.TwistImpulse
	if !warm {
		b.Tangent.set(j, vec.Vec3{})
		b.TwistImpulse[j] = 0
	}
	for k := 0; k < MaxPoints; k++ {
		q, p := &b.Points[k], &m.Points[k]
		if k >= int(m.Count) {
			q.clear(j)
			continue
		}
		// a body is rubbed on its own surface, over a gap and where a blow has pressed it into an
		// immovable one; two movable bodies need one place to keep their momentum
		half := float32(0.5 * p.Separation)
		if b.InvMassA[j] > 0 && b.InvMassB[j] > 0 {
			half = 0
		}
		q.ArmA.set(j, p.AnchorA.MulSub(half, m.Normal))
		q.ArmB.set(j, p.AnchorB.MulAdd(half, m.Normal))
		q.Separation[j], q.Mass[j], q.Impulse[j] = p.Separation, 1, p.NormalImpulse
		if !warm {
			q.Impulse[j] = 0
		}
	}
	if b.Has&HasRestitution != 0 {
		b.Fall[j] = m.Normal.Dot(s.bodies.external(simB).Sub(s.bodies.external(simA)))
	}
	if b.Has&HasRolling != 0 {
		b.Rolling[j] = m.RollingResistance
		b.RollingMass.set(j, inertia6Of(&simA.InvInertia).add(inertia6Of(&simB.InvInertia)).inverse())
		b.RollingImpulse.set(j, vec.Vec3{})
		if m.RollingResistance > 0 && warm {
			b.RollingImpulse.set(j, m.RollingImpulse)
		}
	}
}

// setInertias fills in the inertias of lane j, of fast spins those in the middle of the step.
func (s *Contacts) setInertias(b *Block, j int, simA, simB *Sim) {
	j &= Width - 1
	b.InertiaA.setMatrix(j, &simA.InvInertia)
	b.InertiaB.setMatrix(j, &simB.InvInertia)
	if simA.Whirls {
		b.InertiaA.set(j, s.bodies.midInertia(simA))
	}
	if simB.Whirls {
		b.InertiaB.set(j, s.bodies.midInertia(simB))
	}
}

// spreads is the mean lever of an even pressure, as a part of that of its outermost points: for a
// line half its end, for a disc two thirds of its rim.
var spreads = [MaxPoints + 1]float32{0, 0, 0.5, 2.0 / 3, 2.0 / 3}

// finishLane reads the normal velocities that derive left in Bounce and turns them into the
// velocities after the bounce.
func (s *Contacts) finishLane(b *Block, j int, m *Manifold, budget *float32) {
	j &= Width - 1
	spread := spreads[min(m.Count, MaxPoints)]
	for k := 0; k < int(m.Count) && k < MaxPoints; k++ {
		b.Lever[k][j] = float32(spread * b.Lever[k][j])
		v := b.Bounce[k][j]
		m.Points[k].NormalVelocity = v
		if b.Has&HasRestitution == 0 {
			continue
		}
		b.Bounce[k][j] = 0
		if m.Restitution > 0 && v < -s.bodies.RestitutionThreshold {
			b.Bounce[k][j] = float32(m.Restitution * impactSpeed(v, b.Fall[j], m.Points[k].Separation, s.bodies.H))
			*budget = s.budget(b, j)
		}
	}
	if b.Has&HasRestitution != 0 {
		for k := int(m.Count); k < MaxPoints; k++ {
			b.Bounce[k&3][j] = 0
		}
	}
}

// side returns the index of a body for the block. It refuses one that is out of range, because
// kernels do not check.
func (s *Contacts) side(sim *Sim) int32 {
	i := sim.StateIndex
	_ = s.bodies.States[i]
	if sim.InvMass == 0 {
		return ^i
	}
	return i
}

// clear makes point lanes that take part in a pass without any effect.
func (q *BlockPoint) clear(j int) {
	j &= Width - 1
	q.ArmA.set(j, vec.Vec3{})
	q.ArmB.set(j, vec.Vec3{})
	q.Separation[j], q.Mass[j], q.Impulse[j] = 0, 0, 0
}

// softness returns the coefficients of a contact between two bodies.
func (s *Contacts) softness(a, b *Sim) *Soft {
	if a.InvMass == 0 || b.InvMass == 0 {
		return &s.bodies.StaticContact
	}
	return &s.bodies.Contact
}

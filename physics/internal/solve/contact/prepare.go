package contact

import (
	"unsafe"

	"tumble/physics/internal/prefetch"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// Prepare fills blocks from the manifolds of their lanes.
func (s *Solver) Prepare(r BlockRun) {
	blocks, lanes := r.Blocks, r.Lanes
	for i := range blocks {
		b, own := &blocks[i], lanes[i*kernel.Width:i*kernel.Width+kernel.Width]
		next := lanes[(i+1)*kernel.Width : min((i+2)*kernel.Width, len(lanes))]
		s.fetchManifolds(next)
		s.prepareBlock(b, own)
		s.fetchBodies(next)
		kernel.Derive(s.bodies.States, blocks[i:i+1], s.bodies.InvSpeculative, s.bodies.Scalar)
		for j, index := range own[:b.Lanes] {
			s.finishLane(b, j, &s.manifolds[index])
		}
		if len(s.twice) > 0 {
			r.Marks[i] = s.markTwice(own[:b.Lanes])
		}
	}
}

// fetchManifolds asks for the manifolds of lanes that are next.
func (s *Solver) fetchManifolds(lanes []int32) {
	const lines = (unsafe.Sizeof(Manifold{}) + 63) / 64
	for _, index := range lanes {
		if index >= 0 {
			prefetch.Lines(unsafe.Pointer(&s.manifolds[index]), int(lines))
		}
	}
}

// fetchBodies asks for the data of the bodies of lanes that preparing reads; the manifolds are at hand.
func (s *Solver) fetchBodies(lanes []int32) {
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
func (s *Solver) prepareBlock(b *kernel.Block, lanes []int32) {
	var used, count int32
	var has kernel.BlockFlags
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
			has |= kernel.HasRolling
		}
		if m.Restitution > 0 {
			has |= kernel.HasRestitution
		}
	}
	if used < kernel.Width {
		*b = kernel.Block{}
		for j := used; j < kernel.Width; j++ {
			b.A[j&7], b.B[j&7] = ^0, ^0
		}
	}
	b.Lanes, b.Count, b.Has = used, count, has
	for j, index := range lanes[:used] {
		s.prepareLane(b, j, &s.manifolds[index])
	}
}

// prepareLane fills lane j of a block with the input of kernel.Derive: the anchors in the fields of
// the arms, 1 as the mass of every point there is, the friction impulse in the field of the
// tangent, the surface velocity in the field of the friction centre of A, and in the fields of the
// heights those of the points of contact from the centres of the circles on which they roll, and half of the step in
// the field of the mass against twist where the friction centre goes on with both bodies.
func (s *Solver) prepareLane(b *kernel.Block, j int, m *Manifold) {
	j &= kernel.Width - 1
	simA, simB := &s.bodies.Sims[m.BodyA], &s.bodies.Sims[m.BodyB]
	b.A[j], b.B[j] = s.side(simA), s.side(simB)
	b.InvMassA[j], b.InvMassB[j] = simA.InvMass, simB.InvMass
	s.setInertias(b, j, simA, simB)
	b.Normal.Set(j, m.Normal)
	soft := s.softness(m, simA, simB)
	b.BiasRate[j], b.MassScale[j] = soft.BiasRate, soft.MassScale
	b.CenterA.Set(j, m.SurfaceVelocity)
	b.HeightA[j], b.HeightB[j] = m.RadiusA, -m.RadiusB
	b.TwistMass[j] = s.ahead(m, simA, simB)
	b.Friction[j], b.SlidingFriction[j] = m.Friction, m.SlidingFriction
	warm := s.bodies.Settings.WarmStarting
	b.Tangent.Set(j, m.FrictionImpulse)
	b.TwistImpulse[j] = m.TwistImpulse
	if !warm {
		b.Tangent.Set(j, vec.Vec3{})
		b.TwistImpulse[j] = 0
	}
	for k := 0; k < kernel.MaxPoints; k++ {
		q, p := &b.Points[k], &m.Points[k]
		if k >= int(m.Count) {
			q.Clear(j)
			continue
		}
		// a body is rubbed on its own surface, over a gap and where a blow has pressed it into an
		// immovable one; two movable bodies need one point to keep their momentum
		half := float32(0.5 * p.Separation)
		if b.InvMassA[j] > 0 && b.InvMassB[j] > 0 {
			half = 0
		}
		q.ArmA.Set(j, p.AnchorA.MulSub(half, m.Normal))
		q.ArmB.Set(j, p.AnchorB.MulAdd(half, m.Normal))
		q.Separation[j], q.Mass[j], q.Impulse[j] = p.Separation, 1, p.NormalImpulse
		if !warm {
			q.Impulse[j] = 0
		}
	}
	if b.Has&kernel.HasRestitution != 0 {
		b.Fall[j] = m.Normal.Dot(s.bodies.Acceleration(simB).Sub(s.bodies.Acceleration(simA)))
	}
	if b.Has&kernel.HasRolling != 0 {
		b.Rolling[j] = m.RollingResistance
		b.RollingMass.Set(j, kernel.InertiaFrom(&simA.InvInertia).Add(kernel.InertiaFrom(&simB.InvInertia)).Inverse())
		b.RollingImpulse.Set(j, vec.Vec3{})
		if m.RollingResistance > 0 && warm {
			b.RollingImpulse.Set(j, m.RollingImpulse)
		}
	}
}

// ahead is half of the step (s) for a manifold of two movable bodies with flat faces that hold each other, else 0. Its
// friction acts where they will be in the middle of the step, the midpoint rule: at that of the start what stands on a
// disc that a motor turns goes outwards by ω²·r·Δt/2 (TestBoxesStayOnDiscs). Faces on immovable bodies and round ones
// have such points already.
func (s *Solver) ahead(m *Manifold, simA, simB *motion.Sim) float32 {
	if simA.InvMass == 0 || simB.InvMass == 0 || m.RadiusA != 0 || m.RadiusB != 0 {
		return 0
	}
	half, p := float32(0.5*s.bodies.Dt), &m.Points[0]
	sa, sb := &s.bodies.States[simA.StateIndex], &s.bodies.States[simB.StateIndex]
	slip := sb.V.Sub(sa.V).Add(sb.W.Cross(p.AnchorB).Sub(sa.W.Cross(p.AnchorA)))
	arm, spin := vec.Min(p.AnchorA.Len2(), p.AnchorB.Len2()), vec.Max(sa.W.Len2(), sb.W.Len2())
	if float32(half*half)*vec.Max(slip.Len2(), float32(spin*arm)) < float32(mostAhead*mostAhead)*arm {
		return half
	}
	return 0
}

// setInertias fills in the inertias of lane j, of fast spins those in the middle of the step, of light links those of
// their held rows.
func (s *Solver) setInertias(b *kernel.Block, j int, simA, simB *motion.Sim) {
	j &= kernel.Width - 1
	b.InertiaA.SetMatrix(j, &simA.InvInertia)
	b.InertiaB.SetMatrix(j, &simB.InvInertia)
	if simA.HasContactInertia {
		b.InertiaA.Set(j, s.bodies.ContactInertia(simA))
	}
	if simB.HasContactInertia {
		b.InertiaB.Set(j, s.bodies.ContactInertia(simB))
	}
}

// finishLane reads the normal velocities that kernel.Derive left in Bounce and puts the restitution of the lane there.
func (s *Solver) finishLane(b *kernel.Block, j int, m *Manifold) {
	j &= kernel.Width - 1
	for k := 0; k < int(m.Count) && k < kernel.MaxPoints; k++ {
		b.Lever[k][j] = float32(m.Spread * b.Lever[k][j])
		m.Points[k].NormalVelocity = b.Bounce[k][j]
	}
	b.Bounce[0][j] = m.Restitution
}

// side returns the index of a body for the block. It refuses one that is out of range, because
// kernels do not check.
func (s *Solver) side(sim *motion.Sim) int32 {
	i := sim.StateIndex
	_ = s.bodies.States[i]
	if sim.InvMass == 0 {
		return ^i
	}
	return i
}

// softness returns the coefficients of a contact between two bodies.
//
// Where these overlap deeply and hang on joints, the joints may keep them from giving way. Then pushing out adds to the
// impulse in each sub-step what relaxing does not take back, as nothing has moved, until it comes to
//
//	λ = m·s·u,  s = MassScale/(1 − MassScale)
//
// with the speed u of pushing out. With the damping of contacts s is above thirty, and what is between such contacts
// and joints is pressed with a hundred times its weight, for nothing. Light links buckle under that: impulses turn with
// them from sub-step to sub-step and give them the energy of the whole. So these impulses decay, and s is 1.
func (s *Solver) softness(m *Manifold, a, b *motion.Sim) *kernel.Soft {
	switch {
	case a.InvMass == 0 || b.InvMass == 0:
		return &s.bodies.StaticContact
	case len(s.jointed) > 0 && s.jointed[a.StateIndex] && s.jointed[b.StateIndex] && Deep(a, b, m.Lowest()):
		return &s.bodies.LinkContact
	}
	return &s.bodies.Contact
}

package solve

import "tumble/physics/vec"

const (
	// speculative is the gap (m) within which a point counts fully for the friction centre;
	// at twice the gap it does not count. A weight that fades keeps the centre from jumping
	// when points come and go.
	speculative = 0.02
	// leastWeight keeps the weights of a manifold of distant points from being all zero.
	leastWeight = 1e-10
)

// PrepareContacts fills blocks begin to end (exclusive) from their manifolds.
func (s *Solver) PrepareContacts(begin, end int) {
	for i := begin; i < end; i++ {
		s.prepareBlock(&s.blocks[i], s.lanes[i*Width:i*Width+Width])
	}
}

// prepareBlock fills one block. Looking at all manifolds first also starts the loads of their
// cache lines together.
func (s *Solver) prepareBlock(b *Block, lanes []int32) {
	var used, count int32
	var has BlockFlags
	for _, index := range lanes {
		if index < 0 {
			break
		}
		used++
		m := &s.Manifolds[index]
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
		s.prepareLane(b, j, &s.Manifolds[index])
	}
}

// side is one body of a contact while it is prepared.
type side struct {
	state    *State
	inertia  inertia6
	invMass  float32
	center   vec.Vec3 // friction centre from the centre of mass
	external vec.Vec3 // acceleration without constraints
}

// prepareLane fills lane j of a block.
func (s *Solver) prepareLane(b *Block, j int, m *Manifold) {
	j &= Width - 1
	simA, simB := &s.Sims[m.BodyA], &s.Sims[m.BodyB]
	var a, c side
	b.A[j] = s.side(&a, simA)
	b.B[j] = s.side(&c, simB)
	b.InvMassA[j], b.InvMassB[j] = a.invMass, c.invMass
	b.InertiaA.set(j, a.inertia)
	b.InertiaB.set(j, c.inertia)
	n := m.Normal
	b.Normal.set(j, n)
	soft := &s.Contact
	if a.invMass == 0 || c.invMass == 0 {
		soft = &s.StaticContact
	}
	b.BiasRate[j], b.MassScale[j] = soft.BiasRate, soft.MassScale
	if b.Has&HasRestitution != 0 {
		a.external, c.external = s.external(simA), s.external(simB)
	}
	s.preparePoints(b, j, m, &a, &c)
	s.prepareFriction(b, j, m, &a, &c)
	if b.Has&HasRolling != 0 {
		b.Rolling[j] = m.RollingResistance
		b.RollingMass.set(j, a.inertia.add(c.inertia).inverse())
		b.RollingImpulse.set(j, vec.Vec3{})
		if m.RollingResistance > 0 {
			b.RollingImpulse.set(j, s.warm(m.RollingImpulse))
		}
	}
}

// side reads a body and returns its index for the block.
func (s *Solver) side(x *side, sim *Sim) int32 {
	m := &sim.InvInertia
	x.inertia = inertia6{m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ}
	x.invMass = sim.InvMass
	x.state = &s.States[sim.StateIndex]
	if sim.InvMass == 0 {
		return ^sim.StateIndex
	}
	return sim.StateIndex
}

// warm returns an impulse to start from.
func (s *Solver) warm(v vec.Vec3) vec.Vec3 {
	if !s.Settings.WarmStart {
		return vec.Vec3{}
	}
	return v
}

// external returns the acceleration of a body without constraints (m/s²).
func (s *Solver) external(sim *Sim) vec.Vec3 {
	if sim.InvMass == 0 {
		return vec.Vec3{}
	}
	return s.Gravity.Mul(sim.GravityScale).MulAdd(sim.InvMass, sim.Force)
}

// preparePoints fills the normal rows, the friction centres and the levers.
func (s *Solver) preparePoints(b *Block, j int, m *Manifold, a, c *side) {
	n := m.Normal
	invMass := a.invMass + c.invMass
	count := int(m.Count)
	var armA, armB, massA, massB [MaxPoints]vec.Vec3 // r × n, and multiplied by the inverse inertia
	var weights float32
	fall := n.Dot(c.external.Sub(a.external))
	b.Fall[j] = fall
	for k := 0; k < MaxPoints; k++ {
		q := &b.Points[k]
		if k >= count {
			q.clear(j)
			b.Bounce[k][j] = 0
			b.Lever[k][j] = 0
			continue
		}
		p := &m.Points[k]
		armA[k], armB[k] = p.AnchorA.Cross(n), p.AnchorB.Cross(n)
		massA[k], massB[k] = a.inertia.mul(armA[k]), c.inertia.mul(armB[k])
		q.ArmA.set(j, armA[k])
		q.ArmB.set(j, armB[k])
		q.Separation[j] = p.Separation
		q.Mass[j] = inverse(invMass + (armA[k].Dot(massA[k]) + armB[k].Dot(massB[k])))
		q.Impulse[j], q.Total[j] = 0, 0
		if s.Settings.WarmStart {
			q.Impulse[j] = p.NormalImpulse
		}
		w := vec.Clamp(2-float32(p.Separation*(1/speculative)), leastWeight, 1)
		weights += w
		a.center = a.center.MulAdd(w, p.AnchorA)
		c.center = c.center.MulAdd(w, p.AnchorB)

		va, vb := a.state.V.Add(a.state.W.Cross(p.AnchorA)), c.state.V.Add(c.state.W.Cross(p.AnchorB))
		v := n.Dot(vb.Sub(va))
		p.NormalVelocity = v
		b.Bounce[k][j] = 0
		if m.Restitution > 0 && v < -s.RestitutionThreshold {
			b.Bounce[k][j] = float32(m.Restitution * impactSpeed(v, fall, p.Separation, s.H))
		}
	}
	gram := func(k, l int) float32 {
		return invMass + (armA[k].Dot(massA[l]) + armB[k].Dot(massB[l]))
	}
	b.Gram01[j], b.Gram02[j], b.Gram03[j] = gram(0, 1), gram(0, 2), gram(0, 3)
	b.Gram12[j], b.Gram13[j], b.Gram23[j] = gram(1, 2), gram(1, 3), gram(2, 3)

	w := 1 / weights
	a.center, c.center = a.center.Mul(w), c.center.Mul(w)
	b.CenterA.set(j, a.center)
	b.CenterB.set(j, c.center)
	b.HeightA[j], b.HeightB[j] = a.center.Dot(n), c.center.Dot(n)
	for k := 0; k < count && k < MaxPoints; k++ {
		b.Lever[k][j] = m.Points[k].AnchorA.Dist(a.center)
	}
}

// prepareFriction fills the friction rows; the friction centres are known.
func (s *Solver) prepareFriction(b *Block, j int, m *Manifold, a, c *side) {
	n := m.Normal
	t := n.Perp()
	u := n.Cross(t)
	b.Tangent.set(j, t)
	invMass := a.invMass + c.invMass
	at, au := a.center.Cross(t), a.center.Cross(u)
	ct, cu := c.center.Cross(t), c.center.Cross(u)
	mt, mu := a.inertia.mul(at), a.inertia.mul(au)
	nt, nu := c.inertia.mul(ct), c.inertia.mul(cu)
	xx := invMass + (at.Dot(mt) + ct.Dot(nt))
	xy := at.Dot(mu) + ct.Dot(nu)
	yy := invMass + (au.Dot(mu) + cu.Dot(nu))
	det := inverse(float32(xx*yy) - float32(xy*xy))
	b.FrictionXX[j], b.FrictionXY[j], b.FrictionYY[j] = float32(yy*det), -float32(xy*det), float32(xx*det)
	f := s.warm(m.FrictionImpulse)
	b.FrictionX[j], b.FrictionY[j] = f.Dot(t), f.Dot(u)
	b.SurfaceX[j], b.SurfaceY[j] = m.SurfaceVelocity.Dot(t), m.SurfaceVelocity.Dot(u)
	b.Friction[j], b.SlidingFriction[j] = m.Friction, m.SlidingFriction

	b.TwistMass[j] = inverse(n.Dot(a.inertia.mul(n)) + n.Dot(c.inertia.mul(n)))
	b.TwistImpulse[j] = 0
	if s.Settings.WarmStart {
		b.TwistImpulse[j] = m.TwistImpulse
	}
}

// clear makes point lanes that take part in a pass without any effect.
func (q *BlockPoint) clear(j int) {
	j &= Width - 1
	q.ArmA.set(j, vec.Vec3{})
	q.ArmB.set(j, vec.Vec3{})
	q.Separation[j], q.Mass[j], q.Impulse[j], q.Total[j] = 0, 0, 0, 0
}

// inverse returns 1/x, or 0 for an x of 0: rows without mass do nothing.
func inverse(x float32) float32 {
	if x > 0 {
		return 1 / x
	}
	return 0
}

func (m *Lane6) set(j int, v inertia6) {
	j &= Width - 1
	m.XX[j], m.XY[j], m.XZ[j], m.YY[j], m.YZ[j], m.ZZ[j] = v.xx, v.xy, v.xz, v.yy, v.yz, v.zz
}

func (m inertia6) add(o inertia6) inertia6 {
	return inertia6{m.xx + o.xx, m.xy + o.xy, m.xz + o.xz, m.yy + o.yy, m.yz + o.yz, m.zz + o.zz}
}

// inverse returns the inverse matrix, or zero when there is none.
func (m inertia6) inverse() inertia6 {
	i := vec.Mat3{
		XX: m.xx, XY: m.xy, XZ: m.xz,
		YX: m.xy, YY: m.yy, YZ: m.yz,
		ZX: m.xz, ZY: m.yz, ZZ: m.zz,
	}.Inverse()
	return inertia6{i.XX, i.XY, i.XZ, i.YY, i.YZ, i.ZZ}
}

// StoreImpulses writes the impulses of blocks begin to end (exclusive) back to their
// manifolds.
func (s *Solver) StoreImpulses(begin, end int) {
	for i := begin; i < end; i++ {
		b := &s.blocks[i]
		for j, index := range s.lanes[i*Width : i*Width+int(b.Lanes)] {
			j &= Width - 1
			m := &s.Manifolds[index]
			t := b.Tangent.at(j)
			m.FrictionImpulse = t.Mul(b.FrictionX[j]).MulAdd(b.FrictionY[j], m.Normal.Cross(t))
			m.TwistImpulse = b.TwistImpulse[j]
			m.RollingImpulse = vec.Vec3{}
			if m.RollingResistance > 0 {
				m.RollingImpulse = b.RollingImpulse.at(j)
			}
			for k := 0; k < int(m.Count) && k < MaxPoints; k++ {
				m.Points[k].NormalImpulse = b.Points[k].Impulse[j]
				m.Points[k].TotalNormalImpulse = b.Points[k].Total[j]
			}
		}
	}
}

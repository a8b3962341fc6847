package contact

import (
	"unsafe"

	"tumble/physics/internal/prefetch"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// Prepare fills blocks from the manifolds of their lanes and reports whether a point overlaps by more than the slop.
func (s *Solver) Prepare(r BlockRun) (overlap bool) {
	blocks, lanes := r.Blocks, r.Lanes
	for i := range blocks {
		b, own := &blocks[i], lanes[i*kernel.Width:i*kernel.Width+kernel.Width]
		next := lanes[(i+1)*kernel.Width : min((i+2)*kernel.Width, len(lanes))]
		s.fetchManifolds(next)
		s.prepareBlock(b, own)
		s.fetchBodies(next)
		s.Derive(blocks[i : i+1])
		overlap = overlap || Overlaps(blocks[i:i+1])
		for j, index := range own[:b.Lanes] {
			m := &s.manifolds[index]
			for k, v := range b.NormalVelocities(s.bodies.States, j, int(m.Count)) {
				m.Points[k].NormalVelocity = v
			}
		}
	}
	return overlap
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

// prepareLane fills lane j of a block with what kernel.Derive reads, and with the impulses of the last step.
func (s *Solver) prepareLane(b *kernel.Block, j int, m *Manifold) {
	j &= kernel.Width - 1
	simA, simB := &s.bodies.Sims[m.BodyA], &s.bodies.Sims[m.BodyB]
	b.A[j], b.B[j] = s.side(simA), s.side(simB)
	b.InvMassA[j], b.InvMassB[j] = simA.InvMass, simB.InvMass
	n := m.Normal
	b.Normal.Set(j, n)
	t := kernel.Tangent(n)
	u := n.Cross(t)
	b.Tangent.Set(j, t)
	b.SurfaceX[j], b.SurfaceY[j] = m.SurfaceVelocity.Dot(t), m.SurfaceVelocity.Dot(u)
	b.Friction[j], b.SlidingFriction[j] = m.Friction, m.SlidingFriction
	b.RadiusA[j], b.RadiusB[j], b.Spread[j] = m.RadiusA, m.RadiusB, m.Spread
	b.TurnsA[j], b.TurnsB[j] = 1, 1
	if m.Ahead&AheadA != 0 {
		b.TurnsA[j] = 0
	}
	if m.Ahead&AheadB != 0 {
		b.TurnsB[j] = 0
	}
	b.Slop[j] = slop(simA, simB)
	b.Bounce[j], b.Fall[j] = m.Restitution, 0
	warm := s.bodies.Settings.WarmStarting
	b.FrictionX[j], b.FrictionY[j], b.TwistImpulse[j] = 0, 0, 0
	if warm {
		b.FrictionX[j], b.FrictionY[j], b.TwistImpulse[j] = m.FrictionImpulse.Dot(t), m.FrictionImpulse.Dot(u), m.TwistImpulse
	}
	s.prepareAnchors(b, j, m, simB.Center.Sub(simA.Center))
	for k := range b.Points {
		q, p := &b.Points[k], &m.Points[k]
		q.Impulse[j], q.Total[j] = 0, 0
		if warm && k < int(m.Count) {
			q.Impulse[j] = p.NormalImpulse
		}
	}
	if b.Has&kernel.HasRestitution != 0 {
		b.Fall[j] = n.Dot(s.bodies.Acceleration(simB).Sub(s.bodies.Acceleration(simA)))
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

// prepareAnchors fills in the points of lane j, for bodies whose centres of mass are centers apart. Two movable bodies need one point to keep their
// momentum: midway between flat surfaces, on a flat one below a round one, which is pushed towards its centre. Two round ones are, and
// their normal turns. One movable body is pushed on its own surface, over a gap and where a blow has pressed it in.
func (s *Solver) prepareAnchors(b *kernel.Block, j int, m *Manifold, centers vec.Vec3) {
	b.Middle[j], b.ShareA[j], b.ShareB[j] = 0, 0, 0
	if b.InvMassA[j] > 0 && b.InvMassB[j] > 0 {
		b.Middle[j] = 0.5
		b.ShareA[j], b.ShareB[j] = shares(m)
	}
	for k := range b.Anchors {
		q, p := &b.Anchors[k], &m.Points[k]
		if k >= int(m.Count) {
			q.A.Set(j, vec.Vec3{})
			q.B.Set(j, vec.Vec3{})
			q.Separation[j], q.There[j] = 0, 0
			continue
		}
		// a recycled manifold has slid
		slid := centers.Add(p.AnchorB).Sub(p.AnchorA)
		ra, rb := p.AnchorA.MulAdd(b.ShareA[j], slid), p.AnchorB.MulSub(b.ShareB[j], slid)
		half := float32(0.5 * p.Separation)
		q.A.Set(j, ra.MulSub(half+m.RadiusA, m.Normal))
		q.B.Set(j, rb.MulAdd(half+m.RadiusB, m.Normal))
		q.Separation[j], q.There[j] = p.Separation, 1
	}
}

// shares are the parts of what two surfaces have slid that their points follow.
func shares(m *Manifold) (a, b float32) {
	switch {
	case m.RadiusA > 0 && m.RadiusB > 0:
		return 0, 0
	case m.RadiusA > 0:
		return 0, 1
	case m.RadiusB > 0:
		return 1, 0
	}
	return 0.5, 0.5
}

// slop is the overlap of two bodies that is not pushed out (m): a part of what is smaller, so that scenes of all sizes move alike.
func slop(a, b *motion.Sim) float32 {
	switch {
	case a.InvMass == 0:
		return float32(slopFraction * b.MinExtent)
	case b.InvMass == 0:
		return float32(slopFraction * a.MinExtent)
	}
	return float32(slopFraction * vec.Min(a.MinExtent, b.MinExtent))
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

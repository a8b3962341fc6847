package contact

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// A light body under a heavy one stops an iterative solver: each sweep lets through as much of the load as the light body
// weighs. The load also keeps it from moving on its own, so that its mass does not matter there. Its contacts count it as
// heavier, up to a fraction of the load that it supports, and the load arrives within a few sweeps.

// massScaling makes bodies heavier by the load that they supported in the last step. Its entry points are begin, once a
// step, and apply, for each contact.
type massScaling struct {
	supports []support // per state
	factors  []float32 // per state; empty if no body counts as heavier
}

// support is the sum of the normal impulses (N·s) of the contacts of a body in the last sub-step, as sizes and as vectors.
type support struct {
	sum float32
	net vec.Vec3
}

// begin finds the bodies whose contacts count them as heavier in this step, from the impulses of the last one. A push from
// one side, however strong, is no load: only impulses from both sides count. lanes lists the manifolds, jointed the
// bodies with joints.
func (m *massScaling) begin(b *motion.Bodies, manifolds []Manifold, lanes, jointed []int32, uneven bool) {
	m.factors = m.factors[:0]
	weight := float32(b.H * b.Gravity.Len())
	if !uneven || !b.Settings.WarmStarting || weight == 0 {
		return
	}
	n := len(b.States)
	if cap(m.supports) < n {
		m.supports = make([]support, n+n/2)
		m.factors = make([]float32, 0, n+n/2)
	}
	m.supports, m.factors = m.supports[:n], m.factors[:n]
	clear(m.supports)
	m.addImpulses(b, manifolds, lanes)
	for i := range m.supports {
		m.factors[i] = 1
		if i == 0 {
			continue
		}
		u := &m.supports[i]
		supported := float32(0.5*(u.sum-u.net.Len())) / weight
		if r := float32(supported*b.Sims[b.Awake[i-1]].InvMass) * (1 / loadRatio); r > 1 {
			m.factors[i] = r
		}
	}
	// joints move a body by its own mass, and the impulse that they give it back in every sub-step must
	// not push like the heavier one
	for _, body := range jointed {
		m.factors[b.Sims[body].StateIndex] = 1
	}
}

// addImpulses sums up the normal impulses at each body.
func (m *massScaling) addImpulses(b *motion.Bodies, manifolds []Manifold, lanes []int32) {
	for _, index := range lanes {
		if index < 0 {
			continue
		}
		c := &manifolds[index]
		l := float32(0)
		for k := range c.Points[:c.Count] {
			l += c.Points[k].NormalImpulse
		}
		if l == 0 {
			continue
		}
		p := c.Normal.Mul(l)
		x, y := &m.supports[b.Sims[c.BodyA].StateIndex], &m.supports[b.Sims[c.BodyB].StateIndex]
		x.sum, x.net = x.sum+l, x.net.Sub(p)
		y.sum, y.net = y.sum+l, y.net.Add(p)
	}
}

// apply makes the bodies of lane j of a block as heavy as their load asks for.
func (m *massScaling) apply(b *kernel.Block, j int) {
	if len(m.factors) == 0 {
		return
	}
	j &= kernel.Width - 1
	if i := b.A[j]; i >= 0 && m.factors[i] > 1 {
		f := 1 / m.factors[i]
		b.InvMassA[j] = float32(f * b.InvMassA[j])
		b.InertiaA.Scale(j, f)
	}
	if i := b.B[j]; i >= 0 && m.factors[i] > 1 {
		f := 1 / m.factors[i]
		b.InvMassB[j] = float32(f * b.InvMassB[j])
		b.InertiaB.Scale(j, f)
	}
}

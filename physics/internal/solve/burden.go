package solve

import "tumble/physics/vec"

// A light body under a heavy one stops an iterative solver: each sweep lets through as much of
// the load as the light body weighs. What squeezes it also keeps it from moving on its own, so
// that its mass does not matter there; its contacts count it as heavier, up to a fraction of
// the load that it bears, and the load arrives within a few sweeps.

// burden is what the contacts of a body bore in the last sub-step: the sum of their normal
// impulses, as sizes and as vectors.
type burden struct {
	sum float32
	net vec.Vec3
}

// burdenRatio is how much heavier than a body its load may count.
const burdenRatio = 4.0

// weighBurdens finds the bodies whose contacts count them as heavier in this step, from what the
// contacts bore in the last one. A push from one side, however strong, is no burden: only what
// is held from both sides counts.
func (s *Solver) weighBurdens() {
	s.heavier = s.heavier[:0]
	weight := float32(s.H * s.Gravity.Len())
	if !s.Uneven || !s.Settings.WarmStart || weight == 0 {
		return
	}
	n := len(s.States)
	if cap(s.burdens) < n {
		s.burdens = make([]burden, n+n/2)
		s.heavier = make([]float32, 0, n+n/2)
	}
	s.burdens, s.heavier = s.burdens[:n], s.heavier[:n]
	clear(s.burdens)
	for _, index := range s.lanes {
		if index < 0 {
			continue
		}
		m := &s.Manifolds[index]
		l := float32(0)
		for k := range m.Points[:m.Count] {
			l += m.Points[k].NormalImpulse
		}
		if l == 0 {
			continue
		}
		p := m.Normal.Mul(l)
		a, b := &s.burdens[s.Sims[m.BodyA].StateIndex], &s.burdens[s.Sims[m.BodyB].StateIndex]
		a.sum, a.net = a.sum+l, a.net.Sub(p)
		b.sum, b.net = b.sum+l, b.net.Add(p)
	}
	for i := range s.burdens {
		s.heavier[i] = 1
		if i == 0 {
			continue
		}
		u := &s.burdens[i]
		borne := float32(0.5*(u.sum-u.net.Len())) / weight
		if r := float32(borne*s.Sims[s.Awake[i-1]].InvMass) * (1 / burdenRatio); r > 1 {
			s.heavier[i] = r
		}
	}
	// joints move a body by its own mass, and what they give it back in every sub-step must
	// not push like the heavier one
	for _, body := range s.jointed {
		s.heavier[s.Sims[body].StateIndex] = 1
	}
}

// load makes the bodies of lane j of a block as heavy as their burden asks for.
func (s *Solver) load(b *Block, j int) {
	j &= Width - 1
	if i := b.A[j]; i >= 0 && s.heavier[i] > 1 {
		f := 1 / s.heavier[i]
		b.InvMassA[j] = float32(f * b.InvMassA[j])
		b.InertiaA.scale(j, f)
	}
	if i := b.B[j]; i >= 0 && s.heavier[i] > 1 {
		f := 1 / s.heavier[i]
		b.InvMassB[j] = float32(f * b.InvMassB[j])
		b.InertiaB.scale(j, f)
	}
}

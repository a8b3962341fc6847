package solve

import (
	"unsafe"

	"tumble/physics/internal/prefetch"
	"tumble/physics/vec"
)

// Bodies that were put into each other push each other out. Each contact does so at up to
// PushOutSpeed, and along a chain of overlaps the speeds would add up: a thousand balls made in
// one place would fly apart at hundreds of metres per second. So bodies that overlap deeply
// with several others push more slowly, and no body in touch with them gets faster than
// PushOutSpeed or than the fastest of its neighbours. That goes for the whole heap that touches:
// what is squeezed out between two others leaves faster than they come together.

const (
	// deepFraction of the smaller inner radius is a deep overlap, and so is deepest (m).
	deepFraction = 0.25
	deepest      = 0.03
)

// crowd is what deep overlaps ask of a body, per state.
type crowd struct {
	// push is the sum of the speeds (m/s) at which deep overlaps with others push it, and deep
	// their number.
	push float32
	deep int32
	// chain is set at the state that stands for all that touch, when one of them has several deep overlaps.
	chain bool
	// driven is set for what hangs on a joint: a motor may drive a body as fast as it likes.
	driven bool
	// spin is its own (rad/s) at the start of the step.
	spin float32
	// pushed and kept are its limits while it is pushed and at the end of the step; zero for
	// none.
	pushed, kept speedLimit
}

// joining is what JoinCrowds goes to and fro in, packed so that it stays in the cache.
type joining struct {
	// parent leads to the state that stands for all that touch, which has the smallest index.
	parent []int32
	// free is the speed (m/s) a body would have if nothing touched it, fastest the largest of those that touch it,
	// both at the start of the step.
	free, fastest []float32
}

// speedLimit bounds speed (m/s) and spin (rad/s), both squared.
type speedLimit struct{ speed, spin float32 }

// Deep reports whether an overlap of two bodies is so deep that they must have been put there.
func Deep(a, b *Sim, separation float32) bool {
	if !(separation < 0) {
		return false
	}
	least := float32(deepest / deepFraction)
	if a.InvMass > 0 {
		least = vec.Min(least, a.MinExtent)
	}
	if b.InvMass > 0 {
		least = vec.Min(least, b.MinExtent)
	}
	return -separation > float32(deepFraction*least)
}

// depth is the deepest overlap of a manifold (m), zero if there is none.
func (m *Manifold) depth() float32 {
	low := float32(0)
	for k := range m.Points[:m.Count] {
		low = vec.Min(low, m.Points[k].Separation)
	}
	return -low
}

// softness returns the coefficients of a contact between two bodies.
func (s *Solver) softness(a, b *Sim) *Soft {
	if a.InvMass == 0 || b.InvMass == 0 {
		return &s.StaticContact
	}
	return &s.Contact
}

// openCrowds makes room for the search for crowds, if there can be any.
func (s *Solver) openCrowds() {
	s.crowds = s.crowds[:0]
	if !s.Crowded {
		return
	}
	n, j := len(s.States), &s.joined
	if cap(s.crowds) < n {
		s.crowds = make([]crowd, n+n/2)
	}
	if len(j.parent) < n {
		j.parent, j.free, j.fastest = make([]int32, n+n/2), make([]float32, n+n/2), make([]float32, n+n/2)
	}
	s.crowds = s.crowds[:n]
	clear(s.crowds)
}

// weighCrowds finds out how strongly deep overlaps push which bodies. What follows from it, the limits, is
// worked out by FreeSpeeds, JoinCrowds, CloseCrowds and LimitCrowds.
func (s *Solver) weighCrowds() {
	if !s.HasCrowds() {
		return
	}
	if s.DeepUnknown {
		for _, index := range s.lanes {
			if index >= 0 {
				s.weighOverlap(&s.Manifolds[index])
			}
		}
	} else {
		s.weighKnown()
	}
	for _, index := range s.active {
		j := &s.Joints[index]
		s.crowds[s.Sims[j.BodyB].StateIndex].driven = true
		if j.BodyA != World {
			s.crowds[s.Sims[j.BodyA].StateIndex].driven = true
		}
	}
}

// weighKnown weighs the manifolds of Deep in the order of the lanes, without a look at the others.
func (s *Solver) weighKnown() {
	for _, index := range s.Deep {
		s.deep.set(index)
	}
	for _, index := range s.lanes {
		if index >= 0 && s.deep.has(index) {
			s.weighOverlap(&s.Manifolds[index])
		}
	}
	for _, index := range s.Deep {
		s.deep.clear(index)
	}
}

// weighOverlap adds one manifold to what pushes its bodies.
func (s *Solver) weighOverlap(m *Manifold) {
	a, b := &s.Sims[m.BodyA], &s.Sims[m.BodyB]
	if a.InvMass == 0 || b.InvMass == 0 {
		return
	}
	if depth := m.depth(); Deep(a, b, -depth) {
		ca, cb := &s.crowds[a.StateIndex], &s.crowds[b.StateIndex]
		push := vec.Min(float32(s.Contact.BiasRate*depth), s.PushOutSpeed)
		ca.push, cb.push = ca.push+push, cb.push+push
		ca.deep, cb.deep = ca.deep+1, cb.deep+1
	}
}

// FreeSpeeds begins the search for crowds for the awake bodies begin to end (exclusive), before anything
// moves them.
func (s *Solver) FreeSpeeds(begin, end int) {
	j := &s.joined
	for i := begin + 1; i <= end; i++ {
		j.parent[i], j.free[i], j.fastest[i] = int32(i), s.freeSpeed(i), 0
		s.crowds[i].spin = s.States[i].W.Len()
	}
}

// crowdsAhead is how many contacts ahead JoinCrowds asks for the bodies.
const crowdsAhead = 8

// JoinCrowds joins the bodies that touch and finds the fastest of the neighbours of each, after FreeSpeeds. It reads
// of the bodies only what stays the same in a step.
func (s *Solver) JoinCrowds() {
	j := &s.joined
	j.parent[0], j.free[0], j.fastest[0] = 0, 0, 0 // what is static or sleeps
	for color := range s.graph.colors {
		list := s.graph.colors[color].contacts
		for i := range list {
			if i+crowdsAhead < len(list) {
				next := &list[i+crowdsAhead]
				prefetch.Lines(unsafe.Pointer(&s.Sims[next.BodyA]), 1)
				prefetch.Lines(unsafe.Pointer(&s.Sims[next.BodyB]), 1)
			}
			j.join(&s.Sims[list[i].BodyA], &s.Sims[list[i].BodyB])
		}
	}
}

// join notes that two bodies touch.
func (j *joining) join(simA, simB *Sim) {
	a, b := simA.StateIndex, simB.StateIndex
	j.fastest[a], j.fastest[b] = vec.Max(j.fastest[a], j.free[b]), vec.Max(j.fastest[b], j.free[a])
	if simA.InvMass == 0 || simB.InvMass == 0 {
		return
	}
	a, b = j.find(a), j.find(b)
	j.parent[max(a, b)] = min(a, b)
}

// find returns the state that stands for all that touch state i so far.
func (j *joining) find(i int32) int32 {
	for j.parent[i] != i {
		j.parent[i] = j.parent[j.parent[i]]
		i = j.parent[i]
	}
	return i
}

// CloseCrowds finds out which bodies hang together with one that has several deep overlaps, after JoinCrowds and Lay.
func (s *Solver) CloseCrowds() {
	parent := s.joined.parent
	// a parent has the smaller index
	for i := range s.crowds {
		parent[i] = parent[parent[i]]
		if s.crowds[i].deep > 1 {
			s.crowds[parent[i]].chain = true
		}
	}
}

// LimitCrowds finds the limits of the awake bodies begin to end (exclusive), after CloseCrowds.
func (s *Solver) LimitCrowds(begin, end int) {
	j := &s.joined
	for i := begin + 1; i <= end; i++ {
		c := &s.crowds[i]
		if c.driven || !s.crowds[j.parent[i]].chain {
			continue
		}
		own := vec.Max(j.fastest[i], j.free[i])
		reach := vec.Max(s.Sims[s.Awake[i-1]].MaxExtent, tiny)
		c.pushed = newSpeedLimit(vec.Max(own, s.PushOutSpeed), c.spin, reach)
		c.kept = newSpeedLimit(vec.Max(own, float32(0.5*s.PushOutSpeed)), c.spin, reach)
	}
}

// newSpeedLimit allows the spin it has and one at which no point is faster than speed.
func newSpeedLimit(speed, spin, reach float32) speedLimit {
	spin = vec.Max(spin, speed/reach)
	return speedLimit{float32(speed * speed), float32(spin * spin)}
}

// freeSpeed is the speed (m/s) of a state at the end of the step if nothing touched it; of a
// body that impulses do not move that of its fastest point.
func (s *Solver) freeSpeed(i int) float32 {
	sim, st := &s.Sims[s.Awake[i-1]], &s.States[i]
	if sim.InvMass == 0 {
		return st.V.Len() + float32(st.W.Len()*sim.MaxExtent)
	}
	return st.V.MulAdd(s.Dt, s.external(sim)).Len()
}

// share returns the rate at which two bodies are pushed apart: less than rate for movable ones
// with a deep overlap in a crowd. Of n contacts about the cube root of n are in line; the fourth
// root is at hand. The less crowded of the two decides, so that those outside can leave.
func (s *Solver) share(m *Manifold, a, b *Sim, rate float32) float32 {
	depth := m.depth()
	if a.InvMass == 0 || b.InvMass == 0 || !Deep(a, b, -depth) {
		return rate
	}
	push := vec.Min(s.crowds[a.StateIndex].push, s.crowds[b.StateIndex].push)
	if push <= s.PushOutSpeed {
		return rate
	}
	own := vec.Min(float32(rate*depth), s.PushOutSpeed)
	return float32(own*vec.Sqrt(vec.Sqrt(s.PushOutSpeed/push))) / depth
}

// HasCrowds reports whether LimitSpeeds has anything to do in this step.
func (s *Solver) HasCrowds() bool { return len(s.crowds) > 0 }

// LimitSpeeds takes from the bodies at the places begin to end (exclusive) what deep overlaps made them
// faster than they may be at the end of a step.
func (s *Solver) LimitSpeeds(begin, end int) {
	for k := begin; k < end; k++ {
		i := s.place(k)
		s.crowds[i+1].kept.apply(&s.States[i+1])
	}
}

// limitPushes does the same before the bodies move.
func (s *Solver) limitPushes(begin, end int) {
	for k := begin; k < end; k++ {
		i := s.place(k)
		s.crowds[i+1].pushed.apply(&s.States[i+1])
	}
}

func (l *speedLimit) apply(st *State) {
	if l.speed == 0 {
		return
	}
	if square := st.V.Len2(); square > l.speed {
		st.V = st.V.Mul(vec.Sqrt(l.speed / square))
	}
	if square := st.W.Len2(); square > l.spin {
		st.W = st.W.Mul(vec.Sqrt(l.spin / square))
	}
}

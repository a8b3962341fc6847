package motion

import "tumble/physics/internal/solve/kernel"

// Bodies are the bodies of a world during a step.
type Bodies struct {
	kernel.Params
	// Sims of all bodies and States of the awake ones: Awake[i] is the body of States[i+1].
	Sims   []Sim
	States []kernel.State
	Awake  []int32
	// Scalar keeps to the kernels in Go. The bits are the same.
	Scalar bool

	energies        []float32        // per state, −1 where noteEnergy kept none
	tops            []top            // per state
	symmetries      []symmetry       // per state, of the last body there that was a top
	contactInertias []contactInertia // per state of a body with Sim.HasContactInertia
	externals       []externalChange // per state
	order           []int32          // awake bodies in order, see OrderedBody
}

// BeginBodies begins a step: all stages over bodies may follow.
func (s *Bodies) BeginBodies(p kernel.Params) {
	s.Params = p
	if n := len(s.States); n > len(s.energies) {
		s.energies = make([]float32, n+n/2)
		s.tops = make([]top, n+n/2)
		s.symmetries = make([]symmetry, n+n/2)
		s.contactInertias = make([]contactInertia, n+n/2)
		s.externals = make([]externalChange, n+n/2)
	}
}

// BodyCount is the number of awake bodies.
func (s *Bodies) BodyCount() int { return len(s.Awake) }

// SetOrder sets the order of the awake bodies: those of one island batch lie side by side. Without an order each awake
// body is at the position of its index.
func (s *Bodies) SetOrder(order []int32) { s.order = order }

// OrderedBody is the index of the awake body at position k of the order.
func (s *Bodies) OrderedBody(k int) int {
	if len(s.order) > 0 {
		return int(s.order[k])
	}
	return k
}

package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// Bodies are the bodies of a world during a step.
type Bodies struct {
	kernel.Params
	// Sims of all bodies and States of the awake ones: Awake[i] is the body of States[i+1].
	Sims   []Sim
	States []kernel.State
	Awake  []int32
	// Pushes and Weights are of the states.
	Pushes  []kernel.Push
	Weights []Weight
	// Scalar keeps to the kernels in Go. The bits are the same.
	Scalar bool

	tops       []top            // per state
	symmetries []symmetry       // per state, of the last body there that was a top
	externals  []externalChange // per state
	order      []int32          // awake bodies in order, see OrderedBody
}

// Weight are the numbers of a body that bound its kinetic energy: ½·m·v² + ½·Least·ω² ≤ E ≤ ½·m·v² + ½·Most·ω².
type Weight struct {
	Mass        float32 // kg
	Least, Most float32 // kg·m²
}

// weightOf is the weight of a body. By Gershgorin no eigenvalue of a symmetric matrix is beyond the largest sum of a row.
func weightOf(sim *Sim) Weight {
	m := &sim.LocalInertia
	xy, xz, yz := vec.Abs(m.XY), vec.Abs(m.XZ), vec.Abs(m.YZ)
	x, y, z := xy+xz, xy+yz, xz+yz
	return Weight{
		Mass:  sim.Mass,
		Least: vec.Max(vec.Min(m.XX-x, vec.Min(m.YY-y, m.ZZ-z)), 0),
		Most:  vec.Max(m.XX+x, vec.Max(m.YY+y, m.ZZ+z)),
	}
}

// BeginBodies begins a step: all stages over bodies may follow.
func (s *Bodies) BeginBodies(p kernel.Params) {
	s.Params = p
	if n := len(s.States); n > len(s.Pushes) {
		s.tops = make([]top, n+n/2)
		s.symmetries = make([]symmetry, n+n/2)
		s.Pushes = make([]kernel.Push, n+n/2)
		s.Weights = make([]Weight, n+n/2)
		s.externals = make([]externalChange, n+n/2)
	}
}

// BodyCount is the number of awake bodies.
func (s *Bodies) BodyCount() int { return len(s.Awake) }

// SetOrder sets the order of the awake bodies: those of one island batch lie side by side. Without an order each awake body is
// at the position of its index.
func (s *Bodies) SetOrder(order []int32) { s.order = order }

// OrderedBody is the index of the awake body at position k of the order.
func (s *Bodies) OrderedBody(k int) int {
	if len(s.order) > 0 {
		return int(s.order[k])
	}
	return k
}

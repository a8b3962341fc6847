package articulation

import (
	"math"

	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// jointMotion are the velocities of the bodies of a joint, with bias those by which they rotate on without torque and
// which their anchors have along their arcs.
type jointMotion struct {
	a, b         *kernel.State
	meanA, meanB vec.Vec3
	arcA, arcB   vec.Vec3
}

// motionOf reads the bodies of a joint.
func (s *Solver) motionOf(j *joint.Joint, bias, pivot bool) (m jointMotion) {
	ia, _ := kernel.StateOf(j.StateA)
	ib, _ := kernel.StateOf(j.StateB)
	m.a, m.b = &s.bodies.States[ia], &s.bodies.States[ib]
	if bias {
		freeA, freeB := s.rotationOf(j.StateA), s.rotationOf(j.StateB)
		m.meanA, m.meanB = freeA.Mean, freeB.Mean
		m.arcA, m.arcB = freeA.ArcVelocity(m.a, j.ArmA, s.bodies.H, pivot), freeB.ArcVelocity(m.b, j.ArmB, s.bodies.H, pivot)
	}
	return m
}

// speed is the velocity along a row now.
func (m *jointMotion) speed(h *joint.HeldRow) float32 {
	return h.LinearA.Dot(m.a.V) + h.AngularA.Dot(m.a.W) + h.LinearB.Dot(m.b.V) + h.AngularB.Dot(m.b.W)
}

// rotating is the velocity along a row that the rotations of the bodies add in the sub-step, 0 without bias.
func (m *jointMotion) rotating(h *joint.HeldRow) float32 {
	return h.AngularA.Dot(m.meanA) + h.AngularB.Dot(m.meanB) + (h.LinearA.Dot(m.arcA) + h.LinearB.Dot(m.arcB))
}

// rotationOf is the free rotation of a side of a joint, none of a body that impulses do not move.
func (s *Solver) rotationOf(state int32) *motion.FreeRotation { return &s.rotations[max(state, 0)] }

// optionTarget is the velocity that the row of an option loses at a side.
func (s *Solver) optionTarget(h *joint.HeldRow, side joint.Side, bias bool) float32 {
	rate := float32(0)
	if bias {
		rate = float32(correctionRate * s.bodies.InvH)
	}
	return h.Option.Target(side, rate, s.bodies.InvH, kernel.MaxBias)
}

// pivoting is how far the search for the options that act has come.
type pivoting struct {
	// least is the smallest number of rows that were wrong, tries how often as many may be wrong again.
	least, tries int
}

// begin begins a search.
func (p *pivoting) begin() { *p = pivoting{least: math.MaxInt, tries: pivotTries} }

// single reports whether only one row may change where wrong of them are.
func (p *pivoting) single(wrong int) bool {
	switch {
	case wrong < p.least:
		p.least, p.tries = wrong, pivotTries
	case p.tries > 0:
		p.tries--
	default:
		return true
	}
	return false
}

// chooseOptions releases limits under tension and clamps motors to their force, and
// lets limits act that would be passed and motors that are beyond their speed. It reports whether there were any. As long as
// fewer rows are wrong than before, all of them change at once; else the last one alone, which comes to an end for every symmetric
// positive definite matrix. Source: Júdice and Pires, "A Block Principal Pivoting Algorithm for Large-Scale Strictly Monotone
// Linear Complementarity Problems", Computers & Operations Research 21, 1994.
func (s *Solver) chooseOptions(gr *articulation, p *pivoting, bias bool) (changed bool) {
	wrong, last := s.detectWrong(gr, bias)
	if wrong == 0 {
		return false
	}
	single := p.single(wrong)
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		j := s.joints.Joint(node.joint)
		held := s.held[node.row : node.row+node.rows]
		for i := j.HeldCount(); i < len(held); i++ {
			h := &held[i]
			if node.yielded || h.Next == h.Side || single && node.row+int32(i) != last {
				continue
			}
			if allowed := h.Allowed(j.Held[i]); allowed != j.Held[i] && (h.Next == joint.Idle || h.Next == joint.Holds) {
				s.applyHeld(j, held[i:i+1], []float32{allowed - j.Held[i]})
				// as exact as it has to be for SideOf
				j.Held[i] = allowed
			}
			h.Side = h.Next
		}
	}
	return true
}

// detectWrong notes how each option should act at the velocities and impulses now, and returns how many act otherwise and the row of
// the last one.
func (s *Solver) detectWrong(gr *articulation, bias bool) (wrong int, last int32) {
	pivot := s.pivots(gr)
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		j := s.joints.Joint(node.joint)
		held := s.held[node.row : node.row+node.rows]
		first := j.HeldCount()
		if first == len(held) || node.yielded {
			continue
		}
		m := s.motionOf(j, bias, pivot)
		for i := first; i < len(held); i++ {
			h, impulse := &held[i], j.Held[i]
			h.Next = h.Side
			if h.Side != joint.Idle {
				h.Next = h.Settle(impulse, s.optionTarget(h, h.Side, bias))
			}
			if h.Next == h.Side && (h.Side == joint.Idle || h.Side == joint.Holds) {
				h.Next = s.wakeOption(&m, h, impulse, bias)
			}
			if h.Next != h.Side {
				wrong++
				last = node.row + int32(i)
			}
		}
	}
	return wrong, last
}

// wakeOption returns how a row has to act at the velocities now.
func (s *Solver) wakeOption(m *jointMotion, h *joint.HeldRow, impulse float32, bias bool) joint.Side {
	v := m.speed(h)
	if bias {
		v += m.rotating(h)
	}
	if h.Option.Flags&joint.AxisLimit != 0 {
		switch {
		case v+s.optionTarget(h, joint.AtLower, bias) < -leastPass:
			return joint.AtLower
		case v+s.optionTarget(h, joint.AtUpper, bias) > leastPass:
			return joint.AtUpper
		}
	}
	if e := h.Beyond(v, impulse); h.Side == joint.Idle && impulse*e > 0 && vec.Abs(e) > leastPass {
		return joint.Holds
	}
	return h.Side
}

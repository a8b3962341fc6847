package articulation

import (
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
		m.arcA, m.arcB = freeA.ArcVelocity(m.a, j.ArmA, s.bodies.H, pivot), freeB.ArcVelocity(m.b, j.ArmB, s.bodies.H,
			pivot)
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

// The impulses of an articulation lower a convex energy, piecewise quadratic: where a row acts, it asks for a velocity
// as long as its impulse is in a range, that of a motor up to its force. The search for the options that act goes from
// one such piece to the next. Where the impulses that solve all acting rows leave a range, all go as far as the first
// of them, whose row then acts no more. Where none does, rows that do not act and would lower the energy begin to. So
// the energy falls from pass to pass, and no motor gives more than its force on the way: a motor that is to reach 1000
// rad/s at once, and lets the rest of the arm answer to it, leaves the rounding of 10⁵ rad/s behind
// (TestArmsGainNothing).
// Source: Nocedal and Wright, Numerical Optimization, 2nd edition, 16.5 (active-set methods for convex problems).

// leaveRanges makes the longest step along the solution that keeps the options in their ranges, and lets rest those at
// the end of one. It reports whether there were any; otherwise the step is the whole of the solution.
func (s *Solver) leaveRanges(gr *articulation, bias bool) (left bool) {
	step := float32(1)
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		j := s.joints.Joint(node.joint)
		held := s.held[node.row : node.row+node.rows]
		for k, d := range s.solution[node.row : node.row+node.count] {
			i := node.acting[k]
			h := &held[i]
			h.Reach, h.End = s.reach(h, j.Held[i], float32(d), bias)
			step = vec.Min(step, h.Reach)
		}
	}
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		held := s.held[node.row : node.row+node.rows]
		changes := s.solution[node.row : node.row+node.count]
		for k := range changes {
			h := &held[node.acting[k]]
			changes[k] *= float64(step)
			if h.Reach < 1 && h.Reach <= step {
				h.Side, left = joint.Idle, true
			}
		}
	}
	return left
}

// reach is the share of a change of an impulse that takes it to the end of the range in which its row acts, or more
// than 1, and the impulse there.
func (s *Solver) reach(h *joint.HeldRow, impulse, change float32, bias bool) (share, end float32) {
	if h.Option.Flags == 0 {
		return 2, 0
	}
	least, most := h.Range(h.Side, s.optionTarget(h, joint.AtLower, bias), s.optionTarget(h, joint.AtUpper, bias))
	switch next := impulse + change; {
	case change > 0 && next > most:
		end = vec.Max(most, impulse)
	case change < 0 && next < least:
		end = vec.Min(least, impulse)
	default:
		return 2, 0
	}
	return (end - impulse) / change, end
}

// beginOptions brings motors within their force and options to the side of their impulse, and reports whether other
// rows act than those of the matrix.
func (s *Solver) beginOptions(gr *articulation, bias bool) (changed bool) {
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		j := s.joints.Joint(node.joint)
		held := s.held[node.row : node.row+node.rows]
		for i := j.HeldCount(); i < len(held) && !node.yielded; i++ {
			h := &held[i]
			lower, upper := s.optionTarget(h, joint.AtLower, bias), s.optionTarget(h, joint.AtUpper, bias)
			side := h.SideWith(j.Held[i], lower, upper)
			changed = changed || side != h.Side
			h.Side = side
			allowed := h.Allowed(j.Held[i])
			if side == joint.Idle && allowed != j.Held[i] {
				s.applyHeld(j, held[i:i+1], []float32{allowed - j.Held[i]})
				j.Held[i] = allowed
			}
		}
	}
	return changed
}

// wakeOptions lets the options act that would lower the energy, and reports whether there were any.
func (s *Solver) wakeOptions(gr *articulation, bias bool) (woke bool) {
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
			h := &held[i]
			if h.Side != joint.Idle {
				continue
			}
			v := m.speed(h)
			if bias {
				v += m.rotating(h)
			}
			h.Side = s.wakeOption(h, v, j.Held[i], bias)
			woke = woke || h.Side != joint.Idle
		}
	}
	return woke
}

// wakeOption returns how a row that rests at the end of a range has to act at a velocity: in the range above if it is
// slower than that asks for, in the one below if it is faster.
func (s *Solver) wakeOption(h *joint.HeldRow, v, impulse float32, bias bool) joint.Side {
	lower, upper := s.optionTarget(h, joint.AtLower, bias), s.optionTarget(h, joint.AtUpper, bias)
	for side := joint.Holds; side <= joint.AtUpper; side++ {
		if !h.Has(side, lower, upper) {
			continue
		}
		least, most := h.Range(side, lower, upper)
		e := h.Beyond(side, v, impulse, lower, upper)
		if e < -leastPass && impulse >= least && impulse < most || e > leastPass && impulse > least && impulse <= most {
			return side
		}
	}
	return joint.Idle
}

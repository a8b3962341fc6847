package articulation

import (
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
)

// sideOf is the side at which a limit of this impulse acts.
func sideOf(impulse float32) joint.Side {
	switch {
	case impulse > 0:
		return joint.AtLower
	case impulse < 0:
		return joint.AtUpper
	}
	return joint.Idle
}

// limitTarget is the velocity that a row loses at a side of its range.
func (s *Solver) limitTarget(h *joint.HeldRow, side joint.Side, bias bool) float32 {
	rate := float32(0)
	if bias {
		rate = float32(correctionRate * s.bodies.InvH)
	}
	return h.Limit.Target(side, rate, s.bodies.InvH, kernel.MaxBias)
}

// chooseLimits lets go of limits that pull, whose impulses it takes back, and lets those act that would be passed. It reports
// whether there were any.
func (s *Solver) chooseLimits(gr *articulation, bias bool) (changed bool) {
	var back [joint.MaxHeld]float32
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		held := s.held[node.row : node.row+node.rows]
		last := len(held) - 1
		h := &held[last]
		if h.Side == joint.Holds {
			continue
		}
		j := s.joints.Joint(node.joint)
		if h.Side != joint.Idle {
			if l := j.Held[last]; l != 0 && sideOf(l) != h.Side {
				clear(back[:last])
				back[last] = -l
				j.AddHeld(back[:node.rows])
				s.applyHeld(j, held, back[:node.rows])
				h.Side, changed = joint.Idle, true
			}
			continue
		}
		ia, _ := kernel.StateOf(j.StateA)
		ib, _ := kernel.StateOf(j.StateB)
		a, b := &s.bodies.States[ia], &s.bodies.States[ib]
		v := h.LinearA.Dot(a.V) + h.AngularA.Dot(a.W) + h.LinearB.Dot(b.V) + h.AngularB.Dot(b.W)
		switch {
		case v+s.limitTarget(h, joint.AtLower, bias) < -leastPass:
			h.Side, changed = joint.AtLower, true
		case v+s.limitTarget(h, joint.AtUpper, bias) > leastPass:
			h.Side, changed = joint.AtUpper, true
		}
	}
	return changed
}

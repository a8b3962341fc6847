package articulation

import (
	"tumble/physics/internal/solve/joint"
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// optionTarget is the velocity that the row of an option loses at a side.
func (s *Solver) optionTarget(h *joint.HeldRow, side joint.Side, bias bool) float32 {
	rate := float32(0)
	if bias {
		rate = float32(correctionRate * s.bodies.InvH)
	}
	return h.Option.Target(side, rate, s.bodies.InvH, kernel.MaxBias)
}

// chooseOptions lets go of limits that pull and of motors beyond their force, whose impulses it takes back to what they may be, and
// lets limits act that would be passed and motors that are beyond their speed. It reports whether there were any.
func (s *Solver) chooseOptions(gr *articulation, bias bool) (changed bool) {
	var back [joint.MaxHeld]float32
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		held := s.held[node.row : node.row+node.rows]
		last := len(held) - 1
		h := &held[last]
		if h.Option.Kind == joint.NoOption {
			continue
		}
		j := s.joints.Joint(node.joint)
		old := j.Held[last]
		if h.Side == joint.Idle {
			h.Side = s.wakeOption(j, h, old, bias)
			changed = changed || h.Side != joint.Idle
			continue
		}
		if allowed := h.Allowed(old); allowed != old {
			clear(back[:last])
			back[last] = allowed - old
			j.AddHeld(back[:node.rows])
			s.applyHeld(j, held, back[:node.rows])
			// as exact as it has to be for SideOf
			j.Held[last] = allowed
			h.Side, changed = joint.Idle, true
		}
	}
	return changed
}

// wakeOption returns how a row that did not act has to act at the velocities now.
func (s *Solver) wakeOption(j *joint.Joint, h *joint.HeldRow, impulse float32, bias bool) joint.Side {
	ia, _ := kernel.StateOf(j.StateA)
	ib, _ := kernel.StateOf(j.StateB)
	a, b := &s.bodies.States[ia], &s.bodies.States[ib]
	v := h.LinearA.Dot(a.V) + h.AngularA.Dot(a.W) + h.LinearB.Dot(b.V) + h.AngularB.Dot(b.W)
	if h.Option.Kind == joint.OptionMotor {
		// pushed on beyond its speed
		if e := v - h.Option.Speed; impulse*e > 0 && vec.Abs(e) > leastPass {
			return joint.Holds
		}
		return joint.Idle
	}
	switch {
	case v+s.optionTarget(h, joint.AtLower, bias) < -leastPass:
		return joint.AtLower
	case v+s.optionTarget(h, joint.AtUpper, bias) > leastPass:
		return joint.AtUpper
	}
	return joint.Idle
}

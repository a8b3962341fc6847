package articulation

import "tumble/physics/internal/solve/joint"

// yield lets the joint that is furthest beyond its limits give these and no more, and reports whether there was one: a
// pull that tears one link of a chain may spare the others. Its impulses stay what they are then, in the direction of
// the pull, and its rows no longer act. As the bodies share that way, they take energy.
func (s *Solver) yield(gr *articulation) bool {
	worst, most := (*jointNode)(nil), float32(1)
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		node := &s.nodes[n]
		j := s.joints.Joint(node.joint)
		if node.yielded || !j.Breaks() {
			continue
		}
		load, times := s.joints.Excess(j)
		if times > most {
			worst, most, j.Load = node, times, load
		}
	}
	if worst == nil {
		return false
	}
	j := s.joints.Joint(worst.joint)
	share := 1 - 1/most
	var back [joint.MaxRows]float32
	for i := range worst.rows {
		back[i] = -float32(share * j.Held[i])
	}
	s.applyHeld(j, s.held[worst.row:worst.row+worst.rows], back[:worst.rows])
	s.joints.TakeBack(j, share)
	worst.yielded = true
	return true
}

// actAgain lets joints that yielded act again, but broken ones, and reports whether there were any.
func (s *Solver) actAgain(gr *articulation) (changed bool) {
	for n := gr.nodes.begin; n < gr.nodes.end; n++ {
		if node := &s.nodes[n]; node.yielded && !s.joints.Joint(node.joint).Broken {
			node.yielded, changed = false, true
		}
	}
	return changed
}

// breakYielded breaks the joints that gave way relaxing.
func (s *Solver) breakYielded(gr *articulation) {
	for n := gr.nodes.begin; gr.breaks && n < gr.nodes.end; n++ {
		if node := &s.nodes[n]; node.yielded {
			s.joints.Joint(node.joint).Broken = true
		}
	}
}

package joint

import "tumble/physics/internal/solve/kernel"

// openRail finds the point of anchor B on the path and rotates it to world axes.
func (s *Solver) openRail(x *Pair, j *Joint) {
	r := NearPath(s.knots[j.PathBegin:j.PathEnd], j.Closed, x.qa.InvRotate(x.gap), j.Phase)
	r.Lap += j.Lap
	r.Point, r.Tangent = x.qa.Rotate(r.Point), x.qa.Rotate(r.Tangent)
	r.Up, r.Bend = x.qa.Rotate(r.Up), x.qa.Rotate(r.Bend)
	x.rail = r
}

// Open reads the bodies of a joint.
func (s *Solver) Open(x *Pair, j *Joint) {
	ia, _ := kernel.StateOf(j.StateA)
	ib, _ := kernel.StateOf(j.StateB)
	a, b := &s.bodies.States[ia], &s.bodies.States[ib]
	x.va, x.wa, x.vb, x.wb = a.V, a.W, b.V, b.W
	x.ia, x.ib, x.ma, x.mb = j.InertiaA, j.InertiaB, j.InvMassA, j.InvMassB
	x.ArmA, x.ArmB = a.DQ.Rotate(j.ArmA), b.DQ.Rotate(j.ArmB)
	x.gap = j.centers.Add(b.DP.Sub(a.DP)).Add(x.ArmB.Sub(x.ArmA))
	x.qa, x.qb = a.DQ.Mul(j.frameA), b.DQ.Mul(j.frameB)
	x.rotationA, x.rotationB = a.DQ, b.DQ
	switch j.Kind {
	case PulleyJoint:
		x.pa = s.bodies.Sims[j.BodyA].Center.Add(a.DP).Add(x.ArmA)
	case PathJoint:
		s.openRail(x, j)
	}
}

// close writes the velocities of the bodies that can move.
func (s *Solver) close(x *Pair, j *Joint) {
	if j.StateA >= 0 {
		a := &s.bodies.States[j.StateA]
		a.V, a.W = x.va, x.wa
	}
	if j.StateB >= 0 {
		b := &s.bodies.States[j.StateB]
		b.V, b.W = x.vb, x.wb
	}
}

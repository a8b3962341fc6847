package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// PrepareBodies begins a step for awake bodies begin to end (exclusive).
func (s *Bodies) PrepareBodies(begin, end int) {
	for i := begin; i < end; i++ {
		st, sim := &s.States[i+1], &s.Sims[s.Awake[i]]
		sim.Center0, sim.Q0 = sim.Center, sim.Transform.Q
		st.Flags = sim.Flags
		st.DP, st.DQ = vec.Vec3{}, vec.QuatIdentity
		s.tops[i+1].stage = topIdle
		s.energies[i+1], sim.HasContactInertia = -1, false
		if sim.Flags&kernel.Gyroscopic != 0 {
			s.noteEnergy(i+1, st, sim)
			s.noteContactInertia(i+1, st, sim)
		}
		s.noteExternalChange(i+1, sim)
	}
}

// IntegratePositions moves the bodies at the positions begin to end (exclusive) for one sub-step.
func (s *Bodies) IntegratePositions(begin, end int) {
	h := s.H
	maxSquare := float32(s.MaxLinearSpeed * s.MaxLinearSpeed)
	rotationSquare := float32(s.MaxRotation * s.MaxRotation)
	hh := float32(h * h)
	vector := kernel.HaveVector() && !s.Scalar
	var batch spinBatch
	for k := begin; k < end; k++ {
		i := s.OrderedBody(k)
		st := &s.States[i+1]
		if st.Flags&(kernel.LockLinear|kernel.LockAngular) != 0 {
			st.V, st.W = st.Flags.LockLinear(st.V), st.Flags.LockAngular(st.W)
		}
		if square := st.V.Len2(); square > maxSquare {
			st.V = st.V.Mul(s.MaxLinearSpeed / vec.Sqrt(square))
			st.Flags |= kernel.SpeedCapped
		}
		square := float32(hh * st.W.Len2())
		if square > rotationSquare {
			st.W = st.W.Mul(s.MaxRotation / vec.Sqrt(square))
			square = rotationSquare
			st.Flags |= kernel.SpeedCapped
		}
		st.DP = st.DP.MulAdd(h, st.V)
		if freelyRotates(st, square) {
			switch {
			case vector && st.Flags&kernel.Symmetric != 0:
				s.addTop(&batch, i)
			case vector:
				s.addSpin(&batch, i)
			case st.Flags&kernel.Symmetric == 0 || !s.precessTop(&s.tops[i+1], i, st):
				s.Sims[s.Awake[i]].rotateFreely(st, h)
			}
			continue
		}
		if square == 0 && st.W == (vec.Vec3{}) && st.DQ == vec.QuatIdentity {
			continue // neither rotates nor did in this step
		}
		st.DQ = Rotate(st.DQ, st.W.Mul(h), square)
	}
	// tops that rotate too far come to the others
	s.runTops(&batch)
	s.runSpins(&batch)
}

// FinalizeBodies moves the poses of awake bodies begin to end (exclusive) to the end of the
// step and clears forces. The displacements stay in the states until the next step begins.
func (s *Bodies) FinalizeBodies(begin, end int) {
	for i := begin; i < end; i++ {
		st, sim := &s.States[i+1], &s.Sims[s.Awake[i]]
		sim.Center = sim.Center.Add(st.DP)
		if st.DQ != vec.QuatIdentity {
			sim.finishRotation(st, &s.tops[i+1])
			sim.refreshInertia()
		}
		sim.Transform.P = sim.Center.Sub(sim.Transform.Q.Rotate(sim.LocalCenter))
		sim.Force, sim.Torque = vec.Vec3{}, vec.Vec3{}
	}
}

// finishRotation moves the orientation to the end of the step.
func (s *Sim) finishRotation(st *kernel.State, t *top) {
	if st.Flags&kernel.Gyroscopic == 0 {
		s.Transform.Q = st.DQ.Mul(s.Q0).Norm()
		return
	}
	var q quat64
	if t.stage == topPrecesses {
		q = t.end(s, st)
	} else {
		q = s.orientation(st)
	}
	s.Transform.Q = q.to32()
	s.RotationLow = q.sub(quatFrom32(s.Transform.Q)).to32()
}

// precessTop rotates a symmetric body for a sub-step without torque. It returns false where spin is needed.
func (s *Bodies) precessTop(t *top, i int, st *kernel.State) bool {
	if t.stage == topIdle {
		t.begin(&s.Sims[s.Awake[i]], &s.symmetries[i+1])
	}
	if t.stage == topPrecesses && t.precess(st, s.H) {
		return true
	}
	t.leave(&s.Sims[s.Awake[i]], st)
	return false
}

// IntegrateVelocities adds gravity, forces and damping of one sub-step to the velocities of the bodies at the
// positions begin to end (exclusive), see OrderedBody.
func (s *Bodies) IntegrateVelocities(begin, end int) {
	for k := begin; k < end; k++ {
		i := s.OrderedBody(k)
		st, d := &s.States[i+1], &s.externals[i+1]
		if !d.moves {
			continue
		}
		v := st.V.Mul(d.keep).Add(d.gravity).Add(d.force)
		w := st.W.Mul(d.keepAngular).Add(d.torque)
		if st.Flags&(kernel.LockLinear|kernel.LockAngular) != 0 {
			v, w = st.Flags.LockLinear(v), st.Flags.LockAngular(w)
		}
		st.V, st.W = v, w
	}
}

// FreelyRotates reports whether a body rotates by Euler's equations in a sub-step: its angular velocity changes without
// torque. Joints predict the rotation of the same bodies: with a threshold of their own a top is off by 0.18 rad after
// 3 s with 62 sub-steps and more (TestErrorsShrinkWithTheSubSteps).
func (s *Bodies) FreelyRotates(st *kernel.State) bool {
	return freelyRotates(st, float32(float32(s.H*s.H)*st.W.Len2()))
}

// freelyRotates is FreelyRotates with the squared angle (rad²) of a sub-step.
func freelyRotates(st *kernel.State, square float32) bool {
	return square > leastFreeAngle && st.Flags&(kernel.Gyroscopic|kernel.LockAngular) == kernel.Gyroscopic
}

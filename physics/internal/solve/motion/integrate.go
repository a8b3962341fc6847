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
		push := &s.Pushes[i+1]
		*push = kernel.Push{}
		push.SetInertia(kernel.InertiaFrom(&sim.InvInertia))
		s.Weights[i+1] = weightOf(sim)
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
		if square > leastFreeAngle && st.Flags&(kernel.Gyroscopic|kernel.LockAngular) == kernel.Gyroscopic {
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

// MovePushed moves the bodies at the positions begin to end (exclusive) by their pseudo-velocities, forgets these, and brings inverse
// inertias to the poses of now. A body that a push rotates keeps its angular momentum: ω ← I'⁻¹·I·ω. A push that rotated ω along would give a rod that
// lies on ice energy (TestTruth/rotation).
func (s *Bodies) MovePushed(begin, end int, pushed bool) {
	hh := float32(s.H * s.H)
	for k := begin; k < end; k++ {
		i := s.OrderedBody(k)
		st := &s.States[i+1]
		turned := pushed && s.movePushed(i, st)
		if st.Flags&kernel.Gyroscopic != 0 && (turned || float32(hh*st.W.Len2()) > leastFreeAngle) {
			s.RefreshInertia(int32(i + 1))
		}
	}
}

// movePushed moves the awake body i by its pseudo-velocity and reports whether it turned.
func (s *Bodies) movePushed(i int, st *kernel.State) bool {
	push := &s.Pushes[i+1]
	v, w := st.Flags.LockLinear(push.V), st.Flags.LockAngular(push.W)
	push.V, push.W = vec.Vec3{}, vec.Vec3{}
	if v != (vec.Vec3{}) {
		st.DP = st.DP.MulAdd(s.H, v)
	}
	if w == (vec.Vec3{}) {
		return false
	}
	angle := w.Mul(s.H)
	square := angle.Len2()
	if square > mostPushAngle*mostPushAngle {
		angle, square = angle.Mul(mostPushAngle/vec.Sqrt(square)), mostPushAngle*mostPushAngle
	}
	if st.Flags&kernel.Gyroscopic == 0 {
		st.DQ = Rotate(st.DQ, angle, square)
		return true
	}
	sim := &s.Sims[s.Awake[i]]
	s.tops[i+1].leave(sim, st)
	q := st.DQ.Mul(sim.Transform.Q)
	momentum := q.Rotate(sim.LocalInertia.MulVec(q.InvRotate(st.W)))
	st.DQ = Rotate(st.DQ, angle, square)
	q = st.DQ.Mul(sim.Transform.Q)
	st.W = q.Rotate(sim.LocalInvInertia.MulVec(q.InvRotate(momentum)))
	return true
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

package solve

import "tumble/physics/vec"

// PrepareBodies begins a step for awake bodies begin to end (exclusive).
func (s *Bodies) PrepareBodies(begin, end int) {
	for i := begin; i < end; i++ {
		st, sim := &s.States[i+1], &s.Sims[s.Awake[i]]
		sim.Center0, sim.Q0 = sim.Center, sim.Transform.Q
		st.Flags = sim.Flags
		st.DP, st.DQ = vec.Vec3{}, vec.QuatIdentity
		s.tops[i+1].stage = topIdle
		s.noteEnergy(i+1, st, sim)
		s.noteMidInertia(i+1, st, sim)
		s.noteExternal(i+1, sim)
	}
}

// IntegratePositions moves the bodies at the places begin to end (exclusive) for one sub-step.
func (s *Bodies) IntegratePositions(begin, end int) {
	h := s.H
	maxSquare := float32(s.MaxLinearSpeed * s.MaxLinearSpeed)
	turnSquare := float32(s.MaxTurn * s.MaxTurn)
	hh := float32(h * h)
	vector := HaveVector() && !s.Scalar
	var batch spinBatch
	for k := begin; k < end; k++ {
		i := s.place(k)
		st := &s.States[i+1]
		if st.Flags&(LockLinear|LockAngular) != 0 {
			st.V, st.W = st.Flags.lockLinear(st.V), st.Flags.lockAngular(st.W)
		}
		if square := st.V.Len2(); square > maxSquare {
			st.V = st.V.Mul(s.MaxLinearSpeed / vec.Sqrt(square))
			st.Flags |= SpeedCapped
		}
		turn := float32(hh * st.W.Len2())
		if turn > turnSquare {
			st.W = st.W.Mul(s.MaxTurn / vec.Sqrt(turn))
			turn = turnSquare
			st.Flags |= SpeedCapped
		}
		st.DP = st.DP.MulAdd(h, st.V)
		if turn > leastTurn && st.Flags&(Gyroscopic|LockAngular) == Gyroscopic {
			switch {
			case vector && st.Flags&Symmetric != 0:
				s.addTop(&batch, i)
			case vector:
				s.addSpin(&batch, i)
			case st.Flags&Symmetric == 0 || !s.turnTop(&s.tops[i+1], i, st):
				s.Sims[s.Awake[i]].spin(st, h)
			}
			continue
		}
		st.DQ = rotate(st.DQ, st.W.Mul(h), turn)
	}
	// tops that turn too far come to the others
	s.runTops(&batch)
	s.runSpins(&batch)
}

// leastTurn is the squared angle (rad²) per sub-step below which the angular velocity of a
// gyroscopic body is left alone: it would change by less than a hundred-thousandth.
const leastTurn = 1e-10

// rotate returns q turned by the rotation vector t of squared length square ≤ π²:
// exp(t/2)·q, with the power series of sine and cosine of the half angle.
func rotate(q vec.Quat, t vec.Vec3, square float32) vec.Quat {
	y := float32(0.25 * square)
	s := 1 - float32(y*(1.0/6-float32(y*(1.0/120-float32(y*(1.0/5040-
		float32(y*(1.0/362880-float32(y*(1.0/39916800))))))))))
	c := 1 - float32(y*(1.0/2-float32(y*(1.0/24-float32(y*(1.0/720-
		float32(y*(1.0/40320-float32(y*(1.0/3628800-float32(y*(1.0/479001600))))))))))))
	s = float32(0.5 * s)
	r := vec.Quat{X: float32(s * t.X), Y: float32(s * t.Y), Z: float32(s * t.Z), W: c}.Mul(q)
	// one Newton step towards unit length, which is enough for what one product loses
	n := 1.5 - float32(0.5*r.Dot(r))
	return vec.Quat{X: float32(n * r.X), Y: float32(n * r.Y), Z: float32(n * r.Z), W: float32(n * r.W)}
}

// FinalizeBodies moves the poses of awake bodies begin to end (exclusive) to the end of the
// step and clears forces. The displacements stay in the states until the next step begins.
func (s *Bodies) FinalizeBodies(begin, end int) {
	for i := begin; i < end; i++ {
		st, sim := &s.States[i+1], &s.Sims[s.Awake[i]]
		sim.Center = sim.Center.Add(st.DP)
		if st.DQ != vec.QuatIdentity {
			sim.turn(st, &s.tops[i+1])
			sim.refreshInertia()
		}
		sim.Transform.P = sim.Center.Sub(sim.Transform.Q.Rotate(sim.LocalCenter))
		sim.Force, sim.Torque = vec.Vec3{}, vec.Vec3{}
	}
}

package solve

import "tumble/physics/vec"

// noteMidInertia works out the inverse inertia in the middle of the step, in world axes, of a body that spins
// fast: that of its start would feed its spin.
func (s *Bodies) noteMidInertia(index int, st *State, sim *Sim) {
	if sim.Whirls = s.whirls(st); !sim.Whirls {
		return
	}
	turn := st.W.Mul(float32(0.5 * s.Dt))
	square := float32(float32(0.25*float32(s.Dt*s.Dt)) * st.W.Len2())
	if square > mostTurn*mostTurn {
		turn, square = turn.Mul(mostTurn/vec.Sqrt(square)), mostTurn*mostTurn
	}
	q := rotate(vec.QuatIdentity, turn, square)
	m := sim.LocalInvInertia.RotateTensor(q.Mul(sim.Transform.Q))
	s.midInertias[index] = inertiaOf(m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ)
}

// mostTurn (rad) is how far noteMidInertia turns a body at most: rotate takes no more than π.
const mostTurn = 3

// inertiaNow is the inverse inertia in world axes in the middle of a step.
func (s *Sim) inertiaNow(st *State) inertia6 {
	m := s.LocalInvInertia.RotateTensor(st.DQ.Mul(s.Transform.Q))
	return inertiaOf(m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ)
}

// whirls reports whether a body spins so fast that its axes turn during a step.
func (s *Bodies) whirls(st *State) bool {
	return st.Flags&(Gyroscopic|LockAngular) == Gyroscopic && float32(float32(s.H*s.H)*st.W.Len2()) > leastWhirl
}

// leastWhirl is the squared angle (rad²) per sub-step from which on a body counts as fast.
const leastWhirl = 1e-4

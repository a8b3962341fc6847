package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// noteMidInertia works out the inverse inertia in the middle of the step, in world axes, of a body that spins
// fast: that of its start would feed its spin.
func (s *Bodies) noteMidInertia(index int, st *kernel.State, sim *Sim) {
	if sim.SpinsFast = s.SpinsFast(st); !sim.SpinsFast {
		return
	}
	half := st.W.Mul(float32(0.5 * s.Dt))
	square := float32(float32(0.25*float32(s.Dt*s.Dt)) * st.W.Len2())
	if square > mostMidAngle*mostMidAngle {
		half, square = half.Mul(mostMidAngle/vec.Sqrt(square)), mostMidAngle*mostMidAngle
	}
	q := Rotate(vec.QuatIdentity, half, square)
	m := sim.LocalInvInertia.RotateTensor(q.Mul(sim.Transform.Q))
	s.midInertias[index] = kernel.InertiaOf(m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ)
}

// InertiaNow is the inverse inertia in world axes in the middle of a step.
func (s *Sim) InertiaNow(st *kernel.State) kernel.Inertia {
	m := s.LocalInvInertia.RotateTensor(st.DQ.Mul(s.Transform.Q))
	return kernel.InertiaOf(m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ)
}

// SpinsFast reports whether a body spins so fast that its axes rotate noticeably during a step.
func (s *Bodies) SpinsFast(st *kernel.State) bool {
	return st.Flags&(kernel.Gyroscopic|kernel.LockAngular) == kernel.Gyroscopic && float32(float32(s.H*s.H)*st.W.Len2()) > fastSpin
}

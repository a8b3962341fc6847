package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// noteContactInertia keeps the inertia of a body that spins fast for its contacts.
func (s *Bodies) noteContactInertia(index int, st *kernel.State, sim *Sim) {
	if sim.HasContactInertia = s.SpinsFast(st); sim.HasContactInertia {
		s.contactInertias[index] = s.midInertia(st, sim)
	}
}

// midInertia is the inverse inertia in the middle of the step, in world axes, of a body that spins fast: that of its start would feed
// its spin.
func (s *Bodies) midInertia(st *kernel.State, sim *Sim) kernel.Inertia {
	half := st.W.Mul(float32(0.5 * s.Dt))
	square := float32(float32(0.25*float32(s.Dt*s.Dt)) * st.W.Len2())
	if square > mostMidAngle*mostMidAngle {
		half, square = half.Mul(mostMidAngle/vec.Sqrt(square)), mostMidAngle*mostMidAngle
	}
	q := Rotate(vec.QuatIdentity, half, square)
	return kernel.InertiaOf(rotateTensor(&sim.LocalInvInertia, q.Mul(sim.Transform.Q)))
}

// OwnInertia is the inverse inertia with which the contacts of a state are solved unless SetContactInertia chooses another one, before anything
// moves.
func (s *Bodies) OwnInertia(state int32) kernel.Inertia {
	st, sim := &s.States[state], &s.Sims[s.Awake[state-1]]
	if s.SpinsFast(st) {
		return s.midInertia(st, sim)
	}
	return kernel.InertiaFrom(&sim.InvInertia)
}

// SetContactInertia lets the contacts of a state be solved with an inverse inertia m in this step.
func (s *Bodies) SetContactInertia(state int32, m kernel.Inertia) {
	s.Sims[s.Awake[state-1]].HasContactInertia = true
	s.contactInertias[state] = m
}

// InertiaNow is the inverse inertia in world axes in the middle of a step.
func (s *Sim) InertiaNow(st *kernel.State) kernel.Inertia {
	return kernel.InertiaOf(rotateTensor(&s.LocalInvInertia, st.DQ.Mul(s.Transform.Q)))
}

// InertiaAt is the inertia in world axes, the upper triangle, of a body with orientation q (kg·m²).
func (s *Sim) InertiaAt(q vec.Quat) (xx, xy, xz, yy, yz, zz float32) {
	return rotateTensor(&s.LocalInertia, q)
}

// rotateTensor returns the upper triangle of R·m·Rᵀ with R the rotation q, as vec.Mat3.RotateTensor does.
func rotateTensor(m *vec.Mat3, q vec.Quat) (xx, xy, xz, yy, yz, zz float32) {
	x, y, z := q.Rows()
	a, b, c := vec.Vec3{X: m.XX, Y: m.YX, Z: m.ZX}, vec.Vec3{X: m.XY, Y: m.YY, Z: m.ZY}, vec.Vec3{X: m.XZ, Y: m.YZ, Z: m.ZZ}
	// the rows of R·m
	u := vec.Vec3{X: x.Dot(a), Y: x.Dot(b), Z: x.Dot(c)}
	v := vec.Vec3{X: y.Dot(a), Y: y.Dot(b), Z: y.Dot(c)}
	w := vec.Vec3{X: z.Dot(a), Y: z.Dot(b), Z: z.Dot(c)}
	return u.Dot(x), u.Dot(y), u.Dot(z), v.Dot(y), v.Dot(z), w.Dot(z)
}

// SpinsFast reports whether a body spins so fast that its axes rotate noticeably during a step.
func (s *Bodies) SpinsFast(st *kernel.State) bool {
	return st.Flags&(kernel.Gyroscopic|kernel.LockAngular) == kernel.Gyroscopic && float32(float32(s.H*s.H)*st.W.Len2()) > fastSpin
}

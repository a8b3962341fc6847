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
	s.midInertias[index] = kernel.InertiaOf(rotateTensor(&sim.LocalInvInertia, q.Mul(sim.Transform.Q)))
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

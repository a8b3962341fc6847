package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// RefreshInertia sets the inverse inertia with which the rows of a state are solved to that of its body at the pose of now.
func (s *Bodies) RefreshInertia(state int32) kernel.Inertia {
	st, sim := &s.States[state], &s.Sims[s.Awake[state-1]]
	inertia := kernel.InertiaFrom(&sim.InvInertia)
	if st.Flags&kernel.Gyroscopic != 0 && st.DQ != vec.QuatIdentity {
		inertia = sim.InertiaNow(st)
	}
	s.Pushes[state].SetInertia(inertia)
	return inertia
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

package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// contactInertia is that with which the contacts of a body with Sim.HasContactInertia are solved: its inverse inertia,
// and what is added to it.
type contactInertia struct {
	inverse kernel.Inertia
	added   float32 // kg·m²
}

// noteContactInertia keeps the inertia of a body that spins fast for its contacts.
func (s *Bodies) noteContactInertia(index int, st *kernel.State, sim *Sim) {
	if sim.HasContactInertia = s.spinsFast(st); sim.HasContactInertia {
		s.contactInertias[index] = contactInertia{inverse: s.midInertia(st, sim)}
	}
}

// ContactInertia is the inverse inertia for the contacts of a body with Sim.HasContactInertia.
func (s *Bodies) ContactInertia(sim *Sim) kernel.Inertia {
	c := &s.contactInertias[sim.StateIndex]
	if c.added > 0 {
		return c.inverse.WithMore(c.added)
	}
	return c.inverse
}

// OwnInertia is the inverse inertia with which the contacts of a state are solved if nothing is added.
func (s *Bodies) OwnInertia(state int32) kernel.Inertia {
	sim := &s.Sims[s.Awake[state-1]]
	if sim.HasContactInertia {
		return s.contactInertias[state].inverse
	}
	return kernel.InertiaFrom(&sim.InvInertia)
}

// AddContactInertia adds inertia (kg·m²) to that of a state for its contacts in this step. Few of those for which
// joints ask have contacts (crane), so that ContactInertia does the work.
func (s *Bodies) AddContactInertia(state int32, add float32) {
	s.contactInertias[state] = contactInertia{s.OwnInertia(state), add}
	s.Sims[s.Awake[state-1]].HasContactInertia = true
}

// midInertia is the inverse inertia in the middle of the step, in world axes, of a body that spins fast: that of its
// start would feed its spin.
func (s *Bodies) midInertia(st *kernel.State, sim *Sim) kernel.Inertia {
	half := st.W.Mul(float32(0.5 * s.Dt))
	square := float32(float32(0.25*float32(s.Dt*s.Dt)) * st.W.Len2())
	if square > mostMidAngle*mostMidAngle {
		half, square = half.Mul(mostMidAngle/vec.Sqrt(square)), mostMidAngle*mostMidAngle
	}
	q := Rotate(vec.QuatIdentity, half, square)
	return kernel.InertiaOf(rotateTensor(&sim.LocalInvInertia, q.Mul(sim.Transform.Q)))
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
	a, b, c := vec.Vec3{X: m.XX, Y: m.YX, Z: m.ZX}, vec.Vec3{X: m.XY, Y: m.YY, Z: m.ZY},
		vec.Vec3{X: m.XZ, Y: m.YZ, Z: m.ZZ}
	// the rows of R·m
	u := vec.Vec3{X: x.Dot(a), Y: x.Dot(b), Z: x.Dot(c)}
	v := vec.Vec3{X: y.Dot(a), Y: y.Dot(b), Z: y.Dot(c)}
	w := vec.Vec3{X: z.Dot(a), Y: z.Dot(b), Z: z.Dot(c)}
	return u.Dot(x), u.Dot(y), u.Dot(z), v.Dot(y), v.Dot(z), w.Dot(z)
}

// spinsFast reports whether a body spins so fast that its axes rotate noticeably during a step.
func (s *Bodies) spinsFast(st *kernel.State) bool {
	return st.Flags&(kernel.Gyroscopic|kernel.LockAngular) == kernel.Gyroscopic &&
		float32(float32(s.H*s.H)*st.W.Len2()) > fastSpin
}

// Stiffened reports whether contacts of a state see inertia that was added.
func (s *Bodies) Stiffened(state int32) bool {
	return s.Sims[s.Awake[state-1]].HasContactInertia && s.contactInertias[state].added > 0
}

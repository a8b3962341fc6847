package kernel

import "tumble/physics/vec"

// Push is the further view that the sub-steps have of an awake body, beside its State: one cache line. Its pseudo-velocity moves the pose in
// a sub-step and is no momentum.
type Push struct {
	V vec.Vec3 // of the centre of mass (m/s)
	_ float32
	W vec.Vec3 // rad/s, world axes
	_ float32
	// Inertia is the inverse inertia in world axes at the pose of now, with what joints add, see package articulation: XX, XY, XZ, YY, YZ, ZZ.
	Inertia [6]float32
	_       [2]float32
}

// SetInertia sets the inverse inertia.
func (p *Push) SetInertia(m Inertia) { p.Inertia = [6]float32{m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ} }

// InverseInertia is the inverse inertia.
func (p *Push) InverseInertia() Inertia {
	m := &p.Inertia
	return InertiaOf(m[0], m[1], m[2], m[3], m[4], m[5])
}

package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// Sim is the data that a step reads once per body: pose, mass, forces, limits. Static bodies have one,
// too, with zero masses. The first cache line holds the data for preparing a constraint, the first
// two those for the narrow phase.
type Sim struct {
	// InvInertia is the inverse rotational inertia in world axes (1/(kg·m²)), symmetric; zero
	// for static and kinematic bodies and when rotation is fixed.
	InvInertia vec.Mat3
	// InvMass is 1/Mass, zero for static and kinematic bodies.
	InvMass float32
	// StateIndex is the index of the body's State while it is awake, else 0. Static bodies
	// keep 0 for ever.
	StateIndex int32
	Flags      kernel.Flags
	// GravityScale multiplies the gravity of the world.
	GravityScale float32
	// MinExtent is the distance (m) from the centre of mass to the nearest surface, MaxExtent
	// to the farthest.
	MinExtent, MaxExtent float32
	// HasContactInertia says that Bodies.ContactInertia has the inertia with which the contacts of the body are solved
	// in this step.
	HasContactInertia bool

	// Transform sets the body's origin; Q is its orientation.
	Transform vec.Transform
	// Center is the centre of mass in the world (m), LocalCenter in the body's frame.
	Center, LocalCenter vec.Vec3
	// LinearDamping and AngularDamping are rates (1/s).
	LinearDamping, AngularDamping float32
	_                             float32

	// Force (N) acts at the centre of mass, Torque (N·m) about it, both for one step.
	Force, Torque vec.Vec3
	// Center0 and Q0 are centre and orientation at the start of the step, for continuous
	// collision and interpolation.
	Center0 vec.Vec3
	Q0      vec.Quat

	// Mass (kg), LocalInertia about the centre of mass in the body's axes (kg·m²) and its
	// inverse. SetMass fills them.
	Mass                          float32
	LocalInertia, LocalInvInertia vec.Mat3

	// SpinLow and RotationLow are the parts that rounding to single precision took from the angular
	// velocity and from the orientation of a gyroscopic body. Carrying them along keeps the
	// rounding of a million sub-steps from adding up; losing them costs one rounding.
	SpinLow     vec.Vec3
	RotationLow vec.Quat
	_           [9]float32
}

// SetMass sets mass (kg), rotational inertia about the centre of mass (kg·m², body axes) and
// centre of mass (m, body frame), and everything that follows from them and from Transform.
// A mass of 0 makes the body immovable by impulses. An inertia that has no inverse, and
// locking all angular axes, stop rotation.
func (s *Sim) SetMass(mass float32, inertia vec.Mat3, center vec.Vec3) {
	s.Mass, s.LocalInertia = 0, vec.Mat3{}
	s.InvMass, s.LocalInvInertia = s.inverses(mass, inertia)
	if mass > 0 {
		s.Mass = mass
		if s.LocalInvInertia != (vec.Mat3{}) {
			s.LocalInertia = inertia
		}
	}
	s.Flags &^= kernel.Gyroscopic | kernel.Symmetric
	if anisotropic(s.LocalInertia) {
		s.Flags |= kernel.Gyroscopic
		if _, _, ok := transverse(&s.LocalInertia); ok {
			s.Flags |= kernel.Symmetric
		}
	}
	s.LocalCenter = center
	s.Moved()
}

// inverses returns the inverse mass and inertia that belong to a mass and an inertia.
func (s *Sim) inverses(mass float32, inertia vec.Mat3) (float32, vec.Mat3) {
	if !(mass > 0) {
		return 0, vec.Mat3{}
	}
	if s.Flags&kernel.LockAngular == kernel.LockAngular {
		return 1 / mass, vec.Mat3{}
	}
	return 1 / mass, conditioned(inertia).Inverse()
}

// conditioned returns an inertia with principal moments that are not too far apart, the same if they are not. The
// inverse is kept in world axes, where rounding would make its small values negative: a thin rod would rotate against
// the torque.
func conditioned(m vec.Mat3) vec.Mat3 {
	xx, yy, zz := float64(m.XX), float64(m.YY), float64(m.ZZ)
	xy, xz, yz := float64(m.XY), float64(m.XZ), float64(m.YZ)
	a, b, c := float64(yy*zz)-float64(yz*yz), float64(xx*zz)-float64(xz*xz), float64(xx*yy)-float64(xy*xy)
	det := float64(xx*a) + float64(xy*(float64(xz*yz)-float64(xy*zz))) + float64(xz*(float64(xy*yz)-float64(xz*yy)))
	// the smallest moment is det/(a + b + c), or a little more
	least := float64(0.5 * leastMoment * (xx + yy + zz))
	if !(det < float64(least*(a+b+c))) {
		return m
	}
	m.XX, m.YY, m.ZZ = float32(xx+least), float32(yy+least), float32(zz+least)
	return m
}

// Agrees reports whether the inverse mass and inertia are those that SetMass makes of the mass and
// the inertia.
func (s *Sim) Agrees() bool {
	m, l := &s.LocalInertia, &s.LocalInvInertia
	if m.XY == 0 && m.XZ == 0 && m.YX == 0 && m.YZ == 0 && m.ZX == 0 && m.ZY == 0 && s.Mass > 0 &&
		s.Flags&kernel.LockAngular != kernel.LockAngular {
		// Mat3.Inverse without its zeros, for determinants that it takes as they are
		yz, zx, xy := m.YY*m.ZZ, m.ZZ*m.XX, m.XX*m.YY
		least := float32(leastMoment * (m.XX + m.YY + m.ZZ))
		if det := m.XX * yz; det > 1e-20 && det < 1e20 && m.XX > least && m.YY > least && m.ZZ > least {
			k := 1 / det
			return s.InvMass == 1/s.Mass && l.XX == yz*k && l.YY == zx*k && l.ZZ == xy*k &&
				l.XY == 0 && l.XZ == 0 && l.YX == 0 && l.YZ == 0 && l.ZX == 0 && l.ZY == 0
		}
	}
	mass, inertia := s.inverses(s.Mass, s.LocalInertia)
	return s.InvMass == mass && s.LocalInvInertia == inertia
}

// RotatedInertia reports whether the inertia in world axes can be the local one, rotated: the same for a
// body without axes of its own, symmetric and not larger in any other.
func (s *Sim) RotatedInertia() bool {
	m, l := &s.InvInertia, &s.LocalInvInertia
	if s.Flags&kernel.Gyroscopic == 0 {
		return *m == *l
	}
	// 1 % is far more than rounding
	most := float32(1.01 * (l.XX + l.YY + l.ZZ))
	diagonal := m.XX >= 0 && m.XX <= most && m.YY >= 0 && m.YY <= most && m.ZZ >= 0 && m.ZZ <= most
	return diagonal && m.XY == m.YX && m.XZ == m.ZX && m.YZ == m.ZY &&
		vec.Abs(m.XY) <= most && vec.Abs(m.XZ) <= most && vec.Abs(m.YZ) <= most
}

// Moved refreshes the values that depend on Transform after it was set from outside: the centre of mass,
// the pose at the start of the step and the inertia in world axes.
func (s *Sim) Moved() {
	s.Center = s.Transform.Apply(s.LocalCenter)
	s.Center0, s.Q0 = s.Center, s.Transform.Q
	s.SpinLow, s.RotationLow = vec.Vec3{}, vec.Quat{}
	s.refreshInertia()
}

// refreshInertia rotates the inverse inertia to world axes.
func (s *Sim) refreshInertia() {
	if s.Flags&kernel.Gyroscopic == 0 {
		// rounding must not give a ball a preferred direction
		s.InvInertia = s.LocalInvInertia
		return
	}
	m := &s.InvInertia
	m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ = rotateTensor(&s.LocalInvInertia, s.Transform.Q)
	m.YX, m.ZX, m.ZY = m.XY, m.XZ, m.YZ
}

package meter

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// Sums are the energies (J) and momenta (kg·m/s, kg·m²/s about the origin) of dynamic bodies together, in double
// precision.
type Sums struct {
	// Motion is the energy of the centres of mass, Rotation that about them, Potential that in the field of gravity.
	// Kinetic is summed body by body, not from the other two: the states that sandbox sim writes keep their last digit.
	Motion, Rotation, Kinetic, Potential float64
	Linear, Angular                      [3]float64
}

// AddBody adds a dynamic body, see Add.
func (s *Sums) AddBody(b physics.Body, gravity vec.Vec3) {
	q, omega := b.Rotation(), b.AngularVelocity()
	s.Add(&physics.BodyMotion{
		Awake: b.Awake(), Mass: b.Mass(), GravityScale: b.GravityScale(), Center: b.WorldCenter(),
		Velocity: b.LinearVelocity(), Spin: omega,
		Momentum: q.Rotate(b.Inertia().MulVec(q.InvRotate(omega))),
	}, gravity)
}

// Add adds a dynamic body: ½mv², ½ω·Iω, −m g·x, mv, m x×v + Iω. Products are rounded before they are added, so that
// every platform has the same digits.
func (s *Sums) Add(b *physics.BodyMotion, gravity vec.Vec3) {
	m := float64(b.Mass)
	x, y, z := float64(b.Center.X), float64(b.Center.Y), float64(b.Center.Z)
	weight := m * float64(b.GravityScale)
	s.Potential = s.Potential - float64(weight*float64(gravity.X)*x) - float64(weight*float64(gravity.Y)*y) - float64(
		weight*float64(gravity.Z)*z)
	if !b.Awake {
		return
	}
	vx, vy, vz := float64(b.Velocity.X), float64(b.Velocity.Y), float64(b.Velocity.Z)
	lx, ly, lz := float64(b.Momentum.X), float64(b.Momentum.Y), float64(b.Momentum.Z)
	motionX, motionY, motionZ := float64(0.5*m*vx*vx), float64(0.5*m*vy*vy), float64(0.5*m*vz*vz)
	rotationX, rotationY, rotationZ := float64(0.5*float64(b.Spin.X)*lx), float64(0.5*float64(b.Spin.Y)*ly),
		float64(0.5*float64(b.Spin.Z)*lz)
	s.Motion = s.Motion + motionX + motionY + motionZ
	s.Rotation = s.Rotation + rotationX + rotationY + rotationZ
	s.Kinetic = s.Kinetic + (motionX + rotationX) + (motionY + rotationY) + (motionZ + rotationZ)
	s.Linear[0] += float64(m * vx)
	s.Linear[1] += float64(m * vy)
	s.Linear[2] += float64(m * vz)
	s.Angular[0] += float64(m*(float64(y*vz)-float64(z*vy))) + lx
	s.Angular[1] += float64(m*(float64(z*vx)-float64(x*vz))) + ly
	s.Angular[2] += float64(m*(float64(x*vy)-float64(y*vx))) + lz
}

func length(v [3]float64) float64 {
	return math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]) + float64(v[2]*v[2]))
}

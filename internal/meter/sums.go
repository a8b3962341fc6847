package meter

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// Sums are the energies (J) and momenta (kg·m/s, kg·m²/s about the origin) of dynamic bodies together, in double precision.
type Sums struct {
	// Motion is the energy of the centres of mass, Rotation that about them, Potential that in the field of gravity. Kinetic is
	// summed body by body, not from the other two: the states that sandbox sim writes keep their last digit.
	Motion, Rotation, Kinetic, Potential float64
	Linear, Angular                      [3]float64
}

// Add adds a dynamic body: ½mv², ½ω·Iω, −m g·x, mv, m x×v + Iω. Products are rounded before they are added, so that every
// platform has the same digits.
func (s *Sums) Add(b physics.Body, gravity vec.Vec3) {
	m := float64(b.Mass())
	angular := b.AngularVelocity()
	x, v, omega, g := wide(b.WorldCenter()), wide(b.LinearVelocity()), wide(angular), wide(gravity)
	q, weight := b.Rotation(), m*float64(b.GravityScale())
	spin := wide(q.Rotate(b.Inertia().MulVec(q.InvRotate(angular))))
	for i := range 3 {
		motion, rotation := float64(0.5*m*v[i]*v[i]), float64(0.5*omega[i]*spin[i])
		s.Motion += motion
		s.Rotation += rotation
		s.Kinetic += motion + rotation
		s.Potential -= float64(weight * g[i] * x[i])
		s.Linear[i] += float64(m * v[i])
		j, k := (i+1)%3, (i+2)%3
		s.Angular[i] += float64(m*(float64(x[j]*v[k])-float64(x[k]*v[j]))) + spin[i]
	}
}

func wide(v vec.Vec3) [3]float64 { return [3]float64{float64(v.X), float64(v.Y), float64(v.Z)} }

func length(v [3]float64) float64 {
	return math.Sqrt(float64(v[0]*v[0]) + float64(v[1]*v[1]) + float64(v[2]*v[2]))
}

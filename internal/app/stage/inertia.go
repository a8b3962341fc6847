package stage

import (
	"math"

	"tumble/physics"
	"tumble/physics/vec"
)

// inertiaBox returns the half extents (m) and the axes, in the frame of the body, of the solid
// box that has the same mass and inertia: with the principal moments I = m/3·(b² + c²) and so on,
// a² = 3/2m·(I_b + I_c − I_a).
func inertiaBox(mass float32, inertia physics.Mat3) (half vec.Vec3, axes vec.Quat) {
	moments, axes := principal(inertia)
	if mass <= 0 {
		return vec.Vec3{}, axes
	}
	side := func(own, b, c float32) float32 {
		return vec.Sqrt(max(1.5/mass*(b+c-own), 0))
	}
	x, y, z := moments.X, moments.Y, moments.Z
	return vec.V3(side(x, y, z), side(y, z, x), side(z, x, y)), axes
}

// principal finds the eigenvalues and axes of a symmetric matrix by Jacobi's rotations.
func principal(m physics.Mat3) (values vec.Vec3, axes vec.Quat) {
	a := [3][3]float64{
		{float64(m.XX), float64(m.XY), float64(m.XZ)},
		{float64(m.YX), float64(m.YY), float64(m.YZ)},
		{float64(m.ZX), float64(m.ZY), float64(m.ZZ)},
	}
	v := [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	for range 12 {
		for _, pq := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			p, q := pq[0], pq[1]
			if math.Abs(a[p][q]) < 1e-12*(math.Abs(a[p][p])+math.Abs(a[q][q])) {
				continue
			}
			s, c := math.Sincos(0.5 * math.Atan2(2*a[p][q], a[q][q]-a[p][p]))
			for k := range 3 {
				a[k][p], a[k][q] = c*a[k][p]-s*a[k][q], s*a[k][p]+c*a[k][q]
			}
			for k := range 3 {
				a[p][k], a[q][k] = c*a[p][k]-s*a[q][k], s*a[p][k]+c*a[q][k]
				v[k][p], v[k][q] = c*v[k][p]-s*v[k][q], s*v[k][p]+c*v[k][q]
			}
		}
	}
	values = vec.V3(float32(a[0][0]), float32(a[1][1]), float32(a[2][2]))
	column := func(i int) vec.Vec3 { return vec.V3(float32(v[0][i]), float32(v[1][i]), float32(v[2][i])) }
	// rotations keep the handedness, so the columns are a rotation matrix
	return values, quatOf(column(0), column(1), column(2))
}

// quatOf is the rotation that turns the axes x, y and z to three unit vectors (Shepperd 1978).
func quatOf(x, y, z vec.Vec3) vec.Quat {
	var q vec.Quat
	switch trace := x.X + y.Y + z.Z; {
	case trace > 0:
		q = vec.Quat{X: y.Z - z.Y, Y: z.X - x.Z, Z: x.Y - y.X, W: 1 + trace}
	case x.X > y.Y && x.X > z.Z:
		q = vec.Quat{X: 1 + x.X - y.Y - z.Z, Y: x.Y + y.X, Z: z.X + x.Z, W: y.Z - z.Y}
	case y.Y > z.Z:
		q = vec.Quat{X: x.Y + y.X, Y: 1 + y.Y - x.X - z.Z, Z: y.Z + z.Y, W: z.X - x.Z}
	default:
		q = vec.Quat{X: z.X + x.Z, Y: y.Z + z.Y, Z: 1 + z.Z - x.X - y.Y, W: x.Y - y.X}
	}
	return q.Norm()
}

package affine

import (
	"math"

	"tumble/physics/vec"
)

// Principal returns the principal moments of an inertia and the rotation from their axes to those
// of the body. Method: cyclic Jacobi rotations.
func Principal(m vec.Mat3) (vec.Vec3, vec.Quat) {
	a := [3][3]float64{{float64(m.XX), float64(m.XY), float64(m.XZ)}, {float64(m.XY), float64(m.YY), float64(m.YZ)},
		{float64(m.XZ), float64(m.YZ), float64(m.ZZ)}}
	v := UnitMat3 // columns are the axes
	for range 30 {
		off := a[0][1]*a[0][1] + a[0][2]*a[0][2] + a[1][2]*a[1][2]
		trace := a[0][0] + a[1][1] + a[2][2]
		if off <= 1e-24*trace*trace {
			break
		}
		for _, pq := range [3][2]int{{0, 1}, {0, 2}, {1, 2}} {
			p, q := pq[0], pq[1]
			if a[p][q] == 0 {
				continue
			}
			theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
			t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
			if theta < 0 {
				t = -t
			}
			c := 1 / math.Sqrt(t*t+1)
			s := t * c
			for k := range 3 {
				x, y := a[k][p], a[k][q]
				a[k][p], a[k][q] = c*x-s*y, s*x+c*y
			}
			for k := range 3 {
				x, y := a[p][k], a[q][k]
				a[p][k], a[q][k] = c*x-s*y, s*x+c*y
				v[p][k], v[q][k] = c*v[p][k]-s*v[q][k], s*v[p][k]+c*v[q][k]
			}
		}
	}
	if v.Det() < 0 {
		v[2] = Vec3{-v[2][0], -v[2][1], -v[2][2]}
	}
	rotation := vec.QuatIdentity
	if v != UnitMat3 {
		rotation = v.quat().Single()
	}
	return Vec3{a[0][0], a[1][1], a[2][2]}.Single(), rotation
}

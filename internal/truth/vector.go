package truth

import (
	"math"

	"tumble/physics"
)

// vector is a vector in double precision.
type vector [3]float64

func (a vector) add(b vector) vector             { return vector{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a vector) sub(b vector) vector             { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vector) mul(s float64) vector            { return vector{a[0] * s, a[1] * s, a[2] * s} }
func (a vector) dot(b vector) float64            { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vector) length() float64                 { return math.Sqrt(a.dot(a)) }
func (a vector) plus(b vector, s float64) vector { return a.add(b.mul(s)) }
func (a vector) cross(b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

func narrow(v vector) physics.Vec3 { return physics.V3(float32(v[0]), float32(v[1]), float32(v[2])) }

// quaternion is a unit quaternion, its real part first.
type quaternion [4]float64

var identity = quaternion{1}

// aboutZ is the rotation by an angle (rad) about z.
func aboutZ(angle float64) quaternion {
	s, c := math.Sincos(angle / 2)
	return quaternion{c, 0, 0, s}
}

// rotate turns a vector.
func (q quaternion) rotate(v vector) vector {
	u := vector{q[1], q[2], q[3]}
	t := u.cross(v).mul(2)
	return v.plus(t, q[0]).add(u.cross(t))
}

func (q quaternion) conjugate() quaternion { return quaternion{q[0], -q[1], -q[2], -q[3]} }

// rate is the derivative ½·ω·q for an angular velocity ω (rad/s) in the axes of the world.
func (q quaternion) rate(omega vector) quaternion {
	u := vector{q[1], q[2], q[3]}
	v := omega.mul(q[0]).add(omega.cross(u)).mul(0.5)
	return quaternion{-0.5 * omega.dot(u), v[0], v[1], v[2]}
}

func (q quaternion) norm() quaternion {
	s := 1 / math.Sqrt(q[0]*q[0]+q[1]*q[1]+q[2]*q[2]+q[3]*q[3])
	return quaternion{q[0] * s, q[1] * s, q[2] * s, q[3] * s}
}

// angleTo is the angle (rad) of the rotation from q to p.
func (q quaternion) angleTo(p physics.Quat) float64 {
	w, x, y, z := float64(p.W), float64(p.X), float64(p.Y), float64(p.Z)
	// the vector part of conjugate(q)·p
	u, v := vector{-q[1], -q[2], -q[3]}, vector{x, y, z}
	imaginary := v.mul(q[0]).plus(u, w).add(u.cross(v))
	return 2 * math.Atan2(imaginary.length(), math.Abs(q[0]*w-u.dot(v)))
}

// solve solves a·x = b of n unknowns by elimination with pivots; a and b are overwritten, b becomes x.
func solveLinear(a [][]float64, b []float64) {
	n := len(b)
	for i := range n {
		pivot := i
		for k := i + 1; k < n; k++ {
			if math.Abs(a[k][i]) > math.Abs(a[pivot][i]) {
				pivot = k
			}
		}
		a[i], a[pivot], b[i], b[pivot] = a[pivot], a[i], b[pivot], b[i]
		for k := i + 1; k < n; k++ {
			f := a[k][i] / a[i][i]
			for j := i; j < n; j++ {
				a[k][j] -= f * a[i][j]
			}
			b[k] -= f * b[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			b[i] -= a[i][j] * b[j]
		}
		b[i] /= a[i][i]
	}
}

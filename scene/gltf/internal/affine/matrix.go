package affine

import (
	"math"

	"tumble/physics/vec"
)

type Vec3 [3]float64

type Quat [4]float64 // x, y, z, w

type Mat3 [3]Vec3 // columns

var (
	UnitQuat = Quat{0, 0, 0, 1}
	UnitMat3 = Mat3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
)

func (m *Mat3) apply(v Vec3) Vec3 {
	if *m == UnitMat3 {
		return v
	}
	var out Vec3
	for i := range out {
		out[i] = m[0][i]*v[0] + m[1][i]*v[1] + m[2][i]*v[2]
	}
	return out
}

func (m *Mat3) mul(n *Mat3) Mat3 { return Mat3{m.apply(n[0]), m.apply(n[1]), m.apply(n[2])} }

func (m *Mat3) Det() float64 {
	a, b, c := m[0], m[1], m[2]
	return a[0]*(b[1]*c[2]-b[2]*c[1]) - a[1]*(b[0]*c[2]-b[2]*c[0]) + a[2]*(b[0]*c[1]-b[1]*c[0])
}

func (q Quat) mat() Mat3 {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return Mat3{
		{1 - 2*(y*y+z*z), 2 * (x*y + w*z), 2 * (x*z - w*y)},
		{2 * (x*y - w*z), 1 - 2*(x*x+z*z), 2 * (y*z + w*x)},
		{2 * (x*z + w*y), 2 * (y*z - w*x), 1 - 2*(x*x+y*y)},
	}
}

func (q Quat) mul(r Quat) Quat {
	switch {
	case q == UnitQuat: // and the bits of r, −0 among them, stay
		return r
	case r == UnitQuat:
		return q
	}
	return Quat{
		q[3]*r[0] + q[0]*r[3] + q[1]*r[2] - q[2]*r[1],
		q[3]*r[1] - q[0]*r[2] + q[1]*r[3] + q[2]*r[0],
		q[3]*r[2] + q[0]*r[1] - q[1]*r[0] + q[2]*r[3],
		q[3]*r[3] - q[0]*r[0] - q[1]*r[1] - q[2]*r[2],
	}
}

func (q Quat) conj() Quat { return Quat{-q[0], -q[1], -q[2], q[3]} }

func (q Quat) Len2() float64 { return q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3] }

// Unit normalises a quaternion whose length is not 1 in single precision.
func (q Quat) Unit() Quat {
	l := q.Len2()
	if math.Abs(l-1) < 6e-7 || !(l > 0) {
		return q
	}
	s := 1 / math.Sqrt(l)
	return Quat{q[0] * s, q[1] * s, q[2] * s, q[3] * s}
}

// quat is the rotation of an orthonormal matrix (Shepperd 1978).
func (m *Mat3) quat() Quat {
	xx, yy, zz := m[0][0], m[1][1], m[2][2]
	trace := xx + yy + zz
	var q Quat
	switch {
	case trace >= xx && trace >= yy && trace >= zz:
		q = Quat{m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0], 1 + trace}
	case xx >= yy && xx >= zz:
		q = Quat{1 + xx - yy - zz, m[0][1] + m[1][0], m[2][0] + m[0][2], m[1][2] - m[2][1]}
	case yy >= zz:
		q = Quat{m[0][1] + m[1][0], 1 + yy - xx - zz, m[1][2] + m[2][1], m[2][0] - m[0][2]}
	default:
		q = Quat{m[2][0] + m[0][2], m[1][2] + m[2][1], 1 + zz - xx - yy, m[0][1] - m[1][0]}
	}
	s := 1 / math.Sqrt(q.Len2())
	return Quat{q[0] * s, q[1] * s, q[2] * s, q[3] * s}
}

func (v Vec3) Single() vec.Vec3 { return vec.V3(float32(v[0]), float32(v[1]), float32(v[2])) }

func (q Quat) Single() vec.Quat {
	return vec.Quat{X: float32(q[0]), Y: float32(q[1]), Z: float32(q[2]), W: float32(q[3])}
}

func Wide(v vec.Vec3) Vec3 { return Vec3{float64(v.X), float64(v.Y), float64(v.Z)} }

func WideQuat(q vec.Quat) Quat { return Quat{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)} }

package usd

import (
	"math"

	"tumble/physics/vec"
)

// vector is a vector in double precision: files place small things far away.
type vector [3]float64

func (v vector) add(w vector) vector    { return vector{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }
func (v vector) scale(s float64) vector { return vector{v[0] * s, v[1] * s, v[2] * s} }
func (v vector) dot(w vector) float64   { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }
func (v vector) length() float64        { return math.Sqrt(v.dot(v)) }
func (v vector) single() vec.Vec3       { return vec.V3(float32(v[0]), float32(v[1]), float32(v[2])) }
func (v vector) cross(w vector) vector {
	return vector{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// matrix is an affine map: what the axes become, and the origin.
type matrix struct {
	axes [3]vector
	at   vector
}

var identity = matrix{axes: [3]vector{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}

// turn maps a direction.
func (m *matrix) direction(v vector) vector {
	return m.axes[0].scale(v[0]).add(m.axes[1].scale(v[1])).add(m.axes[2].scale(v[2]))
}

// point maps a point.
func (m *matrix) point(v vector) vector { return m.direction(v).add(m.at) }

// mul is the map that does n first.
func (m matrix) mul(n matrix) matrix {
	var out matrix
	for i := range n.axes {
		out.axes[i] = m.direction(n.axes[i])
	}
	out.at = m.point(n.at)
	return out
}

// determinant is the factor of volumes, negative for a mirror.
func (m *matrix) determinant() float64 { return m.axes[0].dot(m.axes[1].cross(m.axes[2])) }

// inverse is the map back; ok is false where there is none.
func (m *matrix) inverse() (matrix, bool) {
	d := m.determinant()
	if !(math.Abs(d) > 1e-30) || math.IsInf(d, 0) {
		return identity, false
	}
	rows := [3]vector{m.axes[1].cross(m.axes[2]).scale(1 / d), m.axes[2].cross(m.axes[0]).scale(1 / d),
		m.axes[0].cross(m.axes[1]).scale(1 / d)}
	out := matrix{}
	for i := range 3 {
		out.axes[i] = vector{rows[0][i], rows[1][i], rows[2][i]}
	}
	out.at = out.direction(m.at).scale(-1)
	return out, true
}

// finite reports whether all numbers are, within what a world holds.
func (m *matrix) finite() bool {
	const most = 1e12
	for _, v := range [4]vector{m.axes[0], m.axes[1], m.axes[2], m.at} {
		for _, x := range v {
			if !(x >= -most && x <= most) {
				return false
			}
		}
	}
	return true
}

// key names the map without its position.
func (m *matrix) key() (key [9]float32) {
	for i := range key {
		key[i] = float32(m.axes[i/3][i%3])
	}
	return key
}

// split takes a map apart into a rotation and a scale along its own axes. straight is false where the axes are not at
// right angles to each other. The scale of a mirror is negative along all axes, as the format's own library takes it
// apart: its principal axes and the frames of its joints refer to that rotation.
func (m *matrix) split() (at vec.Transform, scale vector, straight bool) {
	straight = true
	var unit [3]vector
	for i, a := range m.axes {
		scale[i] = a.length()
		if scale[i] > 1e-12 {
			unit[i] = a.scale(1 / scale[i])
		}
	}
	for i := range 3 {
		if math.Abs(unit[i].dot(unit[(i+1)%3])) > 1e-4 {
			straight = false
		}
	}
	z, x := unit[2], unit[0]
	if z == (vector{}) {
		z = unit[0].cross(unit[1])
	}
	if x == (vector{}) {
		x = unit[1].cross(z)
	}
	// a right-handed frame with the z axis of the map and x as near as can be
	if m.determinant() < 0 {
		scale, x, z = scale.scale(-1), x.scale(-1), z.scale(-1)
	}
	y := z.cross(x)
	if l := y.length(); l > 1e-9 {
		y = y.scale(1 / l)
		x = y.cross(z)
	} else {
		return vec.Transform{P: m.at.single(), Q: vec.QuatIdentity}, scale, false
	}
	r := vec.Mat3Cols(x.single(), y.single(), z.single())
	return vec.Transform{P: m.at.single(), Q: r.Quat().Norm()}, scale, straight
}

// rigid is the map of a place and rotation.
func rigid(t vec.Transform) matrix {
	out := rotation(quaternion{float64(t.Q.W), float64(t.Q.X), float64(t.Q.Y), float64(t.Q.Z)})
	out.at = vector{float64(t.P.X), float64(t.P.Y), float64(t.P.Z)}
	return out
}

// quaternion has its real part first, as files do.
type quaternion [4]float64

// unit has the length 1; ok is false for one of no length.
func (q quaternion) unit() (quaternion, bool) {
	l := math.Sqrt(q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3])
	if !(l > 1e-12) || math.IsInf(l, 0) {
		return quaternion{1}, false
	}
	return quaternion{q[0] / l, q[1] / l, q[2] / l, q[3] / l}, true
}

func (q quaternion) single() vec.Quat {
	return vec.Quat{X: float32(q[1]), Y: float32(q[2]), Z: float32(q[3]), W: float32(q[0])}.Norm()
}

// rotation is the map of a quaternion of length 1.
func rotation(q quaternion) matrix {
	w, x, y, z := q[0], q[1], q[2], q[3]
	return matrix{axes: [3]vector{
		{1 - 2*(y*y+z*z), 2 * (x*y + w*z), 2 * (x*z - w*y)},
		{2 * (x*y - w*z), 1 - 2*(x*x+z*z), 2 * (y*z + w*x)},
		{2 * (x*z + w*y), 2 * (y*z - w*x), 1 - 2*(x*x+y*y)},
	}}
}

// about is the rotation about axis 0, 1 or 2 by an angle (degrees).
func about(axis int, degrees float64) matrix {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	m := identity
	a, b := (axis+1)%3, (axis+2)%3
	m.axes[a][a], m.axes[a][b] = cos, sin
	m.axes[b][a], m.axes[b][b] = -sin, cos
	return m
}

func scaling(s vector) matrix {
	return matrix{axes: [3]vector{{s[0], 0, 0}, {0, s[1], 0}, {0, 0, s[2]}}}
}

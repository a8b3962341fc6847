package gltfscene

import (
	"math"

	"tumble/physics/vec"
)

// Transforms of nodes are put together in double precision and rounded once. A node that turns and
// moves but neither scales nor hangs on one that does keeps the very bits of the file.

type vec3 [3]float64
type quat [4]float64 // x, y, z, w
type mat3 [3]vec3    // columns

var (
	unitQuat = quat{0, 0, 0, 1}
	unitMat  = mat3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
)

func (m *mat3) apply(v vec3) vec3 {
	if *m == unitMat {
		return v
	}
	var out vec3
	for i := range out {
		out[i] = m[0][i]*v[0] + m[1][i]*v[1] + m[2][i]*v[2]
	}
	return out
}

func (m *mat3) mul(n *mat3) mat3 { return mat3{m.apply(n[0]), m.apply(n[1]), m.apply(n[2])} }

func (m *mat3) det() float64 {
	a, b, c := m[0], m[1], m[2]
	return a[0]*(b[1]*c[2]-b[2]*c[1]) - a[1]*(b[0]*c[2]-b[2]*c[0]) + a[2]*(b[0]*c[1]-b[1]*c[0])
}

func (q quat) mat() mat3 {
	x, y, z, w := q[0], q[1], q[2], q[3]
	return mat3{
		{1 - 2*(y*y+z*z), 2 * (x*y + w*z), 2 * (x*z - w*y)},
		{2 * (x*y - w*z), 1 - 2*(x*x+z*z), 2 * (y*z + w*x)},
		{2 * (x*z + w*y), 2 * (y*z - w*x), 1 - 2*(x*x+y*y)},
	}
}

func (q quat) mul(r quat) quat {
	switch {
	case q == unitQuat: // and the bits of r, −0 among them, stay
		return r
	case r == unitQuat:
		return q
	}
	return quat{
		q[3]*r[0] + q[0]*r[3] + q[1]*r[2] - q[2]*r[1],
		q[3]*r[1] - q[0]*r[2] + q[1]*r[3] + q[2]*r[0],
		q[3]*r[2] + q[0]*r[1] - q[1]*r[0] + q[2]*r[3],
		q[3]*r[3] - q[0]*r[0] - q[1]*r[1] - q[2]*r[2],
	}
}

func (q quat) conj() quat { return quat{-q[0], -q[1], -q[2], q[3]} }

func (q quat) len2() float64 { return q[0]*q[0] + q[1]*q[1] + q[2]*q[2] + q[3]*q[3] }

// unit normalises what is not of unit length to single precision.
func (q quat) unit() quat {
	l := q.len2()
	if math.Abs(l-1) < 6e-7 || !(l > 0) {
		return q
	}
	s := 1 / math.Sqrt(l)
	return quat{q[0] * s, q[1] * s, q[2] * s, q[3] * s}
}

func (v vec3) single() vec.Vec3 { return vec.V3(float32(v[0]), float32(v[1]), float32(v[2])) }
func (q quat) single() vec.Quat {
	return vec.Quat{X: float32(q[0]), Y: float32(q[1]), Z: float32(q[2]), W: float32(q[3])}
}

func wide(v vec.Vec3) vec3     { return vec3{float64(v.X), float64(v.Y), float64(v.Z)} }
func wideQuat(q vec.Quat) quat { return quat{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)} }

// space is where a node is: at p, turned by q, and then scaled by s, which may mirror and shear.
type space struct {
	p vec3
	q quat
	s mat3
}

var origin = space{q: unitQuat, s: unitMat}

// within returns a child's place, given in the space o, in that of the parent of o.
func (o *space) within(t *space) space {
	if *o == origin {
		return *t
	}
	turn := o.q.mat()
	full := turn
	if o.s != unitMat {
		full = turn.mul(&o.s)
	}
	moved := full.apply(t.p)
	out := space{q: o.q.mul(t.q), s: t.s}
	for i := range moved {
		out.p[i] = o.p[i] + moved[i]
	}
	if o.s != unitMat {
		// the scale of the parent, seen from the axes of the child: Rᵀ·S·R·s
		r := t.q.mat()
		back := t.q.conj().mat()
		m := o.s.mul(&r)
		m = m.mul(&t.s)
		out.s = back.mul(&m)
	}
	return out
}

// scale returns the lengths of the three axes and whether they are still at right angles.
func (o *space) scale() (size vec3, straight bool) {
	for i := range size {
		size[i] = math.Sqrt(o.s[i][0]*o.s[i][0] + o.s[i][1]*o.s[i][1] + o.s[i][2]*o.s[i][2])
	}
	largest := math.Max(size[0], math.Max(size[1], size[2]))
	straight = true
	for i := range size {
		for k := range size {
			if i != k && math.Abs(o.s[i][k]) > 1e-4*largest {
				straight = false
			}
		}
	}
	return size, straight
}

// vector is a point or direction of the space without its place, in single precision.
func (o *space) scaled(v vec.Vec3) vec.Vec3 {
	if o.s == unitMat {
		return v
	}
	return o.s.apply(wide(v)).single()
}

// transform is the space without its scale.
func (o *space) transform() vec.Transform {
	return vec.Transform{P: o.p.single(), Q: o.q.unit().single()}
}

// finite reports whether the place can be written in single precision.
func (o *space) finite() bool {
	sum := o.p[0] + o.p[1] + o.p[2] + o.q.len2()
	for i := range o.s {
		sum += o.s[i][0] + o.s[i][1] + o.s[i][2]
	}
	return !math.IsNaN(sum) && math.Abs(sum) < math.MaxFloat32
}

// decomposed splits a matrix, column by column as in the file, into turn and scale (Gram–Schmidt).
func decomposed(m [16]float64) space {
	o := space{p: vec3{m[12], m[13], m[14]}, q: unitQuat}
	full := mat3{{m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}}
	axes := full
	for i := range axes {
		for k := range i {
			d := axes[i][0]*axes[k][0] + axes[i][1]*axes[k][1] + axes[i][2]*axes[k][2]
			for c := range 3 {
				axes[i][c] -= d * axes[k][c]
			}
		}
		l := math.Sqrt(axes[i][0]*axes[i][0] + axes[i][1]*axes[i][1] + axes[i][2]*axes[i][2])
		if !(l > 1e-30) {
			o.s = full
			return o
		}
		for c := range 3 {
			axes[i][c] /= l
		}
	}
	if axes.det() < 0 {
		axes[0] = vec3{-axes[0][0], -axes[0][1], -axes[0][2]}
	}
	o.q = axes.quat()
	back := o.q.conj().mat()
	o.s = back.mul(&full)
	return o
}

// quat is the rotation of an orthonormal matrix (Shepperd 1978).
func (m *mat3) quat() quat {
	xx, yy, zz := m[0][0], m[1][1], m[2][2]
	trace := xx + yy + zz
	var q quat
	switch {
	case trace >= xx && trace >= yy && trace >= zz:
		q = quat{m[1][2] - m[2][1], m[2][0] - m[0][2], m[0][1] - m[1][0], 1 + trace}
	case xx >= yy && xx >= zz:
		q = quat{1 + xx - yy - zz, m[0][1] + m[1][0], m[2][0] + m[0][2], m[1][2] - m[2][1]}
	case yy >= zz:
		q = quat{m[0][1] + m[1][0], 1 + yy - xx - zz, m[1][2] + m[2][1], m[2][0] - m[0][2]}
	default:
		q = quat{m[2][0] + m[0][2], m[1][2] + m[2][1], 1 + zz - xx - yy, m[0][1] - m[1][0]}
	}
	s := 1 / math.Sqrt(q.len2())
	return quat{q[0] * s, q[1] * s, q[2] * s, q[3] * s}
}

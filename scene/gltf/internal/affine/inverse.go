package affine

import "math"

// Uniform returns the factor of a scale that is the same along all axes, and whether it is and may be
// divided by.
func (o *Space) Uniform() (float64, bool) {
	s := o.S[0][0]
	for i := range o.S {
		for k := range o.S[i] {
			want := 0.0
			if i == k {
				want = s
			}
			if math.Abs(o.S[i][k]-want) > 1e-9*math.Abs(s) {
				return 0, false
			}
		}
	}
	return s, math.Abs(s) > 1e-9
}

// Inside returns where a transform of the parent space of o is in o, whose scale is uniform.
func (o *Space) Inside(p Vec3, q Quat) (Vec3, Quat) {
	s, _ := o.Uniform()
	away := Vec3{(p[0] - o.P[0]) / s, (p[1] - o.P[1]) / s, (p[2] - o.P[2]) / s}
	if o.Q == UnitQuat {
		return away, q
	}
	back := o.Q.conj()
	m := back.mat()
	return m.apply(away), back.mul(q)
}

// Matrix is the transform column by column, as in a file.
func (o *Space) Matrix() [16]float64 {
	q := o.Q
	l := math.Sqrt(q.Len2())
	r := Quat{q[0] / l, q[1] / l, q[2] / l, q[3] / l}.mat()
	full := r.mul(&o.S)
	var m [16]float64
	for i := range full {
		copy(m[4*i:], full[i][:])
	}
	copy(m[12:], o.P[:])
	m[15] = 1
	return m
}

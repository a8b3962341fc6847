package affine

// Mat4 is the matrix of a bone, column by column.
type Mat4 [16]float64

func (o *Space) Mat4() Mat4 {
	rotation := o.Q.mat()
	m := rotation.mul(&o.S)
	return Mat4{m[0][0], m[0][1], m[0][2], 0, m[1][0], m[1][1], m[1][2], 0, m[2][0], m[2][1], m[2][2], 0, o.P[0],
		o.P[1], o.P[2], 1}
}

func (m *Mat4) Mul(n *Mat4) Mat4 {
	var out Mat4
	for c := range 4 {
		for r := range 4 {
			for k := range 4 {
				out[4*c+r] += m[4*k+r] * n[4*c+k]
			}
		}
	}
	return out
}

func (m *Mat4) Apply(v Vec3) Vec3 {
	var out Vec3
	for r := range 3 {
		out[r] = m[r]*v[0] + m[4+r]*v[1] + m[8+r]*v[2] + m[12+r]
	}
	return out
}

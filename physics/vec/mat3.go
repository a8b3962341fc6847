package vec

import "math"

// Mat3 is a 3×3 matrix, row by row: XY is the entry in row x, column y. Nine named
// fields passed by value keep its methods inlinable and in registers.
type Mat3 struct {
	XX, XY, XZ float32
	YX, YY, YZ float32
	ZX, ZY, ZZ float32
}

// Mat3Identity is the identity matrix.
var Mat3Identity = Mat3{XX: 1, YY: 1, ZZ: 1}

// Diag returns the diagonal matrix with entries d.
func Diag(d Vec3) Mat3 { return Mat3{XX: d.X, YY: d.Y, ZZ: d.Z} }

// Mat3Cols returns the matrix with columns a, b and c.
func Mat3Cols(a, b, c Vec3) Mat3 {
	return Mat3{a.X, b.X, c.X, a.Y, b.Y, c.Y, a.Z, b.Z, c.Z}
}

// MulVec returns m·v.
func (m Mat3) MulVec(v Vec3) Vec3 {
	return Vec3{
		float32(m.XX*v.X) + float32(m.XY*v.Y) + float32(m.XZ*v.Z),
		float32(m.YX*v.X) + float32(m.YY*v.Y) + float32(m.YZ*v.Z),
		float32(m.ZX*v.X) + float32(m.ZY*v.Y) + float32(m.ZZ*v.Z),
	}
}

// TMulVec returns mᵀ·v.
func (m Mat3) TMulVec(v Vec3) Vec3 {
	return Vec3{
		float32(m.XX*v.X) + float32(m.YX*v.Y) + float32(m.ZX*v.Z),
		float32(m.XY*v.X) + float32(m.YY*v.Y) + float32(m.ZY*v.Z),
		float32(m.XZ*v.X) + float32(m.YZ*v.Y) + float32(m.ZZ*v.Z),
	}
}

// Mul returns m·n.
func (m Mat3) Mul(n Mat3) Mat3 {
	x, y, z := Vec3{m.XX, m.XY, m.XZ}, Vec3{m.YX, m.YY, m.YZ}, Vec3{m.ZX, m.ZY, m.ZZ}
	a, b, c := Vec3{n.XX, n.YX, n.ZX}, Vec3{n.XY, n.YY, n.ZY}, Vec3{n.XZ, n.YZ, n.ZZ}
	return Mat3{x.Dot(a), x.Dot(b), x.Dot(c), y.Dot(a), y.Dot(b), y.Dot(c), z.Dot(a), z.Dot(b), z.Dot(c)}
}

// Col returns column i, 0 to 2.
func (m Mat3) Col(i int) Vec3 {
	switch i {
	case 0:
		return Vec3{m.XX, m.YX, m.ZX}
	case 1:
		return Vec3{m.XY, m.YY, m.ZY}
	default:
		return Vec3{m.XZ, m.YZ, m.ZZ}
	}
}

// Transpose returns mᵀ.
func (m Mat3) Transpose() Mat3 {
	return Mat3{m.XX, m.YX, m.ZX, m.XY, m.YY, m.ZY, m.XZ, m.YZ, m.ZZ}
}

// Add returns m + n.
func (m Mat3) Add(n Mat3) Mat3 {
	return Mat3{
		m.XX + n.XX, m.XY + n.XY, m.XZ + n.XZ,
		m.YX + n.YX, m.YY + n.YY, m.YZ + n.YZ,
		m.ZX + n.ZX, m.ZY + n.ZY, m.ZZ + n.ZZ,
	}
}

// Scale returns s·m.
func (m Mat3) Scale(s float32) Mat3 {
	return Mat3{
		float32(s * m.XX), float32(s * m.XY), float32(s * m.XZ),
		float32(s * m.YX), float32(s * m.YY), float32(s * m.YZ),
		float32(s * m.ZX), float32(s * m.ZY), float32(s * m.ZZ),
	}
}

// Det returns the determinant.
func (m Mat3) Det() float32 {
	return m.Col(0).Dot(m.Col(1).Cross(m.Col(2)))
}

// Inverse returns m⁻¹, or the zero matrix when m is singular to working precision.
func (m Mat3) Inverse() Mat3 {
	// Rows of the inverse are the cross products of the columns over the determinant.
	a, b, c := m.Col(0), m.Col(1), m.Col(2)
	bc, ca, ab := b.Cross(c), c.Cross(a), a.Cross(b)
	det := a.Dot(bc)
	if !(Abs(det) > smallDet && Abs(det) < largeDet) {
		return m.scaledInverse()
	}
	s := 1 / det
	return Mat3Cols(bc.Mul(s), ca.Mul(s), ab.Mul(s)).Transpose()
}

// scaledInverse is Inverse by way of a matrix whose largest entry is between 1 and 2.
func (m Mat3) scaledInverse() Mat3 {
	x, y, z := m.Col(0).Abs(), m.Col(1).Abs(), m.Col(2).Abs()
	scale := powerOfTwo(x.Max(y).Max(z).MaxComponent())
	a, b, c := m.Col(0).Mul(scale), m.Col(1).Mul(scale), m.Col(2).Mul(scale)
	bc, ca, ab := b.Cross(c), c.Cross(a), a.Cross(b)
	det := a.Dot(bc)
	if det == 0 || !IsFinite(1/det) {
		return Mat3{}
	}
	s := 1 / det
	inverse := Mat3Cols(bc.Mul(s).Mul(scale), ca.Mul(s).Mul(scale), ab.Mul(s).Mul(scale)).Transpose()
	if !(inverse.Col(0).IsFinite() && inverse.Col(1).IsFinite() && inverse.Col(2).IsFinite()) {
		return Mat3{}
	}
	return inverse
}

// powerOfTwo returns the power of two that brings x > 0 between 1 and 2, or 1 where none
// brings there.
func powerOfTwo(x float32) float32 {
	e := math.Float32bits(x) >> 23
	if e == 0 || e >= 254 {
		return 1
	}
	return math.Float32frombits((254 - e) << 23)
}

// Solve returns x with m·x = b, or zero when m is singular to working precision.
func (m Mat3) Solve(b Vec3) Vec3 {
	c0, c1, c2 := m.Col(0), m.Col(1), m.Col(2)
	n := c1.Cross(c2)
	det := c0.Dot(n)
	if det == 0 || !IsFinite(1/det) {
		return Vec3{}
	}
	s := 1 / det
	return Vec3{
		float32(s * b.Dot(n)),
		float32(s * c0.Dot(b.Cross(c2))),
		float32(s * c0.Dot(c1.Cross(b))),
	}
}

// Skew returns the matrix of v ×, so that Skew(v)·u = v × u.
func Skew(v Vec3) Mat3 {
	return Mat3{0, -v.Z, v.Y, v.Z, 0, -v.X, -v.Y, v.X, 0}
}

// RotateTensor returns R·m·Rᵀ with R the rotation q: a local tensor seen from the outer frame.
func (m Mat3) RotateTensor(q Quat) Mat3 {
	x, y, z := q.Rows()
	// Col would copy the matrix each time
	a, b, c := Vec3{m.XX, m.YX, m.ZX}, Vec3{m.XY, m.YY, m.ZY}, Vec3{m.XZ, m.YZ, m.ZZ}
	// the rows of R·m
	u := Vec3{x.Dot(a), x.Dot(b), x.Dot(c)}
	v := Vec3{y.Dot(a), y.Dot(b), y.Dot(c)}
	w := Vec3{z.Dot(a), z.Dot(b), z.Dot(c)}
	return Mat3{u.Dot(x), u.Dot(y), u.Dot(z), v.Dot(x), v.Dot(y), v.Dot(z), w.Dot(x), w.Dot(y), w.Dot(z)}
}

// Quat returns the rotation of an orthonormal matrix with determinant +1.
// Method: Shepperd 1978, the branch with the largest component.
func (m Mat3) Quat() Quat {
	t := m.XX + m.YY + m.ZZ
	var q Quat
	switch {
	case t >= 0:
		q = Quat{m.ZY - m.YZ, m.XZ - m.ZX, m.YX - m.XY, 1 + t}
	case m.XX >= m.YY && m.XX >= m.ZZ:
		q = Quat{1 + m.XX - m.YY - m.ZZ, m.XY + m.YX, m.ZX + m.XZ, m.ZY - m.YZ}
	case m.YY >= m.ZZ:
		q = Quat{m.XY + m.YX, 1 + m.YY - m.ZZ - m.XX, m.YZ + m.ZY, m.XZ - m.ZX}
	default:
		q = Quat{m.ZX + m.XZ, m.YZ + m.ZY, 1 + m.ZZ - m.XX - m.YY, m.YX - m.XY}
	}
	return q.Norm()
}

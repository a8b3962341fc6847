package solve

import "math"

// vec6 is a velocity and an angular velocity, or an impulse and its moment.
type vec6 [6]float64

// block6 is a block of a matrix, row by row.
type block6 [36]float64

func (a *vec6) dot(b *vec6) float64 {
	return (float64(a[0]*b[0]) + float64(a[1]*b[1])) + (float64(a[2]*b[2]) + float64(a[3]*b[3])) +
		(float64(a[4]*b[4]) + float64(a[5]*b[5]))
}

// add adds f·a.
func (v *vec6) add(f float64, a *vec6) {
	v[0] += float64(f * a[0])
	v[1] += float64(f * a[1])
	v[2] += float64(f * a[2])
	v[3] += float64(f * a[3])
	v[4] += float64(f * a[4])
	v[5] += float64(f * a[5])
}

func (m *block6) row(i int) *vec6 { return (*vec6)(m[6*i : 6*i+6]) }

// addOuter adds f·a·bᵀ.
func (m *block6) addOuter(f float64, a, b *vec6) {
	for i := range 6 {
		m.row(i).add(f*a[i], b)
	}
}

// cholesky makes the lower triangle L of a block L·Lᵀ, with the inverses on the diagonal.
func (m *block6) cholesky() {
	for j := range 6 {
		rj := m.row(j)
		x := rj[j]
		for k := range j {
			x -= float64(rj[k] * rj[k])
		}
		inverse := 1 / math.Sqrt(x)
		rj[j] = inverse
		for i := j + 1; i < 6; i++ {
			ri := m.row(i)
			y := ri[j]
			for k := range j {
				y -= float64(ri[k] * rj[k])
			}
			ri[j] = y * inverse
		}
	}
}

// forward makes x the solution of L·y = x.
func (m *block6) forward(x *vec6) {
	for i := range 6 {
		r, y := m.row(i), x[i]
		for k := range i {
			y -= float64(r[k] * x[k])
		}
		x[i] = y * r[i]
	}
}

// back makes x the solution of Lᵀ·y = x.
func (m *block6) back(x *vec6) {
	for i := 5; i >= 0; i-- {
		r := m.row(i)
		y := x[i] * r[i]
		x[i] = y
		for k := range i {
			x[k] -= float64(r[k] * y)
		}
	}
}

// divide makes m ← m·L⁻ᵀ.
func (m *block6) divide(l *block6) {
	for i := range 6 {
		l.forward(m.row(i))
	}
}

// subtractProduct makes m ← m − a·bᵀ.
func (m *block6) subtractProduct(a, b *block6) {
	for i := range 6 {
		ra, r := a.row(i), m.row(i)
		for j := range 6 {
			r[j] -= ra.dot(b.row(j))
		}
	}
}

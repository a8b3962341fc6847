package solve

import (
	"math"

	"tumble/physics/vec"
)

// precess is spin for a body with two equal moments of inertia, whose motion without torque is known:
// with A the equal moments and C the third, about the axis a, its angular momentum is
//
//	L = A·ω + (C−A)·(a·ω)·a,  so that  ω = L/A − (C−A)/A·(a·ω)·a
//
// The body turns steadily about L, which stands still, at L/A, and at the same time about its own
// axis at the rest. It returns false and does nothing where the turn about L is so large that spin is
// needed. Source: Landau and Lifshitz, "Mechanics", §33.
func (s *Sim) precess(st *State, h float32) bool {
	m := tensor64From(&s.LocalInertia)
	across, ok := transverse(&s.LocalInertia)
	if !ok {
		return false
	}
	q := s.orientation(st)
	w := from32(st.W).add(from32(s.SpinLow))
	omega := q.invRotate(w)
	// (C−A)/A·(a·Ω)·a is the rest of M·Ω/A
	own := m.mul(omega).mul(1 / across).sub(omega)
	turn, ok := halfTurn(q.rotate(omega.add(own)).mul(float64(h)))
	if !ok {
		return false
	}
	back, ok := halfTurn(own.mul(-float64(h)))
	if !ok {
		return false
	}
	s.settle(st, turn.mul(q).mul(back).renorm(), turn.rotate(w))
	return true
}

// halfTurn is the rotation by the vector v (rad) up to one radian, by the power series of sine and
// cosine of the half angle.
func halfTurn(v vec64) (quat64, bool) {
	y := float64(0.25 * v.dot(v))
	if !(y <= 0.25) {
		return quat64{}, false
	}
	s := 0.5 * (1 - float64(y*(1.0/6-float64(y*(1.0/120-float64(y*(1.0/5040-float64(y*(1.0/362880-
		float64(y*(1.0/39916800-float64(y*(1.0/6227020800)))))))))))))
	c := 1 - float64(y*(1.0/2-float64(y*(1.0/24-float64(y*(1.0/720-float64(y*(1.0/40320-
		float64(y*(1.0/3628800-float64(y*(1.0/479001600))))))))))))
	return quat64{float64(s * v.x), float64(s * v.y), float64(s * v.z), c}, true
}

// transverse returns the two equal moments of a tensor, and false when no two are.
//
// Less its mean, the tensor of a symmetric body is d·(aaᵀ − 1/3) with d = C − A: the sum of its squares
// is 2d²/3, and its determinant 2d³/27 tells the sign. Three moments that are all different have a
// smaller determinant for their sum of squares.
func transverse(m *vec.Mat3) (float64, bool) {
	xx, yy, zz := float64(m.XX), float64(m.YY), float64(m.ZZ)
	xy, xz, yz := float64(m.XY), float64(m.XZ), float64(m.YZ)
	mean := float64((xx + yy + zz) * (1.0 / 3))
	xx, yy, zz = xx-mean, yy-mean, zz-mean
	squares := float64(xx*xx) + float64(yy*yy) + float64(zz*zz) +
		float64(2*(float64(xy*xy)+float64(xz*xz)+float64(yz*yz)))
	det := float64(xx*(float64(yy*zz)-float64(yz*yz))) - float64(xy*(float64(xy*zz)-float64(yz*xz))) +
		float64(xz*(float64(xy*yz)-float64(yy*xz)))
	d := math.Sqrt(1.5 * squares)
	cube := float64(float64(float64(d*d)*d) * (2.0 / 27))
	if det < 0 {
		d, det = -d, -det
	}
	// a relative difference e of the two takes 9·e²
	const alike = 9 * isotropy * isotropy
	a := mean - float64(d*(1.0/3))
	return a, a > 0 && det >= cube*(1-alike)
}

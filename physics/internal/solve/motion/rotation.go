package motion

import "tumble/physics/vec"

// Rotate returns q rotated by the rotation vector t of squared length square ≤ π²:
// exp(t/2)·q, with the power series of sine and cosine of the half angle.
func Rotate(q vec.Quat, t vec.Vec3, square float32) vec.Quat {
	y := float32(0.25 * square)
	s, c := 1-float32(y*(1.0/6)), 1-float32(y*(1.0/2))
	if y > shortSeries {
		s, c = series(y)
	}
	s = float32(0.5 * s)
	r := vec.Quat{X: float32(s * t.X), Y: float32(s * t.Y), Z: float32(s * t.Z), W: c}.Mul(q)
	// one Newton step towards unit length, which is enough for the loss of one product
	n := 1.5 - float32(0.5*r.Dot(r))
	return vec.Quat{X: float32(n * r.X), Y: float32(n * r.Y), Z: float32(n * r.Z), W: float32(n * r.W)}
}

// series returns sin(a)/a and cos(a) for y = a².
func series(y float32) (s, c float32) {
	s = 1 - float32(y*(1.0/6-float32(y*(1.0/120-float32(y*(1.0/5040-
		float32(y*(1.0/362880-float32(y*(1.0/39916800))))))))))
	c = 1 - float32(y*(1.0/2-float32(y*(1.0/24-float32(y*(1.0/720-
		float32(y*(1.0/40320-float32(y*(1.0/3628800-float32(y*(1.0/479001600))))))))))))
	return s, c
}

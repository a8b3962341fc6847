package vec

// SinCos returns the sine and cosine of x (rad). The error is below 2e-7 for
// |x| ≤ 8192; beyond, and for NaN and infinities, the result is that of a smaller
// angle of the same order, never a fault.
//
// Method: Cody–Waite reduction to [−π/4, π/4] with a three-part π/2, then the
// single precision minimax polynomials of Cephes (Moshier).
func SinCos(x float32) (sin, cos float32) {
	const (
		twoOverPi = 0.636619772367581343
		p1        = 1.5703125
		p2        = 4.837512969970703125e-4
		p3        = 7.54978995489188216e-8
		limit     = 8192
	)
	if !(x >= -limit && x <= limit) {
		if !IsFinite(x) {
			return 0, 1
		}
		// Range is lost anyway; a remainder by repeated halving keeps the value bounded.
		for x > limit || x < -limit {
			x = float32(x * 0.5)
		}
	}
	k := float32(x * twoOverPi)
	n := int32(k + 0.5)
	if k < 0 {
		n = int32(k - 0.5)
	}
	f := float32(n)
	r := ((x - float32(f*p1)) - float32(f*p2)) - float32(f*p3)
	z := float32(r * r)

	s := float32(-1.9515295891e-4*z) + 8.3321608736e-3
	s = float32(s*z) - 1.6666654611e-1
	s = r + float32(float32(s*z)*r)

	c := float32(2.443315711809948e-5*z) - 1.388731625493765e-3
	c = float32(c*z) + 4.166664568298827e-2
	c = (1 - float32(0.5*z)) + float32(float32(c*z)*z)

	switch n & 3 {
	case 0:
		return s, c
	case 1:
		return c, -s
	case 2:
		return -s, -c
	default:
		return -c, s
	}
}

// Sin returns the sine of x (rad); see SinCos.
func Sin(x float32) float32 { s, _ := SinCos(x); return s }

// Cos returns the cosine of x (rad); see SinCos.
func Cos(x float32) float32 { _, c := SinCos(x); return c }

// Atan2 returns the angle of the vector (x, y) in (−π, π]; 0 for the zero vector and for
// arguments that are not finite.
// The error is below 3e-7.
//
// Method: reduction to |t| ≤ tan(π/8), then the minimax polynomial of Cephes (Moshier).
func Atan2(y, x float32) float32 {
	ax, ay := Abs(x), Abs(y)
	hi, lo := ax, ay
	if ay > ax {
		hi, lo = ay, ax
	}
	if hi == 0 || !IsFinite(ax) || !IsFinite(ay) {
		return 0
	}
	t := lo / hi
	base := float32(0)
	if t > 0.4142135623730950 {
		base = 0.7853981633974483
		t = (t - 1) / (t + 1)
	}
	z := float32(t * t)
	p := float32(8.05374449538e-2*z) - 1.38776856032e-1
	p = float32(p*z) + 1.99777106478e-1
	p = float32(p*z) - 3.33329491539e-1
	a := base + (t + float32(float32(p*z)*t))
	if ay > ax {
		a = 1.5707963267948966 - a
	}
	if x < 0 {
		a = Pi - a
	}
	if y < 0 {
		a = -a
	}
	return a
}

// Acos returns the angle in [0, π] whose cosine is x, with x clamped to [−1, 1].
func Acos(x float32) float32 {
	x = Clamp(x, -1, 1)
	// sqrt((1−x)(1+x)) keeps its relative precision near ±1, where 1 − x² does not.
	return Atan2(Sqrt(float32((1-x)*(1+x))), x)
}

// Asin returns the angle in [−π/2, π/2] whose sine is x, with x clamped to [−1, 1].
func Asin(x float32) float32 {
	x = Clamp(x, -1, 1)
	return Atan2(x, Sqrt(float32((1-x)*(1+x))))
}

package proximity

import "tumble/physics/vec"

// ClosestSegments returns the fractions s and t of the nearest points p(s) = p1 + s·u and q(t) = q1 + t·v of two
// segments. With w = p1 − q1 their squared distance is the convex quadratic
//
//	f(s, t) = uu·s² − 2uv·s·t + vv·t² + 2uw·s − 2vw·t + ww
//
// with the partial minimisers t*(s) = (uv·s + vw)/vv and s*(t) = (uv·t − uw)/uu. Along the valley t = t*(s) the
// minimum over 0 ≤ s ≤ 1 is the unconstrained one, clamped, since f(s, t*(s)) is a parabola in s. If t* leaves
// [0, 1] there, convexity puts the minimum over the unit square on the side that t* crosses, where
// s*, clamped, is exact. So at most three divisions decide, without a table of cases.
func ClosestSegments(p1, p2, q1, q2 vec.Vec3) (s, t float32) {
	u, v, w := p2.Sub(p1), q2.Sub(q1), p1.Sub(q1)
	uu, uv, vv := u.Len2(), u.Dot(v), v.Len2()
	uw, vw := u.Dot(w), v.Dot(w)

	// the valley of parallel segments is level: any s will do
	s = 0.5
	if det := float32(uu*vv) - float32(uv*uv); det > parallelSegments*float32(uu*vv) {
		s, _ = unitFraction(float32(uv*vw)-float32(uw*vv), det)
	}
	t, inside := unitFraction(float32(uv*s)+vw, vv)
	if !inside {
		s, _ = unitFraction(float32(uv*t)-uw, uu)
	}
	return s, t
}

// unitFraction returns x/y clamped to [0, 1], and whether x/y lies inside. A segment without length, y = 0, has its
// start as nearest point.
func unitFraction(x, y float32) (f float32, inside bool) {
	if !(y > 0) {
		return 0, false
	}
	f = x / y
	if f < 0 {
		return 0, false
	}
	if f > 1 {
		return 1, false
	}
	return f, true
}

package nettime

import "tumble/physics/vec"

// Motion is the state of a body: position (m) of its centre, rotation, velocity (m/s) and angular velocity (rad/s),
// all in the frame of the world.
type Motion struct {
	P vec.Vec3
	Q vec.Quat
	V vec.Vec3
	W vec.Vec3
}

// Linear blends two motions, t from 0 to 1. Its error grows with the square of the time between both.
func Linear(a, b *Motion, t float32) Motion {
	return Motion{a.P.Lerp(b.P, t), a.Q.Nlerp(b.Q, t), a.V.Lerp(b.V, t), a.W.Lerp(b.W, t)}
}

// Hermite blends two motions that are span (s) apart by cubics that have the velocities of both. Its error grows with
// the fourth power of the span, and the blend is smooth where Linear has a corner. Across a bounce Hermite errs: the
// cubic swings where the path of the body has a corner.
func Hermite(a, b *Motion, t, span float32) Motion {
	p, v := cubic(b.P.Sub(a.P), a.V.Mul(span), b.V.Mul(span), t)
	// the rotation vector from a, in the frame of the body; its rate is the angular velocity by the inverse of the
	// right Jacobian of the exponential map
	theta := a.Q.InvMul(b.Q).RotationVector()
	begin, end := a.Q.InvRotate(a.W).Mul(span), b.Q.InvRotate(b.W).Mul(span)
	cross := theta.Cross(end)
	end = end.MulAdd(.5, cross).MulAdd(1.0/12, theta.Cross(cross))
	r, _ := cubic(theta, begin, end, t)
	m := Motion{P: a.P.Add(p), Q: a.Q.Mul(rotation(r)).Unit(), W: a.W.Lerp(b.W, t)}
	if span > 0 {
		m.V = v.Mul(1 / span)
	}
	return m
}

// cubic is the curve from 0 to x with the rates v and w at both ends, and its rate, at t from 0 to 1.
func cubic(x, v, w vec.Vec3, t float32) (at, rate vec.Vec3) {
	u := 1 - t
	at = x.Mul(t*t*(3-float32(2*t))).MulAdd(t*u*u, v).MulAdd(-t*t*u, w)
	rate = x.Mul(6*t*u).MulAdd(u*(1-float32(3*t)), v).MulAdd(t*(float32(3*t)-2), w)
	return at, rate
}

// rotation is the rotation by a rotation vector.
func rotation(r vec.Vec3) vec.Quat {
	axis, angle := r.NormLen()
	return vec.QuatAxisAngle(axis, angle)
}

// Extrapolate continues a motion for dt (s) with its velocities, at most for limit (s).
func Extrapolate(a *Motion, dt, limit float32) Motion {
	dt = min(dt, limit)
	m := *a
	m.P = a.P.MulAdd(dt, a.V)
	m.Q = rotation(a.W.Mul(dt)).Mul(a.Q).Unit()
	return m
}

// Smoother hides corrections: the difference between the picture and the state fades instead of being shown at once.
type Smoother struct {
	p vec.Vec3
	q vec.Quat
}

// Correct takes the motion of the last picture and the corrected motion of the state.
func (s *Smoother) Correct(shown, state *Motion) {
	s.p, s.q = shown.P.Sub(state.P), shown.Q.Mul(state.Q.Conj())
}

// Show is the pose of a picture dt (s) after the one before. The rest of the difference halves in half (s).
func (s *Smoother) Show(state *Motion, dt, half float32) Motion {
	if s.q == (vec.Quat{}) {
		s.q = vec.QuatIdentity
	}
	// 1/(1+x) for 2^(−dt/half) within a few per cent, without a power that differs between platforms
	fade := 1 / (1 + .7*dt/half)
	s.p, s.q = s.p.Mul(fade), vec.QuatIdentity.Nlerp(s.q, fade)
	m := *state
	m.P, m.Q = state.P.Add(s.p), s.q.Mul(state.Q).Unit()
	return m
}

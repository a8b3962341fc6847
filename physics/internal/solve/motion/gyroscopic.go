package motion

import "tumble/physics/internal/solve/kernel"

// rotateFreely rotates a body whose principal moments of inertia differ for h seconds without torque
// and writes the rotation and the new angular velocity to st.
//
// In the body frame the angular momentum Π = I·Ω obeys dΠ/dt = Π × Ω. The midpoint rule
//
//	Π₁ − Π₀ = h'·Π̄ × Ω̄,  Π̄ = (Π₀+Π₁)/2,  Ω̄ = I⁻¹·Π̄
//
// keeps |Π|² and the energy exactly, because both are quadratic. It says that Π₁ is Π₀ rotated
// back by the rotation c = (1, h'·Ω̄/2) normalised (a Cayley map); rotating the body by the same
// c keeps the angular momentum in world axes, too. The angle of c is 2·atan(h'|Ω̄|/2), so
// h' = 2·tan(h|Ω|/2)/|Ω| makes it h|Ω|: a body that spins about a principal axis rotates by
// the right angle. Sources: Simo and Wong, "Unconditionally stable algorithms for rigid body
// dynamics", 1991; Lewis and Simo, "Conserving algorithms for the dynamics of Hamiltonian
// systems on Lie groups", 1994.
//
// All of it is in double precision, and the rounding errors of the results are kept in the
// Sim: otherwise the errors of 240,000 sub-steps add up to a tenth of a per mille.
func (s *Sim) rotateFreely(st *kernel.State, h float32) {
	inertia := tensor64From(&s.LocalInertia)
	q := s.orientation(st)
	w := from32(st.W).add(from32(s.SpinLow))
	omega0 := q.invRotate(w)
	pi0 := inertia.mul(omega0)
	step := float64(h) * tanRatio(0.25*(float64(h)*float64(h))*omega0.dot(omega0))

	// half an explicit step is a good guess of the middle
	inverse := tensor64From(&s.LocalInvInertia)
	guess := omega0.add(inverse.mul(pi0.cross(omega0)).mul(0.5 * step))
	mid := midpointSpin(&inertia, guess, pi0, step)
	c := quat64{0.5 * step * mid.x, 0.5 * step * mid.y, 0.5 * step * mid.z, 1}.norm()
	w1, ok := inertia.solve(c.invRotate(pi0))
	if !ok {
		st.DQ = Rotate(st.DQ, st.W.Mul(h), float32(float32(h*h)*st.W.Len2()))
		return
	}
	q = q.mul(c).renorm()
	s.settle(st, q, q.rotate(w1))
}

// settle writes an orientation and an angular velocity to the state, and their rounding errors
// to the Sim.
func (s *Sim) settle(st *kernel.State, q quat64, w vec64) {
	st.W = w.to32()
	s.SpinLow = w.sub(from32(st.W)).to32()
	q0 := quatFrom32(s.Q0)
	st.DQ = q.mul(q0.conj()).to32()
	s.RotationLow = q.sub(quatFrom32(st.DQ).mul(q0)).to32()
}

// midpointSpin solves I·Ω̄ + (step/2)·Ω̄ × I·Ω̄ = Π₀ by Newton's method from a guess.
func midpointSpin(inertia *tensor64, guess, pi0 vec64, step float64) vec64 {
	half := 0.5 * step
	omega := guess
	for range spinIterations {
		pi := inertia.mul(omega)
		residual := pi.sub(pi0).add(omega.cross(pi).mul(half))
		// Jacobian I + half·([Ω]·I − [Π])
		j := inertia.gyroscopic(omega, pi, half)
		delta, ok := j.solve(residual)
		if !ok {
			return guess
		}
		omega = omega.sub(delta)
		if delta.dot(delta) <= float64(spinAccuracy*omega.dot(omega)) {
			break
		}
	}
	return omega
}

// tanRatio returns tan(x)/x for the square of x, up to x = 1 by its power series; a body
// that rotates faster in one sub-step gets the ratio at 1 and rotates a little too slowly.
func tanRatio(square float64) float64 {
	if !(square < 1) {
		square = 1
	}
	y := square
	return 1 + float64(y*(1.0/3+float64(y*(2.0/15+float64(y*(17.0/315+float64(y*(62.0/2835+
		float64(y*(1382.0/155925+float64(y*(21844.0/6081075))))))))))))
}

// orientation returns the orientation of the body in the middle of a step.
func (s *Sim) orientation(st *kernel.State) quat64 {
	return quatFrom32(st.DQ).mul(quatFrom32(s.Q0)).add(quatFrom32(s.RotationLow)).renorm()
}

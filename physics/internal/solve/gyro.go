package solve

import (
	"math"

	"tumble/physics/vec"
)

// spin turns a body whose principal moments of inertia differ for h seconds without torque
// and writes the rotation and the new angular velocity to st.
//
// In the body frame the angular momentum Π = I·Ω obeys dΠ/dt = Π × Ω. The midpoint rule
//
//	Π₁ − Π₀ = h'·Π̄ × Ω̄,  Π̄ = (Π₀+Π₁)/2,  Ω̄ = I⁻¹·Π̄
//
// keeps |Π|² and the energy exactly, because both are quadratic. It says that Π₁ is Π₀ turned
// back by the rotation c = (1, h'·Ω̄/2) normalised (a Cayley map); turning the body by the same
// c keeps the angular momentum in world axes, too. The angle of c is 2·atan(h'|Ω̄|/2), so
// h' = 2·tan(h|Ω|/2)/|Ω| makes it h|Ω|: a body that spins about a principal axis turns by
// the right angle. Sources: Simo and Wong, "Unconditionally stable algorithms for rigid body
// dynamics", 1991; Lewis and Simo, "Conserving algorithms for the dynamics of Hamiltonian
// systems on Lie groups", 1994.
//
// All of it is in double precision, and what rounding the results takes away is kept in the
// Sim: otherwise the errors of 240,000 sub-steps add up to a tenth of a per mille.
func (s *Sim) spin(st *State, h float32) {
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
		st.DQ = rotate(st.DQ, st.W.Mul(h), float32(float32(h*h)*st.W.Len2()))
		return
	}
	q = q.mul(c).renorm()
	s.settle(st, q, q.rotate(w1))
}

// settle writes an orientation and an angular velocity to the state, and what rounding takes from
// them to the Sim.
func (s *Sim) settle(st *State, q quat64, w vec64) {
	st.W = w.to32()
	s.SpinLow = w.sub(from32(st.W)).to32()
	q0 := quatFrom32(s.Q0)
	st.DQ = q.mul(q0.conj()).to32()
	s.TurnLow = q.sub(quatFrom32(st.DQ).mul(q0)).to32()
}

// whirl is how a body turns in a sub-step without torque.
type whirl struct {
	// mean is by how much the mean angular velocity differs from that at the start, turn the rotation.
	mean vec.Vec3
	turn vec.Quat
}

// whirl returns how the body of a state turns in the coming sub-step.
func (s *Solver) whirl(state int32) whirl {
	st := &s.States[state]
	sim, next, t := s.Sims[s.Awake[state-1]], *st, s.tops[state]
	if t.stage == topIdle && st.Flags&Symmetric != 0 {
		t.begin(&sim)
	}
	if before := t.rotation(st); t.stage == topTurns && t.precess(&next, s.H) {
		return whirlOf(t.rotation(&next).mul(before.conj()), st, s.H)
	}
	t.leave(&sim, st)
	before := sim.orientation(st)
	sim.spin(&next, s.H)
	return whirlOf(sim.orientation(&next).mul(before.conj()), st, s.H)
}

func whirlOf(q quat64, st *State, h float32) whirl {
	turn := q.to32()
	return whirl{turn.RotationVector().Mul(1 / h).Sub(st.W), turn}
}

// bend is by how much the mean velocity of a point is more than that with which the mean angular
// velocity moves it, because it goes along an arc; arm leads to it at the start of the step. All of it
// counts for a body that swings about a pivot: left to the drift, which lags behind, it takes energy, 3e-4 in a swing
// of a rod of 0.8 m that turns by 0.027 rad in a sub-step. Otherwise it is left out towards the
// centre of mass: in a long chain, which whips, every link would feed its neighbours. So would
// the planks of a bridge, which hang on two points at each end; what is left is for bodies that spin as a top does. Of
// turns of more than half a radian it is less and less: solving for it would not converge.
func (t *whirl) bend(st *State, arm vec.Vec3, h float32, pivot bool) vec.Vec3 {
	if t.turn == (vec.Quat{}) || st.Flags&Symmetric == 0 && !pivot {
		return vec.Vec3{}
	}
	r := st.DQ.Rotate(arm)
	u := vec.Vec3{X: t.turn.X, Y: t.turn.Y, Z: t.turn.Z}
	way := u.Cross(r.Mul(t.turn.W).Add(u.Cross(r)))
	bend := way.Mul(2 / h).Sub(st.W.Add(t.mean).Cross(r))
	if square := r.Len2(); square > 0 && !pivot {
		bend = bend.MulSub(bend.Dot(r)/square, r)
	}
	if angle := float32(h * st.W.Len()); angle > 0.5 {
		bend = bend.Mul(vec.Max(2-float32(2*angle), 0))
	}
	return bend
}

// inertiaNow is the inverse inertia in world axes in the middle of a step.
func (s *Sim) inertiaNow(st *State) inertia6 {
	m := s.LocalInvInertia.RotateTensor(st.DQ.Mul(s.Transform.Q))
	return inertiaOf(m.XX, m.XY, m.XZ, m.YY, m.YZ, m.ZZ)
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

const (
	spinIterations = 8
	// spinAccuracy is the squared change, relative, after which no more is needed: Newton's method squares
	// the error, so that it is of the order of 1e-11 after a change of 3e-6.
	spinAccuracy = 1e-11
)

// tanRatio returns tan(x)/x for the square of x, up to x = 1 by its power series; a body
// that turns faster in one sub-step gets the ratio at 1 and turns a little too slowly.
func tanRatio(square float64) float64 {
	if !(square < 1) {
		square = 1
	}
	y := square
	return 1 + float64(y*(1.0/3+float64(y*(2.0/15+float64(y*(17.0/315+float64(y*(62.0/2835+
		float64(y*(1382.0/155925+float64(y*(21844.0/6081075))))))))))))
}

// orientation returns the orientation of the body in the middle of a step.
func (s *Sim) orientation(st *State) quat64 {
	return quatFrom32(st.DQ).mul(quatFrom32(s.Q0)).add(quatFrom32(s.TurnLow)).renorm()
}

// turn moves the orientation to the end of the step.
func (s *Sim) turn(st *State, t *top) {
	if st.Flags&Gyroscopic == 0 {
		s.Transform.Q = st.DQ.Mul(s.Q0).Norm()
		return
	}
	var q quat64
	if t.stage == topTurns {
		q = t.end(s, st)
	} else {
		q = s.orientation(st)
	}
	s.Transform.Q = q.to32()
	s.TurnLow = q.sub(quatFrom32(s.Transform.Q)).to32()
}

// vec64, quat64 and tensor64 are the algebra of spin in double precision, with every product
// rounded on its own like everywhere in the physics.
type (
	vec64    struct{ x, y, z float64 }
	quat64   struct{ x, y, z, w float64 }
	tensor64 struct{ c0, c1, c2 vec64 } // columns
)

func from32(v vec.Vec3) vec64 { return vec64{float64(v.X), float64(v.Y), float64(v.Z)} }

func (v vec64) to32() vec.Vec3 { return vec.Vec3{X: float32(v.x), Y: float32(v.y), Z: float32(v.z)} }

func (v vec64) add(u vec64) vec64 { return vec64{v.x + u.x, v.y + u.y, v.z + u.z} }

func (v vec64) sub(u vec64) vec64 { return vec64{v.x - u.x, v.y - u.y, v.z - u.z} }

func (v vec64) mul(s float64) vec64 {
	return vec64{float64(s * v.x), float64(s * v.y), float64(s * v.z)}
}

func (v vec64) dot(u vec64) float64 {
	return float64(v.x*u.x) + float64(v.y*u.y) + float64(v.z*u.z)
}

func (v vec64) cross(u vec64) vec64 {
	return vec64{
		float64(v.y*u.z) - float64(v.z*u.y),
		float64(v.z*u.x) - float64(v.x*u.z),
		float64(v.x*u.y) - float64(v.y*u.x),
	}
}

func quatFrom32(q vec.Quat) quat64 {
	return quat64{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)}
}

func (q quat64) to32() vec.Quat {
	return vec.Quat{X: float32(q.x), Y: float32(q.y), Z: float32(q.z), W: float32(q.w)}
}

func (q quat64) add(r quat64) quat64 { return quat64{q.x + r.x, q.y + r.y, q.z + r.z, q.w + r.w} }

func (q quat64) sub(r quat64) quat64 { return quat64{q.x - r.x, q.y - r.y, q.z - r.z, q.w - r.w} }

func (q quat64) conj() quat64 { return quat64{-q.x, -q.y, -q.z, q.w} }

func (q quat64) mul(r quat64) quat64 {
	return quat64{
		float64(q.w*r.x) + float64(q.x*r.w) + float64(q.y*r.z) - float64(q.z*r.y),
		float64(q.w*r.y) - float64(q.x*r.z) + float64(q.y*r.w) + float64(q.z*r.x),
		float64(q.w*r.z) + float64(q.x*r.y) - float64(q.y*r.x) + float64(q.z*r.w),
		float64(q.w*r.w) - float64(q.x*r.x) - float64(q.y*r.y) - float64(q.z*r.z),
	}
}

func (q quat64) norm() quat64 {
	n := 1 / math.Sqrt(float64(q.x*q.x)+float64(q.y*q.y)+float64(q.z*q.z)+float64(q.w*q.w))
	return quat64{float64(n * q.x), float64(n * q.y), float64(n * q.z), float64(n * q.w)}
}

// renorm is norm for a quaternion that is nearly of unit length: one Newton step.
func (q quat64) renorm() quat64 {
	n := 1.5 - float64(0.5*(float64(q.x*q.x)+float64(q.y*q.y)+float64(q.z*q.z)+float64(q.w*q.w)))
	return quat64{float64(n * q.x), float64(n * q.y), float64(n * q.z), float64(n * q.w)}
}

func (q quat64) rotate(v vec64) vec64 {
	u := vec64{q.x, q.y, q.z}
	t := u.cross(v)
	t = t.add(t)
	return v.add(t.mul(q.w)).add(u.cross(t))
}

func (q quat64) invRotate(v vec64) vec64 { return q.conj().rotate(v) }

func tensor64From(m *vec.Mat3) tensor64 {
	return tensor64{
		vec64{float64(m.XX), float64(m.YX), float64(m.ZX)},
		vec64{float64(m.XY), float64(m.YY), float64(m.ZY)},
		vec64{float64(m.XZ), float64(m.YZ), float64(m.ZZ)},
	}
}

func (m *tensor64) mul(v vec64) vec64 {
	return m.c0.mul(v.x).add(m.c1.mul(v.y)).add(m.c2.mul(v.z))
}

// gyroscopic returns m + s·([w]·m − [p]) with [v] the matrix of v ×.
func (m *tensor64) gyroscopic(w, p vec64, s float64) tensor64 {
	return tensor64{
		m.c0.add(w.cross(m.c0).sub(vec64{0, p.z, -p.y}).mul(s)),
		m.c1.add(w.cross(m.c1).sub(vec64{-p.z, 0, p.x}).mul(s)),
		m.c2.add(w.cross(m.c2).sub(vec64{p.y, -p.x, 0}).mul(s)),
	}
}

// solve returns x with m·x = b, and false when there is none.
func (m *tensor64) solve(b vec64) (vec64, bool) {
	n := m.c1.cross(m.c2)
	det := m.c0.dot(n)
	s := 1 / det
	if det == 0 || math.IsInf(s, 0) || math.IsNaN(s) {
		return vec64{}, false
	}
	return vec64{
		float64(s * b.dot(n)),
		float64(s * m.c0.dot(b.cross(m.c2))),
		float64(s * m.c0.dot(m.c1.cross(b))),
	}, true
}

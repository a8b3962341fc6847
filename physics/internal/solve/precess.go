package solve

import (
	"math"

	"tumble/physics/vec"
)

// top is what the sub-steps of one step know of a body with two equal moments of inertia: its axis and what
// rounding took, so that they need not read the Sim. It is made when the body first turns in a step.
type top struct {
	axis  vec64   // unit vector at the start of the step (world)
	ratio float64 // (C−A)/A, see precess
	// low is what rounding took from the rotation since the start of the step, spinLow as in Sim.
	low     vec.Quat
	spinLow vec.Vec3
	stage   topStage
}

type topStage int32

const (
	topIdle topStage = iota // not made in this step
	topTurns
	topLeft // turns too fast in this step, see spin
)

// precess is spin for a body with two equal moments of inertia, whose motion without torque is known:
// with A the equal moments and C the third, about the axis a, its angular momentum is
//
//	L = A·ω + (C−A)·(a·ω)·a,  so that  ω = L/A − (C−A)/A·(a·ω)·a
//
// The body turns steadily about L, which stands still, at L/A, and at the same time about its own
// axis at the rest. It returns false and does nothing where the turn about L is so large that spin is
// needed. Source: Landau and Lifshitz, "Mechanics", §33.
func (t *top) precess(st *State, h float32) bool {
	q := t.rotation(st)
	w := from32(st.W).add(from32(t.spinLow))
	axis := q.rotate(t.axis)
	own := axis.mul(float64(t.ratio * axis.dot(w)))
	turn, ok := halfTurn(w.add(own).mul(float64(h)))
	if !ok {
		return false
	}
	back, ok := halfTurn(own.mul(-float64(h)))
	if !ok {
		return false
	}
	q = turn.mul(back.mul(q)).renorm()
	w = turn.rotate(w)
	st.DQ, st.W = q.to32(), w.to32()
	t.low = q.sub(quatFrom32(st.DQ)).to32()
	t.spinLow = w.sub(from32(st.W)).to32()
	return true
}

// begin makes the top of a body.
func (t *top) begin(s *Sim) {
	inertia := tensor64From(&s.LocalInertia)
	across, axis, ok := transverse(&s.LocalInertia)
	if !ok {
		*t = top{stage: topLeft}
		return
	}
	q := quatFrom32(s.Q0).add(quatFrom32(s.TurnLow)).renorm()
	own := axis.dot(inertia.mul(axis))
	*t = top{axis: q.rotate(axis), ratio: (own - across) / across, spinLow: s.SpinLow, stage: topTurns}
}

// leave hands the body back to spin, for the rest of the step.
func (t *top) leave(s *Sim, st *State) {
	if t.stage != topTurns {
		return
	}
	t.stage = topLeft
	q0 := quatFrom32(s.Q0)
	q := t.end(s, st)
	s.TurnLow = q.sub(quatFrom32(st.DQ).mul(q0)).to32()
}

// end returns the orientation and keeps what rounding took from the angular velocity.
func (t *top) end(s *Sim, st *State) quat64 {
	s.SpinLow = t.spinLow
	q0 := quatFrom32(s.Q0).add(quatFrom32(s.TurnLow))
	return t.rotation(st).mul(q0).renorm()
}

// rotation is that since the start of the step.
func (t *top) rotation(st *State) quat64 { return quatFrom32(st.DQ).add(quatFrom32(t.low)) }

// turnTop turns a symmetric body for a sub-step without torque. It returns false where spin is needed.
func (s *Bodies) turnTop(t *top, i int, st *State) bool {
	if t.stage == topIdle {
		t.begin(&s.Sims[s.Awake[i]])
	}
	if t.stage == topTurns && t.precess(st, s.H) {
		return true
	}
	t.leave(&s.Sims[s.Awake[i]], st)
	return false
}

// halfTurn is the rotation by the vector v (rad) up to one radian, by the power series of sine and
// cosine of the half angle.
func halfTurn(v vec64) (quat64, bool) {
	y := float64(0.25 * v.dot(v))
	if !(y <= 0.25) {
		return quat64{}, false
	}
	if y <= 1.0/256 {
		// up to an eighth of a radian the rest is less than a rounding
		s := 0.5 - float64(y*(1.0/12-float64(y*(1.0/240-float64(y*(1.0/10080-float64(y*(1.0/725760))))))))
		c := 1 - float64(y*(1.0/2-float64(y*(1.0/24-float64(y*(1.0/720-float64(y*(1.0/40320))))))))
		return quat64{float64(s * v.x), float64(s * v.y), float64(s * v.z), c}, true
	}
	s := 0.5 * (1 - float64(y*(1.0/6-float64(y*(1.0/120-float64(y*(1.0/5040-float64(y*(1.0/362880-
		float64(y*(1.0/39916800-float64(y*(1.0/6227020800)))))))))))))
	c := 1 - float64(y*(1.0/2-float64(y*(1.0/24-float64(y*(1.0/720-float64(y*(1.0/40320-
		float64(y*(1.0/3628800-float64(y*(1.0/479001600))))))))))))
	return quat64{float64(s * v.x), float64(s * v.y), float64(s * v.z), c}, true
}

// transverse returns the two equal moments of a tensor and the axis across which they are, and false
// when no two are equal.
//
// Less its mean, the tensor of a symmetric body is d·(aaᵀ − 1/3) with d = C − A: the sum of its squares
// is 2d²/3, and its determinant 2d³/27 tells the sign. Three moments that are all different have a
// smaller determinant for their sum of squares.
func transverse(m *vec.Mat3) (across float64, axis vec64, ok bool) {
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
	across = mean - float64(d*(1.0/3))
	if !(across > 0 && det >= cube*(1-alike) && d != 0) {
		return 0, vec64{}, false
	}
	// the longest column of aaᵀ
	xx, yy, zz = xx/d+1.0/3, yy/d+1.0/3, zz/d+1.0/3
	xy, xz, yz = xy/d, xz/d, yz/d
	axis = vec64{xx, xy, xz}
	if yy > xx && yy >= zz {
		axis = vec64{xy, yy, yz}
	} else if zz > xx {
		axis = vec64{xz, yz, zz}
	}
	return across, axis.mul(1 / math.Sqrt(axis.dot(axis))), true
}

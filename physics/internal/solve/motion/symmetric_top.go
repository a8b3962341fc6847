package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// top is the state of a body with two equal moments of inertia during a step: its axis and rounding errors, so that the
// sub-steps need not read the Sim. It is made when the body first rotates in a step.
type top struct {
	axis  vec64   // unit vector at the start of the step (world)
	ratio float64 // (C−A)/A, see precess
	// low is the rounding error of the rotation since the start of the step, spinLow as in Sim.
	low     vec.Quat
	spinLow vec.Vec3
	stage   topStage
}

type topStage int32

const (
	topIdle topStage = iota // not made in this step
	topPrecesses
	topLeft // rotates too fast in this step, see rotateFreely
)

// precess is rotateFreely for a body with two equal moments of inertia, whose motion without torque is known:
// with A the equal moments and C the third, about the axis a, its angular momentum is
//
//	L = A·ω + (C−A)·(a·ω)·a,  so that  ω = L/A − (C−A)/A·(a·ω)·a
//
// The body rotates steadily about L, which stands still, at L/A, and at the same time about its own
// axis at the rest. It returns false and does nothing where the rotation about L is so large that rotateFreely is
// needed. Source: Landau and Lifshitz, "Mechanics", §33.
func (t *top) precess(st *kernel.State, h float32) bool {
	q := t.rotation(st)
	w := from32(st.W).add(from32(t.spinLow))
	axis := q.rotate(t.axis)
	own := axis.mul(float64(t.ratio * axis.dot(w)))
	about, ok := rotationBy(w.add(own).mul(float64(h)))
	if !ok {
		return false
	}
	back, ok := rotationBy(own.mul(-float64(h)))
	if !ok {
		return false
	}
	q = about.mul(back.mul(q)).renorm()
	w = about.rotate(w)
	st.DQ, st.W = q.to32(), w.to32()
	t.low = q.sub(quatFrom32(st.DQ)).to32()
	t.spinLow = w.sub(from32(st.W)).to32()
	return true
}

// begin makes the top of a body, whose symmetry it knows or keeps in y.
func (t *top) begin(s *Sim, y *symmetry) {
	y.find(&s.LocalInertia)
	if !y.ok {
		*t = top{stage: topLeft}
		return
	}
	q := quatFrom32(s.Q0).add(quatFrom32(s.RotationLow)).renorm()
	t.axis, t.ratio, t.low, t.spinLow, t.stage = q.rotate(y.axis), y.ratio, vec.Quat{}, s.SpinLow, topPrecesses
}

// symmetry is that of an inertia, which stays the same from step to step for nearly all bodies.
type symmetry struct {
	inertia vec.Mat3 // the rest is found for, in the axes of the body
	ok      bool     // two moments are equal
	axis    vec64    // of the third
	ratio   float64  // (C−A)/A, see precess
}

// find finds the symmetry of an inertia, unless it is known.
func (y *symmetry) find(m *vec.Mat3) {
	if y.inertia == *m {
		return
	}
	across, axis, ok := transverse(m)
	y.inertia, y.ok, y.axis = *m, ok, axis
	if ok {
		inertia := tensor64From(m)
		y.ratio = (axis.dot(inertia.mul(axis)) - across) / across
	}
}

// leave hands the body back to rotateFreely, for the rest of the step.
func (t *top) leave(s *Sim, st *kernel.State) {
	if t.stage != topPrecesses {
		return
	}
	t.stage = topLeft
	q0 := quatFrom32(s.Q0)
	q := t.end(s, st)
	s.RotationLow = q.sub(quatFrom32(st.DQ).mul(q0)).to32()
}

// end returns the orientation and keeps the rounding error of the angular velocity.
func (t *top) end(s *Sim, st *kernel.State) quat64 {
	s.SpinLow = t.spinLow
	q0 := quatFrom32(s.Q0).add(quatFrom32(s.RotationLow))
	return t.rotation(st).mul(q0).renorm()
}

// rotation is that since the start of the step.
func (t *top) rotation(st *kernel.State) quat64 { return quatFrom32(st.DQ).add(quatFrom32(t.low)) }

// rotationBy is the rotation by the vector v (rad) up to one radian, by the power series of sine and
// cosine of the half angle.
func rotationBy(v vec64) (quat64, bool) {
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

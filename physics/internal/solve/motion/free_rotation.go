package motion

import (
	"tumble/physics/internal/solve/kernel"
	"tumble/physics/vec"
)

// FreeRotation is the rotation of a body in a sub-step without torque.
type FreeRotation struct {
	// Mean is the difference of the mean angular velocity and that at the start (rad/s), Rotation the rotation.
	Mean     vec.Vec3
	Rotation vec.Quat
	// Start is the angular velocity at the start.
	Start vec.Vec3
}

// PredictRotation returns the free rotation of the body of a state in the coming sub-step.
func (s *Bodies) PredictRotation(state int32) FreeRotation {
	st := &s.States[state]
	sim, next, t := s.Sims[s.Awake[state-1]], *st, s.tops[state]
	if t.stage == topIdle && st.Flags&kernel.Symmetric != 0 {
		t.begin(&sim, &symmetry{})
	}
	if before := t.rotation(st); t.stage == topPrecesses && t.precess(&next, s.H) {
		return freeRotation(t.rotation(&next).mul(before.conj()), st, s.H)
	}
	t.leave(&sim, st)
	before := sim.orientation(st)
	sim.rotateFreely(&next, s.H)
	return freeRotation(sim.orientation(&next).mul(before.conj()), st, s.H)
}

func freeRotation(q quat64, st *kernel.State, h float32) FreeRotation {
	rotation := q.to32()
	return FreeRotation{rotation.RotationVector().Mul(1 / h).Sub(st.W), rotation, st.W}
}

// ArcVelocity is by how much the mean velocity of a point is more than that with which the mean angular
// velocity moves it, because it goes along an arc; arm leads to it at the start of the step. All of it
// counts for a body that swings about a pivot: left to the position error, which lags behind, it takes energy, 3e-4 in
// a swing of a rod of 0.8 m that rotates by 0.027 rad in a sub-step. Otherwise it is left out towards the
// centre of mass: in a long chain, which whips, every link would feed its neighbours. So would
// the planks of a bridge, which hang on two points at each end; the rest is for bodies that spin as a top does. Of
// rotations by more than half a radian it is less and less: solving for it would not converge.
func (t *FreeRotation) ArcVelocity(st *kernel.State, arm vec.Vec3, h float32, pivot bool) vec.Vec3 {
	if t.Rotation == (vec.Quat{}) || st.Flags&kernel.Symmetric == 0 && !pivot {
		return vec.Vec3{}
	}
	r := st.DQ.Rotate(arm)
	u := vec.Vec3{X: t.Rotation.X, Y: t.Rotation.Y, Z: t.Rotation.Z}
	displacement := u.Cross(r.Mul(t.Rotation.W).Add(u.Cross(r)))
	bend := displacement.Mul(2 / h).Sub(t.Start.Add(t.Mean).Cross(r))
	if square := r.Len2(); square > 0 && !pivot {
		bend = bend.MulSub(bend.Dot(r)/square, r)
	}
	if !pivot {
		bend = bend.Mul(t.share(h))
	}
	return bend
}

// Fade takes a share of the mean from a rotation that joints which solve for it would not converge for: the impulses
// that keep a light link from rotating on set it rotating faster, and so on.
func (t *FreeRotation) Fade(h float32) { t.Mean = t.Mean.Mul(t.share(h)) }

// share is 1 for rotations of up to half a radian in a sub-step of h (s), and less and less for others.
func (t *FreeRotation) share(h float32) float32 {
	if angle := float32(h * t.Start.Len()); angle > arcAngle {
		return vec.Max(2-float32(2*angle), 0)
	}
	return 1
}

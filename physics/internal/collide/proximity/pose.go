package proximity

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// v64 is the number type of the distance code. Double precision costs next to nothing here
// and takes away the failures that single precision GJK is known for.
type v64 = shape.Vec64

// Pose is a rigid placement in double precision.
type Pose struct {
	// X, Y and Z are the columns of the rotation, P is the translation (m).
	X, Y, Z, P v64
}

// WidenPose returns a pose in double precision.
func WidenPose(t vec.Transform) Pose {
	q := t.Q
	x, y, z, w := float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)
	// 2/|q|² makes the matrix a rotation even though q is of unit length only to float32
	s := 2 / (float64(x*x) + float64(y*y) + float64(z*z) + float64(w*w))
	xx, yy, zz := float64(s*float64(x*x)), float64(s*float64(y*y)), float64(s*float64(z*z))
	xy, xz, yz := float64(s*float64(x*y)), float64(s*float64(x*z)), float64(s*float64(y*z))
	wx, wy, wz := float64(s*float64(w*x)), float64(s*float64(w*y)), float64(s*float64(w*z))
	return Pose{
		X: v64{X: 1 - (yy + zz), Y: xy + wz, Z: xz - wy},
		Y: v64{X: xy - wz, Y: 1 - (xx + zz), Z: yz + wx},
		Z: v64{X: xz + wy, Y: yz - wx, Z: 1 - (xx + yy)},
		P: shape.Widen(t.P),
	}
}

// Apply moves a point by the pose.
func (t *Pose) Apply(v v64) v64 {
	return t.P.MulAdd(v.X, t.X).MulAdd(v.Y, t.Y).MulAdd(v.Z, t.Z)
}

// InvRotate rotates a vector back.
func (t *Pose) InvRotate(v v64) v64 {
	return v64{X: t.X.Dot(v), Y: t.Y.Dot(v), Z: t.Z.Dot(v)}
}

// Rotate rotates a vector.
func (t *Pose) Rotate(v v64) v64 {
	return v64{}.MulAdd(v.X, t.X).MulAdd(v.Y, t.Y).MulAdd(v.Z, t.Z)
}

// RelativePose returns b seen from a.
func RelativePose(a *Pose, b vec.Transform) Pose {
	w := WidenPose(b)
	return Pose{
		X: a.InvRotate(w.X),
		Y: a.InvRotate(w.Y),
		Z: a.InvRotate(w.Z),
		P: a.InvRotate(w.P.Sub(a.P)),
	}
}

// Inverse returns the pose of A seen from B.
func (t *Pose) Inverse() Pose {
	p := t.InvRotate(t.P).Neg()
	return Pose{
		X: v64{X: t.X.X, Y: t.Y.X, Z: t.Z.X}, Y: v64{X: t.X.Y, Y: t.Y.Y, Z: t.Z.Y},
		Z: v64{X: t.X.Z, Y: t.Y.Z, Z: t.Z.Z}, P: p,
	}
}

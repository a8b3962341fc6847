package collide

import (
	"tumble/physics/internal/shape"
	"tumble/physics/vec"
)

// v64 is the number type of the distance code. Double precision costs next to nothing here
// and takes away the failures that single precision GJK is known for.
type v64 = shape.Vec64

// pose64 is a rigid placement in double precision.
type pose64 struct {
	x, y, z v64 // columns of the rotation
	p       v64
}

func widenPose(t vec.Transform) pose64 {
	q := t.Q
	x, y, z, w := float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)
	// 2/|q|² makes the matrix a rotation even though q is of unit length only to float32
	s := 2 / (float64(x*x) + float64(y*y) + float64(z*z) + float64(w*w))
	xx, yy, zz := float64(s*float64(x*x)), float64(s*float64(y*y)), float64(s*float64(z*z))
	xy, xz, yz := float64(s*float64(x*y)), float64(s*float64(x*z)), float64(s*float64(y*z))
	wx, wy, wz := float64(s*float64(w*x)), float64(s*float64(w*y)), float64(s*float64(w*z))
	return pose64{
		x: v64{X: 1 - (yy + zz), Y: xy + wz, Z: xz - wy},
		y: v64{X: xy - wz, Y: 1 - (xx + zz), Z: yz + wx},
		z: v64{X: xz + wy, Y: yz - wx, Z: 1 - (xx + yy)},
		p: shape.Widen(t.P),
	}
}

func (t *pose64) apply(v v64) v64 {
	return t.p.MulAdd(v.X, t.x).MulAdd(v.Y, t.y).MulAdd(v.Z, t.z)
}

func (t *pose64) invRotate(v v64) v64 {
	return v64{X: t.x.Dot(v), Y: t.y.Dot(v), Z: t.z.Dot(v)}
}

func (t *pose64) rotate(v v64) v64 {
	return v64{}.MulAdd(v.X, t.x).MulAdd(v.Y, t.y).MulAdd(v.Z, t.z)
}

// relativePose returns b seen from a.
func relativePose(a *pose64, b vec.Transform) pose64 {
	w := widenPose(b)
	return pose64{
		x: a.invRotate(w.x),
		y: a.invRotate(w.y),
		z: a.invRotate(w.z),
		p: a.invRotate(w.p.Sub(a.p)),
	}
}

// inverse returns the pose of A seen from B.
func (t *pose64) inverse() pose64 {
	p := t.invRotate(t.p).Neg()
	return pose64{
		x: v64{X: t.x.X, Y: t.y.X, Z: t.z.X}, y: v64{X: t.x.Y, Y: t.y.Y, Z: t.z.Y}, z: v64{X: t.x.Z, Y: t.y.Z, Z: t.z.Z}, p: p,
	}
}

package shape

import (
	"math"

	"tumble/physics/vec"
)

// Vec64 is a vector in double precision, for building shapes and for distances.
type Vec64 struct{ X, Y, Z float64 }

// ToVec64 returns v − ref, exactly.
func ToVec64(v, ref vec.Vec3) Vec64 {
	return Vec64{float64(v.X) - float64(ref.X), float64(v.Y) - float64(ref.Y), float64(v.Z) - float64(ref.Z)}
}

// Widen returns v in double precision.
func Widen(v vec.Vec3) Vec64 { return Vec64{float64(v.X), float64(v.Y), float64(v.Z)} }

// Add returns a + b.
func (a Vec64) Add(b Vec64) Vec64 { return Vec64{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }

// Sub returns a − b.
func (a Vec64) Sub(b Vec64) Vec64 { return Vec64{a.X - b.X, a.Y - b.Y, a.Z - b.Z} }

// Neg returns −a.
func (a Vec64) Neg() Vec64 { return Vec64{-a.X, -a.Y, -a.Z} }

// Mul returns s·a.
func (a Vec64) Mul(s float64) Vec64 {
	return Vec64{float64(a.X * s), float64(a.Y * s), float64(a.Z * s)}
}

// MulAdd returns a + s·b.
func (a Vec64) MulAdd(s float64, b Vec64) Vec64 {
	return Vec64{a.X + float64(s*b.X), a.Y + float64(s*b.Y), a.Z + float64(s*b.Z)}
}

// Dot returns a·b.
func (a Vec64) Dot(b Vec64) float64 {
	return float64(a.X*b.X) + float64(a.Y*b.Y) + float64(a.Z*b.Z)
}

// Cross returns a × b.
func (a Vec64) Cross(b Vec64) Vec64 {
	return Vec64{
		float64(a.Y*b.Z) - float64(a.Z*b.Y),
		float64(a.Z*b.X) - float64(a.X*b.Z),
		float64(a.X*b.Y) - float64(a.Y*b.X),
	}
}

// Len returns |a|.
func (a Vec64) Len() float64 { return math.Sqrt(a.Dot(a)) }

// Norm returns a scaled to unit length, or zero for the zero vector.
func (a Vec64) Norm() Vec64 {
	l := a.Len()
	if l == 0 {
		return Vec64{}
	}
	return a.Mul(1 / l)
}

// Vec3 returns a rounded to single precision.
func (a Vec64) Vec3() vec.Vec3 { return vec.V3(float32(a.X), float32(a.Y), float32(a.Z)) }

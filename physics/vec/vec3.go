package vec

import "math"

// Vec3 is a vector or point in three dimensions.
type Vec3 struct{ X, Y, Z float32 }

// Unit axes.
var (
	AxisX = Vec3{X: 1}
	AxisY = Vec3{Y: 1}
	AxisZ = Vec3{Z: 1}
)

// V3 is shorthand for Vec3{x, y, z}.
func V3(x, y, z float32) Vec3 { return Vec3{x, y, z} }

// Add returns v + u.
func (v Vec3) Add(u Vec3) Vec3 { return Vec3{v.X + u.X, v.Y + u.Y, v.Z + u.Z} }

// Sub returns v − u.
func (v Vec3) Sub(u Vec3) Vec3 { return Vec3{v.X - u.X, v.Y - u.Y, v.Z - u.Z} }

// Neg returns −v.
func (v Vec3) Neg() Vec3 { return Vec3{-v.X, -v.Y, -v.Z} }

// Mul returns s·v.
func (v Vec3) Mul(s float32) Vec3 {
	return Vec3{float32(v.X * s), float32(v.Y * s), float32(v.Z * s)}
}

// MulAdd returns v + s·u.
func (v Vec3) MulAdd(s float32, u Vec3) Vec3 {
	return Vec3{v.X + float32(s*u.X), v.Y + float32(s*u.Y), v.Z + float32(s*u.Z)}
}

// MulSub returns v − s·u.
func (v Vec3) MulSub(s float32, u Vec3) Vec3 {
	return Vec3{v.X - float32(s*u.X), v.Y - float32(s*u.Y), v.Z - float32(s*u.Z)}
}

// Scale returns the component-wise product of v and u.
func (v Vec3) Scale(u Vec3) Vec3 {
	return Vec3{float32(v.X * u.X), float32(v.Y * u.Y), float32(v.Z * u.Z)}
}

// Dot returns v·u.
func (v Vec3) Dot(u Vec3) float32 {
	return float32(v.X*u.X) + float32(v.Y*u.Y) + float32(v.Z*u.Z)
}

// Cross returns v × u.
func (v Vec3) Cross(u Vec3) Vec3 {
	return Vec3{
		float32(v.Y*u.Z) - float32(v.Z*u.Y),
		float32(v.Z*u.X) - float32(v.X*u.Z),
		float32(v.X*u.Y) - float32(v.Y*u.X),
	}
}

// Len2 returns |v|².
func (v Vec3) Len2() float32 { return v.Dot(v) }

// Len returns |v|.
func (v Vec3) Len() float32 { return Sqrt(v.Dot(v)) }

// Dist returns |v − u|.
func (v Vec3) Dist(u Vec3) float32 { return v.Sub(u).Len() }

// Dist2 returns |v − u|².
func (v Vec3) Dist2(u Vec3) float32 { return v.Sub(u).Len2() }

// Norm returns v scaled to unit length, or zero when v is too short to have a direction.
func (v Vec3) Norm() Vec3 {
	n, _ := v.NormLen()
	return n
}

// NormLen returns v scaled to unit length, and |v|; both are zero when v is too
// short to have a direction.
func (v Vec3) NormLen() (Vec3, float32) {
	l := v.Len()
	if l < minLength {
		return Vec3{}, 0
	}
	s := 1 / l
	return Vec3{float32(v.X * s), float32(v.Y * s), float32(v.Z * s)}, l
}

// Lerp returns v + t·(u − v).
func (v Vec3) Lerp(u Vec3, t float32) Vec3 {
	return Vec3{
		v.X + float32(t*(u.X-v.X)),
		v.Y + float32(t*(u.Y-v.Y)),
		v.Z + float32(t*(u.Z-v.Z)),
	}
}

// Abs returns the component-wise absolute value.
func (v Vec3) Abs() Vec3 { return Vec3{Abs(v.X), Abs(v.Y), Abs(v.Z)} }

// Min returns the component-wise minimum.
func (v Vec3) Min(u Vec3) Vec3 { return Vec3{Min(v.X, u.X), Min(v.Y, u.Y), Min(v.Z, u.Z)} }

// Max returns the component-wise maximum.
func (v Vec3) Max(u Vec3) Vec3 { return Vec3{Max(v.X, u.X), Max(v.Y, u.Y), Max(v.Z, u.Z)} }

// MaxComponent returns the largest of the three components.
func (v Vec3) MaxComponent() float32 { return Max(v.X, Max(v.Y, v.Z)) }

// MinComponent returns the smallest of the three components.
func (v Vec3) MinComponent() float32 { return Min(v.X, Min(v.Y, v.Z)) }

// Perp returns a unit vector perpendicular to the unit vector v. It depends
// continuously on v except where the smallest component changes.
func (v Vec3) Perp() Vec3 {
	// Dropping the smallest component keeps the cross product long:
	// at least sqrt(2/3) for a unit v.
	a := v.Abs()
	switch {
	case a.X <= a.Y && a.X <= a.Z:
		return Vec3{0, v.Z, -v.Y}.Norm()
	case a.Y <= a.Z:
		return Vec3{-v.Z, 0, v.X}.Norm()
	default:
		return Vec3{v.Y, -v.X, 0}.Norm()
	}
}

// IsFinite reports whether no component is NaN or infinite.
func (v Vec3) IsFinite() bool { return IsFinite(v.X) && IsFinite(v.Y) && IsFinite(v.Z) }

// Sqrt returns the square root, correctly rounded on every platform.
func Sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Abs returns |x|.
func Abs(x float32) float32 { return math.Float32frombits(math.Float32bits(x) &^ (1 << 31)) }

// Min returns a if a < b, else b: the rule of the MINPS instruction. The built-in
// min treats zeros and NaN differently and is several times slower in a dependent chain.
func Min(a, b float32) float32 {
	if a < b {
		return a
	}
	return b
}

// Max returns a if a > b, else b: the rule of the MAXPS instruction.
func Max(a, b float32) float32 {
	if a > b {
		return a
	}
	return b
}

// Clamp limits x to [lo, hi].
func Clamp(x, lo, hi float32) float32 { return Min(Max(x, lo), hi) }

// IsFinite reports whether x is neither NaN nor infinite.
func IsFinite(x float32) bool { return math.Float32bits(x)&0x7f800000 != 0x7f800000 }

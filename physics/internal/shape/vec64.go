package shape

import (
	"math"

	"tumble/physics/vec"
)

// vec64 is a vector in double precision for building shapes.
type vec64 struct{ x, y, z float64 }

// toVec64 returns v − ref, exactly.
func toVec64(v, ref vec.Vec3) vec64 {
	return vec64{float64(v.X) - float64(ref.X), float64(v.Y) - float64(ref.Y), float64(v.Z) - float64(ref.Z)}
}

func (a vec64) add(b vec64) vec64 { return vec64{a.x + b.x, a.y + b.y, a.z + b.z} }
func (a vec64) sub(b vec64) vec64 { return vec64{a.x - b.x, a.y - b.y, a.z - b.z} }
func (a vec64) mul(s float64) vec64 {
	return vec64{float64(a.x * s), float64(a.y * s), float64(a.z * s)}
}
func (a vec64) dot(b vec64) float64 {
	return float64(a.x*b.x) + float64(a.y*b.y) + float64(a.z*b.z)
}
func (a vec64) cross(b vec64) vec64 {
	return vec64{
		float64(a.y*b.z) - float64(a.z*b.y),
		float64(a.z*b.x) - float64(a.x*b.z),
		float64(a.x*b.y) - float64(a.y*b.x),
	}
}
func (a vec64) len() float64 { return math.Sqrt(a.dot(a)) }
func (a vec64) norm() vec64 {
	l := a.len()
	if l == 0 {
		return vec64{}
	}
	return a.mul(1 / l)
}
func (a vec64) vec3() vec.Vec3 { return vec.V3(float32(a.x), float32(a.y), float32(a.z)) }

package kernel

import "tumble/physics/vec"

func ClampBias(v float32) float32 { return vec.Clamp(v, -MaxBias, MaxBias) }

// ClampLength returns v shortened to the length limit if it is longer.
func ClampLength(v vec.Vec3, limit float32) vec.Vec3 {
	if square := v.Len2(); square > float32(limit*limit) {
		return v.Mul(limit / (vec.Sqrt(square) + Tiny))
	}
	return v
}

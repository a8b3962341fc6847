package solve

import "tumble/physics/vec"

// maxBias is the largest speed (m/s, rad/s) at which a joint is pulled together.
const maxBias = 20

func clampBias(v float32) float32 { return vec.Clamp(v, -maxBias, maxBias) }

// clampLength returns v shortened to the length limit if it is longer.
func clampLength(v vec.Vec3, limit float32) vec.Vec3 {
	if square := v.Len2(); square > float32(limit*limit) {
		return v.Mul(limit / (vec.Sqrt(square) + tiny))
	}
	return v
}

package extension

import (
	"math"

	"tumble/physics/vec"
)

// ViewAngles are yaw and pitch, in degrees, of a camera that looks along a direction: 0 looks along −z,
// from above with a positive pitch.
func ViewAngles(forward vec.Vec3) (yaw, pitch float32) {
	const degrees = 180 / math.Pi
	yaw = float32(math.Atan2(-float64(forward.X), -float64(forward.Z)) * degrees)
	pitch = float32(math.Asin(math.Max(-1, math.Min(1, -float64(forward.Y)))) * degrees)
	return yaw, pitch
}

// ViewDirection is the inverse of angles.
func ViewDirection(yaw, pitch float32) vec.Vec3 {
	sy, cy := math.Sincos(float64(yaw) * math.Pi / 180)
	sp, cp := math.Sincos(float64(pitch) * math.Pi / 180)
	return vec.V3(float32(-sy*cp), float32(-sp), float32(-cy*cp))
}

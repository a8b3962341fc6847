package solid

import (
	"math"

	"tumble/physics/vec"
)

// EllipsoidPoints returns 100 points on an ellipsoid of three half axes (m) about the origin.
func EllipsoidPoints(s vec.Vec3) []vec.Vec3 {
	points := []vec.Vec3{{Z: s.Z}, {Z: -s.Z}}
	for i := 1; i < 8; i++ {
		sin, cos := math.Sincos(math.Pi * float64(i) / 8)
		for k := range 14 {
			y, x := math.Sincos(2 * math.Pi * float64(k) / 14)
			points = append(points, vec.V3(s.X*float32(sin*x), s.Y*float32(sin*y), s.Z*float32(cos)))
		}
	}
	return points
}

package load

import (
	"fmt"
	"math"

	"tumble/physics"
	"tumble/physics/vec"
	"tumble/scene/gltf/internal/jsonvalue"
	"tumble/scene/internal/convex"
)

const ringCorners = 24

// ring appends the corners of a level circle.
func ring(y, radius float32, to []vec.Vec3) []vec.Vec3 {
	if radius == 0 {
		return append(to, vec.V3(0, y, 0))
	}
	for k := range ringCorners {
		s, c := math.Sincos(2 * math.Pi * float64(k) / ringCorners)
		to = append(to, vec.V3(radius*float32(c), y, radius*float32(s)))
	}
	return to
}

// round returns points on two balls above one another.
func round(low, high, bottom, top float32) []vec.Vec3 {
	var points []vec.Vec3
	for k := range 5 {
		s, c := math.Sincos(math.Pi / 2 * float64(k) / 4)
		points = ring(high+top*float32(s), top*float32(c)*1.0, points)
		points = ring(low-bottom*float32(s), bottom*float32(c)*1.0, points)
	}
	return points
}

func transformed(points []vec.Vec3, scale vec.Vec3, at vec.Transform) []vec.Vec3 {
	for i, p := range points {
		points[i] = at.Apply(p.Scale(scale))
	}
	return points
}

func hullOf(g jsonvalue.Value, points []vec.Vec3) (physics.Geometry, bool) {
	h, err := convex.Stable(points)
	if err != nil {
		g.Errorf("%v", fmt.Errorf("its hull: %w", err))
		return nil, false
	}
	return h, true
}

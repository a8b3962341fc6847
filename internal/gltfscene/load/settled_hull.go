package load

import (
	"slices"

	"tumble/physics"
	"tumble/physics/vec"
)

// settledHull is the hull of points, and of its own corners: the hull of round bodies and of those with more corners
// than the engine takes may lose some when it is built of them again, and a saved file holds no other points.
func settledHull(points []vec.Vec3) (physics.Hull, error) {
	h, err := physics.NewHull(points)
	for range 16 {
		if err != nil {
			break
		}
		again, failed := physics.NewHull(h.Vertices())
		if failed != nil {
			break
		}
		settled := slices.Equal(again.Vertices(), h.Vertices())
		if h = again; settled {
			break
		}
	}
	return h, err
}

// settle is settledHull for the hulls of a list.
func settle(list []physics.Geometry) {
	for i := range list {
		if h, ok := list[i].(physics.Hull); ok {
			if again, err := settledHull(h.Vertices()); err == nil {
				list[i] = again
			}
		}
	}
}

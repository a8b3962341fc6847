package convex

import (
	"slices"

	"tumble/physics"
	"tumble/physics/vec"
)

// stableTries (1): how often a hull is built of its own corners until they stay. Two are enough for nearly all.
const stableTries = 16

// Stable is the hull of points, and of its own corners: the hull of round bodies and of those with more corners
// than the engine takes may lose some when it is built of them again, and a saved file holds no other points.
func Stable(points []vec.Vec3) (physics.Hull, error) {
	h, err := physics.NewHull(points)
	if err != nil {
		return h, err
	}
	return stable(h), nil
}

// stable builds a hull of its own corners until they stay the same.
func stable(h physics.Hull) physics.Hull {
	for range stableTries {
		again, err := physics.NewHull(h.Vertices())
		if err != nil {
			break
		}
		settled := slices.Equal(again.Vertices(), h.Vertices())
		if h = again; settled {
			break
		}
	}
	return h
}

package shape

import (
	"fmt"

	"tumble/physics/vec"
)

// checkSize refuses lengths outside of [MinSize, MaxSize].
func checkSize(kind, what string, sizes ...float32) error {
	for _, s := range sizes {
		if !(s >= MinSize && s <= MaxSize) {
			return fmt.Errorf("%s: %s %g: must be between %g and %g m", kind, what, s, MinSize, MaxSize)
		}
	}
	return nil
}

// checkPoint refuses points that are not finite or farther than MaxSize from the body.
func checkPoint(kind, what string, p vec.Vec3) error {
	if !p.IsFinite() || p.Abs().MaxComponent() > MaxSize {
		return fmt.Errorf("%s: %s (%g, %g, %g): must be finite and within %g m of the body",
			kind, what, p.X, p.Y, p.Z, MaxSize)
	}
	return nil
}

// checkPlacement refuses rotations that are not of unit length and far away positions.
func checkPlacement(kind string, t vec.Transform) error {
	if !t.Q.IsUnit() {
		return fmt.Errorf("%s: rotation (%g, %g, %g, %g): must be a unit quaternion",
			kind, t.Q.X, t.Q.Y, t.Q.Z, t.Q.W)
	}
	return checkPoint(kind, "position", t.P)
}

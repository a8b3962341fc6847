package contact

import (
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// Deep reports whether an overlap of two bodies is so deep that they must have been put there.
func Deep(a, b *motion.Sim, separation float32) bool {
	if !(separation < 0) {
		return false
	}
	least := float32(deepest / deepFraction)
	if a.InvMass > 0 {
		least = vec.Min(least, a.MinExtent)
	}
	if b.InvMass > 0 {
		least = vec.Min(least, b.MinExtent)
	}
	return -separation > float32(deepFraction*least)
}

package contact

import (
	"tumble/physics/internal/solve/motion"
	"tumble/physics/vec"
)

// Deep reports whether an overlap of two bodies is so deep that they must have been put there.
func Deep(a, b *motion.Sim, separation float32) bool {
	return separation < 0 && -separation > DeepOverlap(a, b)
}

// DeepOverlap is the overlap of two bodies (m) beyond which it is deep.
func DeepOverlap(a, b *motion.Sim) float32 {
	return float32(deepFraction * vec.Min(deepExtent(a), deepExtent(b)))
}

// deepExtent is the extent of a body of which an overlap has to be the fraction deepFraction.
func deepExtent(sim *motion.Sim) float32 {
	switch {
	case sim.InvMass > 0:
		return vec.Min(sim.MinExtent, deepest/deepFraction)
	case sim.StateIndex != 0:
		return deepestPressed / deepFraction
	}
	return deepest / deepFraction
}

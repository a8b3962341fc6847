package physics

import (
	"tumble/physics/internal/solve"
	"tumble/physics/vec"
)

// clampVector limits every component to ±limit; NaN, which only the difference of two
// overflows can give, becomes −limit.
func clampVector(v Vec3, limit float32) Vec3 {
	return Vec3{X: clampSymmetric(v.X, limit), Y: clampSymmetric(v.Y, limit), Z: clampSymmetric(v.Z, limit)}
}

func clampSymmetric(x, limit float32) float32 { return vec.Min(vec.Max(x, -limit), limit) }

// usable reports whether velocity and pose are finite and within the bounds of the world.
func usable(sim *solve.Sim, s *solve.State) bool {
	return s.V.IsFinite() && s.W.IsFinite() && validVector(sim.Transform.P, MaxPosition) && sim.Transform.Q.IsUnit()
}

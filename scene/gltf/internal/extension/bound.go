package extension

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// Bounds of the numbers in a file; the engine has bounds of its own.
const (
	MaxSpeed  = 1e6
	MaxLength = physics.MaxPosition
)

const Endless = 1e6

// Near reports whether an exact value says the same as the standard parts of the file:
// otherwise somebody moved the node and left the extension behind.
func Near(a, b vec.Vec3) bool { return NearOf(a, b, 0) }

// NearOf is Near for a point that was made of others as far away as size (m).
func NearOf(a, b vec.Vec3, size float32) bool { return a.Dist(b) <= 1e-3+1e-4*vec.Max(a.Len(), size) }

// Slowed returns a velocity with coordinates that a file and the engine take.
func Slowed(v vec.Vec3) vec.Vec3 {
	limit := vec.Vec3{X: MaxSpeed, Y: MaxSpeed, Z: MaxSpeed}
	return v.Min(limit).Max(limit.Neg())
}

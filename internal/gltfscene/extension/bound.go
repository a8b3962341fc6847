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

// Near reports whether an exact value says the same as what the standard parts of the file say:
// otherwise somebody moved the node and left the extension behind.
func Near(a, b vec.Vec3) bool { return a.Dist(b) <= 1e-3+1e-4*a.Len() }

package stage

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// Yardstick is the unit of the arrows of forces: the mean weight and size of the moving
// bodies, so that the arrows of cards are as easy to see as those of boulders.
type Yardstick struct {
	world    *physics.World
	revision uint64
	force    float32 // N
	length   float32 // m
}

// Measure looks at the bodies again when some came or went.
func (y *Yardstick) Measure(w *physics.World) {
	if y.world == w && y.revision == w.Revision() {
		return
	}
	y.world, y.revision = w, w.Revision()
	mass, size, count := float32(0), float32(0), float32(0)
	for i := range w.BodyCapacity() {
		if b, ok := w.BodyAt(i); ok && b.Type() == physics.Dynamic && b.ShapeCount() > 0 {
			mass += b.Mass()
			size += b.Bounds().Half().Len()
			count++
		}
	}
	y.force, y.length = 9810, 0.35
	if mass > 0 {
		y.force, y.length = 9.81*mass/count, 0.5*size/count
	}
}

// Arrow is the length (m) of the arrow of a force (N). It grows with the square root, so that the
// top and the foot of a pile are both seen.
func (y *Yardstick) Arrow(force, size float32) float32 {
	return size * y.length * vec.Sqrt(force/y.force)
}

// Force is the mean weight (N), whose arrow is half as long as the mean body.
func (y *Yardstick) Force() float32 { return y.force }

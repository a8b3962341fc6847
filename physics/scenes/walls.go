package scenes

import (
	"tumble/physics"
	"tumble/physics/vec"
)

// walls puts two pairs of boxes around the middle of a body, at height y in its frame: those with
// half extents halfX at ±x, those with halfZ at ±z.
func (r *Run) walls(b physics.Body, x float32, halfX vec.Vec3, z float32, halfZ vec.Vec3, y float32, def physics.ShapeDef) {
	for side := float32(-1); side <= 1; side += 2 {
		r.attach(b, physics.Box{Half: halfX, Center: vec.V3(float32(side*x), y, 0)}, def)
		r.attach(b, physics.Box{Half: halfZ, Center: vec.V3(0, y, float32(side*z))}, def)
	}
}

// bin creates a floor at y = 0 and four walls around the square |x|, |z| ≤ half.
func (r *Run) bin(half, height float32) {
	def := material(0.6)
	b := r.body(bodyAt(physics.Static, physics.TransformIdentity))
	r.attach(b, boxAt(half+1, 0.5, half+1, at(0, -0.5, 0)), def)
	up := height / 2
	r.walls(b, half+0.5, vec.V3(0.5, up, half+1), half+0.5, vec.V3(half, up, 0.5), up, def)
}

// closedBox creates a hollow cube of the given half size on the ground, with walls twice thick (m).
func (r *Run) closedBox(half, thick float32, def physics.ShapeDef) {
	b := r.body(bodyAt(physics.Static, at(0, half, 0)))
	out := half + thick
	r.walls(b, out, vec.V3(thick, out, out), out, vec.V3(out, out, thick), 0, def)
	for side := float32(-1); side <= 1; side += 2 {
		r.attach(b, physics.Box{Half: vec.V3(out, thick, out), Center: vec.V3(0, float32(side*out), 0)}, def)
	}
}

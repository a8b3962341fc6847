package stage

import "tumble/renderer"

// detail finds how many pixels large things are.
type detail struct {
	x, y, z, w float32 // of the distance along the view direction, m
	pixels     float32 // of a metre at the distance 1
}

func newDetail(v *renderer.View, height int) detail {
	m := &v.ViewProj
	return detail{m[3], m[7], m[11], m[15], 0.5 * float32(height) * v.Proj[5]}
}

// level is the level of detail of a round thing.
func (d *detail) level(x, y, z, radius float32) int {
	w := d.x*x + d.y*y + d.z*z + d.w
	return renderer.RoundLevel(radius * d.pixels / max(w, 1e-3))
}

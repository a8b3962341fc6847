package character

import (
	"testing"

	"tumble/physics/vec"
)

// The displacement is the nearest one that crosses no plane: no point of a fine grid that crosses none is nearer to the
// wish, in corners with right, wide and narrow angles.
func TestDisplacementIsTheNearest(t *testing.T) {
	for _, lean := range []float32{-0.6, -0.3, 0, 0.5} { // cosine between the normals of two walls
		second := vec.V3(vec.Sqrt(1-float32(lean*lean)), lean, 0)
		for _, wish := range []vec.Vec3{vec.V3(-0.1, -0.1, 0.05), vec.V3(-0.1, 0.02, 0), vec.V3(0.1, 0.1, 0.1),
			vec.V3(0.02, -0.1, 0)} {
			c := Character{planes: []plane{
				{normal: vec.V3(0, 1, 0), gap: 0.01, limit: 1}, {normal: second, gap: 0.02, limit: 1},
			}}
			d := c.solvePlanes(wish)
			inside := func(x vec.Vec3, margin float32) bool {
				for i := range c.planes {
					if c.planes[i].normal.Dot(x)+c.planes[i].gap < margin {
						return false
					}
				}
				return true
			}
			if !inside(d, -1e-4) {
				t.Errorf("lean %g: %v crosses a plane", lean, d)
			}
			const half, step = 100, 0.002
			best := d.Sub(wish).Len()
			for i := -half; i <= half; i++ {
				for k := -half; k <= half; k++ {
					x := vec.V3(float32(i)*step, float32(k)*step, wish.Z)
					if inside(x, 0) && x.Sub(wish).Len() < best-1e-4 {
						t.Fatalf("lean %g, wish %v: %v is nearer than %v", lean, wish, x, d)
					}
				}
			}
		}
	}
}

// A plane that gives way pushes no farther than its limit.
func TestPushEndsAtItsLimit(t *testing.T) {
	c := Character{planes: []plane{{normal: vec.V3(1, 0, 0), gap: -0.5, limit: 0.1}}}
	if d := c.solvePlanes(vec.Vec3{}); d.Sub(vec.V3(0.1, 0, 0)).Len() > 1e-6 {
		t.Errorf("pushed by %v", d)
	}
}

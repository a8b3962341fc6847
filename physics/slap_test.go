package physics

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// TestRodsSlapDown: a rod that lands on one end and slaps down with the other gets into the floor by no more than a
// centimetre, or a quarter of its fall in a sub-step, of any length, from any height, at any tilt and rate.
func TestRodsSlapDown(t *testing.T) {
	worst := 0.0
	for _, half := range []float32{0.25, 0.5, 1, 2} {
		r := 0.05 * half
		for _, rod := range []Geometry{BoxHalf(r, half, r), Cylinder{A: V3(0, -half, 0), B: V3(0, half, 0), Radius: r},
			Capsule{A: V3(0, -half, 0), B: V3(0, half, 0), Radius: r}} {
			for _, height := range []float32{0.2, 1, 5, 20} {
				for _, degrees := range []float64{0, 5, 20, 45, 70} {
					for _, hertz := range []float32{30, 60, 100, 200, 400} {
						w := newTestWorld(t, sleepless)
						addBody(t, w, Static, V3(0, -0.5, 0), BoxHalf(100, 0.5, 100))
						tilt := degrees * math.Pi / 180
						b := addBodyDef(t, w, Dynamic, V3(0, half*float32(math.Sin(tilt))+2*r+height, 0),
							vec.QuatAxisAngle(V3(0, 0, 1), float32(math.Pi/2-tilt)), rod, DefaultShapeDef())
						fall := math.Sqrt(2 * float64(height) / 9.81)
						deepest := 0.0
						for range int((fall + 1.5) * float64(hertz)) {
							if err := w.Step(1 / hertz); err != nil {
								t.Fatal(err)
							}
							deepest = max(deepest, -float64(b.Bounds().Min.Y))
						}
						worst = max(worst, deepest)
						if deepest > max(0.01, 0.25*9.81*fall/float64(4*hertz)) {
							t.Errorf("%T of %v m from %v m at %v°, %v Hz: %.1f mm deep", rod, 2*half, height, degrees,
								hertz, 1000*deepest)
						}
					}
				}
			}
		}
	}
	t.Logf("%.1f mm at most", 1000*worst)
}

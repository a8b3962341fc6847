package physics

import (
	"math"
	"testing"
)

// TestWhatGravityTopplesStaysAwake: a pole that stands on a hinge falls over however near to upright it begins, and
// sleeps once it hangs.
func TestWhatGravityTopplesStaysAwake(t *testing.T) {
	for _, length := range []float64{0.1, 1, 10} {
		for _, tilt := range []float64{1e-5, 1e-4, 1e-3, 1e-2} {
			for _, hertz := range []float32{30, 100, 400} {
				w := newTestWorld(t, func(*WorldDef) {})
				q := rotationTo(V3(0, 1, 0), V3(float32(math.Sin(tilt)), float32(math.Cos(tilt)), 0))
				center := q.Rotate(V3(0, float32(length/2), 0))
				pole := addBodyDef(t, w, Dynamic, center, q, BoxHalf(0.02, float32(length/2), 0.02), DefaultShapeDef())
				hinge(t, w, Body{}, pole, Vec3{}, V3(0, 0, 1), nil)
				// from tilt to a radian the pole takes ln(1/tilt)/√(1.5·g/l)
				most := 3 * math.Log(1/tilt) / math.Sqrt(1.5*9.81/length)
				fell := false
				for range int(most*float64(hertz)) + 1 {
					if err := w.Step(1 / hertz); err != nil {
						t.Fatal(err)
					}
					if !pole.Awake() {
						break
					}
					fell = fell || pole.Rotation().Rotate(V3(0, 1, 0)).Y < 0
				}
				if !fell {
					t.Errorf("%v m, %v rad, %v Hz: stands for %.1f s, awake %v", length, tilt, hertz, most,
						pole.Awake())
				}
			}
		}
	}
}

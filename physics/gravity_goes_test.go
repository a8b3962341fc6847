package physics

import "testing"

// TestPilesRestWhenGravityGoes: the impulses that supported a pile are no guess for a step without gravity. Without the
// search in that step, piles fly apart at .1 m/s.
func TestPilesRestWhenGravityGoes(t *testing.T) {
	for _, c := range []struct {
		count int
		half  float32
	}{{10, 0.05}, {30, 0.05}, {30, 0.5}} {
		for _, rate := range []float32{60, 100, 400} {
			w := newTestWorld(t, nil)
			addFloor(t, w)
			var bodies []Body
			for i := range c.count {
				y := c.half + float32(2*c.half)*float32(i)
				bodies = append(bodies, addBody(t, w, Dynamic, V3(0, y, 0), BoxHalf(c.half, c.half, c.half)))
			}
			worst := float32(0)
			for step := range int(3 * rate) {
				if step == int(2*rate) {
					settings := w.Settings()
					settings.Gravity = Vec3{}
					w.SetSettings(settings)
				}
				err := w.Step(1 / rate)
				if err != nil {
					t.Fatal(err)
				}
				for _, b := range bodies {
					if step >= int(2*rate) {
						worst = max(worst, b.LinearVelocity().Len())
					}
				}
			}
			if worst > 2e-3 {
				t.Errorf("%d boxes of %g m at %g Hz: %g m/s", c.count, 2*c.half, rate, worst)
			}
		}
	}
}

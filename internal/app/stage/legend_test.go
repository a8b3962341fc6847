package stage

import "testing"

// Numbers of the legend keep two digits at least, also those of cards and grains of sand.
func TestLegendNumbers(t *testing.T) {
	for _, c := range []struct {
		x    float32
		want string
	}{{0, "0"}, {2.6e-6, "2.6e-06"}, {0.00123, "0.0012"}, {0.05, "0.050"}, {0.346, "0.35"}, {9.81, "9.8"},
		{98100, "98100"}} {
		if got := string(appendRounded(nil, c.x)); got != c.want {
			t.Errorf("%g is written %s, want %s", c.x, got, c.want)
		}
	}
}

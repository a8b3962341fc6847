package physics_test

import (
	"fmt"
	"testing"
)

// TestTrustSizes makes the families a tenth and ten times as large: no promise hangs on the size of the bodies that it
// was tuned with.
func TestTrustSizes(t *testing.T) {
	for _, scale := range []float32{0.1, 10} {
		for _, f := range []family{
			{name: "squeezes", make: squeezeTrial, fast: 0.001},
			{name: "overlaps", make: overlapTrial, fast: 0.001},
			{name: "articulations", make: articulationTrial, fast: 0.001},
		} {
			f.seconds, f.scale, f.name = 3, scale, fmt.Sprint(f.name, " of size ", scale)
			f.check(t, trials(1000))
		}
	}
}

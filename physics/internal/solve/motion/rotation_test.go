package motion

import (
	"math"
	"testing"
)

// TestShortSeries checks that up to shortSeries the first two terms are the whole series, to the bit.
func TestShortSeries(t *testing.T) {
	last := math.Float32bits(shortSeries)
	for bits := uint32(0); bits <= last; bits++ {
		// the largest ones, and some of the others
		if y := math.Float32frombits(bits); bits > last-1<<20 || bits%65537 == 0 {
			if s, c := series(y); s != 1-float32(y*(1.0/6)) || c != 1-float32(y*(1.0/2)) {
				t.Fatalf("the series at %g is (%v, %v), more than its first terms", y, s, c)
			}
		}
	}
}

package snapshot

import (
	"math"
	"testing"

	"tumble/physics/vec"
)

// Broken numbers hash alike whatever bits a processor gives them.
func TestBrokenNumbersHashAlike(t *testing.T) {
	var sums [3]uint64
	for i, bits := range [...]uint32{0x7fc00000, 0xffc00000, 0x7f800001} {
		h, x := newHasher(), math.Float32frombits(bits)
		h.f32(x)
		h.floats(1, x, x)
		h.vec(vec.V3(x, 0, x))
		h.quat(vec.Quat{X: x, W: x})
		sums[i] = h.sum()
	}
	if sums[0] != sums[1] || sums[0] != sums[2] {
		t.Errorf("hashes %x", sums)
	}
}

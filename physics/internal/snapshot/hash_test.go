package snapshot

import (
	"math"
	"testing"

	"tumble/physics/internal/island"
	"tumble/physics/internal/narrowphase"
	"tumble/physics/internal/solve"
	"tumble/physics/internal/state"
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

// digestOf is the digest of a world of two awake bodies with these numbers, seven of the pose and six of the velocity
// each.
func digestOf(numbers [26]float32) uint64 {
	rooms := &Rooms{State: &state.State{}, Records: &island.Records{}, Caches: &narrowphase.Caches{}}
	rooms.Awake = []int32{1, 0}
	rooms.Sims, rooms.States = make([]solve.Sim, 2), make([]solve.State, 3)
	for i, body := range rooms.Awake {
		n := numbers[13*i:]
		rooms.Sims[body].Transform = vec.Transform{P: vec.V3(n[0], n[1], n[2]),
			Q: vec.Quat{X: n[3], Y: n[4], Z: n[5], W: n[6]}}
		rooms.States[i+1] = solve.State{V: vec.V3(n[7], n[8], n[9]), W: vec.V3(n[10], n[11], n[12])}
	}
	return Digest(rooms)
}

// Every bit of every number shows in the digest; that no number is one does, too, whatever its bits.
func TestDigestOfNumbers(t *testing.T) {
	var numbers [26]float32
	for i := range numbers {
		numbers[i] = float32(i) + 40.5
	}
	plain := digestOf(numbers)
	seen := map[uint64]bool{plain: true}
	for i := range numbers {
		was := numbers[i]
		for bit := range 32 {
			numbers[i] = math.Float32frombits(math.Float32bits(was) ^ 1<<bit)
			d := digestOf(numbers)
			if seen[d] {
				t.Errorf("bit %d of number %d does not show", bit, i)
			}
			seen[d] = true
		}
		numbers[i] = math.Float32frombits(0x7fc00000)
		nan := digestOf(numbers)
		numbers[i] = math.Float32frombits(0xff800001)
		if digestOf(numbers) != nan || seen[nan] {
			t.Errorf("number %d is none: %x and %x", i, nan, digestOf(numbers))
		}
		seen[nan] = true
		numbers[i] = was
	}
	// an infinite sum, and one that is no number though all are
	numbers[3] = float32(math.Inf(1))
	once := digestOf(numbers)
	if numbers[9] = float32(math.Inf(-1)); seen[once] || digestOf(numbers) == once {
		t.Error("infinite numbers do not show")
	}
}

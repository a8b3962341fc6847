package timestep

import "testing"

// After a miss frames start at once for a while, after misses one soon after the other for longer, and after a long
// time without one the wait is as short as at first.
func TestJustInTimeRestsAfterMisses(t *testing.T) {
	const period, refresh = 16 * Millisecond, Second
	var j JustInTime
	missed := uint64(0)
	atOnce := func() (n int) {
		for ; j.Start(refresh, period) == 0; n++ {
			j.Observe(Millisecond, missed)
		}
		return n
	}
	j.Observe(Millisecond, missed)
	if n := atOnce(); n != 0 {
		t.Fatalf("%d frames at once before any miss", n)
	}
	last := 0
	for i := range 4 {
		missed++
		j.Observe(Millisecond, missed)
		n := atOnce()
		if n <= last {
			t.Errorf("miss %d: %d frames at once after %d", i, n, last)
		}
		last = n
	}
	for range cleanRun + 1 {
		j.Observe(Millisecond, missed)
	}
	missed++
	j.Observe(Millisecond, missed)
	if n := atOnce(); n != firstPause {
		t.Errorf("%d frames at once after a long time without a miss, want %d", n, firstPause)
	}
}
